"""How a picture looks: how much light is in it, is it clear enough to judge a turn by, has its ground a pattern?

Too little light and too much noise hide tiles, or change them; on some cloths the squares are like tiles.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import Pixels

WHITE = 251
"""Level of 255 of a pixel that has no drawing left."""
DIM = 40.0
"""Level, of 255, of the faces of tiles, or of the brightest parts where none is read, below which those are misread:
4 of 60 at a tenth of the light, 1 at a fifth."""
GRAINY = 0.14
"""Noise (standard deviation) as a part of that level: at 0.10 tiles are read as without, at 0.18 nearly all vanish."""
FACE_PERCENTILE = 80
"""Percentile of a face's levels that tells how bright it is, ink aside."""
BRIGHTEST_PERCENTILE = 99.5
"""Percentile of a picture's levels that tells how bright it is where no face is read."""
TIMES_SMALLER = 4
"""Times smaller is the picture whose brightness is measured, noise averaged away."""
PART_SIDE = 48
"""Pixels of the side of a part whose noise is measured."""
PARTS = 6
"""Parts whose noise is measured, across and down."""
CALM_PERCENTILE = 25
"""Percentile of the parts' noise: cloth and print are in some of them, noise is in all."""
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
    """Mean level, of 255, and the share of white in each ninth of the picture, row by row."""

    mean: float
    white: tuple[float, ...]


def lighting_of(pixels: Pixels) -> Lighting:
    """The light in a picture; a thumbnail will do.

    >>> lighting_of(np.full((9, 9, 3), 255, np.uint8))
    Lighting(mean=255.0, white=(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0))
    """
    grey = pixels @ np.array([0.114, 0.587, 0.299])
    ninths = [part for row in np.array_split(grey >= WHITE - 1e-6, 3) for part in np.array_split(row, 3, axis=1)]
    return Lighting(round(float(grey.mean()), 1), tuple(round(float(part.mean()), 3) for part in ninths))


def is_clear(pixels: Pixels, quads: NDArray[np.float32]) -> bool:
    """Whether a picture (H, W, 3) is neither too dark nor too grainy. `quads`: tiles' faces in it, (N, 4, 2)."""
    level = _level(pixels, quads)
    return level >= DIM and _noise(pixels) <= GRAINY * level


def _level(pixels: Pixels, quads: NDArray[np.float32]) -> float:
    """How bright tiles are or, where there are none, the brightest parts."""
    size = (max(1, pixels.shape[1] // TIMES_SMALLER), max(1, pixels.shape[0] // TIMES_SMALLER))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    faces = [face for quad in quads if (face := _box(small, quad / TIMES_SMALLER)).size]
    if not faces:
        return float(np.percentile(small.max(axis=2), BRIGHTEST_PERCENTILE))
    return float(np.median([np.percentile(face.max(axis=2), FACE_PERCENTILE) for face in faces]))


def _box(pixels: Pixels, quad: NDArray[np.float32]) -> Pixels:
    left, top = np.maximum(quad.min(axis=0), 0).astype(int)
    right, bottom = quad.max(axis=0).astype(int)
    return pixels[top:bottom, left:right]


def _noise(pixels: Pixels) -> float:
    """The noise's standard deviation in levels (Immerkaer), from parts all over the picture."""
    height, width = pixels.shape[:2]
    tops, lefts = (np.linspace(0, max(0, side - PART_SIDE), PARTS).astype(int) for side in (height, width))
    parts = [pixels[top : top + PART_SIDE, left : left + PART_SIDE] for top in tops for left in lefts]
    return float(np.percentile([_deviation(part) for part in parts], CALM_PERCENTILE))


def _deviation(part: Pixels) -> float:
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(np.median(np.abs(cv2.filter2D(grey, -1, CURVATURE)))) / (0.6745 * 6)


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
