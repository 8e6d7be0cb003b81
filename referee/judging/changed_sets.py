"""The sets that a turn changed: accounts and faults are about these alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.judging.homes import by_notation
from referee.judging.rearrangement import Rearrangement
from referee.sets import jokers_stand_alike
from referee.table import same_sets


@dataclass(frozen=True)
class ChangedSets:
    """A turn as if no set had lain there that lies as it lay.

    `whole`, `turn`: all of it, and that, both in an order that does not depend on the camera; `olds`, `news`: where the
    sets of `turn` lie on the tables; `alone`: the other old sets, each with its place now.
    """

    whole: Rearrangement
    turn: Rearrangement
    olds: Sequence[int]
    news: Sequence[int]
    alone: Mapping[int, int]


def changed_sets(turn: Rearrangement) -> ChangedSets:
    """The sets of a turn that changed."""
    olds, news = by_notation(turn.before), by_notation(turn.after)
    whole = _of(turn, olds, news)
    pairs = same_sets(whole.before, whole.after, lambda old, new: jokers_stand_alike(old, new, turn.rules))
    alone = {olds[old]: news[new] for old, new in pairs}
    there = set(alone.values())
    olds, news = [old for old in olds if old not in alone], [new for new in news if new not in there]
    return ChangedSets(whole, _of(turn, olds, news), olds, news, alone)


def _of(turn: Rearrangement, olds: Sequence[int], news: Sequence[int]) -> Rearrangement:
    before, after = [turn.before[old] for old in olds], [turn.after[new] for new in news]
    return Rearrangement(turn.rules, before, after, turn.played, turn.missing)
