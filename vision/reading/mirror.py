"""Is a picture mirrored, as selfie and virtual cameras send it? Then its digits read better in the mirror image."""

from dataclasses import replace
from functools import partial

import numpy as np

from vision.reading.detections import PlacedTile, TableReading

FEWEST = 3
"""Tiles from which it can be told: an 8 and an 11 are the same in the mirror."""
BETTER = 0.03
"""By so much the mean probability of the names has to be higher in the mirror image."""
SURE = 0.9
"""Probability from which a name is not doubted."""
PART_SURE = 0.7
"""Part of the mirror image's tiles that have to be named surely."""


def has_doubts(reading: TableReading) -> bool:
    """Whether a reading leaves anything to ask: the mirror image of one that does not is never read."""
    return any(tile.confidence < SURE for tile in reading.tiles)


def is_mirrored(reading: TableReading, of_mirror_image: TableReading) -> bool:
    """Whether a picture is mirrored, by its reading and the reading of its mirror image."""
    here, there = ([tile.confidence for tile in one.tiles] for one in (reading, of_mirror_image))
    if min(len(here), len(there)) < FEWEST:
        return False
    sure = sum(one >= SURE for one in there)
    return sure >= PART_SURE * len(there) and float(np.mean(there)) >= float(np.mean(here)) + BETTER


def as_sent(reading: TableReading) -> TableReading:
    """The reading of a mirror image with its places in the picture that was sent; a face's corners keep their order."""
    return replace(reading, tiles=tuple(map(partial(_placed, reading.width), reading.tiles)))


def _placed(width: int, tile: PlacedTile) -> PlacedTile:
    quad = np.array(tile.quad, np.float32)
    quad[:, 0] = width - 1 - quad[:, 0]
    return replace(tile, quad=quad)
