"""Every way to lay all of some tiles as sets, by trying one set after another."""

import random
from collections.abc import Iterable, Iterator

from referee.table import Row
from referee.tiles import Tile

BITS, TOP = 4, 8
"""Bits for the count of a kind of tile, and the highest of these bits, which is never set."""


class PackedSets:
    """Sets as one number with a few bits for the count of each kind of tile, so that sets are compared quickly."""

    def __init__(self, kinds: Iterable[Tile], rows: Iterable[Row]) -> None:
        ordered = sorted(set(kinds), key=lambda tile: (tile.is_joker, str(tile)))
        self._one_of = {tile: 1 << BITS * place for place, tile in enumerate(ordered)}
        self._guard = sum(TOP * one for one in self._one_of.values())
        self._with: dict[int, list[tuple[Row, int]]] = {one: [] for one in self._one_of.values()}
        for row in rows:
            for one in {self._one_of[tile] for tile in row}:
                self._with[one].append((row, self.counted(row)))

    def counted(self, tiles: Iterable[Tile]) -> int:
        """The count of each kind of tile, packed into one number."""
        return sum(self._one_of[tile] for tile in tiles)

    def ways(self, there: int, hopeless: set[int], chance: random.Random | None = None) -> Iterator[tuple[Row, ...]]:
        """Every way to lay these counts of tiles as sets, tried in random order.

        `hopeless`: remainders known to form no sets.
        """
        if not there:
            yield ()
            return
        first = 1 << ((there & -there).bit_length() - 1) // BITS * BITS
        fitting = [one for one in self._with[first] if (there | self._guard) - one[1] & self._guard == self._guard]
        if chance:
            chance.shuffle(fitting)
        found = False
        for row, counted in fitting:
            if there - counted not in hopeless:
                for others in self.ways(there - counted, hopeless, chance):
                    found = True
                    yield (row, *others)
        if not found:
            hopeless.add(there)
