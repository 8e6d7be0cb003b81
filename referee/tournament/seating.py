"""Who sits with whom: rounds in which as few players as can be meet again.

All rounds that are still to come are seated together: a round that looks perfect alone may leave no perfect one
after it (of sixteen players, three perfect rounds can end in a square that no fourth one fits). First a start by
shifting rows, in which few meet twice; then swaps of two players between tables of a round, better ones always, worse
ones now and then (simulated annealing, Kirkpatrick et al., Science 220, 1983).
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

SEATS = (2, 3, 4)
"""How many a tournament may seat at a table."""
STAND_IN = {2: 2, 3: 4, 4: 3}
"""How many a table seats where the players do not come out even: two play a duel, or sit out."""
Tables = tuple[tuple[str, ...], ...]
Pair = frozenset[str]
HOT, COLD = 1.2, 0.12
"""Temperatures of a run, in meetings: at first a second meeting is accepted now and then, in the end hardly ever."""
RUNS = 3
"""Runs from fresh starts before the best so far is taken."""
SWAPS = 50_000
"""Swaps tried in a run: a second or two."""
Round = list[list[int]]


def table_sizes(players: int, seats: int) -> tuple[int, ...]:
    """The seats of each table: as few byes as can be, then as few tables of the other size.

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
    """The seats of a round: its tables, and who sits out."""

    tables: Tables
    byes: tuple[str, ...] = ()


def met(rounds: Sequence[Tables]) -> dict[Pair, int]:
    """How often each two players sat together."""
    meetings: dict[Pair, int] = {}
    for tables in rounds:
        for table in tables:
            for two in combinations(table, 2):
                meetings[frozenset(two)] = meetings.get(frozenset(two), 0) + 1
    return meetings


def repeats(rounds: Sequence[Tables]) -> int:
    """How many meetings were not the first of two players."""
    return sum(times - 1 for times in met(rounds).values())


def seat_plans(
    players: Sequence[str],
    rounds: int,
    seats: int,
    seed: int,
    before: Mapping[Pair, int] | None = None,
    byes: Mapping[str, int] | None = None,
    swaps: int = SWAPS,
) -> tuple[SeatPlan, ...]:
    """Seats for so many rounds to come.

    `players`: best first; of those with the fewest byes so far the last ones sit out first.
    `before`: how often two met already. `seed`: of the chance in it; the same seed gives the same seats.
    `swaps`: tried in each run at most.
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
    """Who sits out in each round: whoever had the fewest byes, the last of the standings first."""
    counts = [had.get(name, 0) for name in players]
    out = []
    for _ in range(rounds):
        sitting = sorted(range(len(players)), key=lambda one: (counts[one], -one))[:each]
        for one in sitting:
            counts[one] += 1
        out.append(sorted(sitting))
    return out


class _Search:
    """The search for one field of players; players are their places in it."""

    def __init__(self, names: Sequence[str], before: Mapping[Pair, int], seats: int) -> None:
        self._seats, self._size = seats, len(names)
        self._before = [[before.get(frozenset((a, b)), 0) for b in names] for a in names]

    def start(self, out: Sequence[Sequence[int]], chance: random.Random) -> list[Round]:
        """Rounds by shifting rows: row i moves i tables further each round, so that few meet twice."""
        order = list(range(self._size))
        chance.shuffle(order)
        rounds = []
        for shift, sitting in enumerate(out):
            playing = [one for one in order if one not in sitting]
            sizes = table_sizes(len(playing), self._seats)
            rounds.append(_shifted(playing, len(sizes), shift))
        return rounds

    def bound(self, rounds: Sequence[Round]) -> int:
        """What no seating can do better than: meetings spread evenly over all pairs."""
        pairs = self._size * (self._size - 1) // 2
        meetings = sum(sum(row) for row in self._before) // 2
        meetings += sum(math.comb(len(table), 2) for tables in rounds for table in tables)
        each, more = divmod(meetings, pairs)
        return pairs * math.comb(each, 2) + more * each

    def improve(self, rounds: list[Round], chance: random.Random, swaps: int) -> int:
        """Swaps players until it is as good as can be or the run is over; the cost: pairs of meetings of two."""
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
    """Players in rows as long as there are tables; the i-th of a table comes from row i, moved by i times `shift`."""
    seated: Round = [[] for _ in range(tables)]
    for place, player in enumerate(playing):
        row, column = divmod(place, tables)
        seated[(column + row * shift) % tables].append(player)
    return sorted(seated, key=len, reverse=True)


def _difference(meetings: list[list[int]], one: list[int], a: int, other: list[int], b: int) -> int:
    """By how much the cost grows when two players swap tables."""
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
