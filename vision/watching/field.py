"""The playing field: rows on a rack, a box's lid or a phone are no part of the game.

A row that stood on the table before the round may be such a row, and players are asked about it. A row that players
declared no part of the game stays so, whatever names are read in it, because a rack's tiles change with every turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading import Quad, TableReading, rows_of
from vision.watching.motion import Mask
from vision.watching.row_apart import FEWEST, FLUSH, MOSTLY, ROUGHLY_FLUSH, RowApart, stand_in
from vision.watching.snapshot import SettledTable
from vision.watching.tracks import SettledTile
from vision.watching.unread import Placed

FIRST_KEY = 3_000_000
"""Lowest key of a row; keys of tiles are below."""


class Field:
    """The rows that may be no part of the game, and the rows that players declared so."""

    def __init__(self) -> None:
        self._rows: list[RowApart] = []
        self._keys = count(FIRST_KEY)

    def begin(self, table: SettledTable) -> None:
        """A round begins: the rows that lie there already may be no part of the game; players' answers stay."""
        names, quads = [tile.tile for tile in table.tiles], [tile.quad for tile in table.tiles]
        rows = rows_of(names, np.stack(quads)) if quads else ()
        found = [self._row([table.tiles[place] for place in row]) for row in rows if len(row) >= FEWEST]
        self._rows = [*self._told, *found]

    def of_the_game(self, reading: TableReading) -> TableReading:
        """The reading without tiles in rows that are no part of the game."""
        return replace(reading, tiles=self.outside(reading.tiles), unread=self.outside(reading.unread))

    def outside(self, read: tuple[Placed, ...]) -> tuple[Placed, ...]:
        """The tiles that stand in no row that players called no part of the game."""
        is_in = stand_in(self._told, [tile.quad for tile in read])
        return tuple(tile for tile, inside in zip(read, is_in, strict=True) if not inside)

    def candidates(self, quads: Sequence[Quad]) -> tuple[list[Quad], list[Quad]]:
        """Splits candidates into those of the game, and those in a row that players called no part of the game."""
        is_in = stand_in(self._told, quads, ROUGHLY_FLUSH).tolist()
        inside, outside = (
            [quad for quad, one in zip(quads, is_in, strict=True) if one is kind] for kind in (True, False)
        )
        return outside, inside

    def stand_apart(self, quads: NDArray[np.float32]) -> Mask:
        """Which of these quads (N, 4, 2) stand in a row that players called no part of the game, (N,); such rows are
        followed."""
        self._rows = [row.following(quads) if row.belongs is False else row for row in self._rows]
        return stand_in(self._told, quads)

    def is_apart(self, quad: Quad) -> bool:
        """Whether a place lies in a row that players called no part of the game."""
        return bool(stand_in(self._told, [quad])[0])

    def doubted(self, tiles: Sequence[SettledTile]) -> frozenset[int]:
        """The keys of tiles in a row that lay there before the round, about which players are asked."""
        return _keys_in([row for row in self._rows if row.belongs is None], [one for one in tiles if not one.is_told])

    def played(self, tiles: Sequence[SettledTile]) -> frozenset[int]:
        """The keys of tiles in rows that belong to the game, as players said."""
        return _keys_in([row for row in self._rows if row.belongs], tiles)

    def tell_played(self, tiles: Sequence[SettledTile]) -> None:
        """Records players' answer that the row of these tiles belongs to the game, whatever names are read in it."""
        quads = np.stack([tile.quad for tile in tiles])
        left = [row for row in self._rows if row.belongs is not None or not row.holds(quads, FLUSH).any()]
        self._rows = [*left, replace(self._row(tiles), belongs=True)]

    def tell_apart(self, tiles: Sequence[SettledTile]) -> None:
        """Records players' answer that these tiles, and the row in which they stand, are no part of the game."""
        quads = np.stack([tile.quad for tile in tiles])
        there = [row for row in self._rows if row.holds(quads, FLUSH).any()]
        left = [row for row in self._rows if row not in there]
        if not stand_in(there, quads).all():  # the known row has moved since, or was seen in part
            there = [*(row for row in there if len(tiles) < MOSTLY * row.count), self._row(tiles)]
        self._rows = [*left, *(replace(row, belongs=False) for row in there)]

    def untell(self, key: int) -> bool:
        """Withdraws the players' answer about the row with this key; False: no such row."""
        left = [row for row in self._rows if row.key != key]
        is_there, self._rows = len(left) < len(self._rows), left
        return is_there

    @property
    def rows(self) -> dict[int, RowApart]:
        """The rows, by their keys."""
        return {row.key: row for row in self._rows}

    def take_back(self, key: int, before: RowApart | None) -> None:
        """Restores a row with this key, and what was said of it, as it was `before`; None: it was not known."""
        self._rows = [row for row in self._rows if row.key != key] + ([] if before is None else [before])

    @property
    def told(self) -> tuple[SettledTile, ...]:
        """The rows that players called no part of the game, each as one place."""
        return tuple(row.settled() for row in self._told)

    def remember(self, quad: Quad, tile: Tile, tiles: int) -> None:
        """Restores a row of `tiles` tiles that players called no part of the game before the program started."""
        self._rows.append(RowApart(next(self._keys), quad, tiles, tile, belongs=False))

    def move(self, moved: Callable[[Quad], Quad]) -> None:
        """Moves the rows, because the table has moved in the picture."""
        self._rows = [replace(row, quad=moved(row.quad)) for row in self._rows]

    @property
    def _told(self) -> list[RowApart]:
        return [row for row in self._rows if row.belongs is False]

    def _row(self, tiles: Sequence[SettledTile]) -> RowApart:
        quads = [_turned_as(tiles[0].quad, tile.quad) for tile in tiles]
        along = sorted(quads, key=lambda quad: float(quad.mean(axis=0) @ (quads[0][1] - quads[0][0])))
        first, last = along[0], along[-1]
        return RowApart(next(self._keys), np.stack([first[0], last[1], last[2], first[3]]), len(tiles), tiles[0].tile)


def _keys_in(rows: Sequence[RowApart], tiles: Sequence[SettledTile]) -> frozenset[int]:
    """The keys of the tiles that stand in one of these rows."""
    is_in = stand_in(rows, [tile.quad for tile in tiles])
    return frozenset(tile.key for tile, inside in zip(tiles, is_in, strict=True) if inside)


def _turned_as(first: Quad, quad: Quad) -> Quad:
    """The same corners in the order of a tile that is read from the same side as the first."""
    return quad if (first[1] - first[0]) @ (quad[1] - quad[0]) >= 0 else np.roll(quad, 2, axis=0)
