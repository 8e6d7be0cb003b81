"""Placed tiles -> rows, as a person sees them. Places and names only; no pixels, and no tile is renamed."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.arrange.lines import Layout, Line, lines
from vision.reading.arrange.melds import Likeness, likeness
from vision.reading.arrange.partition import partition, worth_of

Rows = list[Line]


def rows_of(tiles: Sequence[Tile], quads: NDArray[np.floating]) -> tuple[tuple[int, ...], ...]:
    """The rows that tiles at `quads` (N, 4, 2) form: indices in reading order; each tile is in exactly one."""
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
    """Some of the tiles in rows along the layout."""
    rows = []
    for line in lines(layout, list(among)):
        cuts = partition([tiles[i] for i in line], layout.gaps(line))
        rows += [line[a:b] for a, b in pairwise([0, *cuts, len(line)])]
    return rows


def _columns(layout: Layout, tiles: Sequence[Tile], among: Iterable[int]) -> Rows:
    """Of some of the tiles, the columns that look like sets."""
    found = _rows(layout.downwards(), tiles, among)
    return [column for column in found if likeness(tiles[i] for i in column) is not Likeness.NONE]


def _rows_and_columns(layout: Layout, tiles: Sequence[Tile], rows: Rows, loose: set[int]) -> Rows:
    """The rows that are sets and columns of the rest, or all columns and rows of the rest: what leaves less over."""
    sets = [row for row in rows if loose.isdisjoint(row)]
    ways = sets + _columns_first(layout, tiles, loose), _columns_first(layout, tiles, range(len(tiles)))
    return max(ways, key=lambda way: sum(worth_of([tiles[i] for i in row]) for row in way))


def _columns_first(layout: Layout, tiles: Sequence[Tile], among: Iterable[int]) -> Rows:
    """Some of the tiles: first the columns that look like sets, then the rest in rows."""
    columns = _columns(layout, tiles, among)
    taken = {i for column in columns for i in column}
    return columns + _rows(layout, tiles, [i for i in among if i not in taken])


def _is_set(tiles: Sequence[Tile], row: Line) -> bool:
    return likeness(tiles[i] for i in row) is Likeness.WHOLE


def _reading_place(layout: Layout, row: Line, height: float) -> tuple[int, float]:
    """Rows from the picture's top to its foot, and from left to right."""
    x, y = layout.centre[row].mean(axis=0)
    return int(y // height), float(x)
