"""What lies there as large as a tile and is not read: it is read once more, larger, and else a person is asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from referee.tiles import JOKER
from vision.camera import Pixels
from vision.reading import KnownFaces, PlacedTile, Quad, TableReading, widths
from vision.watching.motion import Floats, Mask
from vision.watching.tracks import nearest

APART, SOFT = 10.0, 5.0
"""Levels by which a stray differs from the bare table, and by which what is around it may not: light has soft edges."""
LEAST, MOST, MOST_OF_ROW = 0.65, 1.5, 1.3
"""Times a tile's sides that a stray's may be at least and at most; and those of several side by side."""
FILLED = 0.72
"""Part of its outline that a stray fills at least: a round lid does, a sleeve or a pair of glasses does not."""
THICK = 0.45
"""Part of a tile's width from which it is more than a shadow's seam."""
AROUND, ALONE = 0.4, 0.35
"""Times a tile's width around a stray, of which at most this part may be something else: else it is a part of that."""
LARGE = 4.0
"""Times a stray's size from which something is larger."""
TOUCHES = 1.7
"""Times a tile's width between the middles of a stray and of a tile that is read from which it is none of its row."""
FACE, RIM = (32, 44), (5, 7)
"""Pixels to which a face is brought to look for a figure on it, and how many of them at its rim are left out."""
FIGURE, WHITE = 0.05, 250.0
"""Part of a face's light that its strokes lack where it bears a figure (0.06 by evening lamp, 0.14 by day, or more;
plastic without one 0.02); and the level of all colours from which a lamp may have drowned it.
"""
LARGER, BESIDE = 64.0, 2.0
"""Pixels to which a tile's width is brought for another look, and times its width that is shown around."""


class PictureReader(Protocol):
    """What reads pictures: vision.reading.Reader, or a test's own."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        """Tiles and sets of a picture in BGR; tiles that `known` knows need not be named again."""


def is_stray(tile: PlacedTile) -> bool:
    """Whether it may be no tile at all: nothing but its size speaks for one."""
    return tile.confidence == 0.0


def is_face_down(picture: Pixels, stray: PlacedTile, read: Sequence[Quad]) -> bool:
    """Whether it bears no figure, and lies apart from all tiles that are read: nobody has to be asked about it."""
    width = float(widths(stray.quad[None])[0])
    apart = [float(np.hypot(*(quad.mean(axis=0) - stray.quad.mean(axis=0)))) for quad in read]
    return is_stray(stray) and min(apart, default=np.inf) > TOUCHES * width and _is_blank(picture, stray.quad)


def _is_blank(picture: Pixels, quad: Quad) -> bool:
    (width, height), (across, down) = FACE, RIM
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, upright), FACE)
    inner = cv2.GaussianBlur(face, (3, 3), 0)[down:-down, across:-across].reshape(-1, 3)
    strokes, ground = np.percentile(inner, (3, 60), axis=0)
    return bool(((ground - strokes) < FIGURE * ground.max()).all() and ground.min() < WHITE)


class Strays:
    """Those that lie there now, each with what another look at it has shown."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self.seen: tuple[PlacedTile, ...] = ()

    def look(self, picture: Pixels, there: Sequence[bool], new: Sequence[Quad]) -> None:
        """Keeps those of `seen` that are still there, and looks at new places once."""
        stay = [stray for stray, is_there in zip(self.seen, there, strict=True) if is_there]
        known = nearest([stray.quad for stray in stay], new)
        fresh = [quad for place, quad in enumerate(new) if place not in known]
        self.seen = (*stay, *(self._larger(picture, quad) for quad in fresh))

    def forget(self, quads: Sequence[Quad]) -> None:
        """Persons spoke of these places, or tiles are read there."""
        spoken = nearest(quads, [stray.quad for stray in self.seen])
        self.seen = tuple(stray for place, stray in enumerate(self.seen) if place not in spoken)

    def _larger(self, picture: Pixels, quad: Quad) -> PlacedTile:
        """What is read there in a larger picture; a stray, where nothing is."""
        width = float(widths(quad[None])[0])
        (left, top), (right, bottom) = quad.min(axis=0) - BESIDE * width, quad.max(axis=0) + BESIDE * width
        left, top = max(0, int(left)), max(0, int(top))
        part = picture[top : max(top + 1, int(bottom)), left : max(left + 1, int(right))]
        scale = max(1.0, LARGER / max(width, 1.0))
        larger = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        reading = self._reader.read(np.asarray(larger, np.uint8))
        read = [replace(tile, quad=np.asarray(tile.quad / scale + [left, top], np.float32)) for tile in reading.tiles]
        there = nearest([quad], [tile.quad for tile in read])
        return next((read[place] for place in there), PlacedTile(JOKER, quad, 0.0))


def tile_shaped(apart: Floats, tile: tuple[float, float], others: Sequence[tuple[Mask, int]] = ()) -> list[Quad]:
    """Outlines, in pixels, of what is as large as a tile, alone or several side by side.

    `apart`: by how many levels each pixel differs from the table. `tile`: its width and height, in pixels. `others`:
    what else lies there, and within how many pixels a stray may be a part of it, if it is larger.
    """
    large = [(int(other.sum()), _wider(other, near)) for other, near in others]
    thick = max(3, round(THICK * tile[0]) | 1)
    unlike = cv2.morphologyEx((apart > APART).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    solid = cv2.morphologyEx(unlike, cv2.MORPH_OPEN, np.ones((thick, thick), np.uint8))
    count, labels = cv2.connectedComponents(solid)
    found = []
    for label in range(1, count):
        place = labels == label
        is_part = any(size > LARGE * place.sum() and (place & near).any() for size, near in large)
        if not is_part and not _touches_edge(place) and _is_alone(place, apart > SOFT, tile):
            found += _in_tiles(place, tile)
    return found


def _touches_edge(place: Mask) -> bool:
    return bool(place[0].any() or place[-1].any() or place[:, 0].any() or place[:, -1].any())


def _is_alone(place: Mask, unlike: Mask, tile: tuple[float, float]) -> bool:
    """Whether it is no part of something larger."""
    around = _wider(place, max(1, round(AROUND * tile[0]))) & ~place
    return float(unlike[around].mean()) <= ALONE


def _wider(place: Mask, by: int) -> Mask:
    ones = np.ones((2 * by + 1, 2 * by + 1), np.uint8)
    return np.asarray(cv2.dilate(place.astype(np.uint8), ones) > 0, bool)


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
    if LEAST * width <= sides[0] <= MOST * width and LEAST * height <= sides[1] <= MOST * height:
        return [_upright(corners)]
    many = round(sides[1] / width)
    if many < 2 or not LEAST * height <= sides[0] <= MOST_OF_ROW * height:
        return []
    steps = np.linspace(0, 1, many + 1)[:, None]
    one, other = (corners[a] + steps * (corners[b] - corners[a]) for a, b in ((1, 2), (0, 3)))
    return [np.array([one[n], one[n + 1], other[n + 1], other[n]], np.float32) for n in range(many)]


def _upright(corners: Quad) -> Quad:
    """The same corners, the upper of the two shorter sides first, from left to right."""
    if corners[:2, 1].mean() > corners[2:, 1].mean():
        corners = np.roll(corners, 2, axis=0)
    return np.asarray(corners, np.float32)
