"""What the table looks like where no tile lies: bare, and with the things that were put down on it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.motion import UNLIKE, Floats, Mask, character, grown, lit_like, most_of, outside, steepness

FAINT = 10
"""Levels by which a place differs at least where a thing lies: if it looks more like that thing than like the table."""
BARE = 0.7
"""Part of a place that has to look bare for no tile to lie there any more."""
PALETTE, NEAR = 400, 30
"""Colours of the bare table to which a place is compared, and pixels around it from which they are."""
GONE, LEAST_APART = 0.6, 3.0
"""Part of what set a place apart from the table around that is left at most once a thing has gone there; and levels by
which any place may differ.
"""
CLOSE, BESIDE = 6, 0.15
"""Pixels around a place, and part of these that something else has to take up, for it to lie over the place, too."""
WERE_TILES = 0.8
"""Part of a thing under tiles from which it was these tiles."""
FLAT = 0.4
"""A place that has less than this part of the bare table's edges shows nothing of that table."""
SAME_LIGHT, LIT, PLAIN = 0.06, 0.7, 0.7
"""By how much the light of a place's pixels may differ, as a logarithm, for them to be lit alike; the part of a place
that has to be so; and times that part that was of one level before, at most: else its drawing says nothing.
"""
DARK = 8.0
"""Levels added before light is compared: what is nearly black tells little of it."""


