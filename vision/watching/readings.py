"""What of a reading counts: not what something moves over, nor what is print on a thing."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.reading import PlacedTile, Quad, TableReading, rows_of
from vision.watching.coverage import Coverage
from vision.watching.known_tiles import KnownTiles
from vision.watching.occlusion import Cause
from vision.watching.tracks import nearest


def only_seen(reading: TableReading, around: Coverage, known: KnownTiles, since: float) -> TableReading:
    """The reading without what something moves over, and what is read on a thing over tiles that are known.

    `since`: the moment when the table was settled last. A joker that is read where the bare table is seen, and nothing
    has moved since, is a drawing of the cloth sooner than one that was laid: it counts as not read, and is asked about.
    A number there is a tile that was not read well enough before.
    """
    on_known = known.taken_for_another(reading.tiles)
    lying = nearest([track.quad for track in known.kept], [tile.quad for tile in reading.tiles])
    tiles, unread = list[PlacedTile](), [*reading.unread]
    for place, tile in enumerate(reading.tiles):
        if place in on_known and around.is_over(Cause.LIES, tile.quad):
            continue
        is_new = tile.tile.is_joker and place not in lying and not around.has_moved(tile.quad, since)
        (unread if is_new and around.is_free(tile.quad, []) else tiles).append(tile)
    tiles = [tile for tile in tiles if not around.is_over(Cause.MOVES, tile.quad)]
    unread = [tile for tile in unread if not around.is_over(Cause.MOVES, tile.quad)]
    if len(tiles) == len(reading.tiles):
        return replace(reading, unread=tuple(unread))
    return holding(reading, tiles, tuple(unread))


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
