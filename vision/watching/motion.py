"""Does anything move from one picture to the next? Light that changes and a camera that trembles do not count."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels

CELL = 4
"""Side of a cell in pixels of a thumbnail: half a small tile, so that one sliding tile fills several."""
MOVES, TIMES_NOISE = 9.0, 5.0
"""A cell moves when its mean differs by so many levels, and by so many times what the picture's cells differ."""
MOST_NOISE = 8.0
"""Where most cells differ by more, that is no noise: the whole picture is another."""
FEWEST_CELLS = 3
"""Fewer moving cells are a reflex of the light."""
MARGIN = 0.08
"""Part of the picture along each edge where a sleeve or a knee does not disturb unless tiles lie there."""
LEAST_GAIN, MOST_GAIN = 0.6, 1.7
"""How much darker or brighter a camera may make a picture from one to the next; white balance goes as far."""
WHITE = 250
"""From this level on a pixel may have been brighter than it can say."""
TREMBLE = 0.8
"""Pixels of a thumbnail by which a camera may shake: a tenth of a small tile."""

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]


def moving(before: Pixels, now: Pixels, tiles: Mask | None = None) -> bool:
    """Whether something moves between two thumbnails of one camera.

    `tiles`: where tiles lie; elsewhere the picture's outermost margin does not count.
    """
    if before.shape != now.shape:
        return True
    if not _differ(before, now, tiles):
        return False
    steadied = _steadied(before, now)
    return steadied is None or _differ(before, steadied, tiles)


def _differ(before: Pixels, now: Pixels, tiles: Mask | None) -> bool:
    """Whether enough cells differ by more than light and noise explain."""
    cells = _cells(_apart(before, now))
    usual = float(np.median(cells))
    if usual > MOST_NOISE:
        return True
    moved = cells > max(MOVES, TIMES_NOISE * usual)
    return int((moved & _counting(now.shape[:2], tiles)).sum()) >= FEWEST_CELLS


def _apart(before: Pixels, now: Pixels) -> Floats:
    """By how many levels each pixel differs, with its sign; cameras change their exposure when a hand comes in."""
    gain = light_between(now.reshape(-1, 3), before.reshape(-1, 3))
    apart = now * gain.astype(np.float32) - before.astype(np.float32)
    if np.abs(gain - 1).max() > 0.02:  # what is white in one of them may have been brighter
        apart[(now >= WHITE) & (apart < 0)] = 0
        apart[(before >= WHITE) & (apart > 0)] = 0
    return np.asarray(apart, np.float32)


def light_between(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What brings the middle levels of pixels (N, 3) to those they had before, for each colour."""
    sample = slice(None, None, 17)
    there, here = np.median(before[sample], axis=0), np.median(now[sample], axis=0)
    return np.asarray(np.clip((there + 1) / (here + 1), LEAST_GAIN, MOST_GAIN))


def _cells(apart: Floats) -> Floats:
    """By how much the mean of each cell differs, in levels of the colour that differs most."""
    height, width = apart.shape[:2]
    small = cv2.resize(apart, (width // CELL, height // CELL), interpolation=cv2.INTER_AREA)
    return np.asarray(np.abs(small).max(axis=2), np.float32)


def _counting(shape: tuple[int, int], tiles: Mask | None) -> Mask:
    """The cells where motion counts."""
    height, width = shape[0] // CELL, shape[1] // CELL
    counts = np.zeros((height, width), bool)
    up, left = round(height * MARGIN), round(width * MARGIN)
    counts[up : height - up, left : width - left] = True
    if tiles is not None:
        counts |= cv2.resize(tiles.astype(np.uint8), (width, height), interpolation=cv2.INTER_AREA) > 0
    return counts


def _steadied(before: Pixels, now: Pixels) -> Pixels | None:
    """The picture moved back by what the camera shook; None: it did not, or by more."""
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) for picture in (before, now)]
    height, width = grey[0].shape
    (x, y), _ = cv2.phaseCorrelate(grey[0], grey[1], cv2.createHanningWindow((width, height), cv2.CV_32F))
    if not 0.02 < float(np.hypot(x, y)) < TREMBLE:
        return None
    back = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    moved = cv2.warpAffine(now, back, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
