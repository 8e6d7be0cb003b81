"""What of a reading counts: not what something moves over, nor what is print on a thing."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.reading import PlacedTile, Quad, TableReading, rows_of
from vision.watching.coverage import Coverage
from vision.watching.known_tiles import KnownTiles
from vision.watching.occlusion import Cause


def only_seen(reading: TableReading, around: Coverage, known: KnownTiles) -> TableReading:
    """The reading without what something moves over, and what is read on a thing over tiles that are known."""
    on_known = known.taken_for_another(reading.tiles)
    seen = [
        not around.is_over(Cause.MOVES, tile.quad) and not (place in on_known and around.is_over(Cause.LIES, tile.quad))
        for place, tile in enumerate(reading.tiles)
    ]
    unread = tuple(tile for tile in reading.unread if not around.is_over(Cause.MOVES, tile.quad))
    if all(seen):
        return replace(reading, unread=unread)
    return holding(reading, [tile for tile, is_seen in zip(reading.tiles, seen, strict=True) if is_seen], unread)


def holding(reading: TableReading, tiles: Sequence[PlacedTile], unread: tuple[PlacedTile, ...]) -> TableReading:
    """The reading with these tiles instead, in rows anew."""
    quads = np.stack([tile.quad for tile in tiles]) if tiles else None
    rows = () if quads is None else rows_of([tile.tile for tile in tiles], quads)
    return replace(reading, tiles=tuple(tiles), sets=rows, unread=unread)


def size_of(quads: Sequence[Quad]) -> tuple[float, float]:
    """The usual width and height of faces, in pixels."""
    sides = np.linalg.norm(np.diff(np.stack(list(quads)), axis=1)[:, :2], axis=2)
    width, height = np.median(np.sort(sides, axis=1), axis=0)
    return float(width), float(height)
