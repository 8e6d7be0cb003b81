"""The free places beside the tiles of a row, where a tile may lie that was not read.

What lies beside a row too short for a set is read once more, enlarged: nobody lays two tiles and says that the turn is
over, so a third may lie there that no reading of the whole picture finds.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import SURE, PlacedTile, Quad, TableReading, centres, scaled, widths
from vision.watching.snapshot import SettledTable
from vision.watching.strays import ANOTHER_PLACE, NAMED, upon
from vision.watching.tracks import SettledTile, nearest

SHORTEST = 3
"""Tiles of the shortest row that may be a set."""
SIZES = (1.0, 1.4)
"""Sizes, in tiles, in which a place is read, one after the other: print beside it may spoil one crop."""
STEP = 1.05
"""Distance from a tile to the next place of its row, in tile widths."""


class RowEnds:
    """The places beside short rows, each read once until something moves there, or the picture is better.

    `is_known`: whether the bare table is known at a place; `larger`: the enlarged reading of a place.
    """

    def __init__(self, is_known: Callable[[Quad], bool], larger: Callable[[Pixels, Quad], PlacedTile]) -> None:
        self._is_known, self._larger = is_known, larger
        self._looked_at: list[tuple[Quad, PlacedTile | None]] = []
        """Each place, and the face read there; None: no face."""
        self.tiles: tuple[PlacedTile, ...] = ()
        """The faces that are surely read where the bare table is known: print beside a tile is read as surely."""

    def begin_anew(self, has_moved: Callable[[Quad], bool]) -> None:
        """Forgets what was read at the places where an object `has_moved`."""
        self._looked_at = [(quad, face) for quad, face in self._looked_at if not has_moved(quad)]
        self.tiles = tuple(tile for tile in self.tiles if not has_moved(tile.quad))

    def look_again(self) -> None:
        """Forgets where no face was read: the picture has become better."""
        self._looked_at = [(quad, face) for quad, face in self._looked_at if face is not None]

    def joined(self, reading: TableReading) -> TableReading:
        """The reading with the tiles found beside short rows, where it has none."""
        over = upon([tile.quad for tile in reading.tiles], [tile.quad for tile in self.tiles])
        more = tuple(tile for tile, is_over in zip(self.tiles, over, strict=True) if not is_over)
        return replace(reading, tiles=(*reading.tiles, *more))

    def with_faces(self, table: SettledTable, picture: Pixels) -> frozenset[int]:
        """Keys of the tiles in short rows beside which an enlarged reading finds another face. The sure ones are in
        `tiles` from now on."""
        lying = [*(tile.quad for tile in table.tiles), *(tile.quad for tile in table.unread)]
        short = [tile for row in table.rows if len(row) < SHORTEST for tile in row]
        return frozenset(tile.key for tile in short if self._has_face_beside(tile, lying, table, picture))

    def _has_face_beside(self, tile: SettledTile, lying: Sequence[Quad], table: SettledTable, picture: Pixels) -> bool:
        ends = ends_of_rows(tile.quad[None], lying, (table.width, table.height))
        faces = [self._face(quad, picture) for quad in ends]
        return any(face is not None for face in faces)

    def _face(self, quad: Quad, picture: Pixels) -> PlacedTile | None:
        known = nearest([place for place, _ in self._looked_at], [quad])
        if known:
            return self._looked_at[next(iter(known.values()))][1]
        larger = (self._larger(picture, scaled(quad, size)) for size in SIZES)
        read = next((face for face in larger if face.confidence >= NAMED), None)
        if read is not None and read.confidence >= SURE and self._is_known(quad):
            self.tiles = (*self.tiles, read)
        self._looked_at.append((quad, read))
        return read


def ends_of_rows(tiles: NDArray[np.float32], lying: Sequence[Quad], size: tuple[int, int]) -> NDArray[np.float32]:
    """The free places (M, 4, 2) beside tiles (N, 4, 2) in their rows, inside the picture.

    `lying`: quads of everything that was read. `size`: width and height of the picture, in pixels.
    """
    across = STEP * (tiles[:, 1:2] - tiles[:, :1])
    beside = np.concatenate([tiles - across, tiles + across])
    inside = ((beside >= 0) & (beside < size)).all(axis=(1, 2))
    apart = np.linalg.norm(centres(beside)[:, None] - centres(np.stack(list(lying)))[None], axis=2).min(axis=1)
    return np.asarray(beside[inside & (apart > ANOTHER_PLACE * widths(beside))], np.float32)
