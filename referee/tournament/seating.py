"""Makes the seat plans of a tournament, in which as few players as possible meet more than once.

All future rounds are seated together, because a round that is perfect alone may leave no perfect round after it (of
sixteen players, three perfect rounds can end in a square that no fourth round fits). The start shifts rows of players,
so that few meet twice. Then two players of different tables of a round are swapped: always if that is better, now and
then if it is worse (simulated annealing, Kirkpatrick et al., Science 220, 1983).
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

SEATS = (2, 3, 4)
"""Numbers of players that a tournament may seat at a table."""
STAND_IN = {2: 2, 3: 4, 4: 3}
"""For each number of seats, the number of players at an exceptional table if the players cannot be divided evenly.
Tables of two have no exception: a player who is left over sits out."""
Tables = tuple[tuple[str, ...], ...]
Pair = frozenset[str]
HOT = 1.2
"""Temperature at the start of an annealing run, in repeated meetings: worse swaps are sometimes accepted."""
COLD = 0.12
"""Temperature at the end of a run, in repeated meetings: worse swaps are hardly ever accepted."""
RUNS = 3
"""Number of annealing runs from new starts, of which the best is taken."""
SWAPS = 50_000
"""Number of swaps tried in a run, which takes a second or two."""
Round = list[list[int]]


def table_sizes(players: int, seats: int) -> tuple[int, ...]:
    """The number of seats of each table, with as few byes as possible, then as few tables of the exceptional size.

    >>> table_sizes(16, 4), table_sizes(10, 4), table_sizes(5, 4), table_sizes(8, 3)
    ((4, 4, 4, 4), (4, 3, 3), (4,), (4, 4))
    >>> table_sizes(5, 2)
    (2, 2)
    """
    other = STAND_IN[seats]
    for byes in range(players + 1):
        for others in range(seats):
            rest = players - byes - others * other
            if rest >= 0 and rest % seats == 0:
                return tuple(sorted((seats,) * (rest // seats) + (other,) * others, reverse=True))
    return ()


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The seats of a round: its tables, and the players who sit out."""

    tables: Tables
    byes: tuple[str, ...] = ()


def met(rounds: Sequence[Tables]) -> dict[Pair, int]:
    """The number of times that each pair of players sat together."""
    meetings: dict[Pair, int] = {}
    for tables in rounds:
        for table in tables:
            for two in combinations(table, 2):
                meetings[frozenset(two)] = meetings.get(frozenset(two), 0) + 1
    return meetings


def seat_plans(
    players: Sequence[str],
    rounds: int,
    seats: int,
    seed: int,
    before: Mapping[Pair, int] | None = None,
    byes: Mapping[str, int] | None = None,
    swaps: int = SWAPS,
) -> tuple[SeatPlan, ...]:
    """The seat plans of the next `rounds` rounds.

    `players`: best first; among players with the fewest byes so far, the last sit out first. `seats`: players at a
    table. `seed`: of the random numbers; the same seed gives the same seats. `before`: number of meetings of each pair
    so far; `byes`: number of byes of each player so far. `swaps`: most swaps tried in each run.
    """
    chance, names = random.Random(seed), list(players)
    out = _byes(names, rounds, len(names) - sum(table_sizes(len(names), seats)), byes or {})
    search = _Search(names, before or {}, seats)
    best, least = [], math.inf
    for _ in range(RUNS):
        found = search.start(out, chance)
        cost = search.improve(found, chance, swaps)
        if cost < least:
            best, least = [[list(table) for table in tables] for tables in found], cost
        if cost <= search.bound(found):
            break
    return tuple(
        SeatPlan(tuple(tuple(names[one] for one in table) for table in tables), tuple(names[one] for one in sitting))
        for tables, sitting in zip(best, out, strict=True)
    )


def _byes(players: Sequence[str], rounds: int, each: int, had: Mapping[str, int]) -> list[list[int]]:
    """The indices of the players who sit out in each round: fewest byes first, then the last of the standings.

    `each`: number of byes in a round; `had`: byes of each player so far.
    """
    counts = [had.get(name, 0) for name in players]
    out = []
    for _ in range(rounds):
        sitting = sorted(range(len(players)), key=lambda one: (counts[one], -one))[:each]
        for one in sitting:
            counts[one] += 1
        out.append(sorted(sitting))
    return out


