"""Every option of the rules as Set up offers it: what it is called, what it may be in plain words, its leaflet."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.rules import CHAPTERS, PRESETS, Choice, Rules, option_label, options, plain_words, source_of
from web.records.rules import OptionGroup, OptionOffered
from web.wording.speaking import said

Json = dict[str, Any]

CHANGED_MOST = (
    "turn_seconds",
    "extensions",
    "opening_points",
    "failed_turn_draw",
    "joker_freed_by",
    "joker_on_rack",
    "rounds",
)
"""The options that are changed most, in a group of their own."""
LIMITS = {option.name: option.limits for option in options()}


def offered(rules: Rules) -> list[OptionGroup]:
    """Every option, group by group, as these rules have it: {"title", "options": [...]}."""
    return [{"title": said(title), "options": [_option(rules, name) for name in names]} for title, names in _groups()]


def _groups() -> Iterator[tuple[str, list[str]]]:
    yield "chapter.asked-most", list(CHANGED_MOST)
    for title, names in CHAPTERS.items():
        yield title, [name for name in names if name in LIMITS and name not in CHANGED_MOST]


def _option(rules: Rules, name: str) -> OptionOffered:
    """One option: a number from `least` to `most` (or, `without`, none), or one of `choices`."""
    preset = PRESETS[rules.preset]
    option: OptionOffered = {
        "name": name,
        "label": said(option_label(name)),
        "value": getattr(rules, name),
        "preset": getattr(preset, name),
        "source": said(source_of(preset, name)),
    }
    limits = LIMITS[name]
    if isinstance(limits, Choice):
        return {**option, "choices": [{"value": value, "says": _says(rules, name, value)} for value in limits.values]}
    without = said(f"none.{name}") if limits.may_be_none else None
    return {**option, "least": limits.least, "most": limits.most, "without": without}


def _says(rules: Rules, name: str, value: object) -> str:
    """What choosing a value means, in a sentence."""
    chosen: Json = {name: value}
    return said(plain_words(replace(rules, **chosen), name))
