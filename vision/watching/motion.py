"""Which cells move between two thumbnails of one camera; changes of light and a trembling camera do not count.

Also: how much a place of a thumbnail changed, in levels, colours and edges.
"""

from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels

CELL = 4
"""Side of a cell in pixels of a thumbnail: half a small tile, so that one sliding tile fills several."""
MOVES, TIMES_NOISE = 9.0, 5.0
"""Levels by which a cell's mean must differ for the cell to move; and factor of the picture's median difference that it
must also reach.
"""
MOST_NOISE = 8.0
"""Levels: a median difference above this is no noise, the whole picture changed."""
LEAST_GAIN, MOST_GAIN = 0.6, 1.7
"""Limits of the gain between two consecutive pictures of a camera, per colour; a change of white balance reaches them,
too."""
WHITE = 250
"""Level, of 255, from which a pixel may be saturated."""
GLARE_AROUND, GLARE_FROM, SPOT = 33, 0.5, 0.125
"""Side of the square around a pixel, in pixels of a thumbnail; least share of it that is saturated in glare (white
faces of tiles stay below); and share of the picture up to which glare does not count, being a lamp's reflection or a
fold of white cloth.
"""
TREMBLE = 0.8
"""Pixels of a thumbnail by which a camera may tremble: a tenth of a small tile."""
LIGHT_REACH, LIGHT_SOFT = 31, 1.0
"""Cells across the median window of the local gain of light; and cells by which the gain is blurred: it follows a
shadow, but not a hand.
"""
DIM = 12.0
"""Sum of a cell's three levels below which its gain of light is mostly noise, and is held back."""
LEAST_LIGHT, MOST_LIGHT = 0.55, 1.6
"""Limits of the local gain of light: a shadow's and a lamp's."""
BANDS = 2.5
"""Greatest gain of a row's light under a pulsing lamp; the least is its inverse."""
BAND_STRAYS = 0.12
"""Greatest spread of the cells' gains within a row, relative to their median, at which the row's gain is known."""
SIDES_APART = 0.15
"""Share of a row's cells with the lowest gains, and with the highest, that the spread leaves out."""
ALL_DARK, ALL_BRIGHT = 16.0, 240.0
"""Levels: a picture wholly below the first is dark, wholly above the second is blinded; two per cent of its pixels are
left out.
"""
ONE_COLOUR = 2.0
"""Levels between the darkest and the brightest parts, below which a picture shows only one colour and counts as
blinded.
"""

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]
UNLIKE = 24
"""Levels by which a pixel must differ from the bare table to count as foreign; grain, noise and light stay below."""
STRAY = 3
"""Side, in pixels of a thumbnail, of the neighbourhood whose range of levels counts as unchanged: it allows for small
shifts.
"""


class Light(Enum):
    """Whether a picture has usable light."""

    GOOD = "good"
    DARK = "dark"
    BLINDED = "blinded"


def light_of(thumbnail: Pixels) -> Light:
    """The light of a thumbnail: good, too dark, or blinded."""
    levels = thumbnail[::4, ::4].max(axis=2)
    dark, bright = np.percentile(levels, (2, 98))
    if bright < ALL_DARK:
        return Light.DARK
    return Light.BLINDED if dark > ALL_BRIGHT or bright - dark < ONE_COLOUR else Light.GOOD


def drowned(thumbnail: Pixels) -> Mask:
    """The mask (H, W) of glare: most pixels around are saturated in all colours. Empty where glare is small.

    Cream paper saturates red alone, so that objects on it stay visible.
    """
    bright = (cv2.inRange(thumbnail, (WHITE,) * 3, (255,) * 3) > 0).astype(np.float32)
    glare = np.asarray(cv2.blur(bright, (GLARE_AROUND, GLARE_AROUND)) >= GLARE_FROM, bool)
    return np.asarray(glare & (glare.mean() > SPOT), bool)


