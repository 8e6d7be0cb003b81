"""The settled table: which tiles lie there, in which sets."""

from dataclasses import dataclass, replace

import numpy as np

from vision.reading import PlacedTile, Quad, rows_of
from vision.watching.tracks import SettledTile


@dataclass(frozen=True, eq=False)
class SettledTable:
    """What lies there once nothing moves: its tiles, and its sets as indices into them in reading order."""

    width: int
    height: int
    tiles: tuple[SettledTile, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    unread: tuple[PlacedTile, ...] = ()
    """Where tiles lie that cannot be read; their names are guesses."""
    face_down: tuple[Quad, ...] = ()
    """Where something as large as a tile lies apart from them all, without a figure: the pool, say."""

    @property
    def rows(self) -> list[tuple[SettledTile, ...]]:
        """Its sets, tile by tile."""
        return [tuple(self.tiles[place] for place in row) for row in self.sets]


def in_rows(table: SettledTable) -> SettledTable:
    """The table with its tiles arranged in rows anew."""
    if not table.tiles:
        return replace(table, sets=())
    quads = np.stack([tile.quad for tile in table.tiles])
    return replace(table, sets=rows_of([tile.tile for tile in table.tiles], quads))
