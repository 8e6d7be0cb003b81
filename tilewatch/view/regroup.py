"""Rows that nearly touch, told apart or joined in whichever way makes sets of them, before a fault is claimed."""

from dataclasses import replace

import numpy as np

from referee.rules import SMALLEST_SET, Rules
from referee.sets import is_set
from vision.reading import centres, widths
from vision.watching import SettledTable

NEARLY_TOUCH = 2.2
"""Widths of a tile between the middles of two tiles that may belong to one row: there is a gap of one tile."""

Row = tuple[int, ...]
"""A row as places in a settled table."""


def regrouped(table: SettledTable, rules: Rules) -> SettledTable:
    """The table with rows that are no sets parted, or joined with a neighbour, where that makes sets of them."""
    rows: list[Row] = []
    for row in table.sets:
        parted = None if _is_set(table, row, rules) else _parted(table, row, rules)
        rows += [row] if parted is None else parted
    return replace(table, sets=tuple(_joined(table, rows, rules)))


def _is_set(table: SettledTable, row: Row, rules: Rules) -> bool:
    return is_set(tuple(table.tiles[place].tile for place in row), rules)


def _parted(table: SettledTable, row: Row, rules: Rules) -> list[Row] | None:
    """A row cut into sets, if there is a way."""
    if not row:
        return []
    for end in range(SMALLEST_SET, len(row) + 1):
        if _is_set(table, row[:end], rules):
            rest = _parted(table, row[end:], rules)
            if rest is not None:
                return [row[:end], *rest]
    return None


def _joined(table: SettledTable, rows: list[Row], rules: Rules) -> list[Row]:
    """Rows that are no sets joined with the row whose end lies close to theirs, if that makes a set."""
    for row in rows:
        if _is_set(table, row, rules):
            continue
        for other in rows:
            for pair in ((row, other), (other, row)):
                together = (*pair[0], *pair[1])
                if other is not row and _nearly_touch(table, *pair) and _is_set(table, together, rules):
                    left = [one for one in rows if one is not row and one is not other]
                    return _joined(table, [*left, together], rules)
    return rows


def _nearly_touch(table: SettledTable, row: Row, other: Row) -> bool:
    """Whether one row ends where the other begins."""
    ends = np.stack([table.tiles[place].quad for place in (row[-1], other[0])])
    apart = float(np.hypot(*np.diff(centres(ends), axis=0)[0]))
    return apart <= NEARLY_TOUCH * float(widths(ends).mean())
