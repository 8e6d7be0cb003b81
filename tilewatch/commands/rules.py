"""`tilewatch rules`: a preset in plain words, with the leaflet behind every number."""

import json
from collections.abc import Iterator

import click

from referee.rules import (
    CHAPTERS,
    FIXED_RULES,
    OPTIONS,
    PRESET_FILES,
    Rules,
    RulesError,
    option_label,
    plain_words,
    source_of,
)
from tilewatch.commands.inputs import refusing
from tilewatch.language import said


@click.command
@click.argument("preset", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def command(preset: str | None, as_json: bool) -> None:
    """Prints a preset's rules with their sources; without a PRESET, lists the presets."""
    if preset is None:
        about = {name: one.about for name, one in PRESET_FILES.items()}
        click.echo(json.dumps(about) if as_json else "\n".join(_listed()))
        return
    with refusing(RulesError):
        rules = Rules.from_json(preset)
    text = json.dumps(_as_json(rules), ensure_ascii=False) if as_json else "\n".join(_told(rules))
    click.echo(text)


def _listed() -> Iterator[str]:
    width = max(map(len, PRESET_FILES))
    for name, preset in PRESET_FILES.items():
        yield f"{name:<{width}}  {said(preset.about)}"


def _told(rules: Rules) -> Iterator[str]:
    yield f"{rules.preset}: {said(PRESET_FILES[rules.preset].about)}"
    for chapter, names in CHAPTERS.items():
        yield f"\n{said(chapter)}"
        for name in names:
            yield from _rule(rules, name)
    yield "\n" + said("readings")
    yield from (f"  - {said(note)}" for note in PRESET_FILES[rules.preset].readings)


def _rule(rules: Rules, name: str) -> Iterator[str]:
    """A rule in words, followed by its source and, if it is an option, the option's name and value."""
    yield f"  {said(plain_words(rules, name))}"
    if name == "players":
        return
    option = "" if name in FIXED_RULES else f" [{name}: {json.dumps(getattr(rules, name))}]"
    yield f"      {said(source_of(rules, name))}{option}"


def _as_json(rules: Rules) -> dict[str, object]:
    """Every option with its value, meaning and source, and the preset's readings."""
    values = {
        option.name: {
            "value": getattr(rules, option.name),
            "told": plain_words(rules, option.name).text,
            "label": option_label(option.name).text,
            "says": option.says,
            "source": source_of(rules, option.name).text,
        }
        for option in OPTIONS
    }
    fixed = {name: source_of(rules, name).text for name in FIXED_RULES}
    return {
        "preset": rules.preset,
        "about": PRESET_FILES[rules.preset].about,
        "options": values,
        "rules": fixed,
        "readings": list(PRESET_FILES[rules.preset].readings),
    }
