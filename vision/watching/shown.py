"""What a thumbnail shows of the table without tiles, place by place."""

from functools import cached_property

import cv2
import numpy as np

from vision.camera import Pixels
from vision.watching.motion import UNLIKE, Floats, Mask, character, grown, lit_like, most_of, outside, steepness

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
FLAT = 0.4
"""Share of the background's mean edge strength below which a place shows nothing of the table."""
SAME_LIGHT, LIT, PLAIN = 0.06, 0.7, 0.7
"""Difference of log brightness within which pixels count as lit alike; share of a place's pixels that must be lit
alike; and greatest ratio of the pixels that had one level before to those lit alike now, above which the place's
texture is too plain to tell.
"""
DARK = 8.0
"""Levels added before brightness is compared: the ratio of nearly black pixels is unreliable."""


class Looks:
    """The looks of each pixel of a thumbnail without tiles: `bare`, and as it was `first`, valid where `known`; with an
    object on it, `with_things`, valid in `things`."""

    def __init__(self, thumbnail: Pixels) -> None:
        self.bare, self.with_things, self.first = (thumbnail.copy() for _ in range(3))
        self.known, self.things = (np.zeros(thumbnail.shape[:2], bool) for _ in range(2))

    @property
    def background(self) -> Pixels:
        """The table with the objects on it, (H, W, 3)."""
        return np.where(self.things[..., None], self.with_things, self.bare) if self.things.any() else self.bare


class Shown:
    """A thumbnail, compared with the table's looks. Places are masks (H, W) of the thumbnail's pixels."""

    def __init__(self, thumbnail: Pixels, looks: Looks) -> None:
        self.thumbnail, self._looks = thumbnail, looks

    @cached_property
    def _lit(self) -> Floats:
        """The thumbnail relit to match the background."""
        return lit_like(self.thumbnail, self._looks.background)

    def apart(self) -> Floats:
        """Levels (H, W) by which each pixel lies outside the range of the background, bare or with objects; at most 0
        inside that range or where it is unknown.
        """
        looks, apart = self._looks, outside(self._lit, self._looks.bare)
        if looks.things.any():
            apart = np.where(looks.things, np.minimum(apart, outside(self._lit, looks.background)), apart)
        return np.where(looks.known, apart, 0).astype(np.float32)

    def things(self) -> Mask:
        """The pixels (H, W) of known objects in which the bare table is not seen again."""
        apart = outside(self._lit, self._looks.bare)
        is_thing = (apart > FAINT) & (outside(self._lit, self._looks.background) < apart)
        return np.asarray(self._looks.things & (is_thing | (apart > UNLIKE)), bool)

    def is_flat(self, tiles: Mask) -> bool:
        """Whether hardly any of the background's texture is left in the thumbnail, for example with a finger on the
        lens. `tiles`: pixels of tiles.
        """
        there = self._looks.known & ~self._looks.things & ~tiles
        if there.mean() < 1 - BARE:
            return False
        lit = np.clip(self._lit, 0, 255).astype(np.uint8)
        return float(steepness(lit)[there].mean()) < FLAT * float(steepness(self._looks.bare)[there].mean())

    def is_as_at_first(self, place: Mask) -> bool:
        """Whether at least the share BARE of a place shows the table as it looked at first."""
        first = self._looks.first
        seen = outside(lit_like(self.thumbnail, first), first) <= UNLIKE
        return bool(place.any()) and float((seen & place & self._looks.known).sum()) >= BARE * place.sum()

    def is_as_before(self, place: Mask) -> bool:
        """Whether at least the share BARE of a place shows the known bare table itself."""
        there = place & self._looks.known & ~self._looks.things
        seen = outside(self._lit, self._looks.bare) <= UNLIKE
        return bool(place.any()) and float((seen & there).sum()) >= BARE * place.sum()

    def is_bare(self, place: Mask, foreign: Mask, tiles: Mask) -> bool:
        """Whether a place shows the table, or an object that belonged to it before a tile lay there.

        Where the place's own background is unknown, or was something unlike the table, its colours are compared with
        those of the bare table around it. `foreign`, `tiles`: pixels that show neither, and pixels of tiles.
        """
        looks, unseen = self._looks, foreign | tiles
        if not place.any():
            return False
        there = place & (looks.known | looks.things)
        if there.sum() >= BARE * place.sum():
            if float((outside(self._lit, looks.background) > UNLIKE)[there].mean()) <= 1 - BARE:
                return True
            if self._like_around(self._bare, place, unseen) >= 1 - BARE:
                return False
        beside = grown(place, CLOSE) & ~place & ~tiles
        if (beside & (foreign | looks.things)).sum() > BESIDE * beside.sum():
            return False
        return self._like_around(self._lit, place, unseen) >= BARE

    def has_gone(self, place: Mask, unseen: Mask) -> bool:
        """Whether an object was removed from a place: the place now clearly resembles the table around it more than
        before.

        `unseen`: pixels where the background is hidden now.
        """
        if not place.any():
            return False
        was, now = (self._apart_from_around(levels, place, unseen) for levels in (self._bare, self._lit))
        return now < GONE * was

    def in_other_light(self, place: Mask) -> Mask:
        """The pixels of `place` that show the table's own texture uniformly darker or brighter: a sharp-edged shadow or
        a patch of sun. Empty where the texture is too plain to be recognised.
        """
        lit, there = np.zeros_like(place), place & self._looks.known & ~self._looks.things
        if there.any():
            greys = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)[there] for one in (self._looks.bare, self.thumbnail))
            before, now = (np.log(DARK + grey) for grey in greys)
            alike, plain = (np.abs(levels - np.median(levels)) < SAME_LIGHT for levels in (now - before, before))
            lit[there] = alike & (alike.mean() >= LIT) & (plain.mean() <= PLAIN * alike.mean())
        return lit

    def change(self, place: Mask) -> Floats:
        """Mean difference of a place to the bare table, in levels per colour (3); positive where it is brighter."""
        return np.asarray((self._lit[place] - self._looks.bare[place]).mean(axis=0), np.float32)

    @property
    def _bare(self) -> Floats:
        return self._looks.bare.astype(np.float32)

    def _like_around(self, levels: Floats, place: Mask, unseen: Mask) -> float:
        """Share of a place's pixels in these levels (H, W, 3) that have a colour of the bare table around it."""
        around = np.flatnonzero(self._around(place, unseen))
        if not len(around):
            return 0.0
        palette = self._bare.reshape(-1, 3)[around[:: max(1, len(around) // PALETTE)]]
        here = levels[place]
        here = here[:: max(1, len(here) // PALETTE)]
        apart = most_of(np.abs(here[:, None] - palette[None])).min(axis=1)
        return float((apart <= UNLIKE / 2).mean())

    def _apart_from_around(self, levels: Floats, place: Mask, unseen: Mask) -> float:
        """Difference of a place's colours in these levels (H, W, 3), their spread and its edges from those of the bare
        table around it.
        """
        around = self._around(place, unseen)
        if not around.any():
            return LEAST_APART
        return LEAST_APART + float(np.abs(character(levels, place) - character(self._bare, around)).sum())

    def _around(self, place: Mask, unseen: Mask) -> Mask:
        """The pixels around a place where the bare table is known and visible."""
        looks = self._looks
        return np.asarray(grown(place, NEAR) & looks.known & ~looks.things & ~unseen & ~place, bool)
