"""The regions that are occluded now, and the kind of occluder; each region that moves or is foreign is classified by
itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import scaled
from vision.watching.motion import Mask, cells_of, grown, in_cells

STILL_FOR = 0.05
"""Seconds without motion after which a place is read; two readings are needed, so it rests longer than this."""
RESTS_FOR, AT_EDGE_FOR, ARM_RESTS_FOR, RESTING = 3.0, 5.8, 30.0, 0.85
"""Seconds an object must lie still to count as put down: anywhere; at the picture's edge, where it may only rest; and
for an arm that reaches over the table. Then the share of the object that must lie still: a resting arm sways.
"""
ARM, IDLE = 1.2, 0.45
"""Least length of an arm, in widths at the picture's edge (a sheet or a plate reaches less far); and greatest share of
the picture's height or width that an idle arm reaches into, which rests at the edge and after whose arrival no tile was
laid.
"""
FEWEST_CELLS = 3
"""Moving cells below which motion is ignored: a reflection or a fly."""
MARGIN, ZONE = 0.08, 0.22
"""Shares of the picture along each edge: where a sleeve is ignored unless tiles lie there; and where racks stand."""
PAUSE = 1.5
"""Seconds that a player who sorts a rack may pause."""
REACH = 2
"""Cells around an object within which it may sway."""


WHOLE = 0.5
"""Share of moving cells from which the camera moved, or the light changed."""


class Cause(Enum):
    """Why a region is occluded."""

    MOVES = "moves"
    LIES = "lies"


@dataclass(frozen=True, eq=False)
class Region:
    """A connected region of occluded cells.

    `rests`: an object has lain there long enough to count as put down. `since`: when its newest motion was, in seconds.
    """

    cells: Mask
    cause: Cause
    rests: bool
    since: float

    @property
    def part(self) -> float:
        """The region's share of the picture, 0 to 1."""
        return float(self.cells.mean())

    @property
    def middle(self) -> tuple[float, float]:
        """The region's centre, as shares of the picture's width and height."""
        rows, columns = np.nonzero(self.cells)
        return float(columns.mean() / self.cells.shape[1]), float(rows.mean() / self.cells.shape[0])


