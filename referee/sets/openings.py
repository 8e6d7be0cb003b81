"""Openings that some tiles make by themselves, and the most points that their sets can be worth."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product, repeat

from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets.interpret import has_too_many_jokers, joker_count, points
from referee.table import Row
from referee.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile

_Rest = tuple[int, ...]
_Needs = tuple[tuple[int, int], ...]
"""Places of tiles in an order, and how many of each."""
MOST_STATES = 1_000
"""States that `most_points` looks at before it is content with what it has: far more than a rack has, about 20 ms."""


def sets_within(tiles: Counter[Tile], rules: Rules) -> list[Row]:
    """Every set that can be laid from tiles, jokers wherever they fit."""
    rows = [*_runs(tiles, rules), *_groups(tiles, rules)]
    return [row for row in dict.fromkeys(rows) if not has_too_many_jokers(row, rules)]


def _runs(tiles: Counter[Tile], rules: Rules) -> Iterator[Row]:
    highest = HIGHEST + 1 if rules.one_after_thirteen else HIGHEST
    for colour in Colour:
        for first in range(LOWEST, highest - SMALLEST_SET + 2):
            line: Row = ()
            for step in range(first, highest + 1):
                line = (*line, Tile(colour, (step - 1) % NUMBERS + 1))
                if sum(tile not in tiles for tile in line) > tiles[JOKER]:
                    break
                if len(line) >= SMALLEST_SET:
                    yield from _with_jokers(line, tiles)


def _groups(tiles: Counter[Tile], rules: Rules) -> Iterator[Row]:
    for number in range(LOWEST, HIGHEST + 1):
        there = [tile for colour in Colour if tiles[tile := Tile(colour, number)]]
        most = [1 if rules.group_colours_differ else tiles[tile] for tile in there]
        for counts in product(*(range(count + 1) for count in most)):
            numbered = tuple(tile for tile, count in zip(there, counts, strict=True) for _ in range(count))
            for jokers in range(tiles[JOKER] + 1):
                row = numbered + (JOKER,) * jokers
                if numbered and points(row, rules):
                    yield row


def _with_jokers(line: Row, tiles: Counter[Tile]) -> Iterator[Row]:
    """A run with jokers in place of what is not there, and of what could be needed elsewhere."""
    absent = {place for place, tile in enumerate(line) if tile not in tiles}
    present = [place for place in range(len(line)) if place not in absent]
    for more in range(min(tiles[JOKER] - len(absent), len(present) - 1) + 1):
        for places in combinations(present, more):
            jokers = absent.union(places)
            yield tuple(JOKER if place in jokers else tile for place, tile in enumerate(line))


def openings(tiles: Counter[Tile], rules: Rules, most_steps: int | None = None) -> Iterator[tuple[Row, ...]]:
    """Every way to lay sets worth the opening from tiles, with none more than that needs.

    A longer run, or a set more, can be laid afterwards; so these are enough to ask about. Those
    without jokers come first, as they leave most open. `most_steps`: so many sets are tried; None: all.
    """
    candidates = sorted(sets_within(tiles, rules), key=lambda row: (joker_count(row), -points(row, rules)))
    steps = iter(range(most_steps)) if most_steps is not None else repeat(0)
    yield from _openings(candidates, tiles, rules, (), rules.opening_points, steps)


def best_opening(tiles: Counter[Tile], rules: Rules) -> int:
    """Most points of sets that tiles make by themselves, as far as they reach no opening."""
    most = most_points(tiles, rules)
    if most < rules.opening_points:
        return most
    enough = next(openings(tiles, rules, MOST_STATES), None)
    return sum(points(row, rules) for row in enough) if enough else most


def most_points(tiles: Counter[Tile], rules: Rules) -> int:
    """Most points of sets that tiles make beside one another; no more are looked for than an opening needs.

    Of very many tiles that still reach no opening, the sets found first may be worth less than the best.
    """
    return _MostPoints(tiles, rules).of(tiles, rules.opening_sets or sum(tiles.values()))


def _openings(
    candidates: list[Row], tiles: Counter[Tile], rules: Rules, laid: tuple[Row, ...], needed: int, steps: Iterator[int]
) -> Iterator[tuple[Row, ...]]:
    if needed <= 0:
        yield laid
        return
    if len(laid) == rules.opening_sets or _at_most(tiles) < needed:
        return
    for index, row in enumerate(candidates):
        if next(steps, None) is None:
            return
        left = _without(tiles, row)
        if left is not None and not _could_be_shorter(row, rules, needed):
            yield from _openings(candidates[index:], left, rules, (*laid, row), needed - points(row, rules), steps)


def _could_be_shorter(row: Row, rules: Rules, needed: int) -> bool:
    """Whether a tile at an end could be laid later, as the rest is worth enough already."""
    if len(row) == SMALLEST_SET:
        return False
    return max(points(row[1:], rules), points(row[:-1], rules)) >= needed


def _at_most(tiles: Counter[Tile]) -> int:
    """More points than sets of these tiles can be worth."""
    return sum((tile.number or NUMBERS) * count for tile, count in tiles.items())


def _without(tiles: Counter[Tile], row: Row) -> Counter[Tile] | None:
    needed = Counter(row)
    return tiles - needed if needed <= tiles else None


class _MostPoints:
    """What tiles are worth in sets: the lowest tile lies in one of its sets or in none; each rest is asked once.

    A rest is how many are left of each tile, in the order of their numbers: so runs and groups ask only
    for the next few tiles, and few rests differ.
    """

    def __init__(self, tiles: Counter[Tile], rules: Rules) -> None:
        self._enough = rules.opening_points
        self._order = sorted(tiles, key=_by_number)
        self._sets: list[list[tuple[_Needs, int]]] = [[] for _ in self._order]
        rows = [row for row in sets_within(tiles, rules) if rules.opening_sets or not _is_two_runs(row)]
        for row in sorted(rows, key=lambda row: (joker_count(row), -points(row, rules))):
            needs = tuple((self._order.index(tile), count) for tile, count in Counter(row).items())
            self._sets[min(place for place, _ in needs)].append((needs, points(row, rules)))
        self._known: dict[tuple[_Rest, int], int] = {}

    def of(self, tiles: Counter[Tile], sets: int) -> int:
        """The most points of these tiles, in so many sets."""
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
            if best >= self._enough or (best and len(self._known) > MOST_STATES):
                return best
        return max(best, self._from(index, _less(left, ((index, 1),)), sets))


def _less(left: _Rest, needs: _Needs) -> _Rest:
    rest = list(left)
    for place, count in needs:
        rest[place] -= count
    return tuple(rest)


def _is_two_runs(row: Row) -> bool:
    """Whether a row can be laid as two sets that are worth as much."""
    return len(row) >= 2 * SMALLEST_SET and not joker_count(row) and row[0].number != row[1].number


def _by_number(tile: Tile) -> tuple[int, str]:
    """The order in which tiles are asked about, jokers last."""
    return tile.number or NUMBERS + 1, str(tile.colour)
