"""Parts a line of tiles into rows: the best of all partitions, by the gaps and by the likeness of each part to a set. A
set is a row that a person would take for a set, whatever the rules of play: three or more tiles with consecutive
numbers, or with a common number.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from referee.tiles import HIGHEST, LOWEST, Colour, Tile

REACH = 0.42
"""Gap, in tile widths, above which two tiles belong together only if they are part of a set."""
EVEN = 0.12
"""Excess of a gap over the line's usual gap, in tile widths, at which a cut is as likely as none."""
SPREAD = 1.5
"""Factor of the difference between the line's usual and its narrowest gap, which is added to that excess."""
SLOPE = 22.0
"""Log-odds for a cut per tile width of a gap beyond that sum."""
MOST_SAID = 4.0
"""Greatest absolute log-odds from one gap."""
NEARLY = -2.5
"""Log-odds of a part that is nearly a set; a set has 0."""
NO_SET = -5.0
"""Log-odds of a part that is no set, before EACH is added for its tiles."""
EACH = -0.5
"""Log-odds added for each tile of a part that is no set."""
TWO_GROUPS = 6
"""Number of tiles of one number from which they count as two groups instead of one with repeated colours: two are legal
in every edition.
"""
USUAL = 40
"""Percentile of a line's gaps that counts as the usual gap."""


class Likeness(IntEnum):
    """How much a row of tiles looks like a set."""

    NONE = 0
    NEARLY = 1
    """One tile would have to be another, or the tiles lie in another order, perhaps because one was misread; or they
    have one number with repeated colours, which is a group in some editions.
    """
    WHOLE = 2


class GrowingRow:
    """A row that grows tile by tile, and its likeness to a run or a group.

    It counts how many of its tiles fit into one ascending run, one descending run, and one group.
    """

    def __init__(self) -> None:
        self._length = self._jokers = 0
        self._upward: Counter[tuple[Colour, int]] = Counter()
        self._downward: Counter[tuple[Colour, int]] = Counter()
        self._colours: dict[int, set[Colour]] = {}
        self._numbers: set[int] = set()
        self._inks: set[Colour] = set()
        self._most_in_run = self._most_in_group = 0

    def add(self, tile: Tile) -> Likeness:
        """Adds a tile at the row's end; returns how much the row looks like a set now."""
        place, self._length = self._length, self._length + 1
        if tile.colour is None or tile.number is None:
            self._jokers += 1
        else:
            self._count(tile.colour, tile.number, place)
        return self._likeness()

    def _count(self, colour: Colour, number: int, place: int) -> None:
        up, down = (colour, number - place), (colour, number + place)
        self._upward[up] += 1
        self._downward[down] += 1
        self._most_in_run = max(self._most_in_run, self._upward[up], self._downward[down])
        self._colours.setdefault(number, set()).add(colour)
        self._most_in_group = max(self._most_in_group, len(self._colours[number]))
        self._numbers.add(number)
        self._inks.add(colour)

    def _likeness(self) -> Likeness:
        if self._length < 3 or not self._numbers:
            return Likeness.NONE
        in_group = self._most_in_group if self._length <= len(Colour) else 0
        fits = max(self._most_in_run, in_group) + self._jokers
        if fits == self._length:
            return Likeness.WHOLE
        is_group_of_some = self._repeats_colours() and self._length < TWO_GROUPS
        is_near = (self._length > 3 and fits == self._length - 1) or is_group_of_some
        return Likeness.NEARLY if is_near or self.is_run() else Likeness.NONE

    def _repeats_colours(self) -> bool:
        return len(self._numbers) == 1 and self._most_in_group < self._length - self._jokers

    def is_run(self) -> bool:
        """Whether the tiles are a run, in whatever order they lie."""
        numbered, numbers = self._length - self._jokers, self._numbers
        if LOWEST in numbers and HIGHEST in numbers:  # in some houses a run ends 12 13 1
            numbers = numbers - {LOWEST} | {HIGHEST + 1}
        span = max(numbers) - min(numbers)
        return len(self._inks) == 1 and len(self._numbers) == numbered and span < self._length


def likeness(row: Iterable[Tile]) -> Likeness:
    """How much tiles, in the order in which they lie, look like a run or a group.

    >>> likeness([Tile.from_notation(word) for word in "r7 r8 J r10".split()]).name
    'WHOLE'
    """
    return _grown(row)[1]


def is_run_out_of_order(row: Iterable[Tile]) -> bool:
    """Whether tiles are a run that lies in another order.

    >>> is_run_out_of_order([Tile.from_notation(word) for word in "k4 k6 J k7".split()])
    True
    """
    growing, likeness = _grown(row)
    return likeness is Likeness.NEARLY and growing.is_run()


def _grown(row: Iterable[Tile]) -> tuple[GrowingRow, Likeness]:
    growing, likeness = GrowingRow(), Likeness.NONE
    for tile in row:
        likeness = growing.add(tile)
    return growing, likeness


def partition(tiles: Sequence[Tile], gaps: NDArray[np.float64]) -> list[int]:
    """The indices before which a new row begins.

    `gaps`: between each tile and the next, in tile widths.
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
    """Log-odds for a cut at each gap of a line."""
    if not len(gaps):
        return gaps
    least = float(gaps.min())
    usual = _usual(gaps) if len(gaps) > 2 else least
    even = min(usual, REACH) + EVEN + SPREAD * min(usual - least, EVEN)
    return np.clip(SLOPE * (gaps - even), -MOST_SAID, MOST_SAID)


def _usual(gaps: NDArray[np.float64]) -> float:
    """The percentile USUAL of the gaps, computed directly, as np.percentile would cost more than all else here."""
    ordered = np.sort(gaps)
    place, between = divmod(USUAL / 100 * (len(gaps) - 1), 1)
    low, high = float(ordered[int(place)]), float(ordered[min(int(place) + 1, len(gaps) - 1)])
    return low + between * (high - low)


def worth_of(row: Sequence[Tile]) -> float:
    """Log-odds of a row as a set: 0 for a set, less for any other row."""
    return _worth(likeness(row), len(row))


def _worth(likeness: Likeness, length: int) -> float:
    if likeness is Likeness.WHOLE:
        return 0.0
    return NEARLY if likeness is Likeness.NEARLY else NO_SET + EACH * length


def _worths(tiles: Sequence[Tile], gaps: NDArray[np.float64]) -> Iterator[float]:
    """Log-odds as a set of the first tile alone, of the first two, and so on."""
    row, is_wide = GrowingRow(), False
    for length, tile in enumerate(tiles, 1):
        likeness = row.add(tile)
        is_wide = is_wide or (length > 1 and bool(gaps[length - 2] > REACH))
        yield -np.inf if is_wide and likeness is not Likeness.WHOLE else _worth(likeness, length)


def _cuts(cut: Sequence[int]) -> list[int]:
    """The indices of the cuts in ascending order, traced back from the end."""
    places, end = [], len(cut) - 1
    while cut[end]:
        end = cut[end]
        places.append(end)
    return places[::-1]
