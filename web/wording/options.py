"""Every option of the rules as Set up offers it: what it is called, what it may be in plain words, its leaflet."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask_babel import gettext, lazy_gettext

from referee.rules import PRESETS, Choice, Rules, options
from web.wording.sentences import leaflet
from web.wording.words import SENTENCES

Json = dict[str, Any]

GROUPS: tuple[tuple[object, tuple[str, ...]], ...] = (
    (
        lazy_gettext("Asked for most"),
        (
            "turn_seconds",
            "extensions",
            "opening_points",
            "failed_turn_draw",
            "joker_freed_by",
            "joker_on_rack",
            "rounds",
        ),
    ),
    (lazy_gettext("Opening"), ("opening_sets", "opening_may_use_table", "more_play_after_opening")),
    (
        lazy_gettext("Jokers"),
        (
            "jokers_in_a_set",
            "freeing_tile_from",
            "joker_of_three",
            "freed_joker_goes",
            "joker_sets",
            "joker_before_opening",
            "joker_announced",
        ),
    ),
    (lazy_gettext("Sets"), ("group_colours_differ", "one_after_thirteen", "rebuilding")),
    (
        lazy_gettext("A turn without a play, and one that fails"),
        ("draw_when_passing", "failed_turn_table", "forgotten_tiles", "late_draw"),
    ),
    (
        lazy_gettext("Time"),
        ("extension_seconds", "bank_seconds", "increment_seconds", "clock_waits_for_referee"),
    ),
    (lazy_gettext("The end"), ("pool_empty", "never_opened_pays", "most_lost", "match_won_by")),
    (
        lazy_gettext("The box"),
        ("copies", "jokers", "players_least", "players_most", "dealt", "new_deal_on_three_pairs"),
    ),
)
"""Every option, the ones most asked for first."""

LABELS: Mapping[str, object] = {
    "turn_seconds": lazy_gettext("Seconds for a turn"),
    "extensions": lazy_gettext("Extensions for each player"),
    "extension_seconds": lazy_gettext("Seconds of an extension"),
    "bank_seconds": lazy_gettext("Seconds in each player's bank of time"),
    "increment_seconds": lazy_gettext("Seconds of each turn that are free before the bank is used"),
    "clock_waits_for_referee": lazy_gettext("The clock while the referee reads"),
    "opening_points": lazy_gettext("Points of the opening"),
    "opening_sets": lazy_gettext("Sets of the opening, at most"),
    "opening_may_use_table": lazy_gettext("The opening and the sets on the table"),
    "more_play_after_opening": lazy_gettext("More play in the opening turn"),
    "draw_when_passing": lazy_gettext("Tiles for a turn without a play"),
    "failed_turn_draw": lazy_gettext("Tiles for a failed turn"),
    "failed_turn_table": lazy_gettext("The table after a failed turn"),
    "late_draw": lazy_gettext("When only the time ran out"),
    "forgotten_tiles": lazy_gettext("Tiles whose old place nobody remembers"),
    "copies": lazy_gettext("Copies of each numbered tile"),
    "jokers": lazy_gettext("Jokers in the box"),
    "players_least": lazy_gettext("Fewest players"),
    "players_most": lazy_gettext("Most players"),
    "dealt": lazy_gettext("Tiles for each player at the start"),
    "new_deal_on_three_pairs": lazy_gettext("Three pairs among the first tiles"),
    "group_colours_differ": lazy_gettext("Colours of a group"),
    "one_after_thirteen": lazy_gettext("1 after 13"),
    "jokers_in_a_set": lazy_gettext("Jokers in a set, at most"),
    "joker_on_rack": lazy_gettext("Points of a joker on a rack"),
    "joker_before_opening": lazy_gettext("A joker before one's own opening"),
    "joker_freed_by": lazy_gettext("What frees a joker"),
    "freeing_tile_from": lazy_gettext("Where the tile that frees it comes from"),
    "joker_of_three": lazy_gettext("The joker of a group of three"),
    "joker_announced": lazy_gettext("Announcing that a joker is taken"),
    "freed_joker_goes": lazy_gettext("Where a freed joker goes"),
    "joker_sets": lazy_gettext("Sets with a joker"),
    "rebuilding": lazy_gettext("Rebuilding sets"),
    "pool_empty": lazy_gettext("When the pool is empty"),
    "never_opened_pays": lazy_gettext("Points paid by who never opened"),
    "most_lost": lazy_gettext("Points lost in a round, at most"),
    "match_won_by": lazy_gettext("Who wins the match"),
    "rounds": lazy_gettext("Rounds of the match"),
}
"""What each option is called."""

WITHOUT: Mapping[str, object] = {
    "turn_seconds": lazy_gettext("no limit"),
    "bank_seconds": lazy_gettext("no bank of time"),
    "opening_sets": lazy_gettext("any number"),
    "jokers_in_a_set": lazy_gettext("any number"),
    "most_lost": lazy_gettext("no limit"),
    "rounds": lazy_gettext("as many as the players like"),
}
"""What no number means, for the options that may have none."""

UNTOLD: Mapping[str, Mapping[object, object]] = {
    "new_deal_on_three_pairs": {False: lazy_gettext("Three pairs are played like any other tiles.")},
    "joker_announced": {False: lazy_gettext("Taking a joker need not be announced.")},
    "late_draw": {
        "as-failed": lazy_gettext("It counts as a failed turn."),
        0: lazy_gettext("No tile is drawn."),
        1: lazy_gettext("One tile is drawn."),
    },
}
"""Values of which the rules in plain words say nothing, because nothing happens."""


LIMITS = {option.name: option.limits for option in options()}


def offered(rules: Rules) -> list[Json]:
    """Every option, group by group, as these rules have it: {"title", "options": [...]}."""
    return [{"title": str(title), "options": [_option(rules, name) for name in names]} for title, names in GROUPS]


def _option(rules: Rules, name: str) -> Json:
    """One option: a number from `least` to `most` (or, `without`, none), or one of `choices`."""
    preset = PRESETS[rules.preset]
    told = {
        "name": name,
        "label": str(LABELS[name]),
        "value": getattr(rules, name),
        "preset": getattr(preset, name),
        "source": leaflet(preset.source(name)),
    }
    limits = LIMITS[name]
    if isinstance(limits, Choice):
        return {**told, "choices": [{"value": value, "says": _says(rules, name, value)} for value in limits.values]}
    without = str(WITHOUT[name]) if limits.may_be_none else None
    return {**told, "least": limits.least, "most": limits.most, "without": without}


def _says(rules: Rules, name: str, value: object) -> str:
    """What choosing a value means, in a sentence."""
    untold = UNTOLD.get(name, {}).get(value)
    if untold is not None:
        return str(untold)
    chosen: Json = {name: value}
    return SENTENCES[name](replace(rules, **chosen)) or str(gettext("nothing of the kind"))
