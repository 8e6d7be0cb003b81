"""Turns the sets of a tiling into rows of tiles, and decides where the kept jokers lie."""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.rules import Rules
from referee.solving.jokers.subproblem import Stands, Subproblem
from referee.solving.tiling.cells import Cells, tile_of
from referee.table import Row
from referee.tiles import JOKER, Tile

Sets = tuple[Cells, ...]


def rows_of(sets: Sequence[Cells]) -> tuple[Row, ...]:
    """The rows of tiles for sets of cells."""
    return tuple(tuple(JOKER if cell.joker else tile_of(cell) for cell in cells) for cells in sets)


def with_kept_jokers(rules: Rules, subproblem: Subproblem, sets: Sets) -> Iterator[Sets]:
    """The sets of a tiling with the kept jokers in place of numbered tiles, in every way the rules on sets allow.

    Every tile that must be laid still lies there, and no tile is used more often than table and rack hold it.
    """
    in_fixed = Counter(tile_of(cell) for one in subproblem.fixed_sets for cell in one.cells if not cell.joker)
    lie = Counter(tile_of(cell) for cells in sets for cell in cells if not cell.joker) - in_fixed
    spare, too_many = lie - subproblem.table, lie - subproblem.table - subproblem.rack
    for laid in _with_jokers(subproblem, subproblem.kept_jokers, sets, spare, too_many):
        if not subproblem.kept_jokers or all(may_lie(rules, cells) for cells in laid):
            yield laid


def _with_jokers(
    subproblem: Subproblem, kept: Sequence[Stands], sets: Sets, spare: Counter[Tile], too_many: Counter[Tile]
) -> Iterator[Sets]:
    if not kept:
        yield from () if too_many else (sets,)
        return
    for which, cells in enumerate(sets):
        for place, cell in enumerate(cells):
            tile = tile_of(cell)
            if cell.joker or tile not in kept[0] or not spare[tile] or _is_fixed(subproblem, cells, place):
                continue
            laid, one = (*cells[:place], cell._replace(joker=True), *cells[place + 1 :]), Counter((tile,))
            then = (*sets[:which], laid, *sets[which + 1 :])
            yield from _with_jokers(subproblem, kept[1:], then, spare - one, too_many - one)


def may_lie(rules: Rules, cells: Cells) -> bool:
    """Whether a set holds a numbered tile, and no more jokers than the rules allow."""
    jokers = sum(cell.joker for cell in cells)
    return jokers < len(cells) and (rules.jokers_in_a_set is None or jokers <= rules.jokers_in_a_set)


def _is_fixed(subproblem: Subproblem, cells: Cells, place: int) -> bool:
    return any(cells[place] in one.cells and set(one.cells) <= set(cells) for one in subproblem.fixed_sets)
