"""A table that a person corrected on a device: rows with or without positions, and the remaining doubts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.table import Row
from referee.tiles import Tile
from tilewatch.check.seen import Seen
from vision.reading import PlacedTile, Quad
from vision.watching import SettledTable, SettledTile, in_rows

APART = 100.0
"""Pixels between rows without positions, so that they never touch."""


@dataclass(frozen=True, eq=False)
class MendedSet:
    """A row. `quads`: the tiles' quads, one each; empty: the positions are unknown. `doubts`: for doubtful tiles the
    index in the row, the reader's confidence, and the other possible names."""

    tiles: Row
    quads: tuple[Quad, ...] = ()
    doubts: tuple[tuple[int, float, tuple[Tile, ...]], ...] = ()


def mended(
    sets: Sequence[MendedSet], unread: Sequence[PlacedTile] = (), size: tuple[int, int] = (0, 0), is_clear: bool = True
) -> Seen:
    """The table made of corrected rows; the rows are formed anew if all tiles have positions.

    `unread`: places that may be tiles. `size`: width and height of the photograph.
    """
    is_placed = all(one.quads for one in sets)
    tiles, rows = list[SettledTile](), list[tuple[int, ...]]()
    for number, one in enumerate(sets):
        begin = len(tiles)
        tiles += [_tile(begin + place, one, place, number) for place in range(len(one.tiles))]
        rows.append(tuple(range(begin, len(tiles))))
    width, height = size if is_placed else (0, 0)
    table = SettledTable(width, height, tuple(tiles), tuple(rows), tuple(unread))
    return Seen(in_rows(table) if is_placed else table, is_clear=is_clear)


def _tile(key: int, row: MendedSet, place: int, number: int) -> SettledTile:
    quad = row.quads[place] if row.quads else _somewhere(place, number)
    doubt = next((one for one in row.doubts if one[0] == place), None)
    if doubt is None:
        return SettledTile(key, row.tiles[place], quad, 1.0)
    _, confidence, others = doubt
    rivals = tuple((other, (1 - confidence) / len(others)) for other in others)
    return SettledTile(key, row.tiles[place], quad, confidence, rivals)


def _somewhere(place: int, number: int) -> Quad:
    """A made-up quad for a tile without a position; no two are equal."""
    corner = np.array([place, APART * number], np.float32)
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) + corner
