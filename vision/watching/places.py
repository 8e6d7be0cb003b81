"""What the places of tiles look like: whether a tile still lies where it lay, though it is not read any more.

And what in a thumbnail is as large as a tile.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad, rectify
from vision.watching.motion import Floats, Mask, grown

LOOK = (12, 16)
"""Width and height to which a place is averaged to be compared."""
ALIKE = 0.9
"""How much two looks of a place must be correlated to count as the same."""
MOST_APART = 0.35
"""By what share of its contrast no part of a place may differ: another figure on a tile changes little else."""
NO_FIGURE = 3.0
"""Levels by which a look without any figure varies; correlation says nothing about it."""
AS_BRIGHT = 0.3
"""By what share a plain place may be brighter or darker and count as the same."""

Look = NDArray[np.float32]
STRAY_APART, SOFT_EDGE = 10.0, 5.0
"""Levels by which a stray differs from the bare table, and by which what is around it may not: light has soft edges."""
LEAST_OF_SIDE, MOST_OF_SIDE, MOST_OF_ROW = 0.65, 1.5, 1.3
"""Times a tile's sides that a stray's may be at least and at most; and those of several side by side."""
FILLED = 0.72
"""Part of its outline that a stray fills at least: a round lid does, a sleeve or a pair of glasses does not."""
THICK = 0.45
"""Part of a tile's width from which it is more than a shadow's seam."""
STRAY_AROUND, STRAY_ALONE = 0.4, 0.35
"""Times a tile's width around a stray, of which at most this part may be something else: else it is a part of that."""
LARGE, PART_WITHIN = 4.0, 3
"""Times a stray's size from which something is larger; and pixels of a thumbnail within which it may be a part of that.
"""


def looks_at(picture: Pixels, quads: list[Quad]) -> list[Look]:
    """The places averaged to LOOK, in levels."""
    if not quads:
        return []
    crops = rectify(picture, np.stack(quads))
    return [cv2.resize(crop, LOOK, interpolation=cv2.INTER_AREA).astype(np.float32) for crop in crops]


def as_bytes(look: Look) -> bytes:
    """A look for another start of the program."""
    return np.rint(look).astype(np.uint8).tobytes()


def from_bytes(look: bytes) -> Look | None:
    """What `as_bytes` gave before the program began; None: it is no look."""
    is_one = len(look) == LOOK[0] * LOOK[1] * 3
    return np.frombuffer(look, np.uint8).reshape(LOOK[1], LOOK[0], 3).astype(np.float32) if is_one else None


def are_alike(one: Look, other: Look) -> bool:
    """Whether two looks show the same in whatever light; their rim, where the table shows, is left out."""
    one, other = one[1:-1, 1:-1], other[1:-1, 1:-1]
    a, b = one - one.mean((0, 1)), other - other.mean((0, 1))
    spread = float(a.std()), float(b.std())
    if max(spread) < NO_FIGURE:
        return abs(float(other.mean()) / max(float(one.mean()), 1.0) - 1) < AS_BRIGHT
    if min(spread) < NO_FIGURE:
        return False
    a, b = a / spread[0], b / spread[1]
    contrast = float(np.ptp(a.mean(axis=2)))
    return float((a * b).mean()) >= ALIKE and float(np.abs((a - b).mean(axis=2)).max()) <= MOST_APART * contrast


def tile_shaped(apart: Floats, tile: tuple[float, float], others: Sequence[Mask] = ()) -> list[Quad]:
    """Outlines, in pixels, of what is as large as a tile, alone or several side by side.

    `apart`: by how many levels each pixel differs from the table. `tile`: its width and height, in pixels. `others`:
    what else lies there; a stray beside it may be a part of it, if it is larger.
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
    """Whether it is no part of something larger."""
    around = grown(place, max(1, round(STRAY_AROUND * tile[0]))) & ~place
    return float(unlike[around].mean()) <= STRAY_ALONE


def _in_tiles(place: Mask, tile: tuple[float, float]) -> list[Quad]:
    """One outline for each tile that would fit there; none, where the place is of no tile's shape."""
    ys, xs = np.nonzero(place)
    corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))), np.float32)
    across, down = corners[1] - corners[0], corners[2] - corners[1]
    sides = float(np.linalg.norm(across)) + 1, float(np.linalg.norm(down)) + 1
    if place.sum() < FILLED * sides[0] * sides[1]:
        return []
    if sides[0] > sides[1]:  # the first side is the shorter one
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
    """The same corners, the upper of the two shorter sides first, from left to right."""
    if corners[:2, 1].mean() > corners[2:, 1].mean():
        corners = np.roll(corners, 2, axis=0)
    return np.asarray(corners, np.float32)
