"""Where the best tiling of a subproblem breaks a rule: narrower subproblems that cannot break it like that."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations

from referee.judging import FaultCode, Violation
from referee.rules import SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.jokers.freed_jokers import with_freed_jokers_laid
from referee.solving.jokers.subproblem import Subproblem, with_fixed_set
from referee.solving.rows.realization import rows_of
from referee.solving.tiling.cells import Cell, Cells, FixedSet, tile_of
from referee.solving.tiling.transitions import short_of_most_points
from referee.tiles import JOKER, Tile


def branches(
    rules: Rules, subproblem: Subproblem, sets: tuple[Cells, ...], broken: Sequence[Violation]
) -> tuple[Iterator[Subproblem], bool]:
    """Narrower subproblems, and whether every legal tiling of this one is a tiling of one of them.

    `broken`: what its best tiling breaks.
    """
    if subproblem.jokers_to_place:
        return with_freed_jokers_laid(subproblem), True
    left: dict[Cells, int] = {}
    finished: list[int] = []
    for violation in broken:
        old, place = violation.old, violation.new
        if violation.code is FaultCode.REBUILT_TOO_FAR and old in subproblem.old_sets and place is not None:
            if place >= len(sets):
                finished.append(old)
            elif sets[place] not in subproblem.forbidden:
                left.setdefault(sets[place], old)
    if finished and not left:
        return _with_three_together(subproblem, finished[0]), False
    return _rebuilt_otherwise(subproblem, list(left.items()), rules.freeing_tile_from != "rack"), bool(left)


def _rebuilt_otherwise(
    subproblem: Subproblem, left: Sequence[tuple[Cells, int]], may_lend: bool
) -> Iterator[Subproblem]:
    """Subproblems in which no two tiles of an old set that are left in a set of three break the rule.

    None of those sets lies; or one does and none before it, but one of its two is a twin from elsewhere, or three
    tiles of its old set stay together. The first of these most often finds a play at once. `may_lend`: an old set's
    tile may have freed a joker of another.
    """
    forbidding = [
        replace(subproblem, forbidden=subproblem.forbidden | {cells for cells, _ in left[:count]})
        for count in range(len(left) + 1)
    ]
    if left:
        yield forbidding[-1]
    for before, (cells, old) in reversed(list(zip(forbidding[:-1], left, strict=True))):
        if may_lend or not _are_its_own(before, cells, old):
            yield from _with_twins(before, cells)
        yield from _with_three_together(before, old)


def _with_twins(subproblem: Subproblem, left: Cells) -> Iterator[Subproblem]:
    """The subproblem with a set of three laid, if one of its tiles has a twin."""
    there = subproblem.table + subproblem.rack + _laid_already(subproblem)
    if any(cell.joker or there[tile_of(cell)] > 1 for cell in left) or subproblem.kept_jokers:
        for laid in _laid(subproblem, Kind.RUN, [(cell,) for cell in left]):
            finished = (*subproblem.finished, *rows_of([left]))
            yield replace(laid, fixed_sets=subproblem.fixed_sets, finished=finished)


def _are_its_own(subproblem: Subproblem, left: Cells, old: int) -> bool:
    """Whether two tiles of a set come from an old one for certain, as every copy of them lies there."""
    there = subproblem.table + subproblem.rack + _laid_already(subproblem)
    own = Counter(tile_of(cell) for cell in subproblem.old_sets[old].cells if not cell.joker)
    here = Counter(tile_of(cell) for cell in left if not cell.joker)
    return sum(min(count, own[tile]) for tile, count in here.items() if there[tile] <= count) > 1


def _laid_already(subproblem: Subproblem) -> Counter[Tile]:
    """The numbered tiles in sets that lie already, which may have changed places with their twins."""
    fixed = (tile_of(cell) for one in subproblem.fixed_sets for cell in one.cells if not cell.joker)
    return Counter(chain(fixed, *subproblem.finished))


def _with_three_together(subproblem: Subproblem, old: int) -> Iterator[Subproblem]:
    """The subproblem with three tiles of an old set kept together, whichever, as tiles or jokers."""
    old_set = subproblem.old_sets[old]
    cells = old_set.cells
    if old_set.kind is Kind.RUN:
        threes = [cells[place : place + SMALLEST_SET] for place in range(len(cells) - SMALLEST_SET + 1)]
    else:
        threes = list(dict.fromkeys(combinations(cells, SMALLEST_SET)))
    others = {which: other for which, other in subproblem.old_sets.items() if which != old}
    for three in threes:
        either = [(cell._replace(joker=False), cell._replace(joker=True)) for cell in three]
        yield from _laid(replace(subproblem, old_sets=others), old_set.kind, either)


def _laid(subproblem: Subproblem, kind: Kind, choices: Sequence[tuple[Cell, ...]]) -> Iterator[Subproblem]:
    """The subproblem with a fixed set, each of its cells one of some, its jokers whichever there are."""
    for rest, cells in _with_cells(subproblem, choices):
        narrower = with_fixed_set(rest, FixedSet(kind, cells))
        if narrower is not None:
            yield narrower


def _with_cells(subproblem: Subproblem, choices: Sequence[tuple[Cell, ...]]) -> Iterator[tuple[Subproblem, Cells]]:
    if not choices:
        yield subproblem, ()
        return
    for cell in choices[0]:
        for rest in _without_joker(subproblem, cell) if cell.joker else (subproblem,):
            for last, cells in _with_cells(rest, choices[1:]):
                yield last, (cell, *cells)


def _without_joker(subproblem: Subproblem, cell: Cell) -> Iterator[Subproblem]:
    """The subproblem less a joker that may lie in a cell: a kept one, a freed one, one of the rack."""
    kept = subproblem.kept_jokers
    for place, stands in enumerate(kept):
        if tile_of(cell) in stands and stands not in kept[:place]:
            yield replace(subproblem, kept_jokers=(*kept[:place], *kept[place + 1 :]))
    if subproblem.freed_jokers:
        yield replace(subproblem, freed_jokers=subproblem.freed_jokers - 1)
    if subproblem.rack[JOKER]:
        cost = subproblem.cost + short_of_most_points(cell.number)
        yield replace(subproblem, rack=subproblem.rack - Counter({JOKER: 1}), cost=cost)
