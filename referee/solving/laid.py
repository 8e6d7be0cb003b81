"""Subproblems in which a set lies: its tiles are there, and so are its jokers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.sets import Kind
from referee.solving.jokers.subproblem import Stands, Subproblem, Three, kept_ones, with_fixed_set
from referee.solving.origins import fits, kind_of
from referee.solving.tiling.cells import Cell, Cells, FixedSet
from referee.solving.tiling.tiling_problem import JOKER_POINTS, worth_at
from referee.tiles import JOKER


def with_set_laid(subproblem: Subproblem, cells: Cells) -> Iterator[Subproblem]:
    """The subproblem with a set that may be extended, its jokers whichever there are."""
    fixed = FixedSet(kind_of(cells), cells)
    found = [subproblem]
    for cell in cells:
        if cell.joker:
            found = [then for one in found for then in _without_joker(one, cell, fixed.kind)]
    for rest in found:
        laid = with_fixed_set(rest, fixed)
        if laid is not None:
            yield laid


def with_set_finished(subproblem: Subproblem, cells: Cells) -> Iterator[Subproblem]:
    """The same, of a set that may not be extended."""
    for laid in with_set_laid(subproblem, cells):
        three = Three(cells, kept_ones((Counter(subproblem.kept_jokers) - Counter(laid.kept_jokers)).elements()))
        yield replace(laid, fixed_sets=subproblem.fixed_sets, finished=(*subproblem.finished, three))


def kept_in(kept_jokers: Sequence[Stands], sets: Sequence[Cells]) -> list[tuple[int, Stands]]:
    """The kept jokers, each with the set that it lies in, in some way in which all do; empty: there is none."""
    jokers = [(place, cell) for place, cells in enumerate(sets) for cell in cells if cell.joker]
    found = next(_kept_at(kept_jokers, jokers, [kind_of(cells) for cells in sets]), ())
    return list(zip(found, kept_jokers, strict=False))


def _kept_at(
    kept_jokers: Sequence[Stands], jokers: Sequence[tuple[int, Cell]], kinds: Sequence[Kind]
) -> Iterator[tuple[int, ...]]:
    """The sets in which kept jokers may lie; `jokers`: those that are left, each with its set."""
    if not kept_jokers:
        yield ()
        return
    for which, (place, cell) in enumerate(jokers):
        if fits(kept_jokers[0], cell, kinds[place]):
            for others in _kept_at(kept_jokers[1:], [*jokers[:which], *jokers[which + 1 :]], kinds):
                yield (place, *others)


def _without_joker(subproblem: Subproblem, cell: Cell, kind: Kind) -> Iterator[Subproblem]:
    """The subproblem less a joker that may lie in a cell: a kept one, a freed one, one of the rack."""
    kept = subproblem.kept_jokers
    for place, stands in enumerate(kept):
        if fits(stands, cell, kind) and stands not in kept[:place]:
            yield replace(subproblem, kept_jokers=(*kept[:place], *kept[place + 1 :]))
    cost = subproblem.cost + JOKER_POINTS - worth_at(cell.number)
    left, counted = subproblem.freed_jokers - 1, subproblem.jokers_counted
    if left >= counted:
        yield replace(subproblem, freed_jokers=left)
    if counted:
        yield replace(subproblem, freed_jokers=left, jokers_counted=counted - 1, cost=cost)
    if subproblem.rack[JOKER]:
        yield replace(subproblem, rack=subproblem.rack - Counter({JOKER: 1}), cost=cost)
