"""`tilewatch read --still`: one reading of several pictures of a still table."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.camera import Pixels
from vision.reading import PlacedTile, Reader, TableReading, rows_of
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
    quads = [tile.quad for tile in whole.tiles]
    tracks = [Track(place, quad) for place, quad in enumerate(quads)]
    for reading in (*[whole] * JOINED_WEIGHS, *singles):
        for place, known in nearest(quads, [tile.quad for tile in reading.tiles]).items():
            tracks[known].vote(reading.tiles[place])
    named = [track.settled() for track in tracks]
    tiles = tuple(
        PlacedTile(one.tile, quad, one.confidence, one.rivals) for one, quad in zip(named, quads, strict=True)
    )
    spent = {
        step: round(sum(r.milliseconds.get(step, 0.0) for r in (whole, *singles)), 2) for step in whole.milliseconds
    }
    sets = rows_of([tile.tile for tile in tiles], np.stack(quads)) if tiles else ()
    return replace(whole, tiles=tiles, sets=sets, milliseconds=spent)
