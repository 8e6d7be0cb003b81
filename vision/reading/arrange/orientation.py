"""Which end of each tile is up: by its own face; for sixes and nines also by its row and the table's other rows."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.arrange.rows import rows_of
from vision.reading.detections import TILES, Detections, Doubles, Names
from vision.reading.geometry import axes

Rows = tuple[tuple[int, ...], ...]

TELLS = 5.0
"""Log-odds of a face's own orientation above which its neighbours are ignored. Marked sixes and nines that contradict
their rows have 5.8 and more; figures without a mark reach at most 4.7, right or wrong.
"""
MOST_SAY = 4.0
"""Greatest log-odds that one neighbour contributes to a tile's orientation."""
SAID = 2.0
"""Joint log-odds of a row's tiles, from which the row counts as a direction for other rows."""
ALONG = 0.7
"""Least absolute cosine between the directions of two rows that count as parallel."""
SWAPPED = np.array(
    [
        next((j for j, b in enumerate(TILES) if b.colour == a.colour and {a.number, b.number} == {6, 9}), i)
        for i, a in enumerate(TILES)
    ]
)
"""Index of the tile that each tile turns into when turned round: sixes and nines are exchanged, others stay."""


def in_rows(found: Detections) -> tuple[Detections, Rows]:
    """The tiles turned upright, and the rows they lie in; sixes and nines are turned to agree with their rows."""
    found = upright(found)
    rows = rows_of(_tiles(found), found.quads)
    agreed = agreeing(found, rows)
    return agreed, rows if agreed.quads is found.quads else rows_of(_tiles(agreed), agreed.quads)


def _tiles(found: Detections) -> list[Tile]:
    return [TILES[k] for k in found.names.tiles.argmax(axis=1)]


def upright(found: Detections) -> Detections:
    """The detections with quads turned upright, as the classifier's quarter turns say."""
    turns = found.names.turns.argmax(axis=1)
    quads = np.take_along_axis(found.quads, ((np.arange(4)[None] - turns[:, None]) % 4)[:, :, None], axis=1)
    rolled = np.take_along_axis(found.names.turns, (np.arange(4)[None] + turns[:, None]) % 4, axis=1)
    return replace(found, quads=quads, names=replace(found.names, turns=rolled))


def agreeing(found: Detections, rows: Sequence[Sequence[int]]) -> Detections:
    """The detections with doubtful sixes and nines turned round if their row and the other rows suggest it.

    The quads are the same array if no tile was turned. Where neither its face nor its row tells the orientation of a
    tile, it is as likely a six as a nine.
    """
    names = found.names
    quads, tiles, changed = found.quads.copy(), names.tiles.copy(), False
    own = np.log(names.turns[:, 0] + 1e-6) - np.log(names.turns[:, 2] + 1e-6)
    odds = _heard(np.clip(own, -MOST_SAY, MOST_SAY), rows, hardly := _hardly_tells(tiles, own))
    down = axes(quads)[1]
    down /= np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
    says = np.array([odds[list(row)] @ down[list(row)] for row in rows]).reshape(-1, 2)
    for k, row in enumerate(rows):
        for i in row:
            if SWAPPED[best := int(tiles[i].argmax())] == best:
                continue
            sure = float(own[i])
            if hardly[i]:
                sure = float(odds[list(row)] @ np.sign(down[list(row)] @ down[i]))
                sure += _as_others_lie(np.delete(says, k, axis=0), down[i])
            if sure < 0:
                tiles[i], quads[i], changed = tiles[i][SWAPPED], np.roll(quads[i], 2, axis=0), True
            surely = 1 / (1 + np.exp(-abs(sure)))
            tiles[i] = surely * tiles[i] + (1 - surely) * tiles[i][SWAPPED]
    return replace(found, quads=quads if changed else found.quads, names=Names(tiles, names.turns, names.faces))


def _hardly_tells(tiles: NDArray[np.float32], own: Doubles) -> NDArray[np.bool_]:
    """The mask of sixes and nines whose own faces hardly tell which end is up."""
    best = tiles.argmax(axis=1)
    return np.asarray((SWAPPED[best] != best) & (np.abs(own) < TELLS))


def _heard(odds: Doubles, rows: Sequence[Sequence[int]], hardly: NDArray[np.bool_]) -> Doubles:
    """Log-odds of each tile's orientation; doubtful tiles of one row err alike, so together they count as one."""
    heard = odds.copy()
    for row in rows:
        alike = [i for i in row if hardly[i]]
        heard[alike] /= max(len(alike), 1)
    return heard


def _as_others_lie(says: Doubles, down: Doubles) -> float:
    """Log-odds that the direction `down` (2,) is down, from how many of the other rows (R, 2) lie the same way or
    upside down.

    Laplace's rule of succession: one row says little, ten that all lie alike say much, and equally many either way
    nothing.
    """
    along = says @ down
    tells = along[np.abs(along) > np.maximum(SAID, ALONG * np.linalg.norm(says, axis=1))]
    return float(np.log((tells > 0).sum() + 1) - np.log((tells < 0).sum() + 1))
