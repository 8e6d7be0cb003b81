"""Checks the rule on rebuilding: a player moves all tiles of a set, or leaves at least 3 of them together.

A new set is the remainder of an old set when more than half of its tiles come from that old set. An old set is rebuilt
too far when its remainder holds only two of its tiles and no three of its tiles lie together in another set. Two copies
of a tile look alike, so the search looks for one way of moving them in which no set is rebuilt too far.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple, TypeVar

from referee.rules import SMALLEST_SET
from referee.tiles import Tile

ELSEWHERE = -1
"""Index that stands for the rack as an old set, and for "no longer seen on the table" as a new set."""

One = TypeVar("One")
Move = tuple[int, int]
"""The move of one tile: index of its old set, index of its new set."""

Moves = tuple[Move, ...]


class Cluster(NamedTuple):
    """Old sets that share copies of tiles, so that these copies may be exchanged; `tiles`: all tiles of these sets."""

    olds: frozenset[int]
    tiles: frozenset[Tile]


class Rebuilding:
    """A search over the possible moves of equal tiles for moves in which no set is rebuilt too far.

    `olds`, `news`: the numbered tiles of the old and of the new sets; `sizes`: number of tiles of each new set;
    `known`: moves that are certain (jokers and other tiles), not counted in `olds` and `news`;
    `unmoved`: moves between sets of the same tiles, which are tried first; `loose`: indices of old rows that are no
    sets, to which the rule does not apply.
    """

    def __init__(
        self,
        olds: Sequence[Counter[Tile]],
        news: Sequence[Counter[Tile]],
        sizes: Sequence[int],
        known: Sequence[Move] = (),
        unmoved: frozenset[Move] = frozenset(),
        loose: frozenset[int] = frozenset(),
    ) -> None:
        self._olds = olds
        self._unmoved, self._loose = unmoved, loose
        self._new_sizes = sizes
        self._old_sizes = [tiles.total() for tiles in olds]
        self._went: list[dict[int, int]] = [defaultdict(int) for _ in olds]
        self._chosen: dict[Tile, Moves] = {}
        self._choices: dict[Tile, list[Moves]] = {}
        for old, new in known:
            if old != ELSEWHERE:
                self._old_sizes[old] += 1
                self._went[old][new] += 1
        self._list_choices(_where(olds), _where(news))
        self._open: list[list[Tile]] = [[] for _ in olds]
        for tile, choices in self._choices.items():
            for old in {old for old, _ in choices[0] if old != ELSEWHERE}:
                self._open[old].append(tile)

    def rebuilt_too_far(self) -> list[Move]:
        """Pairs of an old set rebuilt too far and the new set with its remainder; empty when the rule can hold."""
        return [one for _, found in self.clusters_too_far() for one in found]

    def clusters_too_far(self) -> Iterator[tuple[Cluster, list[Move]]]:
        """Clusters in which every possible move rebuilds at least one set too far, each with its pairs.

        A pair is an old set rebuilt too far and the new set that holds its remainder.
        """
        for olds in self._clusters():
            first = [(old, new) for old in olds for new in self._too_few(old)]
            if first and not self._repair(olds, frozenset()):
                yield Cluster(frozenset(olds), frozenset().union(*(self._olds[old] for old in olds))), first

    def _clusters(self) -> Iterator[list[int]]:
        """Old sets connected by tiles that may have gone two ways; the clusters are independent of each other."""

        def beside(old: int) -> list[int]:
            options = (self._choices[tile][0] for tile in self._open[old])
            return [other for moves in options for other, _ in moves if other != ELSEWHERE]

        return connected(range(len(self._went)), beside)

    def _list_choices(self, olds: Mapping[Tile, list[int]], news: Mapping[Tile, list[int]]) -> None:
        for tile, came in olds.items():
            went = news.get(tile, [])
            if len(came) == len(went) == 1:
                self._went[came[0]][went[0]] += 1
                continue
            starts = came + [ELSEWHERE] * (len(went) - len(came))
            stops = went + [ELSEWHERE] * (len(starts) - len(went))
            choices = _pairings(tuple(starts), tuple(stops))
            if len(choices) > 1:
                self._choices[tile] = choices = sorted(choices, key=self._moved_apart)
            self._choose(tile, choices[0])

    def _moved_apart(self, moves: Moves) -> int:
        return sum(move not in self._unmoved for move in moves)

    def _choose(self, tile: Tile, moves: Moves) -> None:
        for old, new in self._chosen.get(tile, ()):
            if old != ELSEWHERE:
                self._went[old][new] -= 1
        for old, new in moves:
            if old != ELSEWHERE:
                self._went[old][new] += 1
        self._chosen[tile] = moves

    def _too_few(self, old: int) -> list[int]:
        if self._old_sizes[old] < SMALLEST_SET or old in self._loose:
            return []
        left = []
        for new, count in self._went[old].items():
            if (count >= SMALLEST_SET and new != ELSEWHERE) or (count and new == ELSEWHERE):
                return []
            if count >= 2 and 2 * count > self._new_sizes[new]:
                left.append(new)
        return left

    def _repair(self, olds: list[int], settled: frozenset[Tile]) -> bool:
        """Whether some moves of the tiles outside `settled` rebuild none of these sets too far.

        Depth-first search: it settles the tiles of the most constrained set that breaks the rule, then goes on.
        """
        wrong = [old for old in olds if self._too_few(old)]
        if not wrong:
            return True
        old = min(wrong, key=lambda one: sum(tile not in settled for tile in self._open[one]))
        loose = [tile for tile in self._open[old] if tile not in settled]
        before = [self._chosen[tile] for tile in loose]
        for options in product(*(self._choices[tile] for tile in loose)):
            for tile, moves in zip(loose, options, strict=True):
                self._choose(tile, moves)
            if not self._too_few(old) and self._repair(olds, settled | frozenset(loose)):
                return True
        for tile, moves in zip(loose, before, strict=True):
            self._choose(tile, moves)
        return False


def _where(sets: Sequence[Counter[Tile]]) -> dict[Tile, list[int]]:
    found: dict[Tile, list[int]] = {}
    for index, tiles in enumerate(sets):
        for tile, count in tiles.items():
            found.setdefault(tile, []).extend([index] * count)
    return found


@lru_cache(maxsize=20_000)
def _pairings(starts: tuple[int, ...], stops: tuple[int, ...]) -> list[Moves]:
    """Every way in which the copies of one tile may have moved from `starts` to `stops`, sorted."""
    return sorted({tuple(sorted(zip(starts, order, strict=True))) for order in permutations(stops)})


def connected(all_: Iterable[One], beside: Callable[[One], Iterable[One]]) -> Iterator[list[One]]:
    """The connected components of a graph; `all_`: its nodes, `beside(node)`: the neighbours of a node.

    >>> list(connected([1, 2, 3], {1: [3], 2: [], 3: [1]}.__getitem__))
    [[1, 3], [2]]
    """
    reached = set[One]()
    for start in all_:
        part, waiting = list[One](), [start]
        while waiting:
            one = waiting.pop()
            if one not in reached:
                reached.add(one)
                part.append(one)
                waiting += beside(one)
        if part:
            yield part
