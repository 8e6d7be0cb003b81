"""Sets that some tiles make by themselves, and openings made of them."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets.interpret import has_too_many_jokers, joker_count, points
from referee.table import Row
from referee.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile


def openings(tiles: Counter[Tile], rules: Rules) -> Iterator[tuple[Row, ...]]:
    """Every way to lay sets worth the opening from tiles, with none more than that needs.

    A longer run, or a set more, can be laid afterwards; so these are enough to ask about. Those
    without jokers come first, as they leave most open.
    """
    candidates = sorted(sets_within(tiles, rules), key=lambda row: (joker_count(row), -points(row, rules)))
    yield from _openings(candidates, tiles, rules, (), rules.opening_points)


def best_opening(tiles: Counter[Tile], rules: Rules) -> int:
    """Most points of sets that tiles make by themselves, as far as they reach no opening."""
    enough = next(openings(tiles, rules), None)
    if enough is not None:
        return sum(points(row, rules) for row in enough)
    candidates = sorted(sets_within(tiles, rules), key=lambda row: -points(row, rules))
    return _most(candidates, tiles, rules, 0)


def sets_within(tiles: Counter[Tile], rules: Rules) -> list[Row]:
    """Every set that can be laid from tiles, jokers wherever they fit."""
    rows = [*_runs(tiles, rules), *_groups(tiles, rules)]
    return [row for row in dict.fromkeys(rows) if not has_too_many_jokers(row, rules)]


def _openings(
    candidates: list[Row], tiles: Counter[Tile], rules: Rules, laid: tuple[Row, ...], needed: int
) -> Iterator[tuple[Row, ...]]:
    if needed <= 0:
        yield laid
        return
    if rules.opening_sets is not None and len(laid) == rules.opening_sets:
        return
    for index, row in enumerate(candidates):
        left = _without(tiles, row)
        if left is not None and not _could_be_shorter(row, rules, needed):
            rest = candidates[index:]
            yield from _openings(rest, left, rules, (*laid, row), needed - points(row, rules))


def _could_be_shorter(row: Row, rules: Rules, needed: int) -> bool:
    """Whether a tile at an end could be laid later, as the rest is worth enough already."""
    if len(row) == SMALLEST_SET:
        return False
    return max(points(row[1:], rules), points(row[:-1], rules)) >= needed


def _most(candidates: list[Row], tiles: Counter[Tile], rules: Rules, laid: int) -> int:
    if rules.opening_sets is not None and laid == rules.opening_sets:
        return 0
    best = 0
    for index, row in enumerate(candidates):
        left = _without(tiles, row)
        if left is not None:
            best = max(best, points(row, rules) + _most(candidates[index:], left, rules, laid + 1))
    return best


def _without(tiles: Counter[Tile], row: Row) -> Counter[Tile] | None:
    needed = Counter(row)
    return tiles - needed if needed <= tiles else None


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
