"""Sets as cells: the tile that belongs in each place, and whether a joker stands for it."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from referee.rules import NUMBERS
from referee.sets import Kind
from referee.tiles import Colour, Tile

COLOUR_ORDER = tuple(Colour)
"""The colours in the order of every count and state of the search."""


TILES = tuple(tuple(Tile(colour, number) for number in range(1, NUMBERS + 1)) for colour in COLOUR_ORDER)
"""Every numbered tile, by index of its colour and number - 1; made once, as the search needs them for every cell."""


class Cell(NamedTuple):
    """A place in a set: the tile that belongs there (number 14: a 1 after a 13), and whether a joker stands for it."""

    colour: int
    number: int
    joker: bool


Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class FixedSet:
    """Cells that stay together as part of one set; the set may be extended."""

    kind: Kind
    cells: Cells


def fixed_set(kind: Kind, tiles: Iterable[Tile], jokers: Container[int] = ()) -> FixedSet:
    """A fixed set of these tiles; `jokers`: the positions at which a joker stands for the tile.

    The cells of a run go from its lowest to its highest number. The cells of a group are sorted, so that groups are
    equal whichever of two jokers stands for which colour.
    """
    cells = [cell_of(tile, place in jokers) for place, tile in enumerate(tiles)]
    numbers = {cell.number for cell in cells}
    if kind is Kind.RUN:
        if {1, NUMBERS} <= numbers:
            cells = [cell._replace(number=cell.number + NUMBERS * (cell.number == 1)) for cell in cells]
        cells.sort(key=lambda cell: cell.number)
    else:
        cells.sort()
    return FixedSet(kind, tuple(cells))


def cell_of(tile: Tile, joker: bool = False) -> Cell:
    """The cell of a tile; `joker`: whether a joker stands for the tile."""
    assert tile.colour is not None
    assert tile.number is not None
    return Cell(COLOUR_ORDER.index(tile.colour), tile.number, joker)


def tile_of(cell: Cell) -> Tile:
    """The tile that belongs in a cell."""
    return TILES[cell.colour][(cell.number - 1) % NUMBERS]
