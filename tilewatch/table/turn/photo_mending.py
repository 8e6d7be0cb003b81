"""Players' corrections of a photograph's tiles: each gives a new snapshot of the same photograph."""

from dataclasses import replace

import numpy as np

from referee.tiles import Tile
from vision.reading import Quad, centres, widths
from vision.watching import SettledTile, Snapshot, in_rows

REACH = 1.0
"""Tile widths around a point within which an unread place is meant."""
ALONE = 0.04
"""Width of an added tile as a fraction of the photograph's width, if no tile is read."""


def with_name(snapshot: Snapshot, key: int, tile: Tile | None) -> Snapshot:
    """The snapshot with the tile of that key renamed; `tile` None: without it."""
    tiles = (one.told(tile) if tile is not None and one.key == key else one for one in snapshot.table.tiles)
    return _with_tiles(snapshot, tuple(one for one in tiles if tile is not None or one.key != key))


def untold(snapshot: Snapshot, key: int) -> Snapshot:
    """The snapshot with a correction taken back: the tile has its reading again, and counts as doubtful."""
    tiles = snapshot.table.tiles
    read = tuple(
        replace(one, tile=one.read or one.tile, is_told=False, confidence=0.5) if one.key == key else one
        for one in tiles
    )
    return _with_tiles(snapshot, read)


def with_tile_at(snapshot: Snapshot, x: float, y: float, tile: Tile, key: int) -> Snapshot:
    """The snapshot with a tile added at a point; size and rotation are those of the nearest tile."""
    freed = without_unread_at(snapshot, x, y) or snapshot
    added = SettledTile(key, tile, _outline(snapshot, x, y), 1.0).told(tile)
    return _with_tiles(freed, (*freed.table.tiles, added))


def without_unread_at(snapshot: Snapshot, x: float, y: float) -> Snapshot | None:
    """The snapshot without the unread place at a point; None: there is none within REACH."""
    table = snapshot.table
    if not table.unread:
        return None
    quads = np.stack([one.quad for one in table.unread])
    apart = np.linalg.norm(centres(quads) - np.array([x, y]), axis=1)
    nearest = int(np.argmin(apart))
    if apart[nearest] > REACH * float(widths(quads)[nearest]):
        return None
    left = tuple(one for place, one in enumerate(table.unread) if place != nearest)
    return replace(snapshot, table=replace(table, unread=left), number=snapshot.number + 1)


def _with_tiles(snapshot: Snapshot, tiles: tuple[SettledTile, ...]) -> Snapshot:
    table = in_rows(replace(snapshot.table, tiles=tiles))
    return replace(snapshot, table=table, number=snapshot.number + 1)


def _outline(snapshot: Snapshot, x: float, y: float) -> Quad:
    tiles, middle = snapshot.table.tiles, np.array([x, y], np.float32)
    if not tiles:
        wide = ALONE * snapshot.table.width
        corners = np.array([[-0.5, -0.68], [0.5, -0.68], [0.5, 0.68], [-0.5, 0.68]]) * wide
        return np.asarray(corners + middle, np.float32)
    quads = np.stack([tile.quad for tile in tiles])
    nearest = quads[int(np.argmin(np.linalg.norm(centres(quads) - middle, axis=1)))]
    return np.asarray(nearest - nearest.mean(axis=0) + middle, np.float32)