class _Search:
    """The search for one list of players; a player is the index in this list."""

    def __init__(self, names: Sequence[str], before: Mapping[Pair, int], seats: int) -> None:
        self._seats, self._size = seats, len(names)
        self._before = [[before.get(frozenset((a, b)), 0) for b in names] for a in names]

    def start(self, out: Sequence[Sequence[int]], chance: random.Random) -> list[Round]:
        """The start of a run: row i of players moves i tables further each round, so that few meet twice.

        `out`: the players who sit out in each round; `chance`: shuffles the players first.
        """
        order = list(range(self._size))
        chance.shuffle(order)
        rounds = []
        for shift, sitting in enumerate(out):
            playing = [one for one in order if one not in sitting]
            sizes = table_sizes(len(playing), self._seats)
            rounds.append(_shifted(playing, len(sizes), shift))
        return rounds

    def bound(self, rounds: Sequence[Round]) -> int:
        """A lower bound of the cost of any seating: that of meetings spread evenly over all pairs."""
        pairs = self._size * (self._size - 1) // 2
        meetings = sum(sum(row) for row in self._before) // 2
        meetings += sum(math.comb(len(table), 2) for tables in rounds for table in tables)
        each, more = divmod(meetings, pairs)
        return pairs * math.comb(each, 2) + more * each

    def improve(self, rounds: list[Round], chance: random.Random, swaps: int) -> int:
        """Improves the rounds in place until the cost reaches its bound or the swaps are used up; returns the cost.

        The cost is the number of pairs of meetings of the same two players.
        """
        meetings = self._counted(rounds)
        cost = sum(math.comb(times, 2) for row in meetings for times in row) // 2
        least = self.bound(rounds)
        places = [place for place, tables in enumerate(rounds) if len(tables) > 1]
        if not places:
            return cost
        cooling = (COLD / HOT) ** (1 / swaps)
        heat = HOT
        for _ in range(swaps):
            if cost <= least:
                break
            heat *= cooling
            tables = rounds[chance.choice(places)]
            one, other = chance.sample(tables, 2)
            a, b = chance.randrange(len(one)), chance.randrange(len(other))
            more = _difference(meetings, one, a, other, b)
            if more <= 0 or chance.random() < math.exp(-more / heat):
                _swap(meetings, one, a, other, b)
                cost += more
        return cost

    def _counted(self, rounds: Sequence[Round]) -> list[list[int]]:
        meetings = [row.copy() for row in self._before]
        for tables in rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    meetings[a][b] += 1
                    meetings[b][a] += 1
        return meetings


def _shifted(playing: Sequence[int], tables: int, shift: int) -> Round:
    """Seats players in rows of one player per table; row i is rotated by i times `shift` tables."""
    seated: Round = [[] for _ in range(tables)]
    for place, player in enumerate(playing):
        row, column = divmod(place, tables)
        seated[(column + row * shift) % tables].append(player)
    return sorted(seated, key=len, reverse=True)


def _difference(meetings: list[list[int]], one: list[int], a: int, other: list[int], b: int) -> int:
    """The increase of the cost when players `one[a]` and `other[b]` swap tables."""
    first, second = one[a], other[b]
    of_first, of_second = meetings[first], meetings[second]
    stays = sum(of_second[x] - of_first[x] + 1 for place, x in enumerate(one) if place != a)
    return stays + sum(of_first[y] - of_second[y] + 1 for place, y in enumerate(other) if place != b)


def _swap(meetings: list[list[int]], one: list[int], a: int, other: list[int], b: int) -> None:
    first, second = one[a], other[b]
    for table, leaves, comes, place in ((one, first, second, a), (other, second, first, b)):
        for at, mate in enumerate(table):
            if at != place:
                meetings[leaves][mate] -= 1
                meetings[mate][leaves] -= 1
                meetings[comes][mate] += 1
                meetings[mate][comes] += 1
    one[a], other[b] = second, first
