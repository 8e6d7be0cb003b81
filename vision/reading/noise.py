"""A picture taken in too little light -> one bright and smooth enough to be read."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detect.pyramid import Pixels

BLOCK = 8
"""Pixels across a block in which noise is measured."""
FLAT = 0.5
"""Per cent of all blocks, the smoothest ones, that hold nothing but noise: the faces of a few tiles are enough."""
LIT = (0.15, 0.97)
"""Parts of white between which a block's noise is not cut off by the end of the scale."""
WHITE, NEARLY_ALL = 180.0, 99
"""Level to which the brightest places of a noisy picture are lifted; per cent of the blocks that are no brighter."""
SMOOTH, SMOOTHEST, LEAST = 25.0, 1.5, 0.3
"""Pixels by which a picture is smoothed (a Gaussian's deviation) for noise as large as white; at most; and at least,
for it to change anything.
"""
CURVED = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""Of a picture leaves only the noise, as large as it is, and the finest texture (Immerkaer 1996)."""


def quiet(picture: Pixels) -> Pixels:
    """The picture (H, W, 3), BGR; where it is noisy, lifted to white and smoothed by as much as that needs."""
    noise, white = noise_and_white(picture)
    smooth = min(SMOOTH * noise, SMOOTHEST)
    if smooth < LEAST:
        return picture
    lifted = cv2.convertScaleAbs(picture, alpha=max(1.0, WHITE / white))
    return np.asarray(cv2.GaussianBlur(lifted, (0, 0), smooth), np.uint8)


def noise_and_white(picture: Pixels) -> tuple[float, float]:
    """The noise of a picture's smoothest blocks, as a part of its white; and the level of that white.

    (0, 0): nothing is lit, or everything is white.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    curved = np.asarray(cv2.filter2D(grey, cv2.CV_32F, CURVED), np.float32)
    levels, squares = _blocks(grey), _blocks(curved * curved)
    white = float(np.percentile(levels, NEARLY_ALL)) if levels.size else 0.0
    lit = (levels > LIT[0] * white) & (levels < LIT[1] * white)
    if not lit.any():
        return 0.0, 0.0
    return float(np.sqrt(np.percentile(squares[lit], FLAT))) / white, white


def _blocks(values: Pixels | NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of each whole block (rows, columns)."""
    rows, columns = values.shape[0] // BLOCK, values.shape[1] // BLOCK
    if not rows or not columns:
        return np.zeros((0, 0), np.float32)
    whole = values[: rows * BLOCK, : columns * BLOCK]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
