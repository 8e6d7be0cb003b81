"""The most points that sets made of some tiles can be worth."""

from collections import Counter

from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets.interpret import joker_count, points
from referee.sets.openings import openings
from referee.sets.sets_within import sets_within
from referee.table import Row
from referee.tiles import Tile

_Rest = tuple[int, ...]
_Needs = tuple[tuple[int, int], ...]
"""The tiles that a set needs: for each its index in the search's order of tiles, and how many copies."""
MOST_STATES = 1_000
"""Number of states after which `most_points` settles for its best result: more than any rack has, about 20 ms."""
NO_LIMIT = 10_000
"""More points than any tiles are worth, and more states than a rack of 14 tiles has (at most 239 in 1,200 racks)."""


def best_opening(tiles: Counter[Tile], rules: Rules) -> int:
    """The points of an opening that these tiles make; if they make none, the most points of their sets."""
    most = most_points(tiles, rules)
    if most < rules.opening_points:
        return most
    enough = next(openings(tiles, rules, MOST_STATES), None)
    return sum(points(row, rules) for row in enough) if enough else most


def most_points(tiles: Counter[Tile], rules: Rules) -> int:
    """The most points of sets that the tiles can make at the same time; the search ends once an opening is reached.

    If very many tiles reach no opening, the search ends early, and better sets may exist.
    """
    return _MostPoints(tiles, rules, rules.opening_points, MOST_STATES).of(
        tiles, rules.opening_sets or sum(tiles.values())
    )


def opening_worth(tiles: Counter[Tile], rules: Rules) -> int:
    """The highest value of an opening from these tiles; if they make no opening, the most points of their sets.

    >>> from referee.table import row_from_notation
    >>> opening_worth(Counter(row_from_notation("J k9 b9 r1 r2 r4 r5", "")), Rules())
    27
    """
    search = _MostPoints(tiles, rules, NO_LIMIT, NO_LIMIT)
    return search.of(tiles, rules.opening_sets or tiles.total())


class _MostPoints:
    """The most points that tiles make in sets, by dynamic programming.

    The lowest remaining tile is laid in one of its sets, or left out. A state (`_Rest`) is the number of remaining
    copies of each tile in ascending order. Runs and groups only need tiles near the lowest, so there are few different
    states.
    """

    def __init__(self, tiles: Counter[Tile], rules: Rules, enough: int, most_states: int) -> None:
        """`enough`: points at which the search may end; `most_states`: greatest number of states searched."""
        self._enough, self._most_states = enough, most_states
        self._order = sorted(tiles, key=_by_number)
        self._sets: list[list[tuple[_Needs, int]]] = [[] for _ in self._order]
        rows = [row for row in sets_within(tiles, rules) if rules.opening_sets or not _is_two_runs(row)]
        for row in sorted(rows, key=lambda row: (joker_count(row), -points(row, rules))):
            needs = tuple((self._order.index(tile), count) for tile, count in Counter(row).items())
            self._sets[min(place for place, _ in needs)].append((needs, points(row, rules)))
        self._known: dict[tuple[_Rest, int], int] = {}

    def of(self, tiles: Counter[Tile], sets: int) -> int:
        """The most points of these tiles in at most so many sets."""
        return self._from(0, tuple(tiles[tile] for tile in self._order), sets)

    def _from(self, index: int, left: _Rest, sets: int) -> int:
        while index < len(left) and not left[index]:
            index += 1
        if index == len(left) or not sets:
            return 0
        key = left[index:], sets
        if key not in self._known:
            self._known[key] = self._most(index, left, sets)
        return self._known[key]

    def _most(self, index: int, left: _Rest, sets: int) -> int:
        best = 0
        for needs, worth in self._sets[index]:
            if all(left[place] >= count for place, count in needs):
                best = max(best, worth + self._from(index, _less(left, needs), sets - 1))
            if best >= self._enough or (best and len(self._known) > self._most_states):
                return best
        return max(best, self._from(index, _less(left, ((index, 1),)), sets))


def _less(left: _Rest, needs: _Needs) -> _Rest:
    rest = list(left)
    for place, count in needs:
        rest[place] -= count
    return tuple(rest)


def _is_two_runs(row: Row) -> bool:
    """Whether a row is a run that can be split into two runs of the same total value."""
    return len(row) >= 2 * SMALLEST_SET and not joker_count(row) and row[0].number != row[1].number


def _by_number(tile: Tile) -> tuple[int, str]:
    """Sort key of tiles for the search: by number, jokers last."""
    return tile.number or NUMBERS + 1, str(tile.colour)
