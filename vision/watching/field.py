"""The playing field: rows on a rack, a box's lid or a phone are no part of the game.

A row that stood on the table before the round may be such a row, and players are asked about it. A row that players
declared no part of the game stays so, whatever names are read in it, because a rack's tiles change with every turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading import Quad, TableReading, rows_of
from vision.watching.motion import Mask
from vision.watching.snapshot import SettledTable
from vision.watching.tracks import SettledTile
from vision.watching.unread import Placed

FEWEST = 3
"""Tiles of the shortest row that may be a rack."""
FLUSH, ROUGHLY_FLUSH = 0.15, 0.35
"""Part of a row's height by which a tile's upper and lower edges may deviate from its row's; and the same for a
candidate, whose outline is rough. A tile that lies flat in place of a rack appears lower than the rack's tiles.
"""
HANGS = 0.1
"""Part of a row's height by which a tile's upper edge may deviate from the row's if its lower edge is read badly; the
lower edge may then deviate by ROUGHLY_FLUSH.
"""
MOSTLY = 0.6
"""Share of a row's tiles that have to stand in one line for the row to be followed."""
WIDER = 1.4
"""Factor by which a tile of the row may be wider than another."""
GROWS = 3.0
"""Tile widths by which a row may grow at each end."""
FIRST_KEY = 3_000_000
"""Lowest key of a row; keys of tiles are below."""


@dataclass(frozen=True, eq=False)
class RowApart:
    """A row of `count` tiles within a quad, whose first tile is read as `tile`; `belongs`: whether it belongs to the
    game, as players said; None: they were not asked.
    """

    key: int
    quad: Quad
    count: int
    tile: Tile
    belongs: bool | None = None

    def holds(self, quads: NDArray[np.float32], flush: float) -> Mask:
        """Which of these tiles (N, 4, 2) stand in this row, (N,): as wide as its tiles, with edges that deviate by at
        most `flush` of its height from its own, or by HANGS above and ROUGHLY_FLUSH below."""
        low, high = self._sides(quads)
        above, below = np.abs(low[:, 1]), np.abs(high[:, 1] - 1)
        is_flush = ((above < flush) & (below < flush)) | ((above < HANGS) & (below < ROUGHLY_FLUSH))
        return np.asarray(is_flush & self._is_in_line(low, high), bool)

    def following(self, quads: NDArray[np.float32]) -> Self:
        """The row moved to the present position of most of its tiles, if these are among the quads (N, 4, 2), since a
        rack may be pushed a little."""
        low, high = self._sides(quads)
        is_high = np.abs(high[:, 1] - low[:, 1] - 1) < FLUSH
        is_near = np.abs(low[:, 1] + high[:, 1] - 1) / 2 < ROUGHLY_FLUSH
        stand = is_high & is_near & self._is_in_line(low, high)
        if stand.sum() < max(FEWEST, MOSTLY * self.count):
            return self
        low, high = low[stand], high[stand]
        across, ends = (low + high)[:, 0] / 2, np.array([low[:, 0].min(), high[:, 0].max()])
        upper, lower = (np.polyval(np.polyfit(across, side[:, 1], 1), ends) for side in (low, high))
        if max(np.abs(upper).max(), np.abs(lower - 1).max()) < FLUSH:  # a reading's noise: the row was not pushed
            upper, lower = upper / 2, (lower + 1) / 2
        flat = np.column_stack([ends[[0, 1, 1, 0]], [*upper, *lower[::-1]]]).astype(np.float32)
        quad = cv2.perspectiveTransform(flat[None], np.linalg.inv(self._flattening))[0]
        return replace(self, quad=np.asarray(quad, np.float32), count=max(1, round(float(ends[1] - ends[0]))))

    def _is_in_line(self, low: NDArray[np.float32], high: NDArray[np.float32]) -> Mask:
        """The mask (N,) of tiles between these sides that are as wide as the row's tiles, and lie at most GROWS tiles
        beyond its ends."""
        wide, middle = (high - low)[:, 0], (low + high)[:, 0] / 2
        is_wide = (wide > 1 / WIDER) & (wide < WIDER)
        return np.asarray(is_wide & (middle > -GROWS) & (middle < self.count + GROWS), bool)

    def _sides(self, quads: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The lower and the upper sides of quads (N, 4, 2), (N, 2) each: in tile widths along the row, and in its
        heights below its upper edge."""
        if not len(quads):
            return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
        corners = cv2.perspectiveTransform(quads.reshape(1, -1, 2), self._flattening).reshape(-1, 4, 2)
        sides = np.sort(corners, axis=1)  # of each axis two corners on one side, two on the other
        return sides[:, :2].mean(axis=1), sides[:, 2:].mean(axis=1)

    @property
    def _flattening(self) -> NDArray[np.float64]:
        """Maps the row to a rectangle as wide as it has tiles, and 1 high; a homography (3, 3)."""
        flat = np.array([[0, 0], [self.count, 0], [self.count, 1], [0, 1]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(self.quad, flat), np.float64)

    def settled(self) -> SettledTile:
        """The row as the page shows it: one place without a tile, by a player's answer."""
        return SettledTile(self.key, self.tile, self.quad, 1.0, row=self.count)


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
        is_in = _stand_in(self._told, [tile.quad for tile in read])
        return tuple(tile for tile, inside in zip(read, is_in, strict=True) if not inside)

    def candidates(self, quads: Sequence[Quad]) -> tuple[list[Quad], list[Quad]]:
        """Splits candidates into those of the game, and those in a row that players called no part of the game."""
        is_in = _stand_in(self._told, quads, ROUGHLY_FLUSH).tolist()
        inside, outside = (
            [quad for quad, one in zip(quads, is_in, strict=True) if one is kind] for kind in (True, False)
        )
        return outside, inside

    def stand_apart(self, quads: NDArray[np.float32]) -> Mask:
        """Which of these quads (N, 4, 2) stand in a row that players called no part of the game, (N,); such rows are
        followed."""
        self._rows = [row.following(quads) if row.belongs is False else row for row in self._rows]
        return _stand_in(self._told, quads)

    def is_apart(self, quad: Quad) -> bool:
        """Whether a place lies in a row that players called no part of the game."""
        return bool(_stand_in(self._told, [quad])[0])

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
        if not _stand_in(there, quads).all():  # the known row has moved since, or was seen in part
            there = [*(row for row in there if len(tiles) < MOSTLY * row.count), self._row(tiles)]
        self._rows = [*left, *(replace(row, belongs=False) for row in there)]

    def untell(self, key: int) -> bool:
        """Withdraws the players' answer about the row with this key; False: no such row."""
        left = [row for row in self._rows if row.key != key]
        is_there, self._rows = len(left) < len(self._rows), left
        return is_there

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
    is_in = _stand_in(rows, [tile.quad for tile in tiles])
    return frozenset(tile.key for tile, inside in zip(tiles, is_in, strict=True) if inside)


def _turned_as(first: Quad, quad: Quad) -> Quad:
    """The same corners in the order of a tile that is read from the same side as the first."""
    return quad if (first[1] - first[0]) @ (quad[1] - quad[0]) >= 0 else np.roll(quad, 2, axis=0)


def _stand_in(rows: Sequence[RowApart], quads: Sequence[Quad] | NDArray[np.float32], flush: float = FLUSH) -> Mask:
    """Which of these quads stand in one of the rows, (N,)."""
    places = np.array(quads, np.float32).reshape(-1, 4, 2)
    return np.asarray(np.any([row.holds(places, flush) for row in rows] or np.zeros((1, len(places))), axis=0), bool)
