"""How each candidate differs from the sure tiles: all tiles of a box have one size, one shape and one material.

Tiles lie on a plane, estimated from the sure ones. On a plane in perspective, the cube root of the area of equally
large objects falls linearly from near to far, and lengths are foreshortened accordingly (Hartley and Zisserman 2004,
8.2: both follow from the horizon).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Doubles, Mask
from vision.reading.geometry import areas, axes, centres, overlapping

SIZE_SPREAD = 0.1
"""Difference in size, as a logarithm, above which sure tiles count less: they are of another box, or no tiles."""
SLOPE_PRIOR = 0.4
"""Weight, in sure tiles, of the prior that the table has no slope: a few tiles are needed to show a slope."""
LEAST_NEARNESS = 0.25
"""Lower limit of a place's nearness, relative to the middle of the table: the horizon lies beyond it."""
ROUNDS = 4
"""Rounds of a robust regression; outliers count less in each."""
Colours = NDArray[np.uint8]
MOST_SIZE = 0.4
"""Upper limit of the difference in size, as a logarithm: 1.5 times as large."""
UNKNOWN_SIZE = 0.2
"""Difference in size assumed if no tile is sure."""
USUAL_HEIGHT = 1.3
"""Assumed height of a tile in its widths, if no sure tile shows it."""
SHAPE_PRIOR = 0.3
"""Weight, in sure tiles, of the prior that tiles have this shape and the table is seen from above."""
SHAPE_SPREAD = 0.15
"""Difference in shape, as a logarithm, above which sure tiles count less."""
MOST_SHAPE = 0.5
"""Upper limit of the difference in width and in height, as logarithms."""
UNKNOWN_SHAPE = 0.2
"""Difference in shape assumed if no tile is sure."""
DARK_LEVELS = 8.0
"""Levels, of 255, added before logarithms are taken: nearly black pixels have no reliable colour."""
BRIGHTNESS_WEIGHT = 0.5
"""Weight of a difference in brightness relative to one in colour: shadows and lamps change a tile's brightness."""
LEAST_ALIKE = 2
"""Number of sure tiles with a similar ground that are needed; a single one may be the same face detected twice."""
MOST_GROUND = 1.0
"""Upper limit of the difference in ground, as a logarithm."""
UNKNOWN_GROUND = 0.3
"""Difference in ground assumed where too few tiles are sure."""
BESIDE = (0.6, 1.5)
"""Range of a neighbour's distance, in sizes (square roots of an area)."""
AS_LARGE = 0.5
"""Greatest difference between neighbours' areas, as a logarithm."""
SAME_GROUND = 0.1
"""Difference of grounds, as a logarithm, below which they are one material: a rug's pattern says nothing about a tile
upon it.
"""
MOST_BESIDE = 2.0
"""Upper limit of the number of neighbours that are no tiles minus those that are."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The plane of a table in a picture: the size of a tile (square root of its area, in pixels) at `middle`, and its
    slope.

    `slope` (2,): relative increase of nearness per pixel to the right and down.
    """

    size: float
    middle: Doubles
    slope: Doubles

    def nearness(self, places: Doubles) -> Doubles:
        """Nearness of each place (N, 2), relative to the middle, (N,)."""
        return np.maximum(1 + (places - self.middle) @ self.slope, LEAST_NEARNESS)

    def from_above(self, places: Doubles, lengths: Doubles) -> Doubles:
        """Vectors `lengths` (N, 2) at `places` (N, 2), in tile sizes on the table itself, up to its overall tilt.

        This is the derivative of the map p -> (p - middle) / nearness, which removes the perspective.
        """
        near = self.nearness(places)[:, None]
        moved = lengths * near - (places - self.middle) * (lengths @ self.slope)[:, None]
        return np.asarray(moved / near**2 / self.size)


def plane_of(quads: NDArray[np.floating], sure: NDArray[np.bool_]) -> Plane | None:
    """The plane of quads (N, 4, 2), estimated from the sure ones (N,). None: no quad is sure.

    Iteratively reweighted ridge regression on the cube root of their areas.
    """
    if not sure.any():
        return None
    roots, places = np.cbrt(np.maximum(np.abs(areas(quads[sure])), 1.0)), centres(quads[sure])
    usual, middle = float(np.median(roots)), places.mean(axis=0)
    reach = max(float(np.abs(centres(quads) - middle).max()), 1.0)
    terms = np.column_stack([np.ones(len(roots)), (places - middle) / reach])
    held, expected, found = np.diag([1e-6, SLOPE_PRIOR, SLOPE_PRIOR]), np.ones(len(roots)), np.array([1.0, 0, 0])
    for _ in range(ROUNDS):
        off = 1.5 * np.log(roots / usual / expected)
        weighed = terms / ((1 + (off / SIZE_SPREAD) ** 2) * expected**2)[:, None]
        found = np.linalg.solve(weighed.T @ terms + held, weighed.T @ (roots / usual))
        expected = np.maximum(terms @ found, LEAST_NEARNESS)
    return Plane(float((usual * found[0]) ** 1.5), middle, found[1:] / found[0] / reach)


def off_in_size(quads: NDArray[np.floating], plane: Plane | None) -> Doubles:
    """Difference in size between each quad (N, 4, 2) and a tile at its place, as an absolute logarithm, (N,).

    It compares areas, which do not depend on how a tile is turned, even in an oblique view.
    """
    if plane is None:
        return np.full(len(quads), UNKNOWN_SIZE)
    size = np.log(np.maximum(np.abs(areas(quads)), 1.0)) / 2
    expected = np.log(plane.size) + 1.5 * np.log(plane.nearness(centres(quads)))
    return np.asarray(np.minimum(np.abs(size - expected), MOST_SIZE))


