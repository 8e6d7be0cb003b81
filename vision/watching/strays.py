"""What lies there as large as a tile and is not read: it is read once more, larger, and else a person is asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from referee.tiles import JOKER
from vision.camera import Pixels
from vision.reading import SURE, KnownFaces, PlacedTile, Quad, TableReading, widths
from vision.watching.coverage import Coverage
from vision.watching.tracks import nearest

SHOWN_WIDE, SHOWN_AROUND = 64.0, 2.0
"""Pixels to which a tile's width is brought for another look, and times its width that is shown around."""

TOUCHES = 1.7
"""Times a tile's width between the middles of a stray and of a tile that is read from which it is none of its row."""
FACE, RIM = (32, 44), (5, 7)
"""Pixels to which a face is brought to look for a figure on it, and how many of them at its rim are left out."""
FIGURE, WHITE = 0.05, 250.0
"""Part of a face's light that its strokes lack where it bears a figure (0.06 by evening lamp, 0.14 by day, or more;
plastic without one 0.02); and the level of all colours from which a lamp may have drowned it.
"""


class PictureReader(Protocol):
    """What reads pictures: vision.reading.Reader, or a test's own."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        """Tiles and sets of a picture in BGR; tiles that `known` knows need not be named again."""


def is_stray(tile: PlacedTile) -> bool:
    """Whether it may be no tile at all: nothing but its size speaks for one."""
    return tile.confidence == 0.0


class Strays:
    """Those that lie there now, each with what another look at it has shown."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self.seen: tuple[PlacedTile, ...] = ()
        self.face_down: tuple[Quad, ...] = ()
        """Where those lie that nobody has to be asked about."""

    def found(self, reading: TableReading, around: Coverage) -> list[Quad]:
        """Where something as large as a tile lies that was not read, and no hand beside it, nor a rack, explains it."""
        if reading.tiles:
            around.tile = size_of([tile.quad for tile in reading.tiles])
        lying = [tile.quad for tile in (*reading.tiles, *reading.unread)]
        self.forget(lying)
        return [quad for quad in around.strays(lying) if not around.is_busy(quad)]

    def joined(self, reading: TableReading, picture: Pixels, found: Sequence[Quad], around: Coverage) -> TableReading:
        """The reading with what is as large as a tile and was not read: a tile, where a larger picture shows one."""
        self._look(picture, [around.lies_there(stray.quad) for stray in self.seen], found)
        read = [tile for tile in self.seen if tile.confidence >= SURE]
        lying = [tile.quad for tile in (*reading.tiles, *reading.unread, *read)]
        down = [tile for tile in self.seen if is_stray(tile) and is_face_down(picture, tile.quad, lying)]
        self.face_down = tuple(tile.quad for tile in down)
        others = tuple(tile for tile in self.seen if tile.confidence < SURE and tile not in down)
        return replace(reading, tiles=(*reading.tiles, *read), unread=(*reading.unread, *others))

    def forget(self, quads: Sequence[Quad]) -> None:
        """Persons spoke of these places, or tiles are read there."""
        spoken = nearest(quads, [stray.quad for stray in self.seen])
        self.seen = tuple(stray for place, stray in enumerate(self.seen) if place not in spoken)

    def _look(self, picture: Pixels, there: Sequence[bool], new: Sequence[Quad]) -> None:
        """Keeps those of `seen` that are still there, and looks at new places once."""
        stay = [stray for stray, is_there in zip(self.seen, there, strict=True) if is_there]
        known = nearest([stray.quad for stray in stay], new)
        fresh = [quad for place, quad in enumerate(new) if place not in known]
        self.seen = (*stay, *(self._larger(picture, quad) for quad in fresh))

    def _larger(self, picture: Pixels, quad: Quad) -> PlacedTile:
        """What is read there in a larger picture; a stray, where nothing is."""
        width = float(widths(quad[None])[0])
        (left, top), (right, bottom) = quad.min(axis=0) - SHOWN_AROUND * width, quad.max(axis=0) + SHOWN_AROUND * width
        left, top = max(0, int(left)), max(0, int(top))
        part = picture[top : max(top + 1, int(bottom)), left : max(left + 1, int(right))]
        scale = max(1.0, SHOWN_WIDE / max(width, 1.0))
        larger = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        reading = self._reader.read(np.asarray(larger, np.uint8))
        read = [replace(tile, quad=np.asarray(tile.quad / scale + [left, top], np.float32)) for tile in reading.tiles]
        there = nearest([quad], [tile.quad for tile in read])
        return next((read[place] for place in there), PlacedTile(JOKER, quad, 0.0))


def size_of(quads: Sequence[Quad]) -> tuple[float, float]:
    """The usual width and height of faces, in pixels."""
    sides = np.linalg.norm(np.diff(np.stack(list(quads)), axis=1)[:, :2], axis=2)
    width, height = np.median(np.sort(sides, axis=1), axis=0)
    return float(width), float(height)


def is_face_down(picture: Pixels, stray: Quad, read: Sequence[Quad]) -> bool:
    """Whether a stray bears no figure, and lies apart from all tiles that are read: nobody has to be asked about it.

    Of 4,784 printed tiles of photographs, renders, a film and made-up tops, by day and by evening lamp, it is true of
    none.
    """
    width = float(widths(stray[None])[0])
    apart = [float(np.hypot(*(quad.mean(axis=0) - stray.mean(axis=0)))) for quad in read]
    return min(apart, default=np.inf) > TOUCHES * width and _is_blank(picture, stray)


def _is_blank(picture: Pixels, quad: Quad) -> bool:
    (width, height), (across, down) = FACE, RIM
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, upright), FACE)
    inner = cv2.GaussianBlur(face, (3, 3), 0)[down:-down, across:-across].reshape(-1, 3)
    strokes, ground = np.percentile(inner, (3, 60), axis=0)
    return bool(((ground - strokes) < FIGURE * ground.max()).all() and ground.min() < WHITE)
