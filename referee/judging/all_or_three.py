"""Whether sets were taken apart no further than "all of its tiles, or at least 3 stay together" allows.

A set on the table is what is left of an old one when more than half of its tiles come from there; an
old set of which only two tiles are left like that, and no three lie together elsewhere, was rebuilt
too far. Two copies of a tile look alike: what is sought is some account in which no set was.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product

from referee.rules import SMALLEST_SET
from referee.tiles import Tile

NOWHERE = -1
"""As a home: the rack. As a place: not to be seen on the table any more."""

Journey = tuple[int, int]
"""From which old set (home) to which set on the table (place) a tile went."""

Journeys = tuple[Journey, ...]


class Rebuilding:
    """Who went where: one possible account, changed until no set was rebuilt too far.

    `homes`: the numbered tiles of the old sets; `places`: those of the sets now, `sizes` their lengths;
    `certain`: journeys of jokers, and of tiles whose way is known, not counted in homes and places;
    `twins`: journeys between equal sets, tried first.
    """

    def __init__(
        self,
        homes: Sequence[Counter[Tile]],
        places: Sequence[Counter[Tile]],
        sizes: Sequence[int],
        certain: Sequence[Journey] = (),
        twins: frozenset[Journey] = frozenset(),
    ) -> None:
        self._twins = twins
        self._sizes = sizes
        self._home_sizes = [tiles.total() for tiles in homes]
        self._flow: list[Counter[int]] = [Counter() for _ in homes]
        self._chosen: dict[Tile, Journeys] = {}
        self._choices: dict[Tile, list[Journeys]] = {}
        for home, place in certain:
            if home != NOWHERE:
                self._home_sizes[home] += 1
                self._flow[home][place] += 1
        self._list_choices(_where(homes), _where(places))
        self._open: list[list[Tile]] = [[] for _ in homes]
        for tile, choices in self._choices.items():
            for home in {home for home, _ in choices[0] if home != NOWHERE}:
                self._open[home].append(tile)

    def leftovers(self) -> list[tuple[int, int]]:
        """Old sets rebuilt too far, each with the place of what is left; empty: some account has none."""
        found = []
        for homes in self._clusters():
            first = [(home, place) for home in homes for place in self._too_few(home)]
            if first and not self._repair(homes, frozenset()):
                found += first
        return found

    def _clusters(self) -> Iterator[list[int]]:
        """Old sets that tiles with two possible ways connect: each cluster is a question of its own."""
        seen: set[int] = set()
        for start in range(len(self._flow)):
            cluster, waiting = [], [start]
            while waiting:
                home = waiting.pop()
                if home not in seen:
                    seen.add(home)
                    cluster.append(home)
                    ways = (self._choices[tile][0] for tile in self._open[home])
                    waiting += [other for journeys in ways for other, _ in journeys if other != NOWHERE]
            if cluster:
                yield cluster

    def _list_choices(self, homes: Mapping[Tile, list[int]], places: Mapping[Tile, list[int]]) -> None:
        for tile, came in homes.items():
            went = places.get(tile, [])
            starts = came + [NOWHERE] * (len(went) - len(came))
            stops = went + [NOWHERE] * (len(starts) - len(went))
            choices = sorted(set(_pairings(starts, stops)), key=self._strangeness)
            self._travel(tile, choices[0])
            if len(choices) > 1:
                self._choices[tile] = choices

    def _strangeness(self, journeys: Journeys) -> tuple[int, Journeys]:
        return sum(journey not in self._twins for journey in journeys), journeys

    def _travel(self, tile: Tile, journeys: Journeys) -> None:
        for home, place in self._chosen.get(tile, ()):
            if home != NOWHERE:
                self._flow[home][place] -= 1
        for home, place in journeys:
            if home != NOWHERE:
                self._flow[home][place] += 1
        self._chosen[tile] = journeys

    def _too_few(self, home: int) -> list[int]:
        flow = self._flow[home]
        if any(place != NOWHERE and count >= SMALLEST_SET for place, count in flow.items()):
            return []
        if flow[NOWHERE] or self._home_sizes[home] < SMALLEST_SET:
            return []
        return [place for place, count in flow.items() if count >= 2 and 2 * count > self._sizes[place]]

    def _repair(self, homes: list[int], settled: frozenset[Tile]) -> bool:
        """Whether the tiles not yet settled can travel so that none of these sets was rebuilt too far."""
        wrong = [home for home in homes if self._too_few(home)]
        if not wrong:
            return True
        home = min(wrong, key=lambda one: sum(tile not in settled for tile in self._open[one]))
        loose = [tile for tile in self._open[home] if tile not in settled]
        before = [self._chosen[tile] for tile in loose]
        for ways in product(*(self._choices[tile] for tile in loose)):
            for tile, journeys in zip(loose, ways, strict=True):
                self._travel(tile, journeys)
            if not self._too_few(home) and self._repair(homes, settled | frozenset(loose)):
                return True
        for tile, journeys in zip(loose, before, strict=True):
            self._travel(tile, journeys)
        return False


def _where(piles: Sequence[Counter[Tile]]) -> dict[Tile, list[int]]:
    found: dict[Tile, list[int]] = {}
    for index, tiles in enumerate(piles):
        for tile, count in tiles.items():
            found.setdefault(tile, []).extend([index] * count)
    return found


def _pairings(starts: list[int], stops: list[int]) -> Iterator[Journeys]:
    for order in permutations(stops):
        yield tuple(sorted(zip(starts, order, strict=True)))
