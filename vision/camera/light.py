"""Measures of a picture's light: brightness, reflections, colour and contrast; and whether the ground is chequered."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import Pixels

WHITE = 251
"""Level, of 255, from which a pixel is saturated."""
GREY_LEVELS = 8
"""Greatest difference, in levels of 255, between a pixel's colours in a picture without colour."""
CURVATURE = np.array([1, -2, 1], np.float32)
"""A filter, applied across and down, that keeps only noise and the finest texture: it gives nothing on slopes and
edges, and six times the noise's standard deviation.
"""
SHORTEST_PERIOD = 4
"""Least period of a pattern, in pixels of a thumbnail."""
LONGEST_PERIOD = 40
"""Greatest period of a pattern, in pixels of a thumbnail."""
PLAIN = 2.0
"""Standard deviation, in levels of 255, below which a ground has no pattern but noise."""
ALIKE = 0.45
"""Correlation of the picture with itself, shifted by a period, from which the picture counts as patterned; rows of
tiles have less.
"""


PALE = 0.15
"""Range of levels, as a share of the brightest, below which a picture is veiled: at most 0.11 behind a white veil that
leaves an eighth of the contrast, at least 0.23 in 150 pictures of tables.
"""


@dataclass(frozen=True)
class Lighting:
    """Mean level, of 255; share of white pixels in each ninth of the picture, row by row; and whether it has colours.

    `is_pale`: it has hardly any contrast, as behind a veil, with a lid on the lens, or of a plain table.
    """

    mean: float
    white: tuple[float, ...]
    has_colour: bool = True
    is_pale: bool = False


def lighting_of(pixels: Pixels) -> Lighting:
    """The light in a picture; a thumbnail will do.

    >>> lighting_of(np.full((9, 9, 3), 255, np.uint8))
    Lighting(mean=255.0, white=(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0), has_colour=False, is_pale=True)
    """
    grey = pixels @ np.array([0.114, 0.587, 0.299])
    ninths = [part for row in np.array_split(grey >= WHITE - 1e-6, 3) for part in np.array_split(row, 3, axis=1)]
    white = tuple(round(float(part.mean()), 3) for part in ninths)
    return Lighting(round(float(grey.mean()), 1), white, has_colour(pixels), is_pale(grey))


def is_pale(levels: NDArray[np.generic]) -> bool:
    """Whether the range of a picture's levels, averaged over a few pixels, is as small as behind haze."""
    return bool(levels.max() - float(levels.min()) < PALE * levels.max())


def has_colour(pixels: Pixels) -> bool:
    """Whether a picture has any colour (a thumbnail will do); a grey scan or an infrared picture has none."""
    blue, green, red = cv2.split(np.ascontiguousarray(pixels))
    return bool(max(cv2.absdiff(blue, green).max(), cv2.absdiff(green, red).max()) > GREY_LEVELS)


def period_of(thumbnail: Pixels) -> float | None:
    """The period of a chequered pattern, the same across and down, as a share of the picture's width; None: no pattern.

    A period is two squares, a light and a dark one. Of 238 pictures of tables only the one on a chequered ground was
    found.
    """
    grey = cv2.cvtColor(thumbnail, cv2.COLOR_BGR2GRAY).astype(np.float32)
    flat = grey - cv2.GaussianBlur(grey, (0, 0), LONGEST_PERIOD / 2)
    if flat.std() < PLAIN:
        return None
    height, width = int(flat.shape[0]), int(flat.shape[1])
    padded = np.zeros((2 * height, 2 * width), np.float32)
    padded[:height, :width] = flat
    power = np.fft.irfft2(np.abs(np.fft.rfft2(padded)) ** 2)
    across, down = power[0, :width] / power[0, 0], power[:height, 0] / power[0, 0]
    found = [_first_peak(line * (len(line) / np.arange(len(line), 0, -1))) for line in (across, down)]
    if found[0] is None or found[1] is None or not 0.6 < found[0] / found[1] < 1.6:
        return None
    return (found[0] + found[1]) / 2 / float(width)


def _first_peak(line: NDArray[np.float32]) -> int | None:
    """The shift at which the correlation first peaks again; None: it never rises above ALIKE."""
    part = line[: LONGEST_PERIOD + 2]
    is_peak = (part[1:-1] > part[:-2]) & (part[1:-1] >= part[2:]) & (part[1:-1] > ALIKE)
    peaks = np.flatnonzero(is_peak) + 1
    far = peaks[peaks >= SHORTEST_PERIOD]
    return int(far[0]) if len(far) else None
