"""Every set that some tiles make."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets.interpret import has_too_many_jokers, points
from referee.table import Row
from referee.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile


def sets_within(tiles: Counter[Tile], rules: Rules) -> list[Row]:
    """Every set that can be laid from these tiles, with jokers in every possible place."""
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
    """Every way to lay the run with jokers: for tiles that are lacking and, if jokers are left, for others."""
    absent = {place for place, tile in enumerate(line) if tile not in tiles}
    present = [place for place in range(len(line)) if place not in absent]
    for more in range(min(tiles[JOKER] - len(absent), len(present) - 1) + 1):
        for places in combinations(present, more):
            jokers = absent.union(places)
            yield tuple(JOKER if place in jokers else tile for place, tile in enumerate(line))
