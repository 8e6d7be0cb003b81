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
FACE, BRIGHTEST = 80, 99.5
"""Percentiles of a face's levels, and of a picture's, that tell how bright it is: ink and shadows aside."""
COARSE = 4
"""Times smaller is the picture in which that is looked for, noise averaged away."""
PART, PARTS = 48, 6
"""Pixels of a part whose noise is measured, and how many parts there are across and down."""
CALM = 25
"""Percentile of the parts' noise: cloth and print are in some of them, noise is in all."""
SECOND = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Gives nothing on slopes and edges, and six times a noise's deviation."""
SHORTEST, LONGEST = 4, 40
"""Pixels of a thumbnail between which a pattern's period may be."""
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
    size = (max(1, pixels.shape[1] // COARSE), max(1, pixels.shape[0] // COARSE))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    faces = [face for quad in quads if (face := _box(small, quad / COARSE)).size]
    if not faces:
        return float(np.percentile(small.max(axis=2), BRIGHTEST))
    return float(np.median([np.percentile(face.max(axis=2), FACE) for face in faces]))


def _box(pixels: Pixels, quad: NDArray[np.float32]) -> Pixels:
    left, top = np.maximum(quad.min(axis=0), 0).astype(int)
    right, bottom = quad.max(axis=0).astype(int)
    return pixels[top:bottom, left:right]


def _noise(pixels: Pixels) -> float:
    """The noise's standard deviation in levels (Immerkaer), from parts all over the picture."""
    height, width = pixels.shape[:2]
    tops, lefts = (np.linspace(0, max(0, side - PART), PARTS).astype(int) for side in (height, width))
    parts = [pixels[top : top + PART, left : left + PART] for top in tops for left in lefts]
    return float(np.percentile([_deviation(part) for part in parts], CALM))


def _deviation(part: Pixels) -> float:
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(np.median(np.abs(cv2.filter2D(grey, -1, SECOND)))) / (0.6745 * 6)


def period_of(thumbnail: Pixels) -> float | None:
    """After how far a pattern of squares begins again, across and down alike, as part of the picture's width.

    That is two squares, a light one and a dark one. None: there is no such pattern. Of 238 pictures of tables the one
    on a chequered ground was found, and no other.
    """
    grey = cv2.cvtColor(thumbnail, cv2.COLOR_BGR2GRAY).astype(np.float32)
    flat = grey - cv2.GaussianBlur(grey, (0, 0), LONGEST / 2)
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
    part = line[: LONGEST + 2]
    is_peak = (part[1:-1] > part[:-2]) & (part[1:-1] >= part[2:]) & (part[1:-1] > ALIKE)
    peaks = np.flatnonzero(is_peak) + 1
    far = peaks[peaks >= SHORTEST]
    return int(far[0]) if len(far) else None
