"""How the ground of each face looks beside the grounds of the sure ones: all tiles of a box are of one stuff.

The classifier is shown every crop scaled to its own white, so that a name does not hang on the light. That a field of a
calendar is grey where the tiles are ivory, or a ruler yellow, it is not shown.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import overlapping
from vision.reading.straighten import CROP_HEIGHT, CROP_WIDTH, MARGIN

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

SMALLER = 2
"""Crops are looked at so many times smaller: grounds and figures are found as well, in a quarter of the time."""
DARK = 8.0
"""Levels added before logarithms are taken: what is nearly black has no colour to speak of."""
BRIGHTER = 0.5
"""How much a ground that is brighter counts beside one of another colour: shadows and lamps make tiles brighter."""
FROM = 2
"""So many sure ones that look alike tell how tiles look; one may be what it is compared with, outlined anew."""
MOST_OFF, UNTOLD = 1.0, 0.3
"""More than so far off says no more; and what is said where too few are sure."""

_H, _W = CROP_HEIGHT // SMALLER, CROP_WIDTH // SMALLER
AWAY = np.maximum(np.abs((np.arange(_H)[:, None] + 0.5) / _H - 0.5), np.abs((np.arange(_W)[None] + 0.5) / _W - 0.5)) / (
    1 - 2 * MARGIN
)
"""How far from a face's middle each place of a crop made smaller lies, in its sides, (H, W)."""
_GROUND = (AWAY > 0.36) & (AWAY < 0.46)
"""Where hardly anything but a face's ground is; the median is hardly moved by large figures that reach there."""


def smaller(crops: Pixels) -> Pixels:
    """The crops (N, 64, 48, 3) made SMALLER."""
    if not len(crops):
        return np.zeros((0, _H, _W, 3), np.uint8)
    below_each_other = np.ascontiguousarray(crops).reshape(-1, CROP_WIDTH, 3)
    small = cv2.resize(below_each_other, (_W, len(crops) * _H), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, _H, _W, 3), np.uint8)


def grounds(shown: Pixels) -> Pixels:
    """The colour (N, 3) of each face's ground, of crops made `smaller`: the middle one of many."""
    rim = shown[:, _GROUND]
    middle = rim.shape[1] // 2
    return np.asarray(np.partition(rim, middle, axis=1)[:, middle])


def off_in_ground(quads: NDArray[np.floating], ground: Pixels, sure: NDArray[np.bool_]) -> Floats:
    """How far the grounds (N, 3), BGR, of outlines (N, 4, 2) are from those of the sure ones (N,) that look most alike.

    (N,), as logarithms: 0.1 is a tenth brighter or more coloured.
    """
    apart = apart_in_ground(ground)
    apart[:, ~sure] = np.inf
    apart[overlapping(quads)] = np.inf
    nearest = np.sort(apart, axis=1)[:, FROM - 1] if len(apart) >= FROM else np.full(len(apart), np.inf)
    return np.where(np.isfinite(nearest), np.minimum(nearest, MOST_OFF), UNTOLD)


def apart_in_ground(ground: Pixels) -> Floats:
    """How far each ground (N, 3) is from each, (N, N)."""
    levels = np.log(ground + DARK)
    differ = levels[:, None] - levels[None]
    brighter = differ.mean(axis=2)
    return np.asarray(BRIGHTER * np.abs(brighter) + np.abs(differ - brighter[..., None]).sum(axis=2))
