"""Prepares a dark, noisy or veiled picture for reading: brighter, smoother and with more contrast."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import CURVATURE, is_pale
from vision.reading.detections import Pixels

BLOCK = 8
"""Side in pixels of the blocks in which noise is measured."""
FLAT_PERCENTILE = 0.5
"""Percentile of the blocks, smoothest first, up to which they hold only noise: a few tiles' faces are enough."""
LIT_PARTS = (0.15, 0.97)
"""Range of a block's level, as shares of white, in which its noise is not clipped at either end of the scale."""
WHITE = 180.0
"""Level, of 255, to which the brightest block of a noisy picture is raised, so that nothing is clipped. A percentile of
the picture would not find white: the first tiles on a dark cloth fill less than a hundredth of it.
"""
BLACK = 12.0
"""Level to which the darkest part of a pale picture is set."""
MOST_CONTRAST = 8.0
"""Greatest factor by which a pale picture's contrast is raised."""
SMOOTH_PIXELS = 25.0
"""Standard deviation of the smoothing, in pixels, for noise as large as white; it is proportional to the noise."""
MOST_SMOOTH = 1.5
"""Greatest standard deviation of the smoothing, in pixels."""
LEAST_SMOOTH = 0.3
"""Standard deviation of the smoothing, in pixels, below which the picture stays as it is."""
CURVATURE_OF_NOISE = 6 * np.sqrt(2 / np.pi)
"""Mean absolute curvature of noise, in standard deviations of that noise (Immerkaer 1996)."""


def quiet(picture: Pixels) -> Pixels:
    """The picture (H, W, 3), BGR, prepared for reading: a pale one regains its contrast, a noisy one is brightened and
    smoothed as needed; any other is returned as it is.
    """
    grey, levels = grey_levels(picture)
    if levels.size and is_pale(levels):
        picture = _unveiled(picture, levels)
        grey, levels = grey_levels(picture)
    noise, white = noise_and_white(grey, levels)
    smooth = min(SMOOTH_PIXELS * noise, MOST_SMOOTH)
    if smooth < LEAST_SMOOTH:
        return picture
    lifted = cv2.convertScaleAbs(picture, alpha=max(1.0, WHITE / white))
    return np.asarray(cv2.GaussianBlur(lifted, (0, 0), smooth), np.uint8)


def grey_levels(picture: Pixels) -> tuple[Pixels, NDArray[np.float32]]:
    """The picture in grey (H, W), and the mean level of each of its blocks."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return grey, _blocks(grey, BLOCK)


def noise_and_white(grey: Pixels, levels: NDArray[np.float32]) -> tuple[float, float]:
    """The noise of a picture's smoothest blocks, as a share of white; and white, the level of its brightest block.

    `grey`, `levels`: as `grey_levels` gives them.

    (0, 0): the picture is black, or all white. JPEG removes the finest noise, but not its remainder in a picture of
    half the size, where it is half as strong; the larger of both measures counts.
    """
    white = float(levels.max(initial=0))
    lit = (levels > LIT_PARTS[0] * white) & (levels < LIT_PARTS[1] * white)
    if not lit.any():
        return 0.0, 0.0
    columns, rows = BLOCK // 2 * levels.shape[1], BLOCK // 2 * levels.shape[0]
    half = np.asarray(cv2.resize(grey[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA))
    noise = max(_noise(grey, BLOCK, lit), 2 * _noise(half.astype(np.uint8), BLOCK // 2, lit))
    return noise / white, white


def _unveiled(picture: Pixels, levels: NDArray[np.float32]) -> Pixels:
    """The pale picture, whose blocks have these levels, with its contrast raised."""
    darkest, brightest = float(levels.min()), float(levels.max())
    times = min(MOST_CONTRAST, WHITE / max(brightest - darkest, 1.0))
    raised = np.clip((np.arange(256) - darkest) * times + BLACK, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, raised), np.uint8)


def _noise(grey: Pixels, block: int, lit: NDArray[np.bool_]) -> float:
    """The noise in the smoothest of the lit blocks, in levels."""
    curved = np.asarray(cv2.convertScaleAbs(cv2.sepFilter2D(grey, cv2.CV_16S, CURVATURE, CURVATURE)), np.uint8)
    return float(np.percentile(_blocks(curved, block)[lit], FLAT_PERCENTILE) / CURVATURE_OF_NOISE)


def _blocks(values: Pixels, block: int) -> NDArray[np.float32]:
    """The mean of each whole block, (rows, columns)."""
    rows, columns = values.shape[0] // block, values.shape[1] // block
    if not rows or not columns:
        return np.zeros((0, 0), np.float32)
    whole = values[: rows * block, : columns * block]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
