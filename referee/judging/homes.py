"""What became of each set of a table: the pairing of old sets with new ones in which fewest tiles moved.

A set and what it became share some tiles; these stayed. Each old set became one new set at most, and no two became
the same one. So the most tiles that can have stayed are the heaviest pairing of a graph whose edges weigh what two
sets share. The answer does not depend on the order in which a table lists its sets.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.judging.all_or_three import connected
from referee.judging.rearrangement import Rearrangement
from referee.sets import jokers_stand_alike
from referee.table import Row, row_text, same_sets
from referee.tiles import in_order

Pair = tuple[int, int]
"""An old set and a new one, by their places."""


def homes(before: Sequence[Row], after: Sequence[Row]) -> dict[int, int]:
    """For old sets, by their places, the new set that each became; what shares nothing with a new set has none.

    >>> from referee.table import Table
    >>> homes(Table.from_notation("r3 r4 r5 r6\\nk1 k2 k3").sets, Table.from_notation("k1 k2 k3 k4\\nr4 r5 r6").sets)
    {0: 1, 1: 0}
    """
    olds, news = by_notation(before), by_notation(after)
    rows = [(Counter(before[old]), [Counter(after[new]) for new in news]) for old in olds]
    shared = {
        (old, new): (tiles & there).total()
        for old, (tiles, all_there) in enumerate(rows)
        for new, there in enumerate(all_there)
    }
    found = {olds[old]: news[new] for old, new in heaviest(shared).items()}
    return dict(sorted(found.items()))


def by_notation(sets: Sequence[Row]) -> list[int]:
    """The places of sets, in an order that does not depend on these."""
    return sorted(range(len(sets)), key=lambda place: (row_text(in_order(sets[place])), row_text(sets[place]), place))


def heaviest(shared: Mapping[Pair, int]) -> dict[int, int]:
    """The pairing with the greatest sum; of several that in which the first old set has the first new one, and so on.

    `shared`: the weights of pairs; what weighs nothing is no pair.
    """
    weights = {pair: weight for pair, weight in shared.items() if weight > 0}
    found: dict[int, int] = {}
    for olds, news in _beside(weights):
        found |= {olds[0]: news[0]} if len(olds) == len(news) == 1 else _paired(olds, news, weights)
    return found


def _beside(weights: Mapping[Pair, int]) -> Iterator[tuple[list[int], list[int]]]:
    """Old and new sets that have to do with one another: each such part is a question of its own."""
    beside: dict[tuple[int, bool], list[tuple[int, bool]]] = {}
    for old, new in weights:
        beside.setdefault((old, False), []).append((new, True))
        beside.setdefault((new, True), []).append((old, False))
    for part in connected(sorted(beside), beside.__getitem__):
        yield sorted(p for p, is_new in part if not is_new), sorted(p for p, is_new in part if is_new)


def _paired(olds: Sequence[int], news: Sequence[int], weights: Mapping[Pair, int]) -> dict[int, int]:
    """The heaviest pairing of one part, by the Hungarian method.

    A weight is a number whose high digits are the tiles and whose low ones, a digit for each old set, say how early
    the new set comes; so one search decides both. Columns beyond the new sets weigh nothing: no pair.
    """
    base, many = len(news) + 1, len(olds)
    worth = [
        [
            weights[old, new] * base**many + (len(news) - column) * base ** (many - 1 - row)
            if (old, new) in weights
            else 0
            for column, new in enumerate(news)
        ]
        + [0] * many
        for row, old in enumerate(olds)
    ]
    columns = _assigned(worth)
    return {
        olds[row]: news[column]
        for row, column in enumerate(columns)
        if column < len(news) and (olds[row], news[column]) in weights
    }


def _assigned(worth: Sequence[Sequence[int]]) -> list[int]:
    """For each row its column, no two the same, so that the sum is greatest (Hungarian method, with potentials).

    A row is added at a time: along the cheapest chain of rows that make room for one another, found as Dijkstra finds
    a path. A potential of each row and column keeps every cost on the way at zero or above, which is what makes the
    chain the cheapest. Row and column 0 stand for "none yet".
    """
    rows, columns = len(worth), len(worth[0])
    of_row, of_column, taken_by = [0] * (rows + 1), [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        taken_by[0] = row
        cheapest: list[int | None] = [None] * (columns + 1)
        came_from, done, column = [0] * (columns + 1), [False] * (columns + 1), 0
        while taken_by[column]:
            done[column], at = True, taken_by[column]
            step, following = None, 0
            for other in range(1, columns + 1):
                if done[other]:
                    continue
                cost = -worth[at - 1][other - 1] - of_row[at] - of_column[other]
                known = cheapest[other]
                if known is None or cost < known:
                    cheapest[other], came_from[other], known = cost, column, cost
                if step is None or known < step:
                    step, following = known, other
            assert step is not None
            for other in range(columns + 1):
                if done[other]:
                    of_row[taken_by[other]] += step
                    of_column[other] -= step
                elif (known := cheapest[other]) is not None:
                    cheapest[other] = known - step
            column = following
        while column:
            taken_by[column] = taken_by[came_from[column]]
            column = came_from[column]
    found = [0] * rows
    for column in range(1, columns + 1):
        if taken_by[column]:
            found[taken_by[column] - 1] = column - 1
    return found


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
