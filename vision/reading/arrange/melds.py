"""What a person would take for one meld, rules of play aside: three or more that count on, or are of one number."""

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum

from referee.tiles import Colour, Tile


class Likeness(IntEnum):
    """How much a row of tiles looks like a meld."""

    NONE = 0
    NEARLY = 1
    """One of its tiles would have to be another, or they lie in another order: misread, perhaps."""
    WHOLE = 2


class GrowingRow:
    """A row that grows tile by tile, and how much it looks like a run or a group.

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
        """Lays a tile at the row's end; how much the row looks like a meld now."""
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
        is_near = self._length > 3 and fits == self._length - 1
        return Likeness.NEARLY if is_near or self._is_run_unordered() else Likeness.NONE

    def _is_run_unordered(self) -> bool:
        numbered = self._length - self._jokers
        span = max(self._numbers) - min(self._numbers)
        return len(self._inks) == 1 and len(self._numbers) == numbered and span < self._length


def likeness(row: Iterable[Tile]) -> Likeness:
    """How much the tiles, in the order in which they lie, look like a run or a group.

    >>> likeness([Tile.from_notation(word) for word in "r7 r8 J r10".split()]).name
    'WHOLE'
    """
    growing, likeness = GrowingRow(), Likeness.NONE
    for tile in row:
        likeness = growing.add(tile)
    return likeness
