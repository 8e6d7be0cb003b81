"""The background model: what each pixel of the thumbnail shows without tiles, bare or with objects that lie on the
table.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.motion import Mask, grown, light_between
from vision.watching.shown import DARK, Looks, Shown

WERE_TILES = 0.8
"""Share of an object's pixels that tiles must cover for the object to have been these tiles."""
MOST_SEEN, LEAST_LAG = 0.5, 0.02
"""Share of the known background from which its light tells that of the whole; and gain that is worth relighting."""


class Background(Looks):
    """The table without tiles, learnt from thumbnails."""

    def __init__(self, thumbnail: Pixels) -> None:
        super().__init__(thumbnail)
        self._shown: Shown | None = None
        self._lag = np.ones(3)
        """The gain of light per colour since the look of hidden pixels was relit last."""

    def shown_in(self, thumbnail: Pixels) -> Shown:
        """The thumbnail, compared with these looks."""
        if self._shown is None or self._shown.thumbnail is not thumbnail:
            self._shown = Shown(thumbnail, self)
        return self._shown

    def learn(self, thumbnail: Pixels, bare: Mask) -> None:
        """Stores the thumbnail as the bare look of the pixels in `bare`, except where objects lie."""
        if not self.known.any():  # unknown pixels serve as reference for the light
            self.bare, self._shown = thumbnail.copy(), None
        bare = bare & ~self.things
        self._relight(thumbnail, bare & self.known)
        self.bare[bare] = thumbnail[bare]
        self.first[bare & ~self.known] = thumbnail[bare & ~self.known]
        self.known |= bare

    def _relight(self, thumbnail: Pixels, seen: Mask) -> None:
        """Brings the look of known pixels under tiles and objects to the light of those that are `seen`, if these are
        most: exposure and white balance drift."""
        if seen.sum() < MOST_SEEN * self.known.sum() or not seen.any():
            return
        self._lag *= light_between(self.bare[seen], thumbnail[seen])
        if np.abs(self._lag - 1).max() >= LEAST_LAG:
            for looks, hidden in ((self.bare, self.known & ~seen), (self.with_things, self.things)):
                looks[hidden] = np.clip(looks[hidden] * self._lag, 0, 255).astype(np.uint8)
            self._lag[:], self._shown = 1, None

    def learn_revealed(self, thumbnail: Pixels, place: Mask) -> None:
        """Stores the thumbnail as the bare look of a place from which an object was removed that had counted as the
        table.
        """
        self.things &= ~place
        self.learn(thumbnail, place)

    def learn_light(self, thumbnail: Pixels, lit: Mask, around: int) -> None:
        """Stores pixels `lit` that show the table in another light, and relights the known background enclosed by them.

        Enclosed areas count up to twice `around` pixels wide: an object that hides them lies on a table lit the same
        way.
        """
        light = (DARK + thumbnail[lit].astype(np.float32)).mean(axis=0) / (DARK + self.bare[lit]).mean(axis=0)
        under = grown(grown(lit, around), -around) & self.known & ~self.things & ~lit
        self.bare[under] = np.clip((DARK + self.bare[under]) * light - DARK, 0, 255).astype(np.uint8)
        self.learn(thumbnail, lit)

    def learn_thing(self, thumbnail: Pixels, place: Mask) -> None:
        """Adds the pixels of `place` as an object that was put down; the bare look beneath is kept."""
        self.with_things[place] = thumbnail[place]
        self.things |= place

    def forget(self, place: Mask) -> None:
        """Marks a place as unknown: the area stored as the bare table is a tile."""
        self.known &= ~place

    def bumped(self, matrix: NDArray[np.float64], thumbnail: Pixels) -> "Background":
        """The same background, transformed to a new camera position.

        `matrix` (2, 3): approximate transform in pixels of this thumbnail; it is refined here by ECC.
        """
        there, shape = Background(thumbnail), thumbnail.shape
        if not self.known.any():
            return there
        matrix = _fitted(matrix, self.bare, thumbnail)
        there.bare, there.with_things, there.first = (
            _warped(one, matrix, shape) for one in (self.bare, self.with_things, self.first)
        )
        known, things = (_warped(mask.astype(np.uint8), matrix, shape) for mask in (self.known, self.things))
        there.known = np.asarray(cv2.erode(known, np.ones((5, 5), np.uint8)) > 0, bool)
        there.things = np.asarray(things > 0, bool)
        return there

    def were_tiles(self, tiles: Mask) -> None:
        """Removes objects that lie almost wholly under tiles: they were those tiles, read after the object had
        settled.
        """
        count, labels = cv2.connectedComponents(self.things.astype(np.uint8))
        for label in range(1, count):
            thing = labels == label
            if (thing & tiles).sum() >= WERE_TILES * thing.sum():
                self.things &= ~thing

    def clear_things(self, thumbnail: Pixels, unseen: Mask) -> None:
        """Removes things where the bare table is seen again, except in `unseen`: moving or lying objects may look like
        the table there.
        """
        if self.things.any():
            self.things &= self.shown_in(thumbnail).things() | unseen


def _fitted(matrix: NDArray[np.float64], known: Pixels, thumbnail: Pixels) -> NDArray[np.float64]:
    """The affine transform near `matrix` that best aligns the background with a thumbnail (ECC, Evangelidis and
    Psarakis 2008).
    """
    before, now = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (known, thumbnail))
    end = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-4)
    try:
        _, fitted = cv2.findTransformECC(before, now, matrix.astype(np.float32), cv2.MOTION_AFFINE, end)
    except cv2.error:  # it does not converge
        return matrix
    return np.asarray(fitted, np.float64)


def _warped(picture: Pixels, matrix: NDArray[np.float64], shape: tuple[int, ...]) -> Pixels:
    return np.asarray(cv2.warpAffine(picture, matrix, (shape[1], shape[0])), np.uint8)
