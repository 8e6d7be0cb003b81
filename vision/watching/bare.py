"""What the table looks like where nothing lies, as sharp as the camera shows it: print is told from tiles by it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad, rectify
from vision.watching.motion import Mask

SIZE = (24, 32)
"""Width and height to which a place is averaged to be compared."""
WIDER = 1.15
"""Times its quad that a place is compared: what lies around a face belongs to the proof."""
KNOWN = 0.8
"""Part of a place that has to be known to say anything of it."""
LIGHT = (0.5, 1.3)
"""Times the light of the whole picture that a place may have: shadows lie on the table."""
PLAIN = 8.0
"""Levels by which a place of the bare table varies at least to be known by its print."""
SHADOW = (11, 11)
"""Pixels over which the light of a place is one."""
GRAIN, TIMES_NOISE, TREMBLE = 4.0, 4.0, 0.5
"""Levels by which a pixel of the same place may differ, times the noise by which it may, and pixels by which it may lie
elsewhere."""
OTHER = 0.03
"""Part of a place's pixels that differ by more from which something lies there; a figure is some five per cent."""
SAMPLE = 13
"""Rows and columns of which every so many tells light and noise of the whole picture."""
DARK = 8.0
"""Levels added before light is compared: what is nearly black tells little of it."""
WHOLLY = 0.99
"""Part of a cell that has to be known after a bump for all of it to be."""
FOLLOWS = 2
"""Levels by which a cell may differ on average and still be the same table in another light."""

Floats = NDArray[np.float32]


class Bare:
    """The bare table at full size, where it is known: `known` (rows, columns) in the cells of the mean."""

    def __init__(self) -> None:
        self._picture: Pixels = np.zeros((0, 0, 3), np.uint8)
        self.known: Mask = np.zeros((0, 0), bool)

    def learn(self, pixels: Pixels, cells: Mask) -> None:
        """Takes the look of cells in which nothing lies; a cell that is known only follows the light: what lies there
        and was not noticed is no part of the table."""
        if self._picture.shape != pixels.shape or self.known.shape != cells.shape:
            self._picture, self.known = pixels.copy(), np.zeros(cells.shape, bool)
        cells = cells & (~self.known | self._is_same(pixels))
        mask = cv2.resize(cells.astype(np.uint8), pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(pixels, mask, self._picture)
        self.known = self.known | cells

    def _is_same(self, pixels: Pixels) -> Mask:
        """The cells that look as they did, slow light aside."""
        apart = cv2.absdiff(pixels, self._picture)
        size = self.known.shape[::-1]
        return np.asarray(cv2.resize(apart, size, interpolation=cv2.INTER_AREA).max(axis=2) <= FOLLOWS, bool)

    def follow(self, pixels: Pixels, cells: Mask) -> None:
        """Takes the light in which the table is seen now, in these cells."""
        if self._picture.shape == pixels.shape and self.known.shape == cells.shape:
            self.learn(pixels, cells & self.known)

    def move(self, matrix: NDArray[np.float64]) -> None:
        """The camera was bumped: everything lies elsewhere, by an affine map (2, 3) in the picture's pixels."""
        size = self._picture.shape[1::-1]
        if not self.known.any():
            return
        known = cv2.resize(self.known.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        self._picture, known = (
            np.asarray(cv2.warpAffine(one, matrix, size), np.uint8) for one in (self._picture, known)
        )
        part = cv2.resize(known.astype(np.float32), self.known.shape[::-1], interpolation=cv2.INTER_AREA)
        self.known = np.asarray(part >= WHOLLY, bool)

    def forget_at(self, quad: Quad) -> None:
        """A tile lies there, persons say, where the bare table was seen."""
        if self._picture.size:
            self.known[self._cells(quad)] = False

    def is_seen_at(self, pixels: Pixels, quads: Floats) -> Mask:
        """Whether the bare table is seen at each of these places (N, 4, 2), (N,); False where it is not known."""
        if not len(quads) or self._picture.shape != pixels.shape or not self.known.any():
            return np.zeros(len(quads), bool)
        middle = quads.mean(axis=1, keepdims=True)
        wider = np.asarray(middle + (quads - middle) * WIDER, np.float32)
        known = np.array([self._known_part(quad) for quad in wider]) >= KNOWN
        is_same = np.zeros(len(quads), bool)
        places = np.flatnonzero(known)
        if len(places):
            light, noise = self._light_and_noise(pixels)
            now, then = (_greys(one, wider[places]) for one in (pixels, self._picture))
            is_same[places] = [_are_alike(a, b, light, noise) for a, b in zip(now, then, strict=True)]
        return is_same

    def _light_and_noise(self, pixels: Pixels) -> tuple[float, float]:
        """How much brighter the whole picture is than the bare table was, and by how many levels it strays."""
        now, then = (one[::SAMPLE, ::SAMPLE].mean(axis=2) + DARK for one in (pixels, self._picture))
        light = float(np.median(now / then))
        return light, 1.48 * float(np.median(np.abs(now - light * then)))

    def _known_part(self, quad: Quad) -> float:
        there = self.known[self._cells(quad)]
        return float(there.mean()) if there.size else 0.0

    def _cells(self, quad: Quad) -> tuple[slice, slice]:
        scale = np.array(self.known.shape[::-1]) / self._picture.shape[1::-1]
        (left, top), (right, bottom) = (quad * scale).min(axis=0), (quad * scale).max(axis=0)
        return slice(max(0, int(top)), max(0, int(bottom)) + 1), slice(max(0, int(left)), max(0, int(right)) + 1)


def _greys(pixels: Pixels, quads: Floats) -> list[Floats]:
    small = (cv2.resize(crop, SIZE, interpolation=cv2.INTER_AREA) for crop in rectify(pixels, quads))
    return [cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(np.float32) for one in small]


def _are_alike(now: Floats, then: Floats, light: float, noise: float) -> bool:
    """Whether two looks of a place (H, W) are the same but for light, noise, and a camera that trembles."""
    if float(then.std()) < PLAIN:
        return False  # a plain thing over a plain table looks like that table in another light
    there = then + DARK
    gain = cv2.blur(now + DARK, SHADOW) / cv2.blur(there, SHADOW)  # a shadow's edge may cross it
    gain = np.clip(gain, LIGHT[0] * light, LIGHT[1] * light)
    steep = np.hypot(cv2.Sobel(then, cv2.CV_32F, 1, 0), cv2.Sobel(then, cv2.CV_32F, 0, 1)) / 4
    apart = np.abs(now + DARK - gain * there) > max(GRAIN, TIMES_NOISE * noise) + TREMBLE * gain * steep
    return float(apart.mean()) <= OTHER
