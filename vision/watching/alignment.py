"""Where tiles lie after the camera or the table was bumped: turned, moved and scaled all alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading import Quad, centres, widths

FOUND_AGAIN, FEWEST = 0.6, 4
"""Part of the tiles that one similarity must explain, and at least so many, or all of three."""
CLOSELY, CLOSE = 0.12, 0.5
"""Part of a tile's width by which a tile may miss its new place: where none is found, by more, for bumps tilt the
camera, too.
"""
SMALLEST, LARGEST = 0.5, 2.0
"""How much smaller or larger a bump may make a table."""

Points = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Similarity:
    """Turns, scales and moves places (x, y), by a `matrix` (2, 3)."""

    matrix: NDArray[np.float64]

    def __call__(self, places: Points) -> NDArray[np.float32]:
        """Where places (N, 2) lie after it, the corners of a face, say."""
        return np.asarray(places @ self.matrix[:, :2].T + self.matrix[:, 2], np.float32)


def similarity_between(known: Sequence[tuple[Tile, Quad]], seen: Sequence[tuple[Tile, Quad]]) -> Similarity | None:
    """How a whole table moved, from the tiles known and those seen now; None: it did not, or unclear."""
    fewer = min(len(known), len(seen))
    if fewer < FEWEST - 1:
        return None
    quads = np.stack([quad for _, quad in seen])
    there, here = centres(np.stack([quad for _, quad in known])), centres(quads)
    same = np.array([[a == b for b, _ in seen] for a, _ in known])
    width = float(np.median(widths(quads)))
    for reach in (CLOSELY * width, CLOSE * width):
        similarity = _fitted(there, here, same, reach)
        explained = 0 if similarity is None else _explained(similarity(there), here, same, reach)
        if explained >= max(min(FEWEST, len(known)), FOUND_AGAIN * fewer):
            assert similarity is not None
            is_moved = float(np.abs(similarity(there) - there).max()) > CLOSELY * width
            is_better = explained > _explained(there, here, same, reach)
            return similarity if is_moved and is_better else None
    return None


def _fitted(there: Points, here: Points, same: NDArray[np.bool_], reach: float) -> Similarity | None:
    """The similarity that brings most tiles onto their likes (RANSAC); None: there is none."""
    known, seen = np.nonzero(same)
    if len(known) < FEWEST - 1:
        return None
    matrix, _ = cv2.estimateAffinePartial2D(there[known], here[seen], ransacReprojThreshold=reach)
    if matrix is None or not SMALLEST < float(np.hypot(matrix[0, 0], matrix[1, 0])) < LARGEST:
        return None
    return Similarity(np.asarray(matrix, np.float64))


def _explained(moved: Points, here: Points, same: NDArray[np.bool_], reach: float) -> int:
    """How many known tiles have their like so near the place where they should now be."""
    apart = np.linalg.norm(moved[:, None] - here[None], axis=2)
    return int((np.where(same, apart, np.inf).min(axis=1) <= reach).sum())
