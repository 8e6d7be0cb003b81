"""Which cells move from one picture to the next? Light that changes and a camera that trembles do not count.

How far a place of a thumbnail looks another than it did: by its levels, its colours, its edges.
"""

from enum import Enum

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
LEAST_GAIN, MOST_GAIN = 0.6, 1.7
"""How much darker or brighter a camera may make a picture from one to the next; white balance goes as far."""
WHITE = 250
"""From this level on a pixel may have been brighter than it can say."""
GLARE_AROUND, GLARE_FROM, SPOT = 33, 0.5, 0.125
"""Pixels of a thumbnail around a place, and part of them that glare takes at least: tiles' white faces are less; and
part of the picture up to which it is a lamp's reflex, or a fold of a white cloth.
"""
TREMBLE = 0.8
"""Pixels of a thumbnail by which a camera may shake: a tenth of a small tile."""
LIGHT_REACH, LIGHT_SOFT = 31, 1.0
"""Cells over which the light's local gain is the middle one, and by which it is smoothed: a shadow, no hand."""
LEAST_LIGHT, MOST_LIGHT = 0.55, 1.6
"""What a shadow leaves of the light at least, and a lamp makes of it at most."""
BANDS, BAND_STRAYS, SIDES_APART = 0.35, 0.12, 0.15
"""By what part the light of a row may be another, below a tube whose light pulses; by what it may differ from cell to
cell; and which part of the cells on either side of the middle may differ by more.
"""
ALL_DARK, ALL_BRIGHT = 16.0, 240.0
"""Levels: a picture all below the first is dark, one all above the second is blinded; two pixels in a hundred aside."""
ONE_COLOUR = 2.0
"""Levels between the darkest and the brightest parts below which a picture shows nothing at all, only one colour."""

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]
UNLIKE = 24
"""Levels by which a pixel differs from the bare table under a hand; grain, noise and light stay below."""
STRAY = 3
"""Pixels of a thumbnail by which a place may stray: what lies in the range of its neighbours is no other."""


class Light(Enum):
    """Whether a picture shows anything."""

    GOOD = "good"
    DARK = "dark"
    BLINDED = "blinded"


def light_of(thumbnail: Pixels) -> Light:
    """Whether there is light to see by, and not too much."""
    levels = thumbnail[::4, ::4].max(axis=2)
    dark, bright = np.percentile(levels, (2, 98))
    if bright < ALL_DARK:
        return Light.DARK
    return Light.BLINDED if dark > ALL_BRIGHT or bright - dark < ONE_COLOUR else Light.GOOD


def drowned(thumbnail: Pixels) -> Mask:
    """Where glare hides what lies there: most pixels around have a colour that is brighter than it can say."""
    bright = (most_of(thumbnail) >= WHITE).astype(np.float32)
    glare = np.asarray(cv2.blur(bright, (GLARE_AROUND, GLARE_AROUND)) >= GLARE_FROM, bool)
    return np.asarray(glare & (glare.mean() > SPOT), bool)


def moved_cells(before: Pixels, now: Pixels) -> Mask:
    """The cells (H / CELL, W / CELL) in which something moves between two thumbnails of one camera."""
    if before.shape != now.shape:
        return np.ones(in_cells(now.shape), bool)
    if np.array_equal(before, now):
        return np.zeros(in_cells(now.shape), bool)
    moved = _moved(before, now)
    if not moved.any():
        return moved
    steadied = _steadied(before, now)
    return moved if steadied is None else moved & _moved(before, steadied)


