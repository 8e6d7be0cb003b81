"""Is a picture clear enough to judge a turn by: neither dark, grainy nor pale, nor seen through a pattern? Is it sharp?

Tiles that lie in such a picture vanish, or become others. What is nowhere drawn, as a plain cloth, is sharp; a soft
shadow on it, a lamp's mirror image and marble's veins are not, though the picture be in focus.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.light import CURVATURE
from vision.camera.picture import Pixels

Floats = NDArray[np.float32]

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
PALE = 0.15
"""Part of the brightest level within which all levels of a veiled picture lie: at most 0.11 behind a white veil that
leaves an eighth of the contrast, at least 0.23 in 150 pictures of tables.
"""
LONGER_SIDE = 640
"""Pixels of the longer side of a picture whose edges are measured."""
FINE, SOFT = 0.7, 1.4
"""Pixels of the Gaussians' deviations with which its edges are measured: the second takes half of a sharp one's
steepness, and hardly anything of a blurred one's."""
EDGES_PERCENTILE, STEEPEST_PERCENTILE, STEEP = 99.5, 99.98, 0.6
"""Percentile of the steepness from which on there are the picture's edges; where little lies there, no less than this
part of a still higher one.
"""
FAINT = 1.2
"""Levels a pixel that edges rise at least: less is a fold or a lamp's light on something plain."""
SHARP = 1.18
"""Times that edges are steeper measured fine than soft where they are sharp: at most 1.15 where no tile can be read,
at least 1.19 in 300 pictures of tables."""
CROWDED = 32.0
"""Levels a pixel that half of a picture rises which is seen through a pattern: at most 25 on thin stripes, at least 38
behind checks of nine pixels.
"""


@dataclass(frozen=True)
class Clarity:
    """Whether a turn may be judged by a picture (`is_clear`), and whether what edges it has are sharp: without tiles it
    may have none that could be.
    """

    is_clear: bool = True
    is_sharp: bool = True

    @property
    def is_good(self) -> bool:
        """Whether it is both."""
        return self.is_clear and self.is_sharp


def clarity_of(pixels: Pixels, quads: NDArray[np.float32]) -> Clarity:
    """How clear a picture (H, W, 3) is. `quads`: tiles' faces in it, (N, 4, 2)."""
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
    """Whether edges are, by their steepness in two pictures."""
    least, steepest = np.percentile(soft, (EDGES_PERCENTILE, STEEPEST_PERCENTILE))
    edges = soft >= max(least, STEEP * steepest)
    return bool(steepest < FAINT or fine[edges].mean() >= SHARP * soft[edges].mean())


def is_pale(levels: NDArray[np.generic]) -> bool:
    """Whether a picture's levels, averaged over a few pixels, lie so near to each other as behind a veil."""
    return bool(levels.max() - float(levels.min()) < PALE * levels.max())


def _level(small: Pixels, quads: NDArray[np.float32]) -> float:
    """How bright tiles are or, where there are none, the brightest parts."""
    faces = [face for quad in quads if (face := _box(small, quad)).size]
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


def _grey(pixels: Pixels) -> Floats:
    """A picture whose edges are measured."""
    grey, scale = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), min(1.0, LONGER_SIDE / max(pixels.shape))
    return cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)


def _steepness(grey: Floats, deviation: float) -> Floats:
    """How much each pixel rises, in levels a pixel, blurred by so many pixels before."""
    blurred = cv2.GaussianBlur(grey, (0, 0), deviation)
    across, down = (cv2.Sobel(blurred, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32)
