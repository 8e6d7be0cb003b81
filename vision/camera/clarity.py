"""Is a picture clear enough to judge a turn by? Too little light and too much noise hide tiles, or change them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import Pixels

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
