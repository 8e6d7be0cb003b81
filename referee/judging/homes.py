"""Pairs each old set with its home, the new set it became, so that fewest tiles moved.

The tiles that an old set shares with its home stayed. Each old set has one home at most, and no two old sets have the
same home. So the pairing is a maximum-weight matching of a bipartite graph whose edges weigh the number of shared
tiles. The answer does not depend on the order in which a table lists its sets.
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
"""Index of an old set, index of a new set."""


def homes(before: Sequence[Row], after: Sequence[Row]) -> dict[int, int]:
    """The index of the new set that each old set became, by old index; old sets that share no tile are left out.

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
    """The indices of the sets, sorted by notation, so that the order of the list does not matter."""
    return sorted(range(len(sets)), key=lambda place: (row_text(in_order(sets[place])), row_text(sets[place]), place))


def heaviest(shared: Mapping[Pair, int]) -> dict[int, int]:
    """The maximum-weight matching, from old to new sets.

    Of several, the one that gives the first old set the lowest new set, then the second old set, and so on.
    `shared`: the weight of each pair; pairs of weight 0 are never matched.
    """
    weights = {pair: weight for pair, weight in shared.items() if weight > 0}
    found: dict[int, int] = {}
    for olds, news in _beside(weights):
        found |= {olds[0]: news[0]} if len(olds) == len(news) == 1 else _paired(olds, news, weights)
    return found


def _beside(weights: Mapping[Pair, int]) -> Iterator[tuple[list[int], list[int]]]:
    """Connected components of the graph of pairs, each as its old and its new sets; they can be matched separately."""
    beside: dict[tuple[int, bool], list[tuple[int, bool]]] = {}
    for old, new in weights:
        beside.setdefault((old, False), []).append((new, True))
        beside.setdefault((new, True), []).append((old, False))
    for part in connected(sorted(beside), beside.__getitem__):
        yield sorted(p for p, is_new in part if not is_new), sorted(p for p, is_new in part if is_new)


def _paired(olds: Sequence[int], news: Sequence[int], weights: Mapping[Pair, int]) -> dict[int, int]:
    """The maximum-weight matching of one component, by the Hungarian method.

    A weight is a number whose high digits are the shared tiles, and whose low digits, one for each old set, are larger
    for earlier new sets; so one search decides the matching and its ties. An old set without a home is assigned a new
    set it shares nothing with, or a column beyond the new sets; both weigh 0 and are dropped.
    """
    base, many = len(news) + 1, len(olds)
    worth = [
        [
            weights[old, new] * base**many + (len(news) - column) * base ** (many - 1 - row)
            if (old, new) in weights
            else 0
            for column, new in enumerate(news)
        ]
        + [0] * (many - len(news))
        for row, old in enumerate(olds)
    ]
    columns = _assigned(worth)
    return {
        olds[row]: news[column]
        for row, column in enumerate(columns)
        if column < len(news) and (olds[row], news[column]) in weights
    }


def _assigned(worth: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row, all different, with the greatest sum of `worth` (Hungarian method with potentials).

    Rows are added one by one, each along the cheapest augmenting path, found as in Dijkstra's algorithm. The
    potentials of rows and columns keep every reduced cost at zero or above. Row and column 0 stand for "none yet".
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
    """A turn without its unchanged sets.

    `whole`: the turn with all sets; `turn`: the turn with the changed sets only; both list the sets in an order that
    does not depend on the camera. `olds`, `news`: the indices on the tables of the sets of `turn`; `alone`: for each
    unchanged set, its index before the turn and its index after it.
    """

    whole: Rearrangement
    turn: Rearrangement
    olds: Sequence[int]
    news: Sequence[int]
    alone: Mapping[int, int]


def changed_sets(turn: Rearrangement) -> ChangedSets:
    """Separates the changed sets of a turn from the unchanged sets."""
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
