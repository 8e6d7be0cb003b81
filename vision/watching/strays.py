"""Unread tile-sized candidates: each is read once more, enlarged; if that fails, a player is asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from referee.tiles import JOKER
from vision.camera import Pixels
from vision.reading import SURE, KnownFaces, PlacedTile, Quad, TableReading, seen_from_each, widths
from vision.watching.coverage import Coverage
from vision.watching.motion import Mask
from vision.watching.tracks import nearest

SHOWN_WIDE, SHOWN_AROUND = 64.0, 2.0
"""Width in pixels to which a tile is enlarged for the second reading; and width of the margin shown around it, in tile
widths.
"""

NAMED = 0.5
"""Probability from which a face that is read enlarged is not nothing."""
TOUCHES = 1.7
"""Distance between centres, in tile widths, beyond which a candidate is not part of a tile's row."""
ANOTHER_PLACE = 0.6
"""Least distance between two different places, in tile widths; down a tile that a candidate may lie upon, in heights.
"""
FRONT, TALL = 0.2, 1.35
"""Half the height of a tile's front with its shadow, and the height of its face, in tile widths."""
FACE, RIM = (32, 44), (5, 7)
"""Width and height in pixels of a face that is searched for a figure; and the rim that is left out, across and down."""
FIGURE, WHITE = 0.05, 250.0
"""Share of a face's brightness by which strokes of a figure are darker (at least 0.06 by evening lamp, 0.14 by day;
plain plastic 0.02); and the level of all colours from which a lamp's glare may hide a figure.
"""


class PictureReader(Protocol):
    """Anything that reads pictures: vision.reading.Reader, or a test's own."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        """The tiles and sets in a BGR picture; tiles that `known` knows need not be classified again."""


def is_stray(tile: PlacedTile) -> bool:
    """Whether this is a mere candidate: only its size suggests a tile."""
    return tile.confidence == 0.0


class Strays:
    """The unread candidates on the table now, each with the result of its second reading."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self.seen: tuple[PlacedTile, ...] = ()
        self.face_down: tuple[Quad, ...] = ()
        """Quads of blank candidates that lie face down; players are not asked about them."""

    def found(self, reading: TableReading, around: Coverage) -> list[Quad]:
        """Quads of unread tile-sized objects that neither a hand nearby nor a rack being sorted explains."""
        if reading.tiles:
            around.tile = size_of([tile.quad for tile in reading.tiles])
        lying = [tile.quad for tile in (*reading.tiles, *reading.unread)]
        self.forget(lying)
        found = around.strays(lying)
        apart = zip(found, _upon_or_before(lying, found), strict=True)
        return [quad for quad, is_part in apart if not (is_part or around.is_busy(quad))]

    def joined(self, reading: TableReading, picture: Pixels, found: Sequence[Quad], around: Coverage) -> TableReading:
        """The reading completed with the candidates: as tiles if their enlarged reading is sure, otherwise as `unread`;
        blank candidates that lie face down are left out.
        """
        self._look(picture, [around.lies_there(stray.quad) for stray in self.seen], found)
        read = [tile for tile in self.seen if tile.confidence >= SURE]
        lying = [tile.quad for tile in (*reading.tiles, *reading.unread, *read)]
        down = [tile for tile in self.seen if is_stray(tile) and is_face_down(picture, tile.quad, lying)]
        self.face_down = tuple(tile.quad for tile in down)
        others = tuple(tile for tile in self.seen if tile not in read and tile not in down)
        return replace(reading, tiles=(*reading.tiles, *read), unread=(*reading.unread, *others))

    def forget(self, quads: Sequence[Quad]) -> None:
        """Drops candidates at these quads: players answered about them, or tiles are read there."""
        over = _upon_or_before(quads, [stray.quad for stray in self.seen])
        self.seen = tuple(stray for stray, is_over in zip(self.seen, over, strict=True) if not is_over)

    def _look(self, picture: Pixels, there: Sequence[bool], new: Sequence[Quad]) -> None:
        """Keeps the candidates that still lie there, and reads each new place once, enlarged."""
        again = nearest(new, [stray.quad for stray in self.seen])
        stay = [stray for place, stray in enumerate(self.seen) if there[place] or place in again]
        known = nearest([stray.quad for stray in stay], new)
        for quad in (quad for place, quad in enumerate(new) if place not in known):
            larger = self.larger(picture, quad)
            if not upon([stray.quad for stray in stay], [larger.quad]).any():
                stay.append(larger)
        self.seen = tuple(stay)

    def larger(self, picture: Pixels, quad: Quad) -> PlacedTile:
        """The tile read at this place in an enlarged crop; a candidate of confidence 0 if no tile is read."""
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


def upon(lying: Sequence[Quad], quads: Sequence[Quad]) -> Mask:
    """Which of the quads (N) lie at the place of one of these tiles, at least in part; (N,)."""
    if not lying or not quads:
        return np.zeros(len(quads), bool)
    across, down = (away[: len(lying), len(lying) :] for away in seen_from_each(np.stack([*lying, *quads])))
    return np.asarray(((np.abs(across) < ANOTHER_PLACE) & (np.abs(down) < ANOTHER_PLACE)).any(axis=0), bool)


def _upon_or_before(lying: Sequence[Quad], quads: Sequence[Quad]) -> Mask:
    """Which of the quads (N) lie at the place of one of these tiles, or show its front, seen below its face; (N,)."""
    return upon([*lying, *map(_lower, lying)], quads)


def _lower(quad: Quad) -> Quad:
    """The quad of a face moved down in the picture by half the height of its front."""
    across, down = np.linalg.norm(np.diff(quad[:3], axis=0), axis=1)
    return np.asarray(quad + [0, FRONT * max(across, down / TALL)], np.float32)


def size_of(quads: Sequence[Quad]) -> tuple[float, float]:
    """The median width and height of faces, in pixels; the shorter side is the width."""
    sides = np.linalg.norm(np.diff(np.stack(list(quads)), axis=1)[:, :2], axis=2)
    width, height = np.median(np.sort(sides, axis=1), axis=0)
    return float(width), float(height)


def is_face_down(picture: Pixels, stray: Quad, read: Sequence[Quad]) -> bool:
    """Whether a candidate bears no figure and lies apart from all read tiles, so players need not be asked about it.

    Of 4,784 printed tiles of photographs, renders, a film and made-up tops, by day and by evening lamp, none passes as
    face down.
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
