"""The background model: what each pixel of the thumbnail shows without tiles, bare or with objects that lie on the
table.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.motion import (
    UNLIKE,
    Floats,
    Mask,
    character,
    grown,
    light_between,
    lit_like,
    most_of,
    outside,
    steepness,
)

FAINT = 10
"""Levels by which a pixel must differ from the bare table to stay part of an object, if it resembles that object more
than the table.
"""
BARE = 0.7
"""Share of a place that must show the background for the place to count as bare."""
PALETTE, NEAR = 400, 30
"""Number of background colours a place is compared with; and width in pixels of the surroundings they are sampled from.
"""
GONE, LEAST_APART = 0.6, 3.0
"""Share of a place's former difference from its surroundings that may remain once an object was removed; and levels
added to each difference as a tolerance.
"""
CLOSE, BESIDE = 6, 0.15
"""Width in pixels of the rim around a place; and share of that rim which a foreign object must fill to count as lying
over the place, too.
"""
WERE_TILES = 0.8
"""Share of an object's pixels that tiles must cover for the object to have been these tiles."""
FLAT = 0.4
"""Share of the background's mean edge strength below which a place shows nothing of the table."""
SAME_LIGHT, LIT, PLAIN = 0.06, 0.7, 0.7
"""Difference of log brightness within which pixels count as lit alike; share of a place's pixels that must be lit
alike; and greatest ratio of the pixels that had one level before to those lit alike now, above which the place's
texture is too plain to tell.
"""
MOST_SEEN, LEAST_LAG = 0.5, 0.02
"""Share of the known background from which its light tells that of the whole; and gain that is worth relighting."""
DARK = 8.0
"""Levels added before brightness is compared: the ratio of nearly black pixels is unreliable."""