class Occlusion:
    """Per cell: when it last moved, since when it is foreign, and since when it has been busy, all in seconds."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        cells = in_cells(shape)
        self._moved_at = np.full(cells, -np.inf)
        self._foreign_since = np.full(cells, np.inf)
        self._busy_since, self._busy_at = np.full(cells, np.inf), np.full(cells, -np.inf)
        self._zone, self._margin = _along_edge(cells, ZONE), _along_edge(cells, MARGIN)
        self.shape = cells
        self.laid_at = float("-inf")
        """When the tiles on the table last changed, in seconds."""

    def see(self, moved: Mask, foreign: Mask, moment: float) -> None:
        """Adds a picture: the cells that moved, the pixels that are foreign, and its moment in seconds."""
        self._foreign = cells_of(foreign)
        self._moved_at[moved] = moment
        self._foreign_since[~self._foreign] = np.inf
        fresh = self._foreign & np.isinf(self._foreign_since)
        self._foreign_since[fresh] = moment
        busy = moved & (moved.mean() < WHOLE)  # otherwise it is the camera, or the light
        self._busy_since[busy & (moment - self._busy_at > PAUSE)] = moment
        self._busy_at[busy] = moment
        self._moment = moment

    def regions(self, tiles: Mask, things: Mask) -> Iterator[Region]:
        """The occluded regions. `tiles`, `things`: pixels covered by tiles and by known objects."""
        moved = self._moment - self._moved_at < STILL_FOR
        moving = grown(moved, 1)
        known, lying = grown(cells_of(things), REACH), cells_of(tiles, 0.1)
        unseen = (moving | self._foreign) & ~(known & ~lying)
        count, labels = cv2.connectedComponents(joined(unseen).astype(np.uint8))
        beside = self._beside(tiles)
        for label in range(1, count):
            cells = labels == label
            is_more = max((cells & moved).sum(), (cells & self._foreign).sum()) >= FEWEST_CELLS
            if is_more and (cells & ~beside).any():
                yield self._region(cells, moving)

    def moved_since(self, moment: float) -> Mask:
        """The mask of cells that moved at this moment or later."""
        return np.asarray(self._moved_at >= moment, bool)

    def counts(self, cells: Mask, tiles: Mask) -> bool:
        """Whether changed cells are more than a reflection, and not all beside the table."""
        return int((cells & ~self._beside(tiles)).sum()) >= FEWEST_CELLS

    def is_sorted(self, cells: Mask) -> bool:
        """Whether all of these cells lie in an area where somebody sorts a rack; False for no cells."""
        return bool(cells.any()) and not (cells & ~self._sorted(1)).any()

    def _beside(self, tiles: Mask) -> Mask:
        """The mask of cells whose motion is ignored: the margin and racks being sorted, except where tiles lie."""
        return (self._margin | self._sorted()) & ~cells_of(tiles, 0.1)

    def _sorted(self, around: int = 8) -> Mask:
        """The mask of cells in the zone of racks with long-lasting motion, and of `around` cells about them."""
        long = (self._moment - self._busy_since >= RESTS_FOR) & (self._moment - self._busy_at <= PAUSE)
        return grown(long, around) & self._zone

    def _region(self, cells: Mask, moving: Mask) -> Region:
        there, since = cells & self._foreign, float(self._moved_at[cells].max())
        long = self._rests_for(cells)
        lies = self._moment - self._foreign_since[there] >= long
        is_still = self._moment - since >= long  # then the tile's seam may flicker
        rests = lies.any() and (is_still or float(lies.mean()) >= RESTING)
        moves = float((cells & moving).mean()) > 0 and not rests
        return Region(cells, Cause.MOVES if moves else Cause.LIES, bool(rests), since)

    def _rests_for(self, cells: Mask) -> float:
        """Seconds that the object in these cells must lie still to count as put down."""
        turns = [np.rot90(cells, turn) for turn in range(4)]  # each edge of the picture in turn at the top
        wide, turned = max(((int(turn[:2].any(axis=0).sum()), turn) for turn in turns), key=lambda one: one[0])
        if not wide:
            return RESTS_FOR
        far = int(np.flatnonzero(turned.any(axis=1)).max()) + 1
        is_idle = far <= IDLE * len(turned) and float(self._foreign_since[cells].min()) > self.laid_at
        return AT_EDGE_FOR if is_idle or far <= max(ARM * wide, ZONE * len(turned)) else ARM_RESTS_FOR


def _along_edge(cells: tuple[int, int], share: float) -> Mask:
    up, left = round(cells[0] * share), round(cells[1] * share)
    edge = np.ones(cells, bool)
    edge[up : cells[0] - up, left : cells[1] - left] = False
    return edge


def joined(cells: Mask) -> Mask:
    """The mask with nearly touching regions joined and holes filled."""
    closed = cv2.morphologyEx(cells.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros(closed.shape, np.uint8)
    cv2.drawContours(filled, outlines, -1, 1, cv2.FILLED)
    return filled > 0


def tile_mask(
    quads: list[NDArray[np.float32]], shape: tuple[int, int], thumbnail: tuple[int, ...], wide: float = 1.7
) -> Mask:
    """The mask of tiles and their shadows in a thumbnail: each quad scaled by `wide` about its centre.

    `shape`, `thumbnail`: (height, width) of the picture that the quads refer to, and of the thumbnail.
    """
    mask = np.zeros(thumbnail[:2], np.uint8)
    scale = np.array([thumbnail[1] / shape[1], thumbnail[0] / shape[0]], np.float32)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(scaled(quad, wide) * scale).astype(np.int32), 1)
    return mask.astype(bool)
