"""One row on a rack, a box's lid or a phone, and which tiles stand in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading import Quad
from vision.watching.motion import Mask
from vision.watching.tracks import SettledTile

FEWEST = 3
"""Tiles of the shortest row that may be a rack."""
FLUSH, ROUGHLY_FLUSH = 0.15, 0.35
"""Part of a row's height by which a tile's upper and lower edges may deviate from its row's; and the same for a
candidate, whose outline is rough. A tile that lies flat in place of a rack appears lower than the rack's tiles.
"""
HANGS = 0.1
"""Part of a row's height by which a tile's upper edge may deviate from the row's if its lower edge is read badly; the
lower edge may then deviate by ROUGHLY_FLUSH.
"""
MOSTLY = 0.6
"""Share of a row's tiles that have to stand in one line for the row to be followed."""
WIDER = 1.4
"""Factor by which a tile of the row may be wider than another."""
GROWS = 3.0
"""Tile widths by which a row may grow at each end."""


@dataclass(frozen=True, eq=False)
class RowApart:
    """A row of `count` tiles within a quad, whose first tile is read as `tile`; `belongs`: whether it belongs to the
    game, as players said; None: they were not asked.
    """

    key: int
    quad: Quad
    count: int
    tile: Tile
    belongs: bool | None = None

    def holds(self, quads: NDArray[np.float32], flush: float) -> Mask:
        """Which of these tiles (N, 4, 2) stand in this row, (N,): as wide as its tiles, with edges that deviate by at
        most `flush` of its height from its own, or by HANGS above and ROUGHLY_FLUSH below."""
        low, high = self._sides(quads)
        above, below = np.abs(low[:, 1]), np.abs(high[:, 1] - 1)
        is_flush = ((above < flush) & (below < flush)) | ((above < HANGS) & (below < ROUGHLY_FLUSH))
        return np.asarray(is_flush & self._is_in_line(low, high), bool)

    def following(self, quads: NDArray[np.float32]) -> Self:
        """The row moved to the present position of most of its tiles, if these are among the quads (N, 4, 2), since a
        rack may be pushed a little."""
        low, high = self._sides(quads)
        is_high = np.abs(high[:, 1] - low[:, 1] - 1) < FLUSH
        is_near = np.abs(low[:, 1] + high[:, 1] - 1) / 2 < ROUGHLY_FLUSH
        stand = is_high & is_near & self._is_in_line(low, high)
        if stand.sum() < max(FEWEST, MOSTLY * self.count):
            return self
        low, high = low[stand], high[stand]
        across, ends = (low + high)[:, 0] / 2, np.array([low[:, 0].min(), high[:, 0].max()])
        upper, lower = (np.polyval(np.polyfit(across, side[:, 1], 1), ends) for side in (low, high))
        if max(np.abs(upper).max(), np.abs(lower - 1).max()) < FLUSH:  # a reading's noise: the row was not pushed
            upper, lower = upper / 2, (lower + 1) / 2
        flat = np.column_stack([ends[[0, 1, 1, 0]], [*upper, *lower[::-1]]]).astype(np.float32)
        quad = cv2.perspectiveTransform(flat[None], np.linalg.inv(self._flattening))[0]
        return replace(self, quad=np.asarray(quad, np.float32), count=max(1, round(float(ends[1] - ends[0]))))

    def _is_in_line(self, low: NDArray[np.float32], high: NDArray[np.float32]) -> Mask:
        """The mask (N,) of tiles between these sides that are as wide as the row's tiles, and lie at most GROWS tiles
        beyond its ends."""
        wide, middle = (high - low)[:, 0], (low + high)[:, 0] / 2
        is_wide = (wide > 1 / WIDER) & (wide < WIDER)
        return np.asarray(is_wide & (middle > -GROWS) & (middle < self.count + GROWS), bool)

    def _sides(self, quads: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The lower and the upper sides of quads (N, 4, 2), (N, 2) each: in tile widths along the row, and in its
        heights below its upper edge."""
        if not len(quads):
            return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
        corners = cv2.perspectiveTransform(quads.reshape(1, -1, 2), self._flattening).reshape(-1, 4, 2)
        sides = np.sort(corners, axis=1)  # of each axis two corners on one side, two on the other
        return sides[:, :2].mean(axis=1), sides[:, 2:].mean(axis=1)

    @property
    def _flattening(self) -> NDArray[np.float64]:
        """Maps the row to a rectangle as wide as it has tiles, and 1 high; a homography (3, 3)."""
        flat = np.array([[0, 0], [self.count, 0], [self.count, 1], [0, 1]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(self.quad, flat), np.float64)

    def settled(self) -> SettledTile:
        """The row as the page shows it: one place without a tile, by a player's answer."""
        return SettledTile(self.key, self.tile, self.quad, 1.0, row=self.count)


def stand_in(rows: Sequence[RowApart], quads: Sequence[Quad] | NDArray[np.float32], flush: float = FLUSH) -> Mask:
    """Which of these quads stand in one of the rows, (N,)."""
    places = np.array(quads, np.float32).reshape(-1, 4, 2)
    return np.asarray(np.any([row.holds(places, flush) for row in rows] or np.zeros((1, len(places))), axis=0), bool)
