"""How large a tile is at each place of a picture, as the sure ones tell; and how far each outline is off that.

All tiles of a box are of one size. By their area, tiles look equally large whichever way they lie, also aslant; and
the farther away, the smaller: nearly evenly from one edge of the picture to the other.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import areas, centres

Floats = NDArray[np.float64]

SURE = 0.9
"""What is a face at least as likely as this tells the size."""
MOST_OFF, UNTOLD = 0.4, 0.2
"""More than so far off (as a logarithm: 1.5 times as large) says no more than just so far; and what is said where no
sure one tells the size."""
USUAL = 0.1
"""Sure ones that are off by more than this count for less: they are of another box, or no tiles."""
EVEN = 0.5
"""How firmly it is held that tiles are of one size all over the picture: it takes a few at different places to show
that one side is farther away."""
ROUNDS = 3


def off_in_size(quads: NDArray[np.floating], likely: NDArray[np.floating]) -> Floats:
    """By how much each outline (N, 4, 2) is larger or smaller than a tile would be there, as a logarithm, (N,).

    `likely` (N,): how likely each is to be a face.
    """
    size = np.log(np.maximum(np.abs(areas(quads)), 1.0)) / 2
    sure = np.asarray(likely >= SURE)
    if not sure.any():
        return np.full(len(quads), UNTOLD)
    return np.asarray(np.minimum(np.abs(size - _expected(centres(quads), size, sure)), MOST_OFF))


def _expected(places: Floats, size: Floats, sure: NDArray[np.bool_]) -> Floats:
    """The size at each place (N, 2): a plane through those of the sure ones, by ridge regression, again and again."""
    away = places - places[sure].mean(axis=0)
    terms = np.column_stack([np.ones(len(away)), away / max(float(np.abs(away).max()), 1.0)])
    held = np.diag([1e-6, EVEN, EVEN])
    off = size - np.median(size[sure])
    for _ in range(ROUNDS):
        weighed = terms * (sure / (1 + (off / USUAL) ** 2))[:, None]
        off = size - terms @ np.linalg.solve(weighed.T @ terms + held, weighed.T @ size)
    return np.asarray(size - off)
