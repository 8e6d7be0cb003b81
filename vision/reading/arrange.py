"""Step 4: placed tiles -> rows, as a person sees them. Places and names only; no pixels."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.geometry import axes, centres, seen_from_each, turned_apart

Floats = NDArray[np.float64]

REACH = 0.42
"""Two tiles side by side are of one row when the gap between them is at most this share of a tile's width."""
FAR_REACH = 1.0
"""A gap up to this is bridged where the tiles say so: together they are a run or a group, apart they are not."""
CROOKED = 0.36
"""How far, as a share of a tile's height, a neighbour may lie above or below."""
TURNED = np.radians(24)
"""How far a neighbour may be turned, upside down not counted."""
WIDER = 0.12
"""A gap inside a row may part two sets when it is wider than the row's narrowest by this share of a tile's width."""
STRAY = 0.2
"""As WIDER, where only one of the parts is a set and the rest are tiles that lie beside it."""


def arrange(tiles: Sequence[Tile], quads: NDArray[np.floating]) -> tuple[tuple[int, ...], ...]:
    """The rows that tiles at `quads` (N, 4, 2) form: indices in reading order; each tile is in exactly one."""
    if not len(tiles):
        return ()
    frames = Frames(np.asarray(quads, np.float64))
    rows = [_in_order(frames, row) for row in _linked(frames, REACH, CROOKED)]
    rows = [part for row in rows for part in _parted(frames, tiles, row)]
    rows = _bridged(frames, tiles, rows)
    return tuple(tuple(row) for row in sorted(rows, key=lambda row: _reading_place(frames, row)))


class Frames:
    """Each tile's centre (N, 2), axes across and down (N, 2), how each sees the others and is turned (N, N).

    `height`: the typical tile's, in pixels.
    """

    def __init__(self, quads: Floats) -> None:
        self.centre = centres(quads)
        self.across, self.down = axes(quads)
        self.u, self.v = seen_from_each(quads)
        self.turn = turned_apart(quads)
        self.height = float(np.median(np.linalg.norm(self.down, axis=1)))

    def gap(self, i: int, j: int) -> float:
        """The gap between two neighbours, as a share of a tile's width."""
        return float((abs(self.u[i, j]) + abs(self.u[j, i])) / 2 - 1)


def _linked(frames: Frames, reach: float, crooked: float) -> list[list[int]]:
    """Tiles joined to their next neighbour on either side, both seeing it so."""
    n = len(frames.centre)
    u, v = frames.u, frames.v
    beside = (np.abs(u) > 0.5) & (np.abs(u) < 1 + reach) & (np.abs(v) < crooked) & (frames.turn < TURNED)
    beside &= beside.T
    parent = list(range(n))
    for on_side in (u < 0, u > 0):
        away = np.where(beside & on_side, np.abs(u) + np.abs(v), np.inf)
        nearest = away.argmin(axis=1)
        for tile in np.flatnonzero(np.isfinite(away.min(axis=1))):
            _join(parent, int(tile), int(nearest[tile]))
    groups: dict[int, list[int]] = {}
    for i in range(n):
        groups.setdefault(_root(parent, i), []).append(i)
    return list(groups.values())


def _root(parent: list[int], i: int) -> int:
    while parent[i] != i:
        i = parent[i]
    return i


def _join(parent: list[int], i: int, j: int) -> None:
    parent[_root(parent, i)] = _root(parent, j)


def _in_order(frames: Frames, row: list[int]) -> list[int]:
    """From left to right, as most of the row's tiles are read."""
    if len(row) < 2:
        return row
    across = frames.across[row]
    units = across / np.linalg.norm(across, axis=1, keepdims=True)
    reading = units[np.argmax((units @ units.T > 0).sum(axis=1))]
    same = units @ reading > 0
    reading = np.where(same[:, None], units, -units).mean(axis=0)
    return [row[k] for k in np.argsort(frames.centre[row] @ reading, kind="stable")]


def _parted(frames: Frames, tiles: Sequence[Tile], row: list[int]) -> list[list[int]]:
    """Two sets laid end to end, or a stray tile beside a set: parted at a wider gap where the whole is no set."""
    if len(row) < 4 or _is_set([tiles[i] for i in row]):
        return [row]
    gaps = [frames.gap(a, b) for a, b in pairwise(row)]
    for cut in sorted(range(1, len(row)), key=lambda k: -gaps[k - 1]):
        wider = gaps[cut - 1] - min(gaps)
        if wider < WIDER:
            break
        parts = [row[:cut], *_parted(frames, tiles, row[cut:])]
        sets = [_is_set([tiles[i] for i in part]) for part in parts]
        if all(sets) or (any(sets) and wider > STRAY):
            return parts
    return [row]


def _bridged(frames: Frames, tiles: Sequence[Tile], rows: list[list[int]]) -> list[list[int]]:
    """One set laid with a wider gap: joined where the whole is a set and a part of it is none."""
    for i, j in _near_ends(frames, rows):
        whole = _in_order(frames, rows[i] + rows[j])
        parts_stand = all(_is_set([tiles[k] for k in rows[n]]) for n in (i, j))
        if not parts_stand and _is_set([tiles[k] for k in whole]):
            rest = [row for n, row in enumerate(rows) if n not in (i, j)]
            return _bridged(frames, tiles, [*rest, whole])
    return rows


def _near_ends(frames: Frames, rows: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Pairs of rows in one line whose ends are at most FAR_REACH apart, of which one is short."""
    for i, row in enumerate(rows):
        if len(row) > 2:
            continue
        for j, other in enumerate(rows):
            if i != j and any(_in_line(frames, a, b) for a in (row[0], row[-1]) for b in (other[0], other[-1])):
                yield i, j


def _in_line(frames: Frames, a: int, b: int) -> bool:
    in_reach = 0.5 < abs(frames.u[a, b]) < 1 + FAR_REACH and abs(frames.v[a, b]) < CROOKED
    return bool(in_reach and frames.turn[a, b] < TURNED)


def _is_set(row: Sequence[Tile]) -> bool:
    """Whether a person would take these tiles for one meld: three or more, one number, or counting on in one colour."""
    numbered = [tile for tile in row if not tile.is_joker]
    if len(row) < 3 or not numbered:
        return False
    numbers = {tile.number for tile in numbered}
    colours = {tile.colour for tile in numbered}
    if len(numbers) == 1 and len(row) <= 4:
        return len(colours) == len(numbered)
    values = sorted(tile.number for tile in numbered if tile.number is not None)
    return len(colours) == 1 and len(set(values)) == len(values) and values[-1] - values[0] < len(row)


def _reading_place(frames: Frames, row: list[int]) -> tuple[int, float]:
    """Rows from the picture's top to its foot, and from left to right."""
    x, y = frames.centre[row].mean(axis=0)
    return int(y // max(frames.height, 1.0)), float(x)
