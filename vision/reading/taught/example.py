"""A face whose tile is known: taught, corrected, proved by play or surely read."""

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
"""Correlation from which two patches show one tile in its place, before and after a restart of the program."""
SAME_PICTURE = 2.0
"""Greatest mean difference, in levels, of two patches of one tile cut from the same picture: 1.5 if one patch was
meanwhile stored in a set's file.
"""


Turn = tuple[int, int]
"""The number of a match, and of a turn."""


class Source(IntEnum):
    """Who vouches for an example; a larger value counts more."""

    READ = 0
    """The tile was read surely. The example helps to judge doubtful tiles for an evening; it is neither saved nor used
    for fitting."""
    PLAYED = 1
    """The tile lay in a legal, undisputed turn, and no other tile would have been legal in its place."""
    TOLD = 2
    """A player named the tile."""


@dataclass(frozen=True, eq=False)
class Example:
    """A face whose tile is known, upright.

    `patch` (96, 72, 3), BGR: the crop and its surroundings. `key`: of the tile on the table. `turn`: the turn that
    proved it; None: no turn. `kept_as`: its mark in the file it was loaded from; "": it was in no file.
    """

    tile: Tile
    patch: Pixels
    key: int | None = None
    source: Source = Source.READ
    turn: Turn | None = None
    kept_as: str = ""

    @property
    def mark(self) -> str:
        """A word that identifies the example; a file stores the patch lossily, but the mark exactly."""
        return self.kept_as or f"{crc32(self.patch.tobytes()):08x}"

    def is_of_turn_after(self, last: Turn) -> bool:
        """Whether a later turn of that match proved it."""
        return self.turn is not None and self.turn[0] == last[0] and self.turn[1] > last[1]

    @property
    def crop(self) -> Pixels:
        """The crop of the face, (64, 48, 3)."""
        return self.patch[BORDER[0] : -BORDER[0], BORDER[1] : -BORDER[1]]

    @cached_property
    def inked(self) -> Floats:
        """Its ink mask, (560,)."""
        return np.asarray(looks.inked(looks.shares(self.crop[None]))[0])

    def is_same(self, other: "Example") -> bool:
        """Whether both show the same tile in the same place, under the same name."""
        return self.tile == other.tile and np.corrcoef(self.patch.ravel(), other.patch.ravel())[0, 1] >= SAME_PLACE

    def is_taught_again(self, other: "Example") -> bool:
        """Whether a player taught this example from the same picture as `other`."""
        is_told = self.source is Source.TOLD and self.key is None and self.tile == other.tile
        return is_told and float(np.abs(self.patch.astype(np.int16) - other.patch).mean()) <= SAME_PICTURE


def patches_of(picture: Pixels, quads: Sequence[Quad]) -> Pixels:
    """The patches (N, 96, 72, 3) of faces at these quads (4, 2) in pixels, turned upright by the order of their
    corners.

    A quad that is wider than high is turned by a quarter: a joker's drawing may have misled the classifier about its
    orientation.
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
