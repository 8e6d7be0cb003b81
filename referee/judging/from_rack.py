"""The choice of new sets that came from the rack alone and are worth most together."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.judging.all_or_three import connected
from referee.tiles import Tile

Worth = tuple[int, int]
"""Total points of some sets, and the number of sets."""

MOST_TOGETHER = 40
"""Number of sets competing for the same tiles up to which the best choice is searched; one box holds fewer.

Beyond it the sets are taken in order, as long as the rack holds their tiles."""


def best_from_rack(sets: Mapping[int, Counter[Tile]], points: Mapping[int, int], rack: Counter[Tile]) -> list[int]:
    """The indices of the sets that the rack can hold together and that are worth most; sorted.

    `sets`: the tiles of each new set by index; `points`: the value of each set by index.
    """
    possible = {place: tiles for place, tiles in sets.items() if tiles <= rack}
    demand = sum(possible.values(), Counter[Tile]())
    scarce = {tile for tile, count in demand.items() if count > rack[tile]}
    wanted = {
        place: Counter({tile: tiles[tile] for tile in tiles if tile in scarce}) for place, tiles in possible.items()
    }
    chosen: list[int] = []
    for together in _competing(wanted):
        chosen += _Choice(together, wanted, points).best({tile: rack[tile] for tile in scarce})
    return sorted(chosen)


def _competing(wanted: Mapping[int, Counter[Tile]]) -> Iterator[list[int]]:
    """Groups of sets that compete for the same scarce tiles."""
    users: dict[Tile, list[int]] = {}
    for place, tiles in wanted.items():
        for tile in tiles:
            users.setdefault(tile, []).append(place)
    parts = connected(wanted, lambda place: [other for tile in wanted[place] for other in users[tile]])
    return map(sorted, parts)


class _Choice:
    """The best choice among sets that compete for the same tiles, by dynamic programming.

    The answer for the sets from an index on is cached by the tiles left for them.
    """

    def __init__(self, places: Sequence[int], wanted: Mapping[int, Counter[Tile]], points: Mapping[int, int]) -> None:
        self._places = places
        self._wanted = wanted
        self._points = points
        self._known: dict[tuple[int, tuple[int, ...]], tuple[Worth, tuple[int, ...]]] = {}
        later: set[Tile] = set()
        self._later: list[list[Tile]] = []
        for place in reversed(places):
            later |= set(wanted[place])
            self._later.insert(0, sorted(later, key=str))

    def best(self, rack: Mapping[Tile, int]) -> tuple[int, ...]:
        """The indices of the chosen sets."""
        if len(self._places) > MOST_TOGETHER:
            return self._first_come(Counter(rack))
        return self._from(0, Counter(rack))[1]

    def _first_come(self, rack: Counter[Tile]) -> tuple[int, ...]:
        taken = []
        for place in self._places:
            if self._wanted[place] <= rack:
                rack -= self._wanted[place]
                taken.append(place)
        return tuple(taken)

    def _from(self, index: int, rack: Counter[Tile]) -> tuple[Worth, tuple[int, ...]]:
        """The worth of the best choice among the sets from `index` on, and the indices chosen."""
        if index == len(self._places):
            return (0, 0), ()
        key = index, tuple(rack[tile] for tile in self._later[index])
        if key not in self._known:
            self._known[key] = self._with_or_without(index, rack)
        return self._known[key]

    def _with_or_without(self, index: int, rack: Counter[Tile]) -> tuple[Worth, tuple[int, ...]]:
        place = self._places[index]
        without = self._from(index + 1, rack)
        if not self._wanted[place] <= rack:
            return without
        (points, sets), others = self._from(index + 1, rack - self._wanted[place])
        with_it = (points + self._points[place], sets + 1), (place, *others)
        return max(with_it, without, key=lambda choice: choice[0])
