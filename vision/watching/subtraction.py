"""Background subtraction at full size: where the bare table is seen; pictures in which it is dim, without its print."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera import Pixels
from vision.watching.motion import Floats, Mask, most_of

DARK = 8.0
"""Levels added before light is compared: nearly black pixels tell little of the light."""
GRAIN, TIMES_NOISE, TREMBLE = 4.0, 4.0, 0.5
"""Levels by which a pixel of the bare table may differ, in any case and as a multiple of the noise, and pixels by which
it may be displaced."""
MOST_NOISE = 6.0
"""Levels of noise that a picture may have: another table differs by more."""
WHITE = 225
"""Level from which a pixel counts as white: a camera clips brighter ones, and another exposure clips other colours."""
LIGHT = (0.5, 1.3)
"""Range of a place's gain relative to the whole picture's, because shadows may lie on the table."""
REDUCED = 4
"""Factor by which pictures are reduced where their light is compared."""
SHADE, SHADOW = ((15, 15), (4.0, 2.0, 1.0)), ((5, 5), (np.inf, 2.0, 1.0))
"""Reduced pixels over which the light of a place counts as uniform, and times the allowed difference up to which they
count as unchanged while the light is estimated from them, again and again; without and with the shadows of tiles."""
GROUND = 1 / 24
"""Width, as a share of the picture's, of the median that shows the table without print: wider than printed figures."""
STROKE = 6.0
"""Levels by which print differs from the table without print."""
AROUND, SEEN = (5, 5), 0.65
"""Pixels around a pixel, and the share of the print in them that must be seen: a tile's figure may cross a stroke."""
IN_OBJECT, ALL_SEEN = (15, 15), 0.9
"""The same where an object may lie: another light changes the table, too, but hides none of its print."""
IN_ALL = np.ones((1, 3), np.float32)
"""Weights with which a filter sums the three colours."""
EDGE = (3, 3)
"""Pixels over which a blurred place ends, and over which differences are averaged."""
OTHER, TIMES = 3.0, 2.0
"""Mean levels by which an object differs from the table, at least and as a multiple of the noise: a tile's plastic is
hardly another white than paper."""
GRAINS, HOLES = np.ones((3, 3), np.uint8), np.ones((5, 5), np.uint8)
"""Half pixels of the largest grain that is no object, and of the largest hole in an object."""
DIM = 0.85
"""Gain of the bare table: white tiles stand out from white paper."""


@dataclass(frozen=True, eq=False)
class Subtracted:
    """A picture (H, W, 3) with the bare table dimmed, and its print blurred; the masks (H, W) of the pixels that look
    as the bare table does, and of those where it is printed."""

    pixels: Pixels
    is_seen: Mask
    is_printed: Mask
    part_seen: float
    """The part of the print that is seen, or of a plain table, 0 to 1."""


