"""The sets of a tiling as tiles: which of them are the jokers that go on standing for a tile."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from referee.rules import Rules
from referee.solving.jokers.subproblem import Subproblem
from referee.solving.tiling.cells import Cell, Cells, tile_of
from referee.table import Row
from referee.tiles import JOKER, Tile

Sets = tuple[Cells, ...]


def rows_of(sets: Sequence[Cells]) -> tuple[Row, ...]:
    """Sets of cells as sets of tiles."""
    return tuple(tuple(JOKER if cell.joker else tile_of(cell) for cell in cells) for cells in sets)


def with_kept_jokers(rules: Rules, subproblem: Subproblem, sets: Sets) -> Sets | None:
    """The sets of a relaxed problem's tiling with the kept jokers in place of tiles.

    None: wherever they lie, some set is of jokers alone or of more than the rules allow.
    """
    if not subproblem.kept_jokers:
        return sets if all(_may_lie(rules, cells) for cells in sets) else None
    for tiles in _stand_for(subproblem, sets):
        for found in _with_jokers(rules, subproblem, sets, tiles):
            return found
    return None


def _stand_for(subproblem: Subproblem, sets: Sets) -> Iterator[tuple[Tile, ...]]:
    """For which tiles the kept jokers may stand: so that no more numbered tiles lie there than there are."""
    lie = Counter(tile_of(cell) for cells in sets for cell in cells if not cell.joker)
    lie.subtract(tile_of(cell) for fixed in subproblem.fixed_sets for cell in fixed.cells if not cell.joker)
    there = subproblem.table + subproblem.rack
    seen = set()
    for tiles in product(*(sorted(stands, key=str) for stands in subproblem.kept_jokers)):
        jokers = Counter(tiles)
        numbered = lie - jokers
        if jokers <= lie and numbered <= there and subproblem.table <= numbered:
            key = frozenset(jokers.items())
            if key not in seen:
                seen.add(key)
                yield tiles


def _with_jokers(rules: Rules, subproblem: Subproblem, sets: Sets, tiles: tuple[Tile, ...]) -> Iterator[Sets]:
    """Every way to put jokers in place of tiles, so that each set may lie."""
    if not tiles:
        if all(_may_lie(rules, cells) for cells in sets):
            yield sets
        return
    for which, cells in enumerate(sets):
        place = next((n for n, cell in enumerate(cells) if not cell.joker and tile_of(cell) == tiles[0]), None)
        if place is not None and not _is_fixed(subproblem, cells, cells[place]):
            then = (*cells[:place], cells[place]._replace(joker=True), *cells[place + 1 :])
            yield from _with_jokers(rules, subproblem, (*sets[:which], then, *sets[which + 1 :]), tiles[1:])


def _may_lie(rules: Rules, cells: Cells) -> bool:
    jokers = sum(cell.joker for cell in cells)
    return jokers < len(cells) and (rules.jokers_in_a_set is None or jokers <= rules.jokers_in_a_set)


def _is_fixed(subproblem: Subproblem, cells: Cells, cell: Cell) -> bool:
    return any(cell in fixed.cells and set(fixed.cells) <= set(cells) for fixed in subproblem.fixed_sets)
