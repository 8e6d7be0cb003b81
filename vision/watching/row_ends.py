"""The free places beside the tiles of a row, where a tile may lie that was not read.

What lies beside a row too short for a set is read once more, enlarged: nobody lays two tiles and says that the turn is
over, so a third may lie there that no reading of the whole picture finds.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, centres, widths
from vision.watching.motion import Mask
from vision.watching.snapshot import SettledTable
from vision.watching.strays import ANOTHER_PLACE, NAMED
from vision.watching.tracks import SettledTile, nearest

SHORTEST = 3
"""Tiles of the shortest row that may be a set."""
STEP = 1.05
"""Distance from a tile to the next place of its row, in tile widths."""


class RowEnds:
    """The places beside short rows, each read once until something moves. `are_print`: whether the bare table's print
    is seen at places (N, 4, 2); `larger`: the enlarged reading of a place.
    """

    def __init__(
        self, are_print: Callable[[Pixels, NDArray[np.float32]], Mask], larger: Callable[[Pixels, Quad], PlacedTile]
    ) -> None:
        self._are_print, self._larger = are_print, larger
        self._looked_at: list[tuple[Quad, bool]] = []

    def begin_anew(self) -> None:
        """Forgets what was read at these places: an object moved."""
        self._looked_at = []

    def with_faces(self, table: SettledTable, picture: Pixels) -> frozenset[int]:
        """Keys of the tiles in short rows beside which an enlarged reading finds another face."""
        lying = [*(tile.quad for tile in table.tiles), *(tile.quad for tile in table.unread)]
        short = [tile for row in table.rows if len(row) < SHORTEST for tile in row]
        return frozenset(tile.key for tile in short if self._has_face_beside(tile, lying, table, picture))

    def _has_face_beside(self, tile: SettledTile, lying: Sequence[Quad], table: SettledTable, picture: Pixels) -> bool:
        ends = ends_of_rows(tile.quad[None], lying, (table.width, table.height))
        return any(self._is_face(quad, picture) for quad in ends)

    def _is_face(self, quad: Quad, picture: Pixels) -> bool:
        known = nearest([place for place, _ in self._looked_at], [quad])
        if known:
            return self._looked_at[next(iter(known.values()))][1]
        is_print = bool(self._are_print(picture, quad[None])[0])
        is_face = not is_print and self._larger(picture, quad).confidence >= NAMED
        self._looked_at.append((quad, is_face))
        return is_face


def ends_of_rows(tiles: NDArray[np.float32], lying: Sequence[Quad], size: tuple[int, int]) -> NDArray[np.float32]:
    """The free places (M, 4, 2) beside tiles (N, 4, 2) in their rows, inside the picture.

    `lying`: quads of everything that was read. `size`: width and height of the picture, in pixels.
    """
    across = STEP * (tiles[:, 1:2] - tiles[:, :1])
    beside = np.concatenate([tiles - across, tiles + across])
    inside = ((beside >= 0) & (beside < size)).all(axis=(1, 2))
    apart = np.linalg.norm(centres(beside)[:, None] - centres(np.stack(list(lying)))[None], axis=2).min(axis=1)
    return np.asarray(beside[inside & (apart > ANOTHER_PLACE * widths(beside))], np.float32)
