"""The plane on which the tiles lie, as the sure ones tell: how much smaller everything is, the farther away it lies.

On a plane seen in perspective whatever is equally large has, in the picture, an area whose cube root falls evenly from
near to far, and lengths are shortened accordingly (Hartley and Zisserman 2004, 8.2: both follow from the horizon).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import areas, centres

Doubles = NDArray[np.float64]

USUAL = 0.1
"""Sure ones whose size is off by more than this, as a logarithm, count for less: of another box, or no tiles."""
EVEN = 0.4
"""How firmly it is held that the table is seen from above: it takes a few at different places to show that one side is
farther away."""
FARTHEST = 0.25
"""The least nearness: beyond it lies the horizon."""
ROUNDS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A table in a picture: the tiles' size (side of a square as large, pixels) at a place `middle`, and the horizon.

    `slope` (2,): by how much everything is nearer, as a share, for each pixel to the right and down.
    """

    size: float
    middle: Doubles
    slope: Doubles

    def nearness(self, places: Doubles) -> Doubles:
        """How many times as near as the middle each place (N, 2) is, (N,)."""
        return np.maximum(1 + (places - self.middle) @ self.slope, FARTHEST)

    def from_above(self, places: Doubles, lengths: Doubles) -> Doubles:
        """What lengths (N, 2) at places (N, 2) are on the table itself, in tiles' sizes, up to how it leans as a whole.

        The derivative of the map p -> (p - middle) / nearness, which straightens the horizon.
        """
        near = self.nearness(places)[:, None]
        moved = lengths * near - (places - self.middle) * (lengths @ self.slope)[:, None]
        return np.asarray(moved / near**2 / self.size)


def plane_of(quads: NDArray[np.floating], sure: NDArray[np.bool_]) -> Plane | None:
    """The plane on which the quads (N, 4, 2) lie, as the sure ones (N,) of them tell. None: none is sure.

    By ridge regression of the cube root of their areas, again and again.
    """
    if not sure.any():
        return None
    roots, places = np.cbrt(np.maximum(np.abs(areas(quads[sure])), 1.0)), centres(quads[sure])
    usual, middle = float(np.median(roots)), places.mean(axis=0)
    reach = max(float(np.abs(centres(quads) - middle).max()), 1.0)
    terms = np.column_stack([np.ones(len(roots)), (places - middle) / reach])
    held, expected, found = np.diag([1e-6, EVEN, EVEN]), np.ones(len(roots)), np.array([1.0, 0, 0])
    for _ in range(ROUNDS):
        off = 1.5 * np.log(roots / usual / expected)
        weighed = terms / ((1 + (off / USUAL) ** 2) * expected**2)[:, None]
        found = np.linalg.solve(weighed.T @ terms + held, weighed.T @ (roots / usual))
        expected = np.maximum(terms @ found, FARTHEST)
    return Plane(float((usual * found[0]) ** 1.5), middle, found[1:] / found[0] / reach)
