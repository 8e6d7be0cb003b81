"""The shape that a tile has in a picture, as the sure ones tell; and how far each outline is off that.

All tiles of a box are equally wide and high, and a table that is seen aslant is shortened in one direction: so there is
one way to measure lengths, whichever way they run, in which every tile is as wide and as high as every other.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import axes, centres
from vision.reading.plane import Plane

Floats = NDArray[np.float64]

HIGH = 1.3
"""How high a tile is for its width, where nothing tells."""
HELD = 0.3
"""How firmly that is held, and that the table is seen from above: as if so many sure tiles said it."""
USUAL = 0.15
"""Sure ones that are off by more than this count for less."""
MOST_OFF, UNTOLD = 0.5, 0.2
"""More than so far off, across or down, says no more; and what is said where no sure one tells the shape."""
ROUNDS = 4


def off_in_shape(
    quads: NDArray[np.floating], turned: NDArray[np.bool_], sure: NDArray[np.bool_], plane: Plane | None
) -> Floats:
    """By how much each outline (N, 4, 2) is wider or narrower, and higher or lower, than a tile would be there, (N,).

    Both as logarithms, added. `turned` (N,): lies on its side in its outline; `sure` (N,): tells how tiles look;
    `plane`: on which they lie.
    """
    if plane is None:
        return np.full(len(quads), UNTOLD)
    across, down = (plane.from_above(centres(quads), side) for side in axes(quads))
    across, down = np.where(turned[:, None], down, across), np.where(turned[:, None], across, down)
    return np.asarray(np.minimum(np.abs(_off(across, down, sure)), MOST_OFF).sum(axis=1))


def _off(across: Floats, down: Floats, sure: NDArray[np.bool_]) -> Floats:
    """How much longer than a tile's sides these (N, 2) each are, as logarithms, (N, 2).

    Lengths are measured by a quadratic form M: across'M across = 1, down'M down = h and across'M down = 0 for every
    sure one, by ridge regression for the four unknowns, again and again.
    """
    wide, high, square = _products(across, across), _products(down, down), _products(across, down)
    none, one = np.zeros((len(sure), 1)), np.ones((len(sure), 1))
    terms = np.concatenate([np.hstack([wide, none]), np.hstack([high, -one]), np.hstack([square, none])])
    wanted = np.concatenate([one, none, none])[:, 0]
    usual, counts = np.array([HIGH, 0, HIGH, HIGH**2]), sure.astype(np.float64)
    off = np.zeros((len(sure), 2))
    for _ in range(ROUNDS):
        weighed = terms * np.tile(counts, 3)[:, None]
        form = np.linalg.solve(weighed.T @ terms + HELD * np.eye(4), weighed.T @ wanted + HELD * usual)
        lengths = np.stack([wide @ form[:3], high @ form[:3] / max(form[3], 0.1)], axis=1)
        off = np.log(np.maximum(lengths, 1e-3)) / 2
        counts = sure / (1 + (off**2).sum(axis=1) / USUAL**2)
    return off


def _products(one: Floats, other: Floats) -> Floats:
    """What a symmetric form's three numbers are multiplied with for one'M other, (N, 3)."""
    x, y, z, w = one[:, 0], one[:, 1], other[:, 0], other[:, 1]
    return np.column_stack([x * z, x * w + y * z, y * w])