def moved_cells(before: Pixels, now: Pixels) -> Mask:
    """The mask of cells (H / CELL, W / CELL) in which an object moves between two thumbnails of one camera.

    All cells move where the thumbnails differ in size.
    """
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
    """Height and width, in cells, of a thumbnail of this shape."""
    return max(1, shape[0] // CELL), max(1, shape[1] // CELL)


def cells_of(mask: Mask, share: float = 0.3) -> Mask:
    """The mask of cells of which at least `share` lies in a mask of a thumbnail's pixels."""
    height, width = in_cells(mask.shape)
    return np.asarray(cv2.resize(mask.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA) >= share, bool)


def pixels_of(cells: Mask, shape: tuple[int, ...]) -> Mask:
    """The mask of pixels, in a thumbnail of this shape, that lie in these cells."""
    return np.asarray(cv2.resize(cells.astype(np.uint8), shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0)


def cells_around(quad: NDArray[np.floating], picture: tuple[int, ...], cells: tuple[int, ...]) -> tuple[slice, slice]:
    """The rows and columns of cells around a quad (4, 2). `picture`, `cells`: (height, width) of both."""
    corners = np.maximum(quad * (np.array(cells[::-1]) / picture[1::-1]), 0).astype(int)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return slice(top, bottom + 1), slice(left, right + 1)


def lit_like(now: Pixels, then: Pixels) -> Floats:
    """The thumbnail `now` relit to match `then`: the gain per colour and the smooth local light are taken out."""
    now = _without_bands(now, then)
    gain = light_between(now.reshape(-1, 3), then.reshape(-1, 3)).astype(np.float32)
    height, width = in_cells(now.shape)
    here, there = (cv2.resize(each, (width, height), interpolation=cv2.INTER_AREA) for each in (now, then))
    levels = np.clip((there.sum(axis=2) + DIM) / ((here * gain).sum(axis=2) + DIM), LEAST_LIGHT, MOST_LIGHT)
    middle = cv2.medianBlur(np.rint(levels * 128).astype(np.uint8), LIGHT_REACH)
    smooth = cv2.GaussianBlur(middle.astype(np.float32) / 128, (0, 0), LIGHT_SOFT)
    light = cv2.resize(smooth, now.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(now, cv2.merge([light * colour for colour in gain]), dtype=cv2.CV_32F), np.float32)


def cell_gains(now: Pixels, then: Pixels) -> Floats:
    """The gain of light of each cell (H / CELL, W / CELL) between two thumbnails."""
    height, width = in_cells(now.shape)
    here, there = (cv2.resize(each, (width, height), interpolation=cv2.INTER_AREA).sum(axis=2) for each in (now, then))
    return np.asarray((there + DIM) / (here + DIM), np.float32)


def line_gains(gains: Floats) -> NDArray[np.float64]:
    """The low, the middle and the high gain (3, N) of each line of cells, without the share SIDES_APART at either
    end."""
    return np.asarray(np.percentile(gains, (100 * SIDES_APART, 50, 100 - 100 * SIDES_APART), axis=1))


def most_of(levels: Floats | Pixels) -> Floats:
    """The largest of each pixel's three levels, (H, W); like `levels.max(axis=2)`, in a twentieth of its time."""
    blue, green, red = cv2.split(levels)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def light_between(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The gain per colour (3,) that brings most pixels `now` (N, 3) to their levels `before`."""
    sample = slice(None, None, 17)
    gains = np.median((before[sample] + 1.0) / (now[sample] + 1.0), axis=0)
    return np.asarray(np.clip(gains, LEAST_GAIN, MOST_GAIN))


def _moved(before: Pixels, now: Pixels) -> Mask:
    """The mask of cells that differ by more than light and noise explain."""
    apart = lit_like(now, before) - before
    apart[(now >= WHITE) & (apart < 0) | (before >= WHITE) & (apart > 0)] = 0  # saturated pixels may have been brighter
    height, width = in_cells(now.shape)
    cells = most_of(np.abs(cv2.resize(apart, (width, height), interpolation=cv2.INTER_AREA)))
    usual = float(np.median(cells))
    if usual > MOST_NOISE:
        return np.ones((height, width), bool)
    return np.asarray(cells > max(MOVES, TIMES_NOISE * usual), bool)


def _without_bands(now: Pixels, then: Pixels) -> Pixels:
    """The thumbnail with each row's light matched to `then`."""
    return with_lines_lit(now, line_light(now, then))


def line_light(now: Pixels, then: Pixels, axis: int = 0) -> Floats:
    """The gain (N,) of light between each row of cells of two thumbnails, or each column with `axis` 1: under a pulsing
    tube, a rolling shutter gives the sensor's rows different light.

    Light affects a whole row: where parts of a row changed differently from the rest, its neighbours' gain is used.
    """
    gains = cell_gains(now, then)
    low, middle, high = line_gains(gains.T if axis else gains)
    known = np.flatnonzero(high - low < BAND_STRAYS * middle)
    if not known.size:
        return np.ones(len(middle), np.float32)
    lines = np.interp(np.arange(len(middle)), known, np.clip(middle[known], 1 / BANDS, BANDS))
    return np.asarray(lines, np.float32)


def with_lines_lit(picture: Pixels, gains: Floats, axis: int = 0) -> Pixels:
    """The picture (H, W, 3) with its rows multiplied by gains (N,) that are spread over its height; with `axis` 1 its
    columns, over its width."""
    light = cv2.resize(gains[:, None], (1, picture.shape[axis]), interpolation=cv2.INTER_LINEAR)
    lit = picture * (light[None] if axis else light[..., None])
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _steadied(before: Pixels, now: Pixels) -> Pixels | None:
    """The picture shifted back by the camera's trembling; None: it did not tremble, or by more than TREMBLE."""
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) for picture in (before, now)]
    height, width = grey[0].shape
    (x, y), _ = cv2.phaseCorrelate(grey[0], grey[1], cv2.createHanningWindow((width, height), cv2.CV_32F))
    if not 0.02 < float(np.hypot(x, y)) < TREMBLE:
        return None
    back = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    moved = cv2.warpAffine(now, back, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def character(picture: Floats, place: Mask) -> Floats:
    """Features of a place, in levels (7,): mean and standard deviation per colour, and mean edge strength."""
    colours, edges = picture[place], steepness(np.clip(picture, 0, 255).astype(np.uint8))[place]
    return np.asarray([*colours.mean(axis=0), *colours.std(axis=0), edges.mean() / 4], np.float32)


def grown(place: Mask, by: int) -> Mask:
    """The mask dilated by `by` pixels; eroded, if `by` is negative."""
    change, ones = (cv2.erode if by < 0 else cv2.dilate), np.ones((2 * abs(by) + 1, 2 * abs(by) + 1), np.uint8)
    return np.asarray(change(place.astype(np.uint8), ones) > 0, bool)


def outside(lit: Floats, then: Pixels) -> Floats:
    """Levels (H, W) by which a thumbnail lies outside the range that another shows at and beside each pixel; negative
    inside.
    """
    ones = np.ones((STRAY, STRAY), np.uint8)
    low, high = cv2.erode(then, ones), cv2.dilate(then, ones)
    return np.asarray(most_of(np.maximum(low - lit, lit - high)), np.float32)


def foreign(apart: Floats) -> Mask:
    """The mask of pixels that show neither the bare table nor a known object. `apart`: result of Background.apart."""
    opened = cv2.morphologyEx((apart > UNLIKE).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0, bool)


def steepness(picture: Pixels) -> Floats:
    """Edge strength of each pixel, in levels (H, W): the magnitude of its gradient."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)), np.float32)
