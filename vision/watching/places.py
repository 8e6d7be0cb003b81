"""Appearances of places: whether a tile still lies where it lay, although it is no longer read.

Also finds tile-sized objects in a thumbnail.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad, rectify
from vision.watching.motion import Floats, Mask, grown

LOOK = (12, 16)
"""Width and height, in pixels, of an appearance: the rectified place, averaged."""
ALIKE = 0.9
"""Correlation that two appearances must reach to count as the same."""
MOST_APART = 0.35
"""Greatest difference of any part of two appearances, as a share of the contrast: another figure changes only a part of
a tile.
"""
NO_FIGURE = 3.0
"""Standard deviation in levels below which an appearance is plain; correlation says nothing about it."""
AS_BRIGHT = 0.3
"""Share by which the brightness of two plain appearances may differ for them to count as the same."""

Look = NDArray[np.float32]
STRAY_APART, SOFT_EDGE = 10.0, 5.0
"""Levels by which a candidate must differ from the bare table; and levels by which its surroundings may differ: light
has soft edges.
"""
LEAST_OF_SIDE, MOST_OF_SIDE, MOST_OF_ROW = 0.65, 1.5, 1.3
"""Limits of a candidate's sides, in a tile's sides; and the greatest height of tiles in a row, in tile heights."""
FILLED = 0.72
"""Share of its bounding rectangle that a candidate must fill: a round lid fills it; a sleeve or glasses do not."""
THICK = 0.45
"""Width, in tile widths, from which an object is more than the edge of a shadow."""
STRAY_AROUND, STRAY_ALONE = 0.4, 0.35
"""Width of the rim around a candidate, in tile widths; and greatest share of that rim that may differ from the table,
else the candidate is part of a larger object.
"""
LARGE, PART_WITHIN = 4.0, 3
"""Size, in candidate sizes, above which another object is larger; and pixels of a thumbnail within which a candidate
may be part of that object.
"""


def looks_at(picture: Pixels, quads: list[Quad]) -> list[Look]:
    """The appearance of each quad: the rectified place averaged to LOOK, in levels."""
    if not quads:
        return []
    crops = rectify(picture, np.stack(quads))
    return [cv2.resize(crop, LOOK, interpolation=cv2.INTER_AREA).astype(np.float32) for crop in crops]


def as_bytes(look: Look) -> bytes:
    """An appearance as bytes, to be stored until another start of the program."""
    return np.rint(look).astype(np.uint8).tobytes()


def from_bytes(look: bytes) -> Look | None:
    """The appearance that `as_bytes` stored; None: these bytes are no appearance."""
    is_one = len(look) == LOOK[0] * LOOK[1] * 3
    return np.frombuffer(look, np.uint8).reshape(LOOK[1], LOOK[0], 3).astype(np.float32) if is_one else None


def are_alike(one: Look, other: Look) -> bool:
    """Whether two appearances show the same surface, in any light; their rims, where the table shows, are ignored."""
    a, b = _figure(one), _figure(other)
    if a is None or b is None:
        brighter = float(_inner(other).mean()) / max(float(_inner(one).mean()), 1.0)
        is_plain = a is b or _figure(other - brighter * one) is None
        return is_plain and abs(brighter - 1) < AS_BRIGHT
    contrast = float(np.ptp(a.mean(axis=2)))
    return float((a * b).mean()) >= ALIKE and float(np.abs((a - b).mean(axis=2)).max()) <= MOST_APART * contrast


def likeness(one: Look, other: Look) -> float:
    """The correlation, -1 to 1, of two appearances in any light, without their rims; 0 if either is plain."""
    a, b = _figure(one), _figure(other)
    return 0.0 if a is None or b is None else float((a * b).mean())


def _inner(look: Look) -> Look:
    """An appearance without its rim."""
    return look[1:-1, 1:-1]


def _figure(look: Look) -> Look | None:
    """The contents of an appearance inside its rim, with mean 0 and standard deviation 1; None: it is plain."""
    centred = _inner(look) - _inner(look).mean((0, 1))
    spread = float(centred.std())
    return None if spread < NO_FIGURE else np.asarray(centred / spread, np.float32)


def tile_shaped(apart: Floats, tile: tuple[float, float], others: Sequence[Mask] = ()) -> list[Quad]:
    """Quads, in pixels of the thumbnail, of tile-sized objects: alone, or several side by side.

    `apart`: levels (H, W) by which each pixel differs from the table. `tile`: width and height of a tile, in pixels.
    `others`: masks of other objects; a candidate beside a much larger one counts as part of it.
    """
    large = [(int(other.sum()), grown(other, PART_WITHIN)) for other in others]
    thick = max(3, round(THICK * tile[0]) | 1)
    unlike = cv2.morphologyEx((apart > STRAY_APART).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    solid = cv2.morphologyEx(unlike, cv2.MORPH_OPEN, np.ones((thick, thick), np.uint8))
    count, labels = cv2.connectedComponents(solid)
    found = []
    for label in range(1, count):
        place = labels == label
        is_part = any(size > LARGE * place.sum() and (place & near).any() for size, near in large)
        if not is_part and not _touches_edge(place) and _is_alone(place, apart > SOFT_EDGE, tile):
            found += _in_tiles(place, tile)
    return found


def _touches_edge(place: Mask) -> bool:
    return bool(place[0].any() or place[-1].any() or place[:, 0].any() or place[:, -1].any())


def _is_alone(place: Mask, unlike: Mask, tile: tuple[float, float]) -> bool:
    """Whether the candidate is no part of a larger object."""
    around = grown(place, max(1, round(STRAY_AROUND * tile[0]))) & ~place
    return float(unlike[around].mean()) <= STRAY_ALONE


def _in_tiles(place: Mask, tile: tuple[float, float]) -> list[Quad]:
    """A quad for each tile that fits a candidate; none, if the candidate does not have the shape of tiles."""
    ys, xs = np.nonzero(place)
    corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))), np.float32)
    across, down = corners[1] - corners[0], corners[2] - corners[1]
    sides = float(np.linalg.norm(across)) + 1, float(np.linalg.norm(down)) + 1
    if place.sum() < FILLED * sides[0] * sides[1]:
        return []
    if sides[0] > sides[1]:  # the first side is the shorter side
        corners, sides = np.roll(corners, -1, axis=0), sides[::-1]
    width, height = tile
    if (
        LEAST_OF_SIDE * width <= sides[0] <= MOST_OF_SIDE * width
        and LEAST_OF_SIDE * height <= sides[1] <= MOST_OF_SIDE * height
    ):
        return [_upright(corners)]
    many = round(sides[1] / width)
    if many < 2 or not LEAST_OF_SIDE * height <= sides[0] <= MOST_OF_ROW * height:
        return []
    steps = np.linspace(0, 1, many + 1)[:, None]
    one, other = (corners[a] + steps * (corners[b] - corners[a]) for a, b in ((1, 2), (0, 3)))
    return [np.array([one[n], one[n + 1], other[n + 1], other[n]], np.float32) for n in range(many)]


def _upright(corners: Quad) -> Quad:
    """The same corners, rotated so that the upper of the two shorter sides comes first, from left to right."""
    if corners[:2, 1].mean() > corners[2:, 1].mean():
        corners = np.roll(corners, 2, axis=0)
    return np.asarray(corners, np.float32)
