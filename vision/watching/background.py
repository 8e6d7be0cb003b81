"""What the table looks like where no tile lies: bare, and with the things that were put down on it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.motion import Floats, Mask, lit_like

UNLIKE = 24
"""Levels by which a pixel differs from the bare table under a hand; grain, noise and light stay below."""
STRAY = 3
"""Pixels of a thumbnail in which a look may stray: what lies in the range of its neighbours is no other."""
BARE = 0.7
"""Part of a place that has to look bare for no tile to lie there any more."""
PALETTE, NEAR = 400, 30
"""Colours of the table to which a place is compared whose own look is not known, and pixels around it from which."""
RIM = 2
"""Pixels on either side of an outline in which its edge shows."""
EDGE_GONE = 1.15
"""Times that an outline has to be sharper in the remembered look than now, for what made it to have gone."""


class Background:
    """The table without tiles, pixel by pixel of a thumbnail: bare (`known`: where that was seen), and under things."""

    def __init__(self) -> None:
        self._bare: Pixels | None = None
        self._with_things: Pixels | None = None
        self.known: Mask = np.zeros((0, 0), bool)
        self.things: Mask = np.zeros((0, 0), bool)

    def fits(self, thumbnail: Pixels) -> bool:
        """Whether anything is known of a table in pictures of this shape."""
        return self._bare is not None and self._bare.shape == thumbnail.shape

    def learn(self, thumbnail: Pixels, bare: Mask) -> None:
        """Takes the look of places that are bare."""
        if self._bare is None or self._with_things is None or not self.fits(thumbnail):
            self._bare, self._with_things = thumbnail.copy(), thumbnail.copy()
            self.known, self.things = bare.copy(), np.zeros(bare.shape, bool)
            return
        bare = bare & ~self.things
        self._bare[bare] = thumbnail[bare]
        self.known |= bare

    def learn_revealed(self, thumbnail: Pixels, place: Mask) -> None:
        """What was taken for the table went away: this is what lies under it."""
        if self.fits(thumbnail):
            self.things &= ~place
            self.learn(thumbnail, place)

    def learn_thing(self, thumbnail: Pixels, place: Mask) -> None:
        """A thing was put down; what lies under it is remembered."""
        if self._with_things is not None and self.fits(thumbnail):
            self._with_things[place] = thumbnail[place]
            self.things |= place

    def accept(self) -> None:
        """Persons say that the things that were put down are part of the table."""
        if self._bare is not None and self._with_things is not None and self.things.any():
            self._bare[self.things] = self._with_things[self.things]
            self.known |= self.things
            self.things[:] = False

    def forget(self, place: Mask) -> None:
        """What was taken for the bare table at a place is a tile."""
        if self.known.shape == place.shape:
            self.known &= ~place

    def moved(self, matrix: NDArray[np.float64], shape: tuple[int, ...]) -> None:
        """The camera moved: every place lies elsewhere now. `matrix` (2, 3), in pixels of a thumbnail of this shape."""
        if self._bare is None or self._with_things is None:
            return
        self._bare = _warped(self._bare, matrix, shape)
        self._with_things = _warped(self._with_things, matrix, shape)
        self.things = np.asarray(_warped(self.things.astype(np.uint8), matrix, shape) > 0, bool)
        known = cv2.erode(_warped(self.known.astype(np.uint8), matrix, shape), np.ones((5, 5), np.uint8))
        self.known = np.asarray(known > 0, bool)

    def foreign(self, thumbnail: Pixels) -> Mask:
        """Where neither the bare table nor a thing that was put down is seen; nowhere that is not known."""
        if self._bare is None or self._with_things is None or not self.fits(thumbnail):
            self.known, self.things = (np.zeros(thumbnail.shape[:2], bool) for _ in range(2))
            return self.known
        unlike = _unlike(thumbnail, self._bare)
        self.things &= unlike
        if self.things.any():
            unlike &= ~(
                self.things & ~_unlike(thumbnail, np.where(self.things[..., None], self._with_things, self._bare))
            )
        opened = cv2.morphologyEx((unlike & self.known).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return np.asarray(opened > 0, bool)

    def has_gone(self, thumbnail: Pixels, place: Mask) -> bool:
        """Whether something went away from a place: its outline is in the look, and not in the picture."""
        if self._bare is None or not self.fits(thumbnail):
            return False
        ones = np.ones((2 * RIM + 1, 2 * RIM + 1), np.uint8)
        solid = place.astype(np.uint8)
        rim = (cv2.dilate(solid, ones) > 0) & (cv2.erode(solid, ones) == 0) & self.known
        before, now = _steepness(self._bare)[rim], _steepness(thumbnail)[rim]
        return bool(rim.any()) and float(before.mean()) > EDGE_GONE * float(now.mean())

    def shows_thing(self, thumbnail: Pixels, place: Mask) -> bool:
        """Whether a thing that was put down is seen at a place."""
        there = place & self.things
        if self._with_things is None or not self.fits(thumbnail) or there.sum() < BARE * place.sum() or not there.any():
            return False
        return float(_unlike(thumbnail, self._with_things)[there].mean()) <= 1 - BARE

    def is_bare(self, thumbnail: Pixels, place: Mask, tiles: Mask) -> bool:
        """Whether the bare table is seen at a place; where its own look is not known, whether that around it is.

        `tiles`: where other tiles lie.
        """
        if self._bare is None or not self.fits(thumbnail) or not place.any():
            return False
        if (self.known & place).sum() >= BARE * place.sum():
            unlike = _unlike(thumbnail, self._bare)[place & self.known]
            return float(unlike.mean()) <= 1 - BARE
        near = cv2.dilate(place.astype(np.uint8), np.ones((2 * NEAR + 1, 2 * NEAR + 1), np.uint8)) > 0
        around = np.flatnonzero(near & self.known & ~tiles & ~place)
        if not len(around):
            return False
        palette = self._bare.reshape(-1, 3)[around[:: max(1, len(around) // PALETTE)]].astype(np.float32)
        here = lit_like(thumbnail, self._bare)[place]
        apart = np.abs(here[:, None] - palette[None]).max(axis=2).min(axis=1)
        return float((apart <= UNLIKE / 2).mean()) >= BARE


def _unlike(thumbnail: Pixels, look: Pixels) -> Mask:
    """Where a thumbnail lies outside what a look shows there or right beside."""
    lit, ones = lit_like(thumbnail, look), np.ones((STRAY, STRAY), np.uint8)
    low, high = cv2.erode(look, ones), cv2.dilate(look, ones)
    return np.asarray(np.maximum(low - lit, lit - high).max(axis=2) > UNLIKE, bool)


def _warped(picture: Pixels, matrix: NDArray[np.float64], shape: tuple[int, ...]) -> Pixels:
    return np.asarray(cv2.warpAffine(picture, matrix, (shape[1], shape[0])), np.uint8)


def _steepness(picture: Pixels) -> Floats:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)), np.float32)
