"""Subproblems in which a set lies, with what is told of the origins of its tiles (origins.py)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from referee.sets import Kind
from referee.solving.jokers.subproblem import NO_TILES, Subproblem, with_fixed_set
from referee.solving.origins import Origin, Told, fits, held_as, kind_of
from referee.solving.rows.realization import rows_of
from referee.solving.tiling.cells import Cell, Cells, FixedSet, tile_of
from referee.solving.tiling.tiling_problem import JOKER_POINTS, worth_at
from referee.tiles import JOKER, Tile


def with_set_laid(
    subproblem: Subproblem, cells: Cells, told: Told, from_rack: Counter[Tile] = NO_TILES
) -> Iterator[Subproblem]:
    """The subproblem with a set that may be extended, its jokers whichever there are of their origins.

    `from_rack`: those of its tiles that have to come from the rack.
    """
    fixed = FixedSet(kind_of(cells), cells)
    for rest in _with_origins(subproblem, told, fixed):
        laid = with_fixed_set(rest, fixed, from_rack)
        if laid is not None:
            yield laid


def with_set_finished(
    subproblem: Subproblem, cells: Cells, told: Told, from_rack: Counter[Tile]
) -> Iterator[Subproblem]:
    """The same, of a set that may not be extended."""
    finished = (*subproblem.finished, *rows_of([cells]))
    for laid in with_set_laid(subproblem, cells, told, from_rack):
        yield replace(laid, fixed_sets=subproblem.fixed_sets, finished=finished)


def _with_origins(subproblem: Subproblem, told: Told, fixed: FixedSet) -> Iterator[Subproblem]:
    """The subproblem without the jokers that are told, and its old sets without what is told to be theirs."""
    if not told:
        yield subproblem
        return
    (cell, origin), others = told[0], told[1:]
    for rest in _with_origin(subproblem, cell, origin, fixed):
        yield from _with_origins(rest, others, fixed)


def _with_origin(subproblem: Subproblem, cell: Cell, origin: Origin, fixed: FixedSet) -> Iterator[Subproblem]:
    if origin is None:
        yield from _without_joker(subproblem, cell, fixed.kind) if cell.joker else (_with_gone(subproblem, cell),)
        return
    old_set = subproblem.old_sets[origin]
    own = held_as(subproblem, old_set, cell, fixed.kind)
    if not own:  # its joker lies elsewhere by now
        return
    place, kept = old_set.cells.index(own[0]), list(subproblem.kept_jokers)
    left = replace(old_set, cells=(*old_set.cells[:place], *old_set.cells[place + 1 :]))
    rest = replace(subproblem, old_sets={**subproblem.old_sets, origin: left})
    if cell.joker:
        kept.remove(next(one for one in kept if tile_of(own[0]) in one and fits(one, cell, fixed.kind)))
        yield replace(rest, kept_jokers=tuple(kept))
    else:
        yield _with_gone(rest, cell)


def _with_gone(subproblem: Subproblem, cell: Cell) -> Subproblem:
    return replace(subproblem, gone=subproblem.gone + Counter((tile_of(cell),)))


def _without_joker(subproblem: Subproblem, cell: Cell, kind: Kind) -> Iterator[Subproblem]:
    """The subproblem less a joker of no old set that may lie in a cell: a kept one, a freed one, one of the rack."""
    kept = subproblem.kept_jokers
    for place, stands in enumerate(kept) if subproblem.loose_jokers else ():
        if fits(stands, cell, kind) and stands not in kept[:place]:
            yield replace(subproblem, kept_jokers=(*kept[:place], *kept[place + 1 :]))
    if subproblem.freed_jokers:
        yield replace(subproblem, freed_jokers=subproblem.freed_jokers - 1)
    if subproblem.rack[JOKER]:
        cost = subproblem.cost + JOKER_POINTS - worth_at(cell.number)
        yield replace(subproblem, rack=subproblem.rack - Counter({JOKER: 1}), cost=cost)
