"""What a crop of a face is: its size and margin; the colour of its ground."""

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

CROP_WIDTH, CROP_HEIGHT = 48, 64
MARGIN = 0.06
"""How much more than the face a crop shows on each side, as a share of the face's size."""
SMALLER = 2
"""Grounds and figures are looked for in crops so many times smaller: as good, in a quarter of the time."""

_H, _W = CROP_HEIGHT // SMALLER, CROP_WIDTH // SMALLER
AWAY = np.maximum(np.abs((np.arange(_H)[:, None] + 0.5) / _H - 0.5), np.abs((np.arange(_W)[None] + 0.5) / _W - 0.5)) / (
    1 - 2 * MARGIN
)
"""How far from a face's middle each place of a crop made smaller lies, in its sides, (32, 24)."""
_GROUND = (AWAY > 0.36) & (AWAY < 0.46)
"""Where hardly anything but a face's ground is; the median is hardly moved by large figures that reach there."""


def smaller(crops: Pixels) -> Pixels:
    """The crops (N, 64, 48, 3) made SMALLER, (N, 32, 24, 3)."""
    if not len(crops):
        return np.zeros((0, _H, _W, 3), np.uint8)
    below_each_other = np.ascontiguousarray(crops).reshape(-1, CROP_WIDTH, 3)
    small = cv2.resize(below_each_other, (_W, len(crops) * _H), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, _H, _W, 3), np.uint8)


def grounds(shown: Pixels) -> Pixels:
    """The colour (N, 3) of each face's ground, BGR, of crops made `smaller`: the median of its rim."""
    rim = shown[:, _GROUND]
    middle = rim.shape[1] // 2
    return np.asarray(np.partition(rim, middle, axis=1)[:, middle])