class Background:
    """The table without tiles, pixel by pixel of a thumbnail: bare, where that is `known`, and with `things` on it."""

    def __init__(self, thumbnail: Pixels) -> None:
        self._bare, self._with_things = thumbnail.copy(), thumbnail.copy()
        self.known, self.things = (np.zeros(thumbnail.shape[:2], bool) for _ in range(2))
        self._kept: tuple[Pixels, Floats] | None = None

    def learn(self, thumbnail: Pixels, bare: Mask) -> None:
        """Takes the look of places that are bare."""
        if not self.known.any():  # what is not known tells in what light the rest is
            self._bare, self._kept = thumbnail.copy(), None
        bare = bare & ~self.things
        self._bare[bare] = thumbnail[bare]
        self.known |= bare

    def learn_revealed(self, thumbnail: Pixels, place: Mask) -> None:
        """What was taken for the table went away: this is what lies under it."""
        self.things &= ~place
        self.learn(thumbnail, place)

    def learn_light(self, thumbnail: Pixels, lit: Mask, around: int) -> None:
        """The table is seen there in another light; what lies within, no more than twice `around` pixels wide, lies on
        a table that is lit so, too.
        """
        light = (DARK + thumbnail[lit].astype(np.float32)).mean(axis=0) / (DARK + self._bare[lit]).mean(axis=0)
        under = grown(grown(lit, around), -around) & self.known & ~self.things & ~lit
        self._bare[under] = np.clip((DARK + self._bare[under]) * light - DARK, 0, 255).astype(np.uint8)
        self.learn(thumbnail, lit)

    def learn_thing(self, thumbnail: Pixels, place: Mask) -> None:
        """A thing was put down; what lies under it is remembered."""
        self._with_things[place] = thumbnail[place]
        self.things |= place

    def forget(self, place: Mask) -> None:
        """What was taken for the bare table at a place is a tile."""
        self.known &= ~place

    def bumped(self, matrix: NDArray[np.float64], thumbnail: Pixels) -> "Background":
        """The same table, every place of it elsewhere. `matrix` (2, 3): about where, in pixels of this thumbnail."""
        there, shape = Background(thumbnail), thumbnail.shape
        if not self.known.any():
            return there
        matrix = _fitted(matrix, self._bare, thumbnail)
        there._bare, there._with_things = (_warped(one, matrix, shape) for one in (self._bare, self._with_things))
        known, things = (_warped(mask.astype(np.uint8), matrix, shape) for mask in (self.known, self.things))
        there.known = np.asarray(cv2.erode(known, np.ones((5, 5), np.uint8)) > 0, bool)
        there.things = np.asarray(things > 0, bool)
        return there

    def apart(self, thumbnail: Pixels) -> Floats:
        """By how many levels each pixel lies outside what the table shows there, bare or with its things; not above 0
        where that is not known.
        """
        lit = self._lit(thumbnail)
        apart = outside(lit, self._bare)
        if self.things.any():
            apart = np.where(self.things, np.minimum(apart, outside(lit, self._looks)), apart)
        return np.where(self.known, apart, 0).astype(np.float32)

    def were_tiles(self, tiles: Mask) -> None:
        """Things that lie under tiles alone were these tiles: it took longer to read them than a thing has to rest."""
        count, labels = cv2.connectedComponents(self.things.astype(np.uint8))
        for label in range(1, count):
            thing = labels == label
            if (thing & tiles).sum() >= WERE_TILES * thing.sum():
                self.things &= ~thing

    def clear_things(self, thumbnail: Pixels, unseen: Mask) -> None:
        """Where the bare table is seen again no thing lies now; `unseen`: what moves or lies there may pass for it."""
        if self.things.any():
            lit = self._lit(thumbnail)
            apart = outside(lit, self._bare)
            is_thing = (apart > UNLIKE) | ((apart > FAINT) & (outside(lit, self._looks) < apart))
            self.things &= is_thing | unseen

    def _lit(self, thumbnail: Pixels) -> Floats:
        """A thumbnail in the light of the table that is known, bare or with its things; found once for each."""
        if thumbnail is self._bare:
            return thumbnail.astype(np.float32)
        if self._kept is None or self._kept[0] is not thumbnail:
            self._kept = thumbnail, lit_like(thumbnail, self._looks)
        return self._kept[1]

    @property
    def _looks(self) -> Pixels:
        """The table with its things."""
        return np.where(self.things[..., None], self._with_things, self._bare) if self.things.any() else self._bare

    def is_flat(self, thumbnail: Pixels, tiles: Mask) -> bool:
        """Whether hardly anything is left of the bare table's own drawing: a finger lies on the lens, say."""
        there = self.known & ~self.things & ~tiles
        if there.mean() < 1 - BARE:
            return False
        lit = np.clip(self._lit(thumbnail), 0, 255).astype(np.uint8)
        return float(steepness(lit)[there].mean()) < FLAT * float(steepness(self._bare)[there].mean())

    def has_gone(self, thumbnail: Pixels, place: Mask, unseen: Mask) -> bool:
        """Whether something went away from a place: it looks more like the table around than it did, clearly so.

        `unseen`: where the bare table is not seen now.
        """
        if not place.any():
            return False
        was, apart = (self._apart_from_around(one, place, unseen) for one in (self._bare, thumbnail))
        return apart < GONE * was

    def in_other_light(self, thumbnail: Pixels, place: Mask) -> Mask:
        """Where the bare table's own drawing is seen, darker or brighter all over: in a shadow with a sharp edge, in a
        patch of sun. Nowhere, where the table is too plain to be known by its drawing.
        """
        lit, there = np.zeros_like(place), place & self.known & ~self.things
        if there.any():
            greys = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)[there] for one in (self._bare, thumbnail))
            before, now = (np.log(DARK + grey) for grey in greys)
            alike, plain = (np.abs(levels - np.median(levels)) < SAME_LIGHT for levels in (now - before, before))
            lit[there] = alike & (alike.mean() >= LIT) & (plain.mean() <= PLAIN * alike.mean())
        return lit

    def change(self, thumbnail: Pixels, place: Mask) -> Floats:
        """By how many levels a place is brighter than the bare table there, for each colour (3)."""
        return np.asarray((self._lit(thumbnail)[place] - self._bare[place]).mean(axis=0), np.float32)

    def is_as_before(self, thumbnail: Pixels, place: Mask) -> bool:
        """Whether the bare table itself is seen at a place, where it is known."""
        there = place & self.known & ~self.things
        seen = outside(self._lit(thumbnail), self._bare) <= UNLIKE
        return bool(place.any()) and float((seen & there).sum()) >= BARE * place.sum()

    def is_bare(self, thumbnail: Pixels, place: Mask, foreign: Mask, tiles: Mask) -> bool:
        """Whether the table is seen at a place, or a thing that was part of it before a tile lay there.

        Where its own look is not known, or was something else's, whether that around it is. `foreign`, `tiles`: where
        something else is seen, and where tiles lie.
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
        """Which part of a place has in this picture the colours of the bare table around it."""
        around = np.flatnonzero(self._around(place, unseen))
        if not len(around):
            return 0.0
        palette = self._bare.reshape(-1, 3)[around[:: max(1, len(around) // PALETTE)]].astype(np.float32)
        here = self._lit(picture)[place]
        here = here[:: max(1, len(here) // PALETTE)]
        apart = most_of(np.abs(here[:, None] - palette[None])).min(axis=1)
        return float((apart <= UNLIKE / 2).mean())

    def _around(self, place: Mask, unseen: Mask) -> Mask:
        """Where the bare table is seen around a place."""
        return np.asarray(grown(place, NEAR) & self.known & ~self.things & ~unseen & ~place, bool)

    def _apart_from_around(self, picture: Pixels, place: Mask, unseen: Mask) -> float:
        """By how many levels colours, their variety and the edges of a place differ from the bare table around it."""
        around = self._around(place, unseen)
        if not around.any():
            return LEAST_APART
        lit = self._lit(picture)
        here, there = character(lit, place), character(self._bare.astype(np.float32), around)
        return LEAST_APART + float(np.abs(here - there).sum())


def _fitted(matrix: NDArray[np.float64], known: Pixels, thumbnail: Pixels) -> NDArray[np.float64]:
    """The matrix near this one that brings what is known best onto a thumbnail (ECC, Evangelidis and Psarakis 2008)."""
    before, now = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (known, thumbnail))
    end = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-4)
    try:
        _, fitted = cv2.findTransformECC(before, now, matrix.astype(np.float32), cv2.MOTION_AFFINE, end)
    except cv2.error:  # it does not converge
        return matrix
    return np.asarray(fitted, np.float64)


def _warped(picture: Pixels, matrix: NDArray[np.float64], shape: tuple[int, ...]) -> Pixels:
    return np.asarray(cv2.warpAffine(picture, matrix, (shape[1], shape[0])), np.uint8)
