"""How unlike the sure tiles each detection is: all tiles of a box are equally large, of one shape and of one stuff.

They lie on a plane, as the sure ones tell: how much smaller everything is, the farther away it lies. On a plane seen in
perspective whatever is equally large has, in the picture, an area whose cube root falls evenly from near to far, and
lengths are shortened accordingly (Hartley and Zisserman 2004, 8.2: both follow from the horizon).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Doubles, Mask
from vision.reading.geometry import areas, axes, centres, overlapping

SIZE_SPREAD = 0.1
"""Sure ones whose size is off by more than this, as a logarithm, count for less: of another box, or no tiles."""
SLOPE_PRIOR = 0.4
"""Weight, in sure ones, of the assumption that no side of the table is farther away: a few must show that one is."""
LEAST_NEARNESS = 0.25
"""Times as near as the middle of the table that a place counts at least: beyond lies the horizon."""
ROUNDS = 4
"""Times that a regression is repeated, what does not fit counting for less each time."""
Colours = NDArray[np.uint8]
MOST_SIZE = 0.4
"""More than so far off in size says no more, as a logarithm: 1.5 times as large."""
UNKNOWN_SIZE = 0.2
"""What is said where no sure detection tells the size."""
USUAL_HEIGHT = 1.3
"""A tile's height in its widths, where nothing tells."""
SHAPE_PRIOR = 0.3
"""Weight, in sure tiles, of the assumption that tiles have this shape and the table is seen from above."""
SHAPE_SPREAD = 0.15
"""Sure ones that are off in shape by more than this, as a logarithm, count for less."""
MOST_SHAPE = 0.5
"""More than so far off, across or down, says no more, as a logarithm."""
UNKNOWN_SHAPE = 0.2
"""What is said where no sure detection tells the shape."""
DARK_LEVELS = 8.0
"""Levels, of 255, added before logarithms are taken: what is nearly black has no colour to speak of."""
BRIGHTNESS_WEIGHT = 0.5
"""How much a ground that is brighter counts beside one of another colour: shadows and lamps make tiles brighter."""
LEAST_ALIKE = 2
"""Sure ones that must have a ground for it to be that of tiles; one may be the same face detected twice."""
MOST_GROUND = 1.0
"""More than so far off in ground says no more, as a logarithm."""
UNKNOWN_GROUND = 0.3
"""What is said where too few are sure."""
BESIDE = (0.6, 1.5)
"""Between how many sizes away a neighbour lies; a size is the square root of an area."""
AS_LARGE = 0.5
"""By how much a neighbour's area may differ, as a logarithm."""
SAME_GROUND = 0.1
"""Grounds less apart, as a logarithm, are of one stuff: a rug's pattern tells nothing of a tile upon it."""
MOST_BESIDE = 2.0
"""Neighbours more that are no tiles than are, beyond which no more are counted."""


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
        return np.maximum(1 + (places - self.middle) @ self.slope, LEAST_NEARNESS)

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
    held, expected, found = np.diag([1e-6, SLOPE_PRIOR, SLOPE_PRIOR]), np.ones(len(roots)), np.array([1.0, 0, 0])
    for _ in range(ROUNDS):
        off = 1.5 * np.log(roots / usual / expected)
        weighed = terms / ((1 + (off / SIZE_SPREAD) ** 2) * expected**2)[:, None]
        found = np.linalg.solve(weighed.T @ terms + held, weighed.T @ (roots / usual))
        expected = np.maximum(terms @ found, LEAST_NEARNESS)
    return Plane(float((usual * found[0]) ** 1.5), middle, found[1:] / found[0] / reach)


def off_in_size(quads: NDArray[np.floating], plane: Plane | None) -> Doubles:
    """By how much each quad (N, 4, 2) is larger or smaller than a tile would be there, as a logarithm, (N,).

    By their area, tiles look equally large whichever way they lie, also aslant.
    """
    if plane is None:
        return np.full(len(quads), UNKNOWN_SIZE)
    size = np.log(np.maximum(np.abs(areas(quads)), 1.0)) / 2
    expected = np.log(plane.size) + 1.5 * np.log(plane.nearness(centres(quads)))
    return np.asarray(np.minimum(np.abs(size - expected), MOST_SIZE))


