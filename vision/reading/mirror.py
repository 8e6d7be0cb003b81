"""Whether a picture is mirrored, as selfie and virtual cameras send it: digits then read better in its mirror image."""

from dataclasses import replace
from functools import partial

import numpy as np

from vision.reading.detections import PlacedTile, TableReading

FEWEST = 3
"""Tiles needed for a decision: an 8 and an 11 look the same in a mirror."""
BETTER = 0.03
"""Amount by which the mean confidence must be higher in the mirror image."""
SURE = 0.9
"""Confidence from which a name is not in doubt."""
PART_SURE = 0.7
"""Share of the mirror image's tiles that must be named surely."""


def has_doubts(reading: TableReading) -> bool:
    """Whether a reading has doubtful tiles; if not, its mirror image need not be read."""
    return any(tile.confidence < SURE for tile in reading.tiles)


def is_mirrored(reading: TableReading, of_mirror_image: TableReading) -> bool:
    """Whether a picture is mirrored, by its reading and the reading of its mirror image."""
    here, there = ([tile.confidence for tile in one.tiles] for one in (reading, of_mirror_image))
    if min(len(here), len(there)) < FEWEST:
        return False
    sure = sum(one >= SURE for one in there)
    return sure >= PART_SURE * len(there) and float(np.mean(there)) >= float(np.mean(here)) + BETTER


def as_sent(reading: TableReading) -> TableReading:
    """The reading of a mirror image, with quads in the picture as sent; each face's corners keep their order."""
    return replace(reading, tiles=tuple(map(partial(_placed, reading.width), reading.tiles)))


def _placed(width: int, tile: PlacedTile) -> PlacedTile:
    quad = np.array(tile.quad, np.float32)
    quad[:, 0] = width - 1 - quad[:, 0]
    return replace(tile, quad=quad)
