"""A face whose tile is known: what is taught, corrected and surely read is all kept as this."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.classify.rectify import rectify
from vision.reading.crops import CROP_HEIGHT, CROP_WIDTH
from vision.reading.detections import Quad
from vision.reading.taught.views import BORDER

Pixels = NDArray[np.uint8]

PATCH = (CROP_HEIGHT + 2 * BORDER[0], CROP_WIDTH + 2 * BORDER[1], 3)
"""Shape of a patch: a crop with a border around it."""


@dataclass(frozen=True, eq=False)
class Example:
    """A face whose tile is known, upright.

    `patch` (96, 72, 3), BGR: the crop and what lies around it. `key`: the tile's on the table. `is_told`: a person said
    what it is.
    """

    tile: Tile
    patch: Pixels
    key: int | None = None
    is_told: bool = False

    @property
    def crop(self) -> Pixels:
        """The face itself (64, 48, 3)."""
        return self.patch[BORDER[0] : -BORDER[0], BORDER[1] : -BORDER[1]]


def patches_of(picture: Pixels, quads: list[Quad]) -> Pixels:
    """The patches (N, 96, 72, 3) of faces at these places (4, 2), in pixels, upright as the corners' order says."""
    if not quads:
        return np.zeros((0, *PATCH), np.uint8)
    return rectify(picture, np.stack(quads).astype(np.float32), BORDER)