class Background:
    """The table without tiles, per pixel of a thumbnail: its bare look, valid where `known`, and the objects on it, in
    `things`.
    """

    def __init__(self, thumbnail: Pixels) -> None:
        self._bare, self._with_things, self._first = (thumbnail.copy() for _ in range(3))
        self.known, self.things = (np.zeros(thumbnail.shape[:2], bool) for _ in range(2))
        self._kept: tuple[Pixels, Floats] | None = None
        self._lag = np.ones(3)
        """The gain of light per colour since the look of hidden pixels was relit last."""

    def learn(self, thumbnail: Pixels, bare: Mask) -> None:
        """Stores the thumbnail as the bare look of the pixels in `bare`, except where objects lie."""
        if not self.known.any():  # unknown pixels serve as reference for the light
            self._bare, self._kept = thumbnail.copy(), None
        bare = bare & ~self.things
        self._relight(thumbnail, bare & self.known)
        self._bare[bare] = thumbnail[bare]
        self._first[bare & ~self.known] = thumbnail[bare & ~self.known]
        self.known |= bare

    def _relight(self, thumbnail: Pixels, seen: Mask) -> None:
        """Brings the look of known pixels under tiles and objects to the light of those that are `seen`, if these are
        most: exposure and white balance drift."""
        if seen.sum() < MOST_SEEN * self.known.sum() or not seen.any():
            return
        self._lag *= light_between(self._bare[seen], thumbnail[seen])
        if np.abs(self._lag - 1).max() >= LEAST_LAG:
            for looks, hidden in ((self._bare, self.known & ~seen), (self._with_things, self.things)):
                looks[hidden] = np.clip(looks[hidden] * self._lag, 0, 255).astype(np.uint8)
            self._lag[:], self._kept = 1, None

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
        light = (DARK + thumbnail[lit].astype(np.float32)).mean(axis=0) / (DARK + self._bare[lit]).mean(axis=0)
        under = grown(grown(lit, around), -around) & self.known & ~self.things & ~lit
        self._bare[under] = np.clip((DARK + self._bare[under]) * light - DARK, 0, 255).astype(np.uint8)
        self.learn(thumbnail, lit)

    def learn_thing(self, thumbnail: Pixels, place: Mask) -> None:
        """Adds the pixels of `place` as an object that was put down; the bare look beneath is kept."""
        self._with_things[place] = thumbnail[place]
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
        matrix = _fitted(matrix, self._bare, thumbnail)
        there._bare, there._with_things, there._first = (
            _warped(one, matrix, shape) for one in (self._bare, self._with_things, self._first)
        )
        known, things = (_warped(mask.astype(np.uint8), matrix, shape) for mask in (self.known, self.things))
        there.known = np.asarray(cv2.erode(known, np.ones((5, 5), np.uint8)) > 0, bool)
        there.things = np.asarray(things > 0, bool)
        return there

    def apart(self, thumbnail: Pixels) -> Floats:
        """Levels (H, W) by which each pixel lies outside the range of the background, bare or with objects; at most 0
        inside that range or where it is unknown.
        """
        lit = self._lit(thumbnail)
        apart = outside(lit, self._bare)
        if self.things.any():
            apart = np.where(self.things, np.minimum(apart, outside(lit, self._looks)), apart)
        return np.where(self.known, apart, 0).astype(np.float32)

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
            lit = self._lit(thumbnail)
            apart = outside(lit, self._bare)
            is_thing = (apart > UNLIKE) | ((apart > FAINT) & (outside(lit, self._looks) < apart))
            self.things &= is_thing | unseen

    def _lit(self, thumbnail: Pixels) -> Floats:
        """The thumbnail relit to match the background with its things; computed once per thumbnail."""
        if thumbnail is self._bare:
            return thumbnail.astype(np.float32)
        if self._kept is None or self._kept[0] is not thumbnail:
            self._kept = thumbnail, lit_like(thumbnail, self._looks)
        return self._kept[1]

    @property
    def _looks(self) -> Pixels:
        """The background including objects."""
        return np.where(self.things[..., None], self._with_things, self._bare) if self.things.any() else self._bare

    def is_flat(self, thumbnail: Pixels, tiles: Mask) -> bool:
        """Whether hardly any of the background's texture is left in the thumbnail, for example with a finger on the
        lens.
        """
        there = self.known & ~self.things & ~tiles
        if there.mean() < 1 - BARE:
            return False
        lit = np.clip(self._lit(thumbnail), 0, 255).astype(np.uint8)
        return float(steepness(lit)[there].mean()) < FLAT * float(steepness(self._bare)[there].mean())

    def has_gone(self, thumbnail: Pixels, place: Mask, unseen: Mask) -> bool:
        """Whether an object was removed from a place: the place now clearly resembles the table around it more than
        before.

        `unseen`: pixels where the background is hidden now.
        """
        if not place.any():
            return False
        was, apart = (self._apart_from_around(one, place, unseen) for one in (self._bare, thumbnail))
        return apart < GONE * was

    def is_as_at_first(self, thumbnail: Pixels, place: Mask) -> bool:
        """Whether at least the share BARE of a place shows the table as it looked at first."""
        there = place & self.known
        seen = outside(lit_like(thumbnail, self._first), self._first) <= UNLIKE
        return bool(place.any()) and float((seen & there).sum()) >= BARE * place.sum()

    def in_other_light(self, thumbnail: Pixels, place: Mask) -> Mask:
        """The pixels of `place` that show the table's own texture uniformly darker or brighter: a sharp-edged shadow or
        a patch of sun. Empty where the texture is too plain to be recognised.
        """
        lit, there = np.zeros_like(place), place & self.known & ~self.things
        if there.any():
            greys = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)[there] for one in (self._bare, thumbnail))
            before, now = (np.log(DARK + grey) for grey in greys)
            alike, plain = (np.abs(levels - np.median(levels)) < SAME_LIGHT for levels in (now - before, before))
            lit[there] = alike & (alike.mean() >= LIT) & (plain.mean() <= PLAIN * alike.mean())
        return lit

    def change(self, thumbnail: Pixels, place: Mask) -> Floats:
        """Mean difference of a place to the bare table, in levels per colour (3); positive where it is brighter."""
        return np.asarray((self._lit(thumbnail)[place] - self._bare[place]).mean(axis=0), np.float32)

    def is_as_before(self, thumbnail: Pixels, place: Mask) -> bool:
        """Whether at least the share BARE of a place shows the known bare table itself."""
        there = place & self.known & ~self.things
        seen = outside(self._lit(thumbnail), self._bare) <= UNLIKE
        return bool(place.any()) and float((seen & there).sum()) >= BARE * place.sum()

    def is_bare(self, thumbnail: Pixels, place: Mask, foreign: Mask, tiles: Mask) -> bool:
        """Whether a place shows the table, or an object that belonged to it before a tile lay there.

        Where the place's own background is unknown, or was something unlike the table, its colours are compared with
        those of the bare table around it. `foreign`, `tiles`: pixels that show neither, and pixels of tiles.
        """
        unseen = foreign | tiles
        if not place.any():
            return False
        there = place & (self.known | self.things)
        if there.sum() >= BARE * place.sum():
            if float((outside(self._lit(thumbnail), self._looks) > UNLIKE)[there].mean()) <= 1 - BARE:
                return True
            if self._like_around(self._bare, place, unseen) >= 1 - BARE:
                return False
        beside = grown(place, CLOSE) & ~place & ~tiles
        if (beside & (foreign | self.things)).sum() > BESIDE * beside.sum():
            return False
        return self._like_around(thumbnail, place, unseen) >= BARE

    def _like_around(self, picture: Pixels, place: Mask, unseen: Mask) -> float:
        """Share of a place's pixels, in this picture, that have a colour of the bare table around the place."""
        around = np.flatnonzero(self._around(place, unseen))
        if not len(around):
            return 0.0
        palette = self._bare.reshape(-1, 3)[around[:: max(1, len(around) // PALETTE)]].astype(np.float32)
        here = self._lit(picture)[place]
        here = here[:: max(1, len(here) // PALETTE)]
        apart = most_of(np.abs(here[:, None] - palette[None])).min(axis=1)
        return float((apart <= UNLIKE / 2).mean())

    def _around(self, place: Mask, unseen: Mask) -> Mask:
        """The pixels around a place where the bare table is known and visible."""
        return np.asarray(grown(place, NEAR) & self.known & ~self.things & ~unseen & ~place, bool)

    def _apart_from_around(self, picture: Pixels, place: Mask, unseen: Mask) -> float:
        """Difference, in levels, of a place's colours, their spread and its edges from those of the bare table around
        it.
        """
        around = self._around(place, unseen)
        if not around.any():
            return LEAST_APART
        lit = self._lit(picture)
        here, there = character(lit, place), character(self._bare.astype(np.float32), around)
        return LEAST_APART + float(np.abs(here - there).sum())


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