def off_in_shape(quads: NDArray[np.floating], on_its_side: Mask, sure: Mask, plane: Plane | None) -> Doubles:
    """By how much each quad (N, 4, 2) is wider or narrower, and higher or lower, than a tile would be there, (N,).

    Both as logarithms, added. `on_its_side` (N,): the tile lies so in its quad; `sure` (N,): tells how tiles look.
    """
    if plane is None:
        return np.full(len(quads), UNKNOWN_SHAPE)
    across, down = (plane.from_above(centres(quads), side) for side in axes(quads))
    turned = on_its_side[:, None]
    across, down = np.where(turned, down, across), np.where(turned, across, down)
    return np.asarray(np.minimum(np.abs(_off(across, down, sure)), MOST_SHAPE).sum(axis=1))


def _off(across: Doubles, down: Doubles, sure: Mask) -> Doubles:
    """How much longer than a tile's sides these (N, 2) each are, as logarithms, (N, 2).

    A table seen aslant is shortened in one direction, so lengths are measured by a quadratic form M: across'M across =
    1, down'M down = h and across'M down = 0 for every sure one. Ridge regression for the four unknowns, reweighted.
    """
    wide, high, square = _products(across, across), _products(down, down), _products(across, down)
    none, one = np.zeros((len(sure), 1)), np.ones((len(sure), 1))
    terms = np.concatenate([np.hstack([wide, none]), np.hstack([high, -one]), np.hstack([square, none])])
    wanted = np.concatenate([one, none, none])[:, 0]
    usual, counts = np.array([USUAL_HEIGHT, 0, USUAL_HEIGHT, USUAL_HEIGHT**2]), sure.astype(np.float64)
    off = np.zeros((len(sure), 2))
    for _ in range(ROUNDS):
        weighed = terms * np.tile(counts, 3)[:, None]
        form = np.linalg.solve(weighed.T @ terms + SHAPE_PRIOR * np.eye(4), weighed.T @ wanted + SHAPE_PRIOR * usual)
        lengths = np.stack([wide @ form[:3], high @ form[:3] / max(form[3], 0.1)], axis=1)
        off = np.log(np.maximum(lengths, 1e-3)) / 2
        counts = sure / (1 + (off**2).sum(axis=1) / SHAPE_SPREAD**2)
    return off


def _products(one: Doubles, other: Doubles) -> Doubles:
    """What a symmetric form's three numbers are multiplied with for one'M other, (N, 3)."""
    x, y, z, w = one[:, 0], one[:, 1], other[:, 0], other[:, 1]
    return np.column_stack([x * z, x * w + y * z, y * w])


def off_in_ground(quads: NDArray[np.floating], ground: Colours, sure: Mask) -> Doubles:
    """How far the grounds (N, 3), BGR, of quads (N, 4, 2) are from those of the sure ones (N,) that look most alike.

    (N,), as logarithms: 0.1 is a tenth brighter or more coloured. The classifier cannot tell: it sees every crop
    scaled to its own white.
    """
    apart = apart_in_ground(ground)
    apart[:, ~sure] = np.inf
    apart[overlapping(quads)] = np.inf
    nearest = np.sort(apart, axis=1)[:, LEAST_ALIKE - 1] if len(apart) >= LEAST_ALIKE else np.full(len(apart), np.inf)
    return np.where(np.isfinite(nearest), np.minimum(nearest, MOST_GROUND), UNKNOWN_GROUND)


def apart_in_ground(ground: Colours) -> Doubles:
    """How far each ground (N, 3) is from each, (N, N)."""
    levels = np.log(ground + DARK_LEVELS)
    differ = levels[:, None] - levels[None]
    brighter = differ.mean(axis=2)
    return np.asarray(BRIGHTNESS_WEIGHT * np.abs(brighter) + np.abs(differ - brighter[..., None]).sum(axis=2))


def none_beside(quads: NDArray[np.floating], likely: Doubles, ground: Colours) -> Doubles:
    """How many more of each one's neighbours of its size are no tiles than are, 0 to 2, (N,).

    Numbers of a ruler, days of a calendar and fields of a bingo card come by the dozen. `likely` (N,): how likely each
    is a tile by itself; what is as likely as not counts on neither side. Of what is none only what has the same
    `ground` (N, 3), BGR, counts.
    """
    area, centre = np.abs(areas(quads)), centres(quads)
    away = np.linalg.norm(centre[:, None] - centre[None], axis=2) / np.maximum(np.sqrt(area), 1e-6)[:, None]
    large = np.log(np.maximum(area, 1e-6))
    beside = (away > BESIDE[0]) & (away < BESIDE[1]) & (np.abs(large[:, None] - large[None]) < AS_LARGE)
    none = 1 - 2 * likely
    counts = beside & ((none < 0) | (apart_in_ground(ground) < SAME_GROUND))
    return np.asarray(np.clip(counts @ none, 0, MOST_BESIDE))