def in_cells(shape: tuple[int, ...]) -> tuple[int, int]:
    """How many cells a thumbnail of this shape is high and wide."""
    return max(1, shape[0] // CELL), max(1, shape[1] // CELL)


def cells_of(mask: Mask, share: float = 0.3) -> Mask:
    """The cells of which at least this share is in a mask of a thumbnail's pixels."""
    height, width = in_cells(mask.shape)
    return np.asarray(cv2.resize(mask.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA) >= share, bool)


def pixels_of(cells: Mask, shape: tuple[int, ...]) -> Mask:
    """The pixels of a thumbnail of this shape that lie in these cells."""
    return np.asarray(cv2.resize(cells.astype(np.uint8), shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0)


def lit_like(now: Pixels, then: Pixels) -> Floats:
    """A thumbnail in the light of another: its colours' gain taken out, and the smooth light that lies on it."""
    now = _without_bands(now, then)
    gain = light_between(now.reshape(-1, 3), then.reshape(-1, 3)).astype(np.float32)
    height, width = in_cells(now.shape)
    here, there = (cv2.resize(each, (width, height), interpolation=cv2.INTER_AREA) for each in (now, then))
    levels = np.clip((there.sum(axis=2) + 12.0) / ((here * gain).sum(axis=2) + 12.0), LEAST_LIGHT, MOST_LIGHT)
    middle = cv2.medianBlur(np.rint(levels * 128).astype(np.uint8), LIGHT_REACH)
    smooth = cv2.GaussianBlur(middle.astype(np.float32) / 128, (0, 0), LIGHT_SOFT)
    light = cv2.resize(smooth, now.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(now, cv2.merge([light * colour for colour in gain]), dtype=cv2.CV_32F), np.float32)


def most_of(levels: Floats | Pixels) -> Floats:
    """The largest of each pixel's three levels, (H, W): as `levels.max(axis=2)` in a twentieth of its time."""
    blue, green, red = cv2.split(levels)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def light_between(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What brings the middle levels of pixels (N, 3) to those they had before, for each colour."""
    sample = slice(None, None, 17)
    there, here = np.median(before[sample], axis=0), np.median(now[sample], axis=0)
    return np.asarray(np.clip((there + 1) / (here + 1), LEAST_GAIN, MOST_GAIN))


def _moved(before: Pixels, now: Pixels) -> Mask:
    """Where cells differ by more than light and noise explain."""
    apart = lit_like(now, before) - before
    apart[(now >= WHITE) & (apart < 0) | (before >= WHITE) & (apart > 0)] = 0  # it may have been brighter than it says
    height, width = in_cells(now.shape)
    cells = most_of(np.abs(cv2.resize(apart, (width, height), interpolation=cv2.INTER_AREA)))
    usual = float(np.median(cells))
    if usual > MOST_NOISE:
        return np.ones((height, width), bool)
    return np.asarray(cells > max(MOVES, TIMES_NOISE * usual), bool)


def _without_bands(now: Pixels, then: Pixels) -> Pixels:
    """A thumbnail in the light of another, row by row: a tube pulses, and a camera takes one row after the other.

    Light falls on all of a row: one of which a part became brighter or darker than the rest has that of its neighbours.
    """
    height, width = in_cells(now.shape)
    here, there = (cv2.resize(each, (width, height), interpolation=cv2.INTER_AREA).sum(axis=2) for each in (now, then))
    low, middle, high = np.percentile(
        (there + 12.0) / (here + 12.0), (100 * SIDES_APART, 50, 100 - 100 * SIDES_APART), axis=1
    )
    known = np.flatnonzero(high - low < BAND_STRAYS)
    if not known.size:
        return now
    rows = np.interp(np.arange(height), known, np.clip(middle[known], 1 - BANDS, 1 + BANDS)).astype(np.float32)
    light = cv2.resize(rows[:, None], (1, now.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(now * light[..., None], 0, 255), np.uint8)


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


def character(picture: Floats, place: Mask) -> Floats:
    """Mean and variety of the colours at a place, and the mean of its edges, in levels (7)."""
    colours, edges = picture[place], steepness(np.clip(picture, 0, 255).astype(np.uint8))[place]
    return np.asarray([*colours.mean(axis=0), *colours.std(axis=0), edges.mean() / 4], np.float32)


def grown(place: Mask, by: int) -> Mask:
    """A place with so many pixels more around it; fewer, where `by` is negative."""
    change, ones = (cv2.erode if by < 0 else cv2.dilate), np.ones((2 * abs(by) + 1, 2 * abs(by) + 1), np.uint8)
    return np.asarray(change(place.astype(np.uint8), ones) > 0, bool)


def outside(lit: Floats, then: Pixels) -> Floats:
    """By how many levels a thumbnail lies outside what another shows there or right beside."""
    ones = np.ones((STRAY, STRAY), np.uint8)
    low, high = cv2.erode(then, ones), cv2.dilate(then, ones)
    return np.asarray(most_of(np.maximum(low - lit, lit - high)), np.float32)


def foreign(apart: Floats) -> Mask:
    """Where neither the bare table nor a thing that was put down is seen. `apart`: what Background.apart gave."""
    opened = cv2.morphologyEx((apart > UNLIKE).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0, bool)


def steepness(picture: Pixels) -> Floats:
    """How much each pixel differs from those beside it, in levels."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)), np.float32)
