"""Positions that show the rules that players dispute most."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.judging import Position, Verdict, account_of, judge, sentences
from referee.messages import Message
from referee.rules import Rules
from referee.table import Table

LONGER_THAN_ANY_TURN = 7501.0
"""Seconds, more than any rules allow for a turn: the fullest time bank and the largest increment together."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A turn to think about: two tables, whether the player had opened, the turn's seconds."""

    before: Table
    after: Table
    opened: bool = True
    seconds: float | None = None


def _turn(before: str, after: str, opened: bool = True, seconds: float | None = None) -> Exercise:
    lay, lies = (Table.from_notation([row for row in text.split(" / ") if row]) for text in (before, after))
    return Exercise(lay, lies, opened, seconds)


EXERCISES: Mapping[str, Exercise] = {
    "freeing": _turn("r3 J r5 / r4 k4 b4 o4", "r3 r4 r5 / k4 b4 o4 / J k9 b9"),
    "group-of-three": _turn("k8 r8 J", "k8 r8 b8 / J k10 k11"),
    "at-once": _turn("r3 J r5 / k1 k2 k3", "r3 r4 r5 / k1 k2 k3 J"),
    "set-with-joker": _turn("b3 b4 b5 J b7 b8", "b3 b4 b5 / J b7 b8 b9"),
    "before-opening": _turn("r3 J r5", "r3 r4 r5 / J k13 r13", opened=False),
    "two-jokers": _turn("k1 k2 k3", "k1 k2 k3 / r5 J J r8"),
    "opening": _turn("b4 b5 b6", "b4 b5 b6 b7 b8 b9 b10", opened=False),
    "opening-sets": _turn("", "k9 r9 b9 / r3 r4 r5 r6", opened=False),
    "playing-on": _turn("b4 b5 b6", "b4 b5 b6 b7 / k11 r11 b11 o11", opened=False),
    "time-over": _turn("b4 b5 b6", "b4 b5 b6 b7", seconds=LONGER_THAN_ANY_TURN),
    "taking-back": _turn("b4 b5 b6 b7", "b4 b5 b6 / k9 r9 b9"),
    "after-thirteen": _turn("", "r12 r13 r1"),
    "colours": _turn("", "r8 b8 b8"),
}
"""The position for each disputed question, except the questions that no table can show: jokers on a rack, end of a
round."""


def answered(rules: Rules, exercise: Exercise) -> tuple[Verdict, tuple[Message, ...]]:
    """The verdict on an exercise under the rules, with sentences on its faults or, if it is legal, on its moves."""
    verdict = judge(Position(rules, exercise.opened, exercise.before), exercise.after, exercise.seconds)
    return verdict, tuple(_why(rules, exercise, verdict))


def _why(rules: Rules, exercise: Exercise, verdict: Verdict) -> Iterator[Message]:
    yield from (fault.message for fault in verdict.faults)
    account = account_of(rules, exercise.before, exercise.after)
    yield from (sentence.message for sentence in sentences(account)) if account else ()
