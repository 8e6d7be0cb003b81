"""Removes from a reading the bare table's own print, and rows that are no part of the game."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, TableReading
from vision.watching.alignment import Similarity
from vision.watching.bare import Bare
from vision.watching.field import Field
from vision.watching.motion import Mask
from vision.watching.occlusion import Cause
from vision.watching.snapshot import SettledTable
from vision.watching.strays import Strays
from vision.watching.surroundings import Surroundings
from vision.watching.tracks import SettledTile


class InPlay:
    """The bare table's print and the rows that are no part of the game; removes both from readings. `around` learns
    these rows as objects; `strays`: the candidates that may be unread tiles.
    """

    def __init__(self, around: Surroundings, strays: Strays) -> None:
        self.bare, self.field = Bare(), Field()
        self._around, self._strays = around, strays

    def begin(self, pixels: Pixels, table: SettledTable) -> None:
        """A round begins: the picture shows the bare table, and what is read in it is print."""
        self.bare.learn(pixels)
        self.field.begin(table)
        self._leave_rows_out()

    def forget(self) -> None:
        """Forgets everything, because another table is seen."""
        self.bare, self.field = Bare(), Field()

    def tell_apart(self, tiles: Sequence[SettledTile]) -> None:
        """Records players' answer that the row of these tiles is no part of the game."""
        self.field.tell_apart(tiles)
        self._leave_rows_out()

    def remember(self, quad: Quad, tile: Tile, tiles: int) -> None:
        """Restores a row of `tiles` tiles that players called no part of the game before the program started."""
        self.field.remember(quad, tile, tiles)
        self._leave_rows_out()

    def _leave_rows_out(self) -> None:
        """Nothing is the bare table in a row that is no part of the game: a tile exchanged on a rack is as white as the
        one before."""
        for row in self.field.told:
            self.bare.forget_at(row.quad)

    def forget_rows(self) -> None:
        """Forgets the rows that are no part of the game."""
        self.field = Field()

    def bumped(self, similarity: Similarity) -> None:
        """Adapts to a bump of the camera, which moved everything in the picture."""
        self.bare.move(similarity.matrix)
        self.field.move(similarity)

    def move(self, move: Callable[[Quad], Quad]) -> None:
        """Moves the rows that are no part of the game."""
        self.field.move(move)

    def are_out(self, pixels: Pixels, quads: NDArray[np.float32]) -> Mask:
        """The mask of these places (N, 4, 2) that show the bare table's print, or a row that is no part of the game."""
        stand = self.field.stand_apart(quads)
        self._learn_rows([quad for quad, inside in zip(quads, stand, strict=True) if inside])
        return stand | self.bare.shows_at(pixels, quads)

    def left_of(self, reading: TableReading, pixels: Pixels) -> TableReading:
        """The reading without print, and without rows that are no part of the game."""
        left = self.field.of_the_game(reading)
        kept = set(map(id, (*left.tiles, *left.unread)))
        self._learn_rows([tile.quad for tile in (*reading.tiles, *reading.unread) if id(tile) not in kept])
        tiles, unread = (self._off_the_bare_table(of, pixels) for of in (left.tiles, left.unread))
        return replace(left, tiles=tiles, unread=unread)

    def _off_the_bare_table(self, read: tuple[PlacedTile, ...], pixels: Pixels) -> tuple[PlacedTile, ...]:
        is_print = self.bare.shows_at(pixels, np.array([tile.quad for tile in read], np.float32).reshape(-1, 4, 2))
        return tuple(tile for tile, printed in zip(read, is_print, strict=True) if not printed)

    def candidates(self, reading: TableReading, pixels: Pixels) -> list[Quad]:
        """Areas as large as a tile that are neither read, nor print, nor in a row that is no part of the game; earlier
        candidates that show print are dropped.
        """
        found, apart = self.field.candidates(self._strays.found(reading, self._around))
        self._learn_rows(apart)
        seen = [stray.quad for stray in self._strays.seen]
        is_bare = self.bare.shows_at(pixels, np.array([*found, *seen], np.float32).reshape(-1, 4, 2)).tolist()
        self._strays.forget([quad for quad, bare in zip(seen, is_bare[len(found) :], strict=True) if bare])
        return [quad for quad, bare in zip(found, is_bare[: len(found)], strict=True) if not bare]

    def _learn_rows(self, quads: Sequence[Quad]) -> None:
        lying = [quad for quad in quads if not self._around.is_over(Cause.MOVES, quad)]
        if lying:
            self._around.learn_things(lying)

    def is_out(self, pixels: Pixels, quad: Quad) -> bool:
        """Whether the table's print is seen at a place, or a row that is no part of the game and was pushed."""
        return bool(self.bare.shows_at(pixels, quad[None])[0]) or self.field.is_apart(quad)
