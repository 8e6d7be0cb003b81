"""Placed tiles -> rows, as a person sees them, from quads and names only; no tile is renamed.

How tiles lie relative to each other, and the lines they form by joining neighbours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.arrange.partition import Likeness, likeness, partition, worth_of
from vision.reading.detections import Doubles
from vision.reading.geometry import axes, centres, seen_from_each, turned_apart

Line = list[int]
"""Indices of tiles, each the neighbour of the next, in reading order."""

SIDEWAYS = 1.0
"""Widest gap between two tiles of one row, in tile lengths."""
DOWNWARDS = 0.5
"""Widest gap between two tiles of one column, in tile lengths."""
CROOKED = 0.36
"""Greatest offset of a neighbour above or below, in tile heights."""
TURNED = np.radians(24)
"""Greatest angle between neighbours in radians, modulo half a turn."""
LEVEL = 0.12
"""Step up or down, in tile heights, that is ignored."""
Rows = list[Line]


@dataclass(frozen=True, eq=False)
class Layout:
    """Relative positions of N tiles.

    `centre` (N, 2): centres in pixels; `along`, `aside` (N, 2): a tile's side vectors along a row and across it, in
    pixels. `u`, `v` (N, N): centre of tile j relative to tile i, in i's lengths along and aside. `turn` (N, N): angle
    between two tiles. `reach`: widest gap between neighbours, in lengths.
    """

    centre: Doubles
    along: Doubles
    aside: Doubles
    u: Doubles
    v: Doubles
    turn: Doubles
    reach: float = SIDEWAYS

    @classmethod
    def of(cls, quads: Doubles) -> Self:
        """The layout of quads (N, 4, 2)."""
        across, down = axes(quads)
        u, v = seen_from_each(quads)
        return cls(centres(quads), across, down, u, v, turned_apart(quads))

    def downwards(self) -> Self:
        """The measures with both directions exchanged, so that columns are found in place of rows."""
        return replace(self, along=self.aside, aside=self.along, u=self.v, v=self.u, reach=DOWNWARDS)

    def gaps(self, line: Sequence[int]) -> Doubles:
        """The gaps between neighbours of a line, in tile lengths; steps aside make a gap wider."""
        a, b = np.array(line[:-1], np.intp), np.array(line[1:], np.intp)
        apart = (np.abs(self.u[a, b]) + np.abs(self.u[b, a])) / 2 - 1
        aside = (np.abs(self.v[a, b]) + np.abs(self.v[b, a])) / 2
        level = np.median(aside) if len(aside) > 2 else 0.0
        return np.asarray(apart + np.maximum(0, np.abs(aside - level) - LEVEL))


def lines(layout: Layout, among: Sequence[int]) -> list[Line]:
    """The tiles `among` as lines: two tiles are joined where each is the other's nearest neighbour on that side."""
    if not len(among):
        return []
    here = np.array(among, np.intp)
    u, v = layout.u[np.ix_(here, here)], layout.v[np.ix_(here, here)]
    beside = (np.abs(u) > 0.5) & (np.abs(u) < 1 + layout.reach) & (np.abs(v) < CROOKED)
    beside &= layout.turn[np.ix_(here, here)] < TURNED
    beside &= beside.T
    chosen = np.zeros_like(beside)
    for on_side in (u < 0, u > 0):
        away = np.where(beside & on_side, np.abs(u) + np.abs(v), np.inf)
        nearest = away.argmin(axis=1)
        sees = np.flatnonzero(np.isfinite(away.min(axis=1)))
        chosen[sees, nearest[sees]] = True
    found = _connected(chosen & chosen.T)
    return [_in_order(layout, [int(here[k]) for k in group]) for group in found]


def _connected(joined: NDArray[np.bool_]) -> list[list[int]]:
    """The groups of indices that are joined directly or through others."""
    groups: list[list[int]] = []
    free = set(range(len(joined)))
    while free:
        group, waiting = [], [free.pop()]
        while waiting:
            group.append(waiting.pop())
            more = free.intersection(np.flatnonzero(joined[group[-1]]).tolist())
            free -= more
            waiting += more
        groups.append(sorted(group))
    return sorted(groups)


def _in_order(layout: Layout, line: Line) -> Line:
    """The line sorted along the direction in which most of its tiles are read."""
    if len(line) < 2:
        return line
    along = layout.along[line]
    units = along / np.linalg.norm(along, axis=1, keepdims=True)
    reading = units[np.argmax((units @ units.T > 0).sum(axis=1))]
    reading = np.where(units @ reading[:, None] > 0, units, -units).mean(axis=0)
    return [line[k] for k in np.argsort(layout.centre[line] @ reading, kind="stable")]


def rows_of(tiles: Sequence[Tile], quads: NDArray[np.floating]) -> tuple[tuple[int, ...], ...]:
    """The rows of tiles at `quads` (N, 4, 2): indices in reading order; each tile is in exactly one row."""
    if not len(tiles):
        return ()
    layout = Layout.of(np.asarray(quads, np.float64))
    rows = _rows(layout, tiles, range(len(tiles)))
    loose = {i for row in rows if not _is_set(tiles, row) for i in row}
    if loose and any(loose.intersection(column) for column in _columns(layout, tiles, range(len(tiles)))):
        rows = _rows_and_columns(layout, tiles, rows, loose)
    height = max(float(np.median(np.linalg.norm(layout.aside, axis=1))), 1.0)
    return tuple(tuple(row) for row in sorted(rows, key=lambda row: _reading_place(layout, row, height)))


def _rows(layout: Layout, tiles: Sequence[Tile], among: Iterable[int]) -> Rows:
    """The tiles `among` in rows along the layout."""
    rows = []
    for line in lines(layout, list(among)):
        cuts = partition([tiles[i] for i in line], layout.gaps(line))
        rows += [line[a:b] for a, b in pairwise([0, *cuts, len(line)])]
    return rows


def _columns(layout: Layout, tiles: Sequence[Tile], among: Iterable[int]) -> Rows:
    """The columns among these tiles that look like sets."""
    found = _rows(layout.downwards(), tiles, among)
    return [column for column in found if likeness(tiles[i] for i in column) is not Likeness.NONE]


def _rows_and_columns(layout: Layout, tiles: Sequence[Tile], rows: Rows, loose: set[int]) -> Rows:
    """The best of three arrangements: rows that are sets plus columns of the rest, columns first, or rows only."""
    sets = [row for row in rows if loose.isdisjoint(row)]
    ways = sets + _columns_first(layout, tiles, loose), _columns_first(layout, tiles, range(len(tiles))), rows
    return max(ways, key=lambda way: sum(worth_of([tiles[i] for i in row]) for row in way))


def _columns_first(layout: Layout, tiles: Sequence[Tile], among: Iterable[int]) -> Rows:
    """The tiles `among`: grouped into columns that look like sets, then rows of the remaining tiles."""
    columns = _columns(layout, tiles, among)
    taken = {i for column in columns for i in column}
    return columns + _rows(layout, tiles, [i for i in among if i not in taken])


def _is_set(tiles: Sequence[Tile], row: Line) -> bool:
    return likeness(tiles[i] for i in row) is Likeness.WHOLE


def _reading_place(layout: Layout, row: Line, height: float) -> tuple[int, float]:
    """Sort key of a row: from the picture's top to its foot, then from left to right."""
    x, y = layout.centre[row].mean(axis=0)
    return int(y // height), float(x)
