"""The bare table at full size, learnt where no tile lies; with it the table's print is told from tiles."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, centres, scaled, widths
from vision.watching.alignment import Similarity
from vision.watching.compared import DARK, WIDER, Compared, Floats, compared
from vision.watching.motion import Mask, cells_around
from vision.watching.tracks import SAME_PLACE, SettledTile, nearest

KNOWN = 0.8
"""Share of a place that must be known before the place can be compared."""
SAMPLE = 13
"""Step in rows and columns at which a picture is sampled for its light and noise."""
PARTS = (4, 6)
"""Number of rows and columns of parts that have a light of their own: the mean's cells come from different moments, and
a webcam drifts.
"""
WHOLLY = 0.99
"""Share of a cell that must be known after a bump for the whole cell to count as known."""
FOLLOWS = 2
"""Mean difference in levels up to which a cell counts as the unchanged table in another light."""


class Bare:
    """The bare table at full size, where it is known: `known` (rows, columns) in the cells of the mean."""

    def __init__(self) -> None:
        self._picture: Pixels = np.zeros((0, 0, 3), np.uint8)
        self.known: Mask = np.zeros((0, 0), bool)
        self._print: list[tuple[Tile, Quad]] = []
        """Readings of the table's own print: the tile as which it was read, and its quad."""
        self._faces: Floats = np.zeros((0, 4, 2), np.float32)
        """Quads (N, 4, 2) of the faces that the bare table shows, however unsure."""
        self._told: list[Quad] = []
        """Quads of tiles that players have confirmed in this round; nothing there is learnt as the bare table."""
        self._lit: tuple[Pixels, Floats, float] | None = None
        """The picture that was compared last, the light of its parts, and its noise."""

    def learn(self, pixels: Pixels, cells: Mask) -> None:
        """Learns the bare table in cells in which nothing lies, unless a player named a tile there. Known cells only
        follow the light: an object that went unnoticed must not become part of the table.
        """
        self._told, self._lit = [], None
        if self._picture.shape != pixels.shape or self.known.shape != cells.shape:
            self._picture, self.known = pixels.copy(), np.zeros(cells.shape, bool)
        elif self.known.any():
            light = np.median(self._light_and_noise(pixels)[0], axis=(0, 1))
            self._picture = np.clip((self._picture + DARK) * light - DARK, 0, 255).astype(np.uint8)
        cells = cells & (~self.known | self._is_same(pixels))
        mask = cv2.resize(cells.astype(np.uint8), pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(pixels, mask, self._picture)
        self.known = self.known | cells

    def _is_same(self, pixels: Pixels) -> Mask:
        """The mask of cells that look as before."""
        apart = cv2.absdiff(pixels, self._picture)
        size = self.known.shape[::-1]
        return np.asarray(cv2.resize(apart, size, interpolation=cv2.INTER_AREA).max(axis=2) <= FOLLOWS, bool)

    def move(self, matrix: NDArray[np.float64]) -> None:
        """Moves the bare table after a bump, by an affine map (2, 3) in the picture's pixels."""
        size = self._picture.shape[1::-1]
        if not self.known.any():
            return
        self._lit, moved = None, Similarity(matrix)
        self._print = [(name, moved(quad)) for name, quad in self._print]
        self._faces = moved(self._faces.reshape(-1, 2)).reshape(-1, 4, 2)
        self._told = [moved(quad) for quad in self._told]
        known = cv2.resize(self.known.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        self._picture, known = (
            np.asarray(cv2.warpAffine(one, matrix, size), np.uint8) for one in (self._picture, known)
        )
        part = cv2.resize(known.astype(np.float32), self.known.shape[::-1], interpolation=cv2.INTER_AREA)
        self.known = np.asarray(part >= WHOLLY, bool)

    def learn_print(self, read: Iterable[PlacedTile | SettledTile]) -> None:
        """Stores readings of the bare table's own print."""
        for tile in read:
            if not self._was_read_at(tile.tile, tile.quad):
                self._print.append((tile.tile, tile.quad))

    def learn_faces(self, quads: Floats) -> None:
        """Stores the quads (N, 4, 2) of faces that may be read on the bare table."""
        self._faces = np.concatenate([self._faces, quads])

    def forget_at(self, quad: Quad) -> None:
        """Forgets the bare table at a place where a player says that a tile lies; print beside it stays known."""
        self._told.append(quad)

    def is_plain_at(self, pixels: Pixels, quad: Quad) -> bool:
        """Whether the bare table is known at this place (4, 2), and has no print there."""
        return (
            bool(self.known.any()) and self._known_part(quad) >= KNOWN and self._compared(pixels, quad[None]) == [None]
        )

    def shows_at(self, pixels: Pixels, quads: Floats) -> Mask:
        """Whether the bare table's print is seen at each of these places (N, 4, 2), (N,): whole, or the figure of a
        face that it shows there."""
        return _are_print(self._compared(pixels, quads)) | self._show_faces(pixels, quads)

    def is_seen_at(self, pixels: Pixels, quads: Floats, names: Sequence[Tile | None]) -> Mask:
        """Whether the bare table is visible at each of these places (N, 4, 2), (N,); False where it is unknown.

        `names`: sure readings of the places; None: no reading is sure. Print may be partly covered by others of these
        places and, where it was read as print before, by any object that reaches over its rim.
        """
        compared = self._compared(pixels, quads)
        is_same = _are_print(compared) | self._show_faces(pixels, quads)
        hides = np.array([one is None or one.is_hidden for one in compared], bool)
        for lying in (hides, np.ones_like(hides)):  # print beside print hides none of it
            for place in map(int, np.flatnonzero(~is_same)):
                others = np.delete(quads, [place, *np.flatnonzero(is_same | ~lying)], axis=0)
                one, name = compared[place], names[place]
                was_read = self._was_read_at(name, quads[place])
                is_same[place] = one is not None and one.is_print(others, was_read, name is not None)
        return is_same

    def _show_faces(self, pixels: Pixels, quads: Floats) -> Mask:
        """Whether a figure of the bare table is unchanged at each of these places (N, 4, 2), (N,). It is compared at
        the quad seen before the round: the quad read now may take in a part of a tile beside it."""
        if not len(quads) or not len(self._faces):
            return np.zeros(len(quads), bool)
        apart = np.linalg.norm(centres(quads)[:, None] - centres(self._faces)[None], axis=2)
        is_near = apart <= SAME_PLACE * np.minimum(widths(quads)[:, None], widths(self._faces)[None])
        near, is_seen = np.flatnonzero(is_near.any(axis=0)), np.zeros(len(self._faces), bool)
        seen = self._compared(pixels, self._faces[near])
        is_seen[near] = [one is not None and one.shows_figure for one in seen]
        return np.asarray((is_near & is_seen).any(axis=1), bool)

    def is_print_at(self, pixels: Pixels, quad: Quad, name: Tile, others: Sequence[Quad]) -> bool:
        """Whether the table's own print is visible where `name` was read; `others`: tiles upon it or beside it."""
        if self._show_faces(pixels, quad[None])[0]:
            return True
        (one,) = self._compared(pixels, quad[None])
        lying = np.array(others, np.float32).reshape(-1, 4, 2)
        apart = np.linalg.norm(centres(lying) - centres(quad[None]), axis=1)
        beside = lying[apart > SAME_PLACE * widths(quad[None])]
        return one is not None and one.is_print(beside, self._was_read_at(name, quad))

    def is_hidden_at(self, pixels: Pixels, quads: Floats, tiles: Floats) -> Mask:
        """Whether an object as large as a tile hides the bare table's print at each of these places (N, 4, 2), (N,).

        `tiles` (M, 4, 2): known tiles, whose own surroundings do not count. False where the table is plain or unknown.
        """
        return np.array(
            [one is not None and one.is_hidden_beside(tiles) for one in self._compared(pixels, quads)], bool
        )

    def _compared(self, pixels: Pixels, quads: Floats) -> list[Compared | None]:
        """The comparison of each place (N, 4, 2) with the bare table; None: the bare table is unknown or plain
        there.
        """
        if not len(quads) or self._picture.shape != pixels.shape or not self.known.any():
            return [None] * len(quads)
        if self._lit is None or self._lit[0] is not pixels:
            self._lit = (pixels, *self._light_and_noise(pixels))
        _, light, noise = self._lit
        part = np.clip(centres(quads)[:, ::-1] * PARTS / pixels.shape[:2], 0, np.array(PARTS) - 1).astype(int)
        looks = compared(pixels, self._picture, quads, light[part[:, 0], part[:, 1]], noise)
        told = nearest(self._told, list(quads))
        known = [self._known_part(quad) >= KNOWN for quad in scaled(quads, WIDER)]
        return [one if known[place] and place not in told else None for place, one in enumerate(looks)]

    def _was_read_at(self, name: Tile | None, quad: Quad) -> bool:
        """Whether the bare table's print was read as this tile at this place before; None: as any tile."""
        return bool(nearest([place for read, place in self._print if name in (None, read)], [quad]))

    def _light_and_noise(self, pixels: Pixels) -> tuple[Floats, float]:
        """The gain of each of PARTS over the bare table, per colour (rows, columns, 3), and the picture's noise in
        levels.
        """
        now, then = (one[::SAMPLE, ::SAMPLE].astype(np.float32) + DARK for one in (pixels, self._picture))
        brighter, (rows, columns) = now / then, PARTS
        light = [
            [np.median(part, axis=(0, 1)) for part in np.array_split(row, columns, axis=1)]
            for row in np.array_split(brighter, rows)
        ]
        apart = np.abs(now - np.median(brighter, axis=(0, 1)) * then)
        return np.array(light, np.float32), 1.48 * float(np.median(apart))

    def _known_part(self, quad: Quad) -> float:
        there = self.known[self._cells(quad)]
        return float(there.mean()) if there.size else 0.0

    def _cells(self, quad: Quad) -> tuple[slice, slice]:
        return cells_around(quad, self._picture.shape, self.known.shape)


def _are_print(compared: Sequence[Compared | None]) -> Mask:
    return np.array([one is not None and one.is_print() for one in compared], bool)
