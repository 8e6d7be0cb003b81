"""A face whose tile is known: what is taught, corrected, played with and surely read is all kept as this."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from zlib import crc32

import numpy as np

from referee.tiles import Tile
from vision.reading.classify.rectify import rectify
from vision.reading.detections import Floats, Pixels, Quad
from vision.reading.geometry import CROP_HEIGHT, CROP_WIDTH
from vision.reading.taught import looks
from vision.reading.taught.views import BORDER

PATCH = (CROP_HEIGHT + 2 * BORDER[0], CROP_WIDTH + 2 * BORDER[1], 3)
"""Shape of a patch: a crop with a border around it."""
SAME_PLACE = 0.96
"""Two patches that correlate so well show one tile in its place, before and after the program was started again."""
SAME_PICTURE = 2.0
"""Levels by which two patches of one tile differ at most, on average, that are cut from one picture: 1.5 where one of
them was kept in a set's file since."""


Turn = tuple[int, int]
"""A match's number, and a turn's."""


class Source(IntEnum):
    """Who says what a face is; the larger counts for more."""

    READ = 0
    """It was read surely: enough to judge doubts by for an evening; it is not kept, and nothing is fitted to it."""
    PLAYED = 1
    """It lay in a legal turn that nobody disputed, and no other tile would have been legal there."""
    TOLD = 2
    """A person said so."""


@dataclass(frozen=True, eq=False)
class Example:
    """A face whose tile is known, upright.

    `patch` (96, 72, 3), BGR: the crop and what lies around it. `key`: the tile's on the table. `turn`: which proved it;
    None: none did. `kept_as`: its mark in the file that it is out of; "": it was not in one.
    """

    tile: Tile
    patch: Pixels
    key: int | None = None
    source: Source = Source.READ
    turn: Turn | None = None
    kept_as: str = ""

    @property
    def mark(self) -> str:
        """A word that no other face has; a file keeps the patch not to the last bit, but its mark."""
        return self.kept_as or f"{crc32(self.patch.tobytes()):08x}"

    def is_of_turn_after(self, last: Turn) -> bool:
        """Whether a later turn of that match proved it."""
        return self.turn is not None and self.turn[0] == last[0] and self.turn[1] > last[1]

    @property
    def crop(self) -> Pixels:
        """The face itself (64, 48, 3)."""
        return self.patch[BORDER[0] : -BORDER[0], BORDER[1] : -BORDER[1]]

    @cached_property
    def inked(self) -> Floats:
        """Where its ink is, (560,)."""
        return np.asarray(looks.inked(looks.shares(self.crop[None]))[0])

    def is_same(self, other: "Example") -> bool:
        """Whether both show one tile in its place, taken for the same."""
        return self.tile == other.tile and np.corrcoef(self.patch.ravel(), other.patch.ravel())[0, 1] >= SAME_PLACE

    def is_taught_again(self, other: "Example") -> bool:
        """Whether a person taught this from the very picture that `other` is cut from."""
        is_told = self.source is Source.TOLD and self.key is None and self.tile == other.tile
        return is_told and float(np.abs(self.patch.astype(np.int16) - other.patch).mean()) <= SAME_PICTURE


def patches_of(picture: Pixels, quads: Sequence[Quad]) -> Pixels:
    """The patches (N, 96, 72, 3) of faces at these places (4, 2), in pixels, upright as the corners' order says.

    One that is said to lie on its side is not believed: what is drawn on a joker may seem to.
    """
    if not quads:
        return np.zeros((0, *PATCH), np.uint8)
    return rectify(picture, np.stack([_tall(quad) for quad in quads]).astype(np.float32), BORDER)


def _tall(quad: Quad) -> Quad:
    """The corners in an order in which the face is higher than wide."""
    width, height = (
        float(np.linalg.norm(quad[a] - quad[0]) + np.linalg.norm(quad[2] - quad[b])) for a, b in ((1, 3), (3, 1))
    )
    return quad if height >= width else np.roll(quad, 1, axis=0)
