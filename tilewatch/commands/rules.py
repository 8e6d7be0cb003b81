"""`tilewatch rules`: a preset in plain words, with the leaflet behind every number."""

import json
from collections.abc import Iterator, Mapping

import click
from referee.wording import told

from referee.rules import FIXED_RULES, PRESET_FILES, Rules, RulesError, options
from tilewatch.commands.inputs import InputError

CHAPTERS = {
    "The box": ("copies", "jokers", "players_least", "players_most", "dealt", "new_deal_on_three_pairs"),
    "Sets": ("group", "group_colours_differ", "run", "one_after_thirteen", "valid", "kept", "rebuilding"),
    "Opening": (
        "opening_points",
        "opening_sets",
        "opening_may_use_table",
        "more_play_after_opening",
        "draw_when_passing",
    ),
    "Jokers": (
        "jokers_in_a_set",
        "joker_sets",
        "joker_freed_by",
        "freeing_tile_from",
        "joker_of_three",
        "freed_joker_goes",
        "joker_before_opening",
        "joker_announced",
        "joker_on_rack",
    ),
    "Time": (
        "turn_seconds",
        "extensions",
        "extension_seconds",
        "bank_seconds",
        "increment_seconds",
        "clock_waits_for_referee",
    ),
    "A turn that fails": ("failed_turn_table", "failed_turn_draw", "late_draw", "forgotten_tiles"),
    "The end": (
        "round",
        "pool_empty",
        "score",
        "tie",
        "never_opened_pays",
        "most_lost",
        "match_won_by",
        "rounds",
    ),
}
"""The order in which the rules are told."""


@click.command
@click.argument("preset", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def command(preset: str | None, as_json: bool) -> None:
    """Print a preset's rules with their sources; without a PRESET, list the presets."""
    if preset is None:
        about = {name: one.about for name, one in PRESET_FILES.items()}
        click.echo(json.dumps(about) if as_json else "\n".join(_listed(about)))
        return
    try:
        rules = Rules.from_json(preset)
    except RulesError as error:
        raise InputError(str(error)) from error
    told = json.dumps(_as_json(rules), ensure_ascii=False) if as_json else "\n".join(_told(rules))
    click.echo(told)


def _listed(about: Mapping[str, str]) -> Iterator[str]:
    width = max(map(len, about))
    for name, said in about.items():
        yield f"{name:<{width}}  {said}"


def _told(rules: Rules) -> Iterator[str]:
    yield f"{rules.preset}: {PRESET_FILES[rules.preset].about}"
    for chapter, names in CHAPTERS.items():
        yield f"\n{chapter}"
        for name in names:
            yield from _rule(rules, name)
    yield "\nReadings chosen where the leaflets are silent or unclear"
    yield from (f"  - {note}" for note in PRESET_FILES[rules.preset].readings)


def _rule(rules: Rules, name: str) -> Iterator[str]:
    """A rule in a sentence, and under it the option's name and what it rests on."""
    if name in FIXED_RULES:
        source, _, sentence = rules.source(name).partition(": ")
        yield f"  {sentence[0].upper()}{sentence[1:]}."
        yield f"      {source}"
    else:
        value = json.dumps(getattr(rules, name))
        yield f"  {told(rules, name)}"
        yield f"      {rules.source(name)} [{name}: {value}]"


def _as_json(rules: Rules) -> dict[str, object]:
    """Every option with its value, what it is for and its source, and the readings chosen."""
    values = {
        option.name: {
            "value": getattr(rules, option.name),
            "told": told(rules, option.name),
            "says": option.says,
            "source": rules.source(option.name),
        }
        for option in options()
    }
    fixed = {name: rules.source(name) for name in FIXED_RULES}
    return {
        "preset": rules.preset,
        "about": PRESET_FILES[rules.preset].about,
        "options": values,
        "rules": fixed,
        "readings": list(PRESET_FILES[rules.preset].readings),
    }
