"""Whether a picture is clear enough to judge a turn by, and whether it is sharp.

A picture that is dark, grainy, pale or seen through a pattern is not clear: its tiles vanish or are misread. A picture
without any edges, such as of a plain cloth, counts as sharp. Soft shadows, reflections of lamps and veins of marble
look blurred even in a focused picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.light import CURVATURE, is_pale
from vision.camera.picture import Pixels

Floats = NDArray[np.float32]

DIM = 40.0
"""Level, of 255, of tiles' faces, or of the brightest parts where no face is read, below which tiles are misread: 4 of
60 at a tenth of the light, 1 at a fifth.
"""
GRAINY = 0.14
"""Noise (standard deviation) as a share of that level: 0.10 does no harm, at 0.18 nearly all tiles vanish."""
FACE_PERCENTILE = 80
"""Percentile of a face's levels that measures its brightness, without its ink."""
BRIGHTEST_PERCENTILE = 99.5
"""Percentile of a picture's levels that measures its brightness where no face is read."""
TIMES_SMALLER = 4
"""Factor by which a picture is reduced before its brightness is measured, to average out noise."""
PART_SIDE = 48
"""Side in pixels of a square in which noise is measured."""
PARTS = 6
"""Number of squares in which sharpness is measured, across and down."""
CALM_PERCENTILE = 25
"""Percentile of the squares' noise that counts: only some squares contain cloth or print, but all contain noise."""
LONGER_SIDE = 640
"""Pixels of the longer side to which a picture is reduced before its edges are measured."""
FINE = 0.7
"""Standard deviation in pixels of the finer of two blurs before edges are measured."""
SOFT = 1.4
"""Standard deviation in pixels of the second blur: it halves the steepness of a sharp edge, and hardly changes that of
a blurred one."""
EDGES_PERCENTILE = 99.5
"""Percentile of steepness from which pixels count as edges."""
STEEPEST_PERCENTILE = 99.98
"""Percentile of steepness by which edges are chosen where a picture has few."""
STEEP = 0.6
"""Share of the steepness at that percentile from which pixels count as edges."""
FAINT = 1.2
"""Steepness of edges, in levels per pixel, below which a picture is plain: a fold, or lamplight on a plain cloth."""
SHARP = 1.18
"""Ratio of the edges' fine to soft steepness from which they are sharp: at most 1.15 where no tile can be read, at
least 1.19 in 300 pictures of tables.
"""
CROWDED = 32.0
"""Median steepness, in levels per pixel, above which a picture is seen through a pattern: at most 25 on thin stripes,
at least 38 behind checks of nine pixels.
"""


@dataclass(frozen=True)
class Clarity:
    """Whether a picture is clear enough to judge a turn by, and whether its edges are sharp.

    A picture without tiles may have no edges; it then counts as sharp.
    """

    is_clear: bool = True
    is_sharp: bool = True

    @property
    def is_good(self) -> bool:
        """Whether the picture is both clear and sharp."""
        return self.is_clear and self.is_sharp


def clarity_of(pixels: Pixels, quads: NDArray[np.float32]) -> Clarity:
    """Whether a picture (H, W, 3) is clear, and whether it is sharp. `quads`: its tiles' quads (N, 4, 2), in pixels."""
    size = (max(1, pixels.shape[1] // TIMES_SMALLER), max(1, pixels.shape[0] // TIMES_SMALLER))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    level = _level(small, np.asarray(quads / TIMES_SMALLER, np.float32))
    is_veiled = len(quads) > 0 and is_pale(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
    grey = _grey(pixels)
    fine, soft = (_steepness(grey, deviation) for deviation in (FINE, SOFT))
    is_crowded = float(np.median(fine)) > CROWDED
    is_clear = level >= DIM and _noise(pixels) <= GRAINY * level and not is_veiled and not is_crowded
    return Clarity(is_clear, _are_sharp(fine, soft))


def _are_sharp(fine: Floats, soft: Floats) -> bool:
    """Whether the edges are sharp, from their steepness after the fine and the soft blur."""
    least, steepest = np.percentile(soft, (EDGES_PERCENTILE, STEEPEST_PERCENTILE))
    edges = soft >= max(least, STEEP * steepest)
    return bool(steepest < FAINT or fine[edges].mean() >= SHARP * soft[edges].mean())


def _level(small: Pixels, quads: NDArray[np.float32]) -> float:
    """The median brightness of the tiles' faces; without tiles, that of the picture's brightest parts."""
    faces = [face for quad in quads if (face := _box(small, quad)).size]
    if not faces:
        return float(np.percentile(small.max(axis=2), BRIGHTEST_PERCENTILE))
    return float(np.median([np.percentile(face.max(axis=2), FACE_PERCENTILE) for face in faces]))


def _box(pixels: Pixels, quad: NDArray[np.float32]) -> Pixels:
    left, top = np.maximum(quad.min(axis=0), 0).astype(int)
    right, bottom = quad.max(axis=0).astype(int)
    return pixels[top:bottom, left:right]


def _noise(pixels: Pixels) -> float:
    """The standard deviation of the noise in levels (Immerkaer), measured in squares all over the picture."""
    height, width = pixels.shape[:2]
    tops, lefts = (np.linspace(0, max(0, side - PART_SIDE), PARTS).astype(int) for side in (height, width))
    parts = [pixels[top : top + PART_SIDE, left : left + PART_SIDE] for top in tops for left in lefts]
    return float(np.percentile([_deviation(part) for part in parts], CALM_PERCENTILE))


def _deviation(part: Pixels) -> float:
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(np.median(np.abs(cv2.sepFilter2D(grey, -1, CURVATURE, CURVATURE)))) / (0.6745 * 6)


def _grey(pixels: Pixels) -> Floats:
    """The picture in grey, reduced to LONGER_SIDE, for measuring edges."""
    grey, scale = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), min(1.0, LONGER_SIDE / max(pixels.shape))
    return cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)


def _steepness(grey: Floats, deviation: float) -> Floats:
    """The gradient of each pixel, in levels per pixel, after a blur of this standard deviation."""
    blurred = cv2.GaussianBlur(grey, (0, 0), deviation)
    across, down = (cv2.Sobel(blurred, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32)
