"""How a picture looks: how much light is in it, has it colours, and its ground a pattern, with squares like tiles?"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import Pixels

WHITE = 251
"""Level of 255 of a pixel that has no drawing left."""
GREY_LEVELS = 8
"""Levels, of 255, by which the colours of a pixel differ at most in a picture without colour."""
CURVATURE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""A filter that leaves only noise and the finest texture: nothing on slopes and edges, and of noise six times its
deviation."""
SHORTEST_PERIOD, LONGEST_PERIOD = 4, 40
"""Pixels of a thumbnail that a pattern's period has at least, and at most."""
PLAIN = 2.0
"""Levels, of 255, by which a ground varies that is no pattern: noise alone."""
ALIKE = 0.45
"""Correlation of the picture with itself, moved by one period, from which it is a pattern: rows of tiles stay below."""


@dataclass(frozen=True)
class Lighting:
    """Mean level, of 255, the share of white in each ninth of the picture, row by row, and whether it has colours."""

    mean: float
    white: tuple[float, ...]
    has_colour: bool = True


def lighting_of(pixels: Pixels) -> Lighting:
    """The light in a picture; a thumbnail will do.

    >>> lighting_of(np.full((9, 9, 3), 255, np.uint8))
    Lighting(mean=255.0, white=(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0), has_colour=False)
    """
    grey = pixels @ np.array([0.114, 0.587, 0.299])
    ninths = [part for row in np.array_split(grey >= WHITE - 1e-6, 3) for part in np.array_split(row, 3, axis=1)]
    white = tuple(round(float(part.mean()), 3) for part in ninths)
    return Lighting(round(float(grey.mean()), 1), white, has_colour(pixels))


def has_colour(pixels: Pixels) -> bool:
    """Whether a picture has any colour; a thumbnail will do. A grey scan has none, nor what is seen by infrared."""
    blue, green, red = cv2.split(np.ascontiguousarray(pixels))
    return bool(max(cv2.absdiff(blue, green).max(), cv2.absdiff(green, red).max()) > GREY_LEVELS)


def period_of(thumbnail: Pixels) -> float | None:
    """After how far a pattern of squares begins again, across and down alike, as part of the picture's width.

    That is two squares, a light one and a dark one. None: there is no such pattern. Of 238 pictures of tables the one
    on a chequered ground was found, and no other.
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
    """Where the correlation rises again after its first fall; None: it never rises far enough."""
    part = line[: LONGEST_PERIOD + 2]
    is_peak = (part[1:-1] > part[:-2]) & (part[1:-1] >= part[2:]) & (part[1:-1] > ALIKE)
    peaks = np.flatnonzero(is_peak) + 1
    far = peaks[peaks >= SHORTEST_PERIOD]
    return int(far[0]) if len(far) else None
