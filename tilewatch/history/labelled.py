"""Labels for a turn's picture: the position of each tile of the table that the players agreed on.

The positions come from a reading of the picture, matched row by row. A row that matches two, or of which a tile is not
seen, is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.table import Row, Table
from referee.tiles import Tile
from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, TableReading, scaled

RIM = 1.12
"""Factor by which a quad is enlarged when everything else is hidden, so that the tile's edge stays visible."""
HIDDEN = 115
"""Grey level, 0 to 255, of hidden parts."""
LEAST_ALIKE = 0.5
"""Least fraction of a row's tiles that must have the players' names for the rows to match."""


@dataclass(frozen=True, eq=False)
class LabelledRow:
    """A row of the table: the players' tiles, their quads, and whether one of them was misread."""

    tiles: Row
    quads: tuple[Quad, ...]
    is_misread: bool


def labelled(reading: TableReading, table: Table) -> list[LabelledRow]:
    """The rows of the table that match a row of the reading with certainty, in no order."""
    rows = [[reading.tiles[place] for place in row] for row in reading.sets]
    alike = np.array([[_alike(row, seen) for seen in rows] for row in table.sets]).reshape(len(table.sets), len(rows))
    found = []
    for place, seen in _pairs(alike):
        if alike[place, seen] >= LEAST_ALIKE and _is_sure(alike, place, seen):
            tiles, quads = _as_seen(table.sets[place], rows[seen]), tuple(one.quad for one in rows[seen])
            found.append(LabelledRow(tiles, quads, is_misread=bool(alike[place, seen] < 1)))
    return found


def _is_sure(alike: NDArray[np.float64], place: int, seen: int) -> bool:
    """Whether the match is unique: no other row fits as well, except rows of the very same tiles."""
    best = alike[place, seen]
    here, there = int((alike[:, seen] >= best).sum()), int((alike[place] >= best).sum())
    return here == there and (here == 1 or best == 1)


def _pairs(alike: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Each row of the table with one row of the reading (indices), the best matches first."""
    pairs: list[tuple[int, int]] = []
    for flat in np.argsort(-alike, axis=None, kind="stable"):
        place, seen = divmod(int(flat), alike.shape[1])
        if all(place != p and seen != s for p, s in pairs):
            pairs.append((place, seen))
    return pairs


def _alike(row: Row, seen: Sequence[PlacedTile]) -> float:
    """The fraction of a row's tiles with the same name in both rows, compared in the better direction; 0 if the lengths
    differ."""
    if len(row) != len(seen):
        return 0.0
    return max(_same(row, seen), _same(row[::-1], seen)) / len(row)


def _same(row: Row, seen: Sequence[PlacedTile]) -> int:
    return sum(tile == one.tile for tile, one in zip(row, seen, strict=True))


def _as_seen(row: Row, seen: Sequence[PlacedTile]) -> Row:
    """The row in the direction in which it is read."""
    return row if _same(row, seen) >= _same(row[::-1], seen) else row[::-1]


def only_faces(picture: Pixels, rows: Sequence[LabelledRow]) -> Pixels:
    """The picture (H, W, 3) with everything hidden but the tiles of these rows."""
    shown = np.zeros(picture.shape[:2], np.uint8)
    for quad in [quad for row in rows for quad in row.quads]:
        cv2.fillConvexPoly(shown, np.round(scaled(quad, RIM)).astype(np.int32), 1)
    return np.where(shown[..., None] > 0, picture, np.uint8(HIDDEN))


def as_labels(rows: Sequence[LabelledRow]) -> dict[str, object]:
    """The rows as the JSON beside a labelled picture (models.recipe measure)."""
    tiles = [pair for row in rows for pair in zip(row.tiles, row.quads, strict=True)]
    ends = np.cumsum([0, *(len(row.tiles) for row in rows)]).tolist()
    sets = [list(range(first, last)) for first, last in pairwise(ends)]
    return {"tiles": [_label(tile, quad) for tile, quad in tiles], "sets": sets}


def _label(tile: Tile, quad: Quad) -> dict[str, object]:
    return {"tile": str(tile), "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad], "inside": True}
