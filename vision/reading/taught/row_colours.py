"""The colour and the direction of rows of thirteen, by the general reading."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from referee.tiles import HIGHEST, LOWEST, Colour, Tile
from vision.reading.detections import COLOURS, PlacedTile

UNREAD = 1e-3
"""Probability assumed for a name that is not among a tile's read names."""
CLEAR = 2.0
"""Advantage, as log-odds per tile, from which an assignment of colours is clear. 63 made-up sets seen through a webcam
have 4.2 and more.
"""
Ways = Sequence[Sequence[tuple[float, list[Tile]]]]
"""For each row and each of COLOURS: the fit of the row, and its tiles in that colour."""
Order = tuple[int, ...]
"""The rows' colours, as indices in COLOURS."""


def ways_of(rows: Sequence[Sequence[PlacedTile]]) -> Ways:
    """The fit of each row to each colour, and its tiles in that colour."""
    return [[_both_ways(row, colour) for colour in COLOURS] for row in rows]


def likeliest(ways: Ways) -> Order:
    """The colours of the rows that fit the reading best, each colour once."""
    return max(_orders(ways), key=lambda order: _score(ways, order))


def _orders(ways: Ways) -> list[Order]:
    """All assignments of colours to the rows, no colour twice."""
    return list(permutations(range(len(COLOURS)), len(ways)))


def _score(ways: Ways, order: Order) -> float:
    return sum(each[c][0] for each, c in zip(ways, order, strict=True))


def doubted(ways: Ways, order: Order) -> set[int]:
    """Indices of the rows whose colours could be exchanged without a worse fit."""
    others = [({k for k, c in enumerate(order) if c != other[k]}, _score(ways, other)) for other in _orders(ways)]
    score = _score(ways, order)
    return {k for rows, theirs in others if score - theirs < CLEAR * HIGHEST * len(rows) for k in rows}


def strange(ways: Ways, order: Order) -> set[int]:
    """Indices of the rows for which `order` gives a colour that the reading surely contradicts."""
    best = likeliest(ways)
    rows = {k for k, c in enumerate(order) if c != best[k]}
    return rows if _score(ways, best) - _score(ways, order) >= CLEAR * HIGHEST * len(rows) else set()


def _both_ways(row: Sequence[PlacedTile], colour: Colour) -> tuple[float, list[Tile]]:
    """The fit of the row to this colour, in the better direction, and its tiles in that direction."""
    upwards = [Tile(colour, number) for number in range(LOWEST, HIGHEST + 1)]
    return max(((fit(row, way), way) for way in (upwards, upwards[::-1])), key=lambda one: one[0])


def fit(row: Sequence[PlacedTile], names: Sequence[Tile]) -> float:
    """The fit of a row to these names, in log-odds."""
    return sum(
        float(np.log(colour_likely(placed, tile) + UNREAD) + np.log(_number_likely(placed, tile) + UNREAD))
        for placed, tile in zip(row, names, strict=True)
    )


def _named(placed: PlacedTile) -> list[tuple[Tile, float]]:
    return [(placed.tile, placed.confidence), *placed.rivals]


def colour_likely(placed: PlacedTile, tile: Tile) -> float:
    """Probability that a placed tile has the colour of `tile`."""
    return sum(p for other, p in _named(placed) if other.colour == tile.colour)


def _number_likely(placed: PlacedTile, tile: Tile) -> float:
    return sum(p for other, p in _named(placed) if other.number == tile.number)
