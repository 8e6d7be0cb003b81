"""`tilewatch read --still`: one reading of several pictures of a still table."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, Reader, TableReading, rows_of
from vision.watching.still import joined, sharpness
from vision.watching.tracks import Track, nearest

SINGLE = 3
"""Of so many pictures, the sharpest, the names are joined with those of the joined picture."""
JOINED_WEIGHS = 4
"""How many single pictures the joined one weighs."""


def read_still(reader: Reader, pictures: Sequence[Pixels]) -> TableReading:
    """What several pictures (H, W, 3) of one still table show together, in the place of the sharpest.

    The joined picture finds the tiles; at each the probabilities of its names are joined with the single pictures'.
    """
    whole = reader.read(joined(pictures))
    if len(pictures) < 2:
        return whole
    sharpest = sorted(pictures, key=sharpness, reverse=True)[:SINGLE]
    return _with_names_joined(whole, [reader.read(picture) for picture in sharpest])


def _with_names_joined(whole: TableReading, singles: Sequence[TableReading]) -> TableReading:
    """The joined picture's reading with what single pictures show at its tiles' places weighed in."""
    tracks = [Track(place, tile.quad) for place, tile in enumerate(whole.tiles)]
    for track, tile in zip(tracks, whole.tiles, strict=True):
        for _ in range(JOINED_WEIGHS):
            track.vote(tile)
    for single in singles:
        pairs = nearest([tile.quad for tile in whole.tiles], [tile.quad for tile in single.tiles])
        for place, known in pairs.items():
            tracks[known].vote(single.tiles[place])
    tiles = [_placed(track, tile.quad) for track, tile in zip(tracks, whole.tiles, strict=True)]
    spent = {
        step: round(sum(r.milliseconds.get(step, 0.0) for r in (whole, *singles)), 2) for step in whole.milliseconds
    }
    sets = rows_of([tile.tile for tile in tiles], np.stack([tile.quad for tile in tiles])) if tiles else ()
    return replace(whole, tiles=tuple(tiles), sets=sets, milliseconds=spent)


def _placed(track: Track, quad: Quad) -> PlacedTile:
    settled = track.settled()
    return PlacedTile(settled.tile, quad, settled.confidence, settled.rivals)
