"""The rules of a match in plain words, in the reader's language: by chapter, or the disputed rules first."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.coaching import EXERCISES, answered
from referee.messages import Message
from referee.rules import (
    ASKED_MOST,
    CHAPTERS,
    OPTIONS,
    PRESET_FILES,
    PRESETS,
    TOLD_BY_ANOTHER,
    Choice,
    Quotation,
    Rules,
    answer,
    option_label,
    plain_words,
    question,
    quotations,
    source_of,
)
from web.records.rules import OptionGroup, OptionOffered
from web.wording.catalogue import PRESET_OF_LEAFLET, language, leaflet_title, said, spoken

IN_SHORT = ("opening_points", "opening_sets", "turn_seconds", "failed_turn_draw", "joker_freed_by", "joker_on_rack")
"""The rules that a summary names: those that players ask for first."""

NOTHING_TO_SAY: Mapping[str, Callable[[Rules], bool]] = {
    "new_deal_on_three_pairs": lambda rules: not rules.new_deal_on_three_pairs,
    "extensions": lambda rules: not rules.extensions,
    "bank_seconds": lambda rules: rules.bank_seconds is None,
    "late_draw": lambda rules: rules.turn_seconds is None or rules.late_draw == "as-failed",
    "joker_announced": lambda rules: not rules.joker_announced,
    "never_opened_pays": lambda rules: not rules.never_opened_pays,
    "most_lost": lambda rules: rules.most_lost is None,
}
"""Rules that are left out while they have no effect, each with that condition."""
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
"""The options that players change most; the form shows them as the first group."""
LIMITS = {option.name: option.limits for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Told:
    """A rule in words: option, sentence (empty: it has no effect), source, and the sentences of other presets."""

    option: str
    sentence: str
    source: str
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """A disputed question: its answer under these rules, and the leaflet's quotation, if it has one."""

    question: str
    answer: tuple[str, ...]
    quotation: Quotation | None
    leaflet: str
    shown: "Shown | None"


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn as an example for a question: whether it is allowed under these rules, and why. Rows in notation."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    opened: bool
    allowed: bool
    why: tuple[str, ...]


def preset_titles() -> dict[str, str]:
    """The title of each preset."""
    return {name: said(preset.title) for name, preset in PRESET_FILES.items()}


def preset_names() -> dict[str, str]:
    """A short description of each preset."""
    return {name: said(preset.about) for name, preset in PRESET_FILES.items()}


def leaflets() -> list[tuple[str, str]]:
    """The title and the description of each printed leaflet."""
    return [(leaflet_title(number, spoken()), said(f"leaflet.{number}")) for number in PRESET_OF_LEAFLET]


def in_short(rules: Rules) -> list[str]:
    """The sentences of the rules in IN_SHORT."""
    return [said(plain_words(rules, name)) for name in IN_SHORT]


def chapters(rules: Rules) -> Iterator[tuple[str, list[Told]]]:
    """All rules, chapter by chapter."""
    for title, names in CHAPTERS.items():
        yield said(title), [_told(name, rules) for name in names if _worth_telling(name, rules)]


def disputed(rules: Rules) -> list[Told]:
    """The rules in which presets differ; house rules and the most disputed rules first."""
    changed = rules.changes()
    told = [_told(name, rules) for names in CHAPTERS.values() for name in names if name not in TOLD_BY_ANOTHER]
    differing = [one for one in told if one.others]
    return sorted(differing, key=lambda one: (one.option not in changed, -len(one.others), not one.sentence))


def asked_most(rules: Rules) -> Iterator[Answered]:
    """The questions that people dispute most, each with its answer."""
    for name in ASKED_MOST:
        quoted = sorted(quotations(rules, name), key=lambda one: one.language != language())
        leaflet = said(Message.of("leaflet-named", number=quoted[0].leaflet)) if quoted else ""
        answers = tuple(map(said, answer(rules, name)))
        yield Answered(said(question(name)), answers, quoted[0] if quoted else None, leaflet, _shown(rules, name))


def _shown(rules: Rules, name: str) -> Shown | None:
    """The example for a question; None if no table can show it."""
    exercise = EXERCISES.get(name)
    if exercise is None:
        return None
    verdict, why = answered(rules, exercise)
    before, after = (tuple(table.to_notation()) for table in (exercise.before, exercise.after))
    return Shown(before, after, exercise.opened, verdict.legal, tuple(map(said, why)))


def _worth_telling(name: str, rules: Rules) -> bool:
    return name not in TOLD_BY_ANOTHER and bool(_sentence(name, rules))


def _sentence(name: str, rules: Rules) -> Message | None:
    says_nothing = name in NOTHING_TO_SAY and NOTHING_TO_SAY[name](rules)
    return None if says_nothing else plain_words(rules, name)


def _told(name: str, rules: Rules) -> Told:
    sentence, changed = _sentence(name, rules), name in rules.changes()
    source = said("house-rule.short" if changed else source_of(rules, name)) if name != "players" else ""
    others: dict[Message | None, list[str]] = {}
    for preset, other in PRESETS.items():
        differs = _sentence(name, other) != sentence
        if differs and (preset != rules.preset or changed):
            others.setdefault(_sentence(name, other), []).append(said(PRESET_FILES[preset].title))
    others_told = tuple((", ".join(presets), said(one or "nothing-of-the-kind")) for one, presets in others.items())
    return Told(name, said(sentence) if sentence else "", source, others_told)


def offered(rules: Rules) -> list[OptionGroup]:
    """Every option in groups, with its value under these rules: {"title", "options": [...]}."""
    return [{"title": said(title), "options": [_option(rules, name) for name in names]} for title, names in _groups()]


def _groups() -> Iterator[tuple[str, list[str]]]:
    yield "chapter.asked-most", list(CHANGED_MOST)
    for title, names in CHAPTERS.items():
        yield title, [name for name in names if name in LIMITS and name not in CHANGED_MOST]


def _option(rules: Rules, name: str) -> OptionOffered:
    """One option: a number from `least` to `most` or, if `without`, none, or one of `choices`."""
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
    """A sentence on the effect of a value."""
    chosen: Json = {name: value}
    return said(plain_words(replace(rules, **chosen), name))
