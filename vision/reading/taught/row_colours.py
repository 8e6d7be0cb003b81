"""Which colour each of some rows of thirteen has, and which way it runs: as the general reading sees it."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from referee.tiles import HIGHEST, LOWEST, Colour, Tile
from vision.reading.detections import COLOURS, PlacedTile

UNREAD = 1e-3
"""What a name counts that is not among those a tile was read as."""
CLEAR = 2.0
"""By how much, as log-odds for each tile, rows fit their colours better where these are clear. 63 made-up sets seen
through a webcam have 4.2 and more."""
Ways = Sequence[Sequence[tuple[float, list[Tile]]]]
"""How well each row fits each of COLOURS, and its tiles then."""
Order = tuple[int, ...]
"""The rows' colours, as places in COLOURS."""


def ways_of(rows: Sequence[Sequence[PlacedTile]]) -> Ways:
    """How well each row fits each colour."""
    return [[_both_ways(row, colour) for colour in COLOURS] for row in rows]


def likeliest(ways: Ways) -> Order:
    """The rows' colours that fit what is read best, no colour twice."""
    return max(_orders(ways), key=lambda order: _score(ways, order))


def _orders(ways: Ways) -> list[Order]:
    """All that the rows' colours can be, none of them twice."""
    return list(permutations(range(len(COLOURS)), len(ways)))


def _score(ways: Ways, order: Order) -> float:
    return sum(each[c][0] for each, c in zip(ways, order, strict=True))


def doubted(ways: Ways, order: Order) -> set[int]:
    """Rows that might as well have other colours than in this order."""
    others = [({k for k, c in enumerate(order) if c != other[k]}, _score(ways, other)) for other in _orders(ways)]
    score = _score(ways, order)
    return {k for rows, theirs in others if score - theirs < CLEAR * HIGHEST * len(rows) for k in rows}


def strange(ways: Ways, order: Order) -> set[int]:
    """Rows that surely have another colour than in this order."""
    best = likeliest(ways)
    rows = {k for k, c in enumerate(order) if c != best[k]}
    return rows if _score(ways, best) - _score(ways, order) >= CLEAR * HIGHEST * len(rows) else set()


def _both_ways(row: Sequence[PlacedTile], colour: Colour) -> tuple[float, list[Tile]]:
    """How well the row fits this colour upwards or downwards, and its tiles then."""
    upwards = [Tile(colour, number) for number in range(LOWEST, HIGHEST + 1)]
    return max(((fit(row, way), way) for way in (upwards, upwards[::-1])), key=lambda one: one[0])


def fit(row: Sequence[PlacedTile], names: Sequence[Tile]) -> float:
    """How well a row fits these names, as log-odds."""
    return sum(
        float(np.log(colour_likely(placed, tile) + UNREAD) + np.log(_number_likely(placed, tile) + UNREAD))
        for placed, tile in zip(row, names, strict=True)
    )


def _named(placed: PlacedTile) -> list[tuple[Tile, float]]:
    return [(placed.tile, placed.confidence), *placed.rivals]


def colour_likely(placed: PlacedTile, tile: Tile) -> float:
    """How likely a tile has this one's colour."""
    return sum(p for other, p in _named(placed) if other.colour == tile.colour)


def _number_likely(placed: PlacedTile, tile: Tile) -> float:
    return sum(p for other, p in _named(placed) if other.number == tile.number)
