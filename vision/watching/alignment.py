"""The similarity transform between two readings of one table, after the camera or the table was bumped."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading import Quad, centres, widths

FOUND_AGAIN, FEWEST = 0.6, 4
"""Share of the smaller reading's tiles that one similarity must explain; and the number of tiles it must explain at
least (all of them, where only three are known).
"""
CLOSELY, CLOSE = 0.12, 0.5
"""Shares of a tile's width by which a tile may miss its predicted position. The larger is tried where the smaller finds
no similarity: a bump tilts the camera, too.
"""
SMALLEST, LARGEST = 0.5, 2.0
"""Limits of a similarity's scale: how much smaller or larger a bump may make the table in the picture."""

Points = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Similarity:
    """A rotation, a scale and a translation of points (x, y) in pixels, as a `matrix` (2, 3)."""

    matrix: NDArray[np.float64]

    def __call__(self, places: Points) -> NDArray[np.float32]:
        """The transformed points, shape (N, 2), of points (N, 2), for example the corners of a quad."""
        return np.asarray(places @ self.matrix[:, :2].T + self.matrix[:, 2], np.float32)


def similarity_between(known: Sequence[tuple[Tile, Quad]], seen: Sequence[tuple[Tile, Quad]]) -> Similarity | None:
    """The similarity that moves the known tiles' quads onto those seen now.

    None: too few tiles are known or seen, no similarity explains enough of them, or the table did not move as a whole.
    """
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
    """The similarity that moves most tiles onto tiles of the same name (RANSAC); None: no plausible one is found.

    `there`, `here`: centres of known and of seen tiles; `same` (known, seen): whether they have the same name; `reach`:
    pixels.
    """
    known, seen = np.nonzero(same)
    if len(known) < FEWEST - 1:
        return None
    matrix, _ = cv2.estimateAffinePartial2D(there[known], here[seen], ransacReprojThreshold=reach)
    if matrix is None or not SMALLEST < float(np.hypot(matrix[0, 0], matrix[1, 0])) < LARGEST:
        return None
    return Similarity(np.asarray(matrix, np.float64))


def _explained(moved: Points, here: Points, same: NDArray[np.bool_], reach: float) -> int:
    """The number of known tiles with a seen tile of the same name within `reach` pixels of their predicted centre."""
    apart = np.linalg.norm(moved[:, None] - here[None], axis=2)
    return int((np.where(same, apart, np.inf).min(axis=1) <= reach).sum())
