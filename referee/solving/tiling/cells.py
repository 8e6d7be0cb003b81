"""Sets as cells: which tile belongs in each place, and whether a joker lies there in its stead."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from referee.rules import NUMBERS
from referee.sets import Kind
from referee.tiles import Colour, Tile

COLOUR_ORDER = tuple(Colour)
"""The colours by their place in every count and state of the search."""


TILES = tuple(tuple(Tile(colour, number) for number in range(1, NUMBERS + 1)) for colour in COLOUR_ORDER)
"""Every numbered tile by its colour and number, so that none is made anew for every cell."""


class Cell(NamedTuple):
    """A place in a set: the tile that belongs there (number 14: a 1 after a 13), and whether a joker is it."""

    colour: int
    number: int
    joker: bool


Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class FixedSet:
    """Tiles that stay together as part of one set, which may be extended."""

    kind: Kind
    cells: Cells


def fixed_set(kind: Kind, tiles: Iterable[Tile], jokers: Container[int] = ()) -> FixedSet:
    """These tiles as a fixed set, those at some places being jokers; a run from its lowest to its highest.

    Those of a group are in order: it is the same whichever joker stands for which of two colours.
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
    """The cell where a tile belongs, or the joker that stands for it."""
    assert tile.colour is not None
    assert tile.number is not None
    return Cell(COLOUR_ORDER.index(tile.colour), tile.number, joker)


def tile_of(cell: Cell) -> Tile:
    """The tile that belongs in a cell."""
    return TILES[cell.colour][(cell.number - 1) % NUMBERS]