def off_in_shape(quads: NDArray[np.floating], on_its_side: Mask, sure: Mask, plane: Plane | None) -> Doubles:
    """Difference in width plus difference in height between each quad (N, 4, 2) and a tile at its place, as logarithms,
    (N,).

    `on_its_side` (N,): the tile lies on its side in its quad; `sure` (N,): tiles from which the shape is estimated.
    """
    if plane is None:
        return np.full(len(quads), UNKNOWN_SHAPE)
    across, down = (plane.from_above(centres(quads), side) for side in axes(quads))
    turned = on_its_side[:, None]
    across, down = np.where(turned, down, across), np.where(turned, across, down)
    return np.asarray(np.minimum(np.abs(_off(across, down, sure)), MOST_SHAPE).sum(axis=1))


def _off(across: Doubles, down: Doubles, sure: Mask) -> Doubles:
    """Logarithms (N, 2) of the ratio of these vectors' lengths (N, 2) to a tile's sides.

    An oblique view foreshortens one direction, so lengths are measured by a quadratic form M with across'M across = 1,
    down'M down = h and across'M down = 0 for every sure tile: reweighted ridge regression for the four unknowns.
    """
    wide, high, square = _products(across, across), _products(down, down), _products(across, down)
    none, one = np.zeros((len(sure), 1)), np.ones((len(sure), 1))
    terms = np.concatenate([np.hstack([wide, none]), np.hstack([high, -one]), np.hstack([square, none])])
    wanted = np.concatenate([one, none, none])[:, 0]
    usual = np.array([USUAL_HEIGHT, 0, USUAL_HEIGHT, USUAL_HEIGHT**2])
    lengths = _lengths(wide, high, usual)
    for _ in range(ROUNDS):
        counts = sure / (1 + (np.log(lengths) ** 2).sum(axis=1) / (2 * SHAPE_SPREAD) ** 2)
        counts /= np.maximum(lengths.max(axis=1), 1)  # errors grow with size: large print would outweigh all tiles
        weighed = terms * np.tile(counts, 3)[:, None]
        form = np.linalg.solve(weighed.T @ terms + SHAPE_PRIOR * np.eye(4), weighed.T @ wanted + SHAPE_PRIOR * usual)
        lengths = _lengths(wide, high, form)
    return np.log(lengths) / 2


def _lengths(wide: Doubles, high: Doubles, form: Doubles) -> Doubles:
    """Squares (N, 2) of how much longer each tile's sides are than a tile's, by a form's four numbers."""
    return np.asarray(np.maximum(np.stack([wide @ form[:3], high @ form[:3] / max(form[3], 0.1)], axis=1), 1e-3))


def _products(one: Doubles, other: Doubles) -> Doubles:
    """Coefficients (N, 3) of a symmetric form's three entries in one'M other."""
    x, y, z, w = one[:, 0], one[:, 1], other[:, 0], other[:, 1]
    return np.column_stack([x * z, x * w + y * z, y * w])


def off_in_ground(quads: NDArray[np.floating], ground: Colours, sure: Mask) -> Doubles:
    """Difference between the grounds (N, 3), BGR, of quads (N, 4, 2) and those of the sure tiles that are most similar,
    (N,).

    As logarithms: 0.1 is a tenth brighter or more coloured. The classifier cannot see this: its crops are scaled to
    their own white.
    """
    apart = apart_in_ground(ground)
    apart[:, ~sure] = np.inf
    apart[overlapping(quads)] = np.inf
    nearest = np.sort(apart, axis=1)[:, LEAST_ALIKE - 1] if len(apart) >= LEAST_ALIKE else np.full(len(apart), np.inf)
    return np.where(np.isfinite(nearest), np.minimum(nearest, MOST_GROUND), UNKNOWN_GROUND)


def apart_in_ground(ground: Colours) -> Doubles:
    """Difference between each two grounds (N, 3), as logarithms, (N, N)."""
    levels = np.log(ground + DARK_LEVELS)
    differ = levels[:, None] - levels[None]
    brighter = differ.mean(axis=2)
    return np.asarray(BRIGHTNESS_WEIGHT * np.abs(brighter) + np.abs(differ - brighter[..., None]).sum(axis=2))


def none_beside(quads: NDArray[np.floating], likely: Doubles, ground: Colours) -> Doubles:
    """For each candidate, the number of neighbours of its size that are no tiles minus those that are, 0 to 2, (N,).

    Numbers on rulers, calendars and bingo cards come by the dozen. `likely` (N,): each candidate's own tile
    probability; at one half it counts neither way. Neighbours that are no tiles count only if they have the same
    `ground` (N, 3), BGR.
    """
    area, centre = np.abs(areas(quads)), centres(quads)
    away = np.linalg.norm(centre[:, None] - centre[None], axis=2) / np.maximum(np.sqrt(area), 1e-6)[:, None]
    large = np.log(np.maximum(area, 1e-6))
    beside = (away > BESIDE[0]) & (away < BESIDE[1]) & (np.abs(large[:, None] - large[None]) < AS_LARGE)
    none = 1 - 2 * likely
    counts = beside & ((none < 0) | (apart_in_ground(ground) < SAME_GROUND))
    return np.asarray(np.clip(counts @ none, 0, MOST_BESIDE))