class Subtraction:
    """The bare table (H, W, 3), known in a mask (H, W), to be found in pictures."""

    def __init__(self, bare: Pixels, known: Mask) -> None:
        wide = round(GROUND * bare.shape[1]) | 1
        ground = np.asarray(cv2.medianBlur(bare, wide), np.uint8)
        self._known, self._is_white = known, _white(bare)
        self._bare, self._ground = _levels(bare), _levels(ground)
        self._trembling = np.float32(TREMBLE) * _steepness(self._bare)
        self._small, self._half = (_reduced(self._bare, by) for by in (REDUCED, 2))
        self._half_trembling = np.float32(TREMBLE / 2) * most_of(_steepness(self._half))
        self._is_printed = np.asarray(most_of(np.asarray(cv2.absdiff(bare, ground), np.uint8)) > STROKE, bool) & known
        self._counted = self._is_printed if self._is_printed.any() else known
        self._print = self._is_printed.astype(np.float32)
        self._print_around, self._print_in_object = (cv2.blur(self._print, around) for around in (AROUND, IN_OBJECT))

    def from_picture(self, pixels: Pixels, light: Floats, noise: float) -> Subtracted:
        """The picture without the bare table. `light`: its gain over the bare table, per colour (3,); `noise`:
        levels by which it varies."""
        noise = min(noise, MOST_NOISE)
        allowed = max(GRAIN, TIMES_NOISE * noise)
        gain = _resized(self._gain(pixels, light, allowed, SHADOW), pixels.shape)
        limit = np.add(cv2.multiply(self._trembling, gain), allowed, dtype=np.float32)
        apart = cv2.absdiff(_levels(pixels), cv2.multiply(self._bare, gain))
        differs = np.asarray(cv2.compare(apart, limit, cv2.CMP_GT), np.uint8) & ~(self._is_white & _white(pixels))
        is_seen = np.asarray(self._known & (cv2.transform(differs, IN_ALL) == 0), bool)
        objects = self._objects(pixels, light, max(OTHER, TIMES * noise))
        ground = _pixels(cv2.multiply(self._ground, gain), beta=-DARK)
        without_print = _mixed(ground, pixels, self._part_blurred(is_seen, objects))
        dimmed = _mixed(without_print, _pixels(without_print, alpha=DIM), objects)
        part_seen = float(is_seen[self._counted].mean()) if self._counted.any() else 0.0
        return Subtracted(dimmed, is_seen, self._is_printed, part_seen)

    def _gain(
        self, pixels: Pixels, light: Floats, allowed: float, within: tuple[tuple[int, int], tuple[float, ...]]
    ) -> Floats:
        """The gain of light over the bare table, per colour, in reduced pixels, from the unchanged ones around each."""
        now, then = _levels(_reduced(pixels, REDUCED)), self._small * light
        gain, (around, passes) = np.ones_like(then), within
        for times in passes:
            same = (most_of(np.abs(now - gain * then)) <= times * allowed).astype(np.float32)[..., None]
            gain = np.clip((cv2.blur(now * same, around) + 1) / (cv2.blur(then * same, around) + 1), *LIGHT)
        return np.asarray(gain * light, np.float32)

    def _part_blurred(self, is_seen: Mask, objects: Floats) -> Floats:
        """The part of each pixel that is blurred (H, W), 0 to 1: all where most of the print around is seen."""
        seen = self._print * is_seen
        is_print = (cv2.blur(seen, AROUND) >= SEEN * self._print_around) & (self._print_around > 0)
        is_all = cv2.blur(seen, IN_OBJECT) >= ALL_SEEN * self._print_in_object
        is_blurred = is_seen & is_print & (is_all | (objects < 0.5))
        return np.asarray(cv2.blur(is_blurred.astype(np.float32), EDGE) * is_seen, np.float32)

    def _objects(self, pixels: Pixels, light: Floats, other: float) -> Floats:
        """How much of each pixel an object covers (H, W), 0 to 1; all where the bare table is not known."""
        now = _levels(_reduced(pixels, 2))
        gain = _resized(self._gain(pixels, light, other, SHADE), now.shape)
        apart = most_of(np.asarray(cv2.blur(cv2.absdiff(now, cv2.multiply(self._half, gain)), EDGE), np.float32))
        differs = apart > other + self._half_trembling
        solid = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, GRAINS)
        objects = _resized(cv2.morphologyEx(solid, cv2.MORPH_CLOSE, HOLES).astype(np.float32), pixels.shape)
        return np.asarray(np.where(self._known, objects, 1), np.float32)


def _mixed(one: Pixels, other: Pixels, part: Floats) -> Pixels:
    """A picture of which `part` (H, W) is one picture, and the rest another."""
    return np.asarray(cv2.blendLinear(one, other, part, 1 - part), np.uint8)


def _pixels(levels: cv2.typing.MatLike, alpha: float = 1.0, beta: float = 0.0) -> Pixels:
    return np.asarray(cv2.convertScaleAbs(levels, alpha=alpha, beta=beta), np.uint8)


def _levels(pixels: Pixels | Floats) -> Floats:
    return np.add(pixels, DARK, dtype=np.float32)


def _white(pixels: Pixels) -> Pixels:
    """255 in each colour that counts as white, else 0."""
    return np.asarray(cv2.threshold(pixels, WHITE - 1, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _reduced(pixels: Pixels | Floats, by: int) -> Floats:
    size = pixels.shape[1] // by, pixels.shape[0] // by
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32)


def _resized(values: Floats, shape: tuple[int, ...]) -> Floats:
    return np.asarray(cv2.resize(values, shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _steepness(pixels: Floats) -> Floats:
    across, down = (cv2.Sobel(pixels, cv2.CV_32F, *by) for by in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down) / 4, np.float32)
