"""Where a line of tiles is parted: the best of all partitions, gaps and what looks like a set weighed together."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.arrange.melds import GrowingRow, Likeness, likeness

REACH = 0.42
"""Tiles further apart than this share of a tile's width belong together only where they make a set."""
EVEN = 0.12
"""A gap wider than its line's usual one by this share of a tile's width speaks as much for a cut as against it."""
SPREAD = 1.5
"""… and by so many times what the line's narrower gaps differ."""
SLOPE, MOST_SAID = 22.0, 4.0
"""How much a gap speaks for a cut, as log-odds: so much for each width more, and never more than this."""
NEARLY, NO_SET, EACH = -2.5, -5.0, -0.5
"""What a part costs that is nearly a set, and one that is none with each of its tiles; a set costs nothing."""
USUAL = 40
"""The percentile of a line's gaps that counts as usual."""


def partition(tiles: Sequence[Tile], gaps: NDArray[np.float64]) -> list[int]:
    """Where a line is cut: the places before which a new row begins.

    `gaps`: between each tile and the next, as shares of a tile's width.
    """
    said = _said_by(gaps)
    if likeness(tiles) is Likeness.WHOLE and (said < 0).all():
        return []
    best, cut = [0.0] + [-np.inf] * len(tiles), [0] * (len(tiles) + 1)
    for start in range(len(tiles)):
        before = best[start] + (float(said[start - 1]) if start else 0.0)
        for end, worth in enumerate(_worths(tiles[start:], gaps[start:]), start + 1):
            if before + worth > best[end]:
                best[end], cut[end] = before + worth, start
    return _cuts(cut)


def _said_by(gaps: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much each gap of a line speaks for a cut, as log-odds."""
    if not len(gaps):
        return gaps
    least = float(gaps.min())
    usual = _usual(gaps) if len(gaps) > 2 else least
    even = min(usual, REACH) + EVEN + SPREAD * min(usual - least, EVEN)
    return np.clip(SLOPE * (gaps - even), -MOST_SAID, MOST_SAID)


def _usual(gaps: NDArray[np.float64]) -> float:
    """The gap at USUAL: np.percentile's, which costs more than all else here."""
    ordered = np.sort(gaps)
    place, between = divmod(USUAL / 100 * (len(gaps) - 1), 1)
    low, high = float(ordered[int(place)]), float(ordered[min(int(place) + 1, len(gaps) - 1)])
    return low + between * (high - low)


def worth_of(row: Sequence[Tile]) -> float:
    """How well a row looks like a set: 0 for one, less for what is none."""
    return _worth(likeness(row), len(row))


def _worth(likeness: Likeness, length: int) -> float:
    if likeness is Likeness.WHOLE:
        return 0.0
    return NEARLY if likeness is Likeness.NEARLY else NO_SET + EACH * length


def _worths(tiles: Sequence[Tile], gaps: NDArray[np.float64]) -> Iterator[float]:
    """How well the first tile alone looks like a set, the first two, and so on."""
    row, is_wide = GrowingRow(), False
    for length, tile in enumerate(tiles, 1):
        likeness = row.add(tile)
        is_wide = is_wide or (length > 1 and bool(gaps[length - 2] > REACH))
        yield -np.inf if is_wide and likeness is not Likeness.WHOLE else _worth(likeness, length)


def _cuts(cut: Sequence[int]) -> list[int]:
    """The places of the cuts from the first to the last, followed back from the end."""
    places, end = [], len(cut) - 1
    while cut[end]:
        end = cut[end]
        places.append(end)
    return places[::-1]
