"""What the jokers of a set may stand for, and which of its tiles could have been laid with them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from referee.rules import SMALLEST_SET, Rules
from referee.sets.interpret import Kind, Reading, joker_count, readings
from referee.table import Row
from referee.tiles import ALL_TILES, JOKER, Tile

ANYTHING = frozenset(tile for tile in ALL_TILES if not tile.is_joker)
"""What a joker may stand for in a row that is no set."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """One way to understand a set that holds jokers.

    `line`: its tiles with the jokers where they stand; `jokers`: their places in it.
    `stands`: for each joker, the tiles it may stand for; `differ`: no two of them for the same.
    `kind`: None where the row is no set; then nothing is asked of its jokers.
    """

    kind: Kind | None
    line: Row
    jokers: tuple[int, ...]
    stands: tuple[frozenset[Tile], ...]
    differ: bool


def understandings(row: Row, rules: Rules) -> tuple[Understanding, ...]:
    """Every way to understand a row; a group's ways are one, with several tiles for each joker."""
    found = readings(row, rules)
    groups = [reading for reading in found if reading.kind is Kind.GROUP]
    runs = {_whichever_way(reading): reading for reading in found if reading.kind is Kind.RUN}
    ways = [_as_run(reading) for reading in runs.values()]
    if groups:
        ways.insert(0, _as_group(row, groups, rules.group_colours_differ))
    return tuple(ways) or (_as_no_set(row),)


def stands_overlap(one: Row, other: Row, rules: Rules) -> bool:
    """Whether the jokers of two rows of the same tiles may stand for the same tiles."""
    if not joker_count(one):
        return True
    ways = {tuple(sorted(map(str, reading.stands))) for reading in readings(one, rules)}
    others = {tuple(sorted(map(str, reading.stands))) for reading in readings(other, rules)}
    return not ways or not others or not ways.isdisjoint(others)


def companions(way: Understanding, place: int, loose: frozenset[int], rules: Rules) -> Iterator[frozenset[int]]:
    """Places of a set whose tiles must come from the rack, that the joker at `place` may lie there.

    One set of places for each way to satisfy the rule on freed jokers. `loose`: places of jokers that
    did not go on standing where they were, so that they may count as laid in this turn.
    """
    if way.kind is None or rules.freed_joker_goes in ("new-set", "any-set"):
        yield frozenset()
    elif rules.freed_joker_goes == "two-from-rack" or way.kind is Kind.GROUP:
        yield from _any_two(way, place, loose)
    else:
        yield from _neighbours(way, place, loose)


def _any_two(way: Understanding, place: int, loose: frozenset[int]) -> Iterator[frozenset[int]]:
    others = [here for here in range(len(way.line)) if here != place and _may_be_new(way, here, loose)]
    for pair in combinations(others, SMALLEST_SET - 1):
        if any(not way.line[here].is_joker for here in pair):
            yield frozenset(pair)


def _neighbours(way: Understanding, place: int, loose: frozenset[int]) -> Iterator[frozenset[int]]:
    for length in range(SMALLEST_SET, SMALLEST_SET + len(way.jokers)):
        for first in range(max(0, place - length + 1), min(place, len(way.line) - length) + 1):
            stretch = range(first, first + length)
            numbered = any(not way.line[here].is_joker for here in stretch)
            if numbered and all(_may_be_new(way, here, loose) for here in stretch):
                yield frozenset(stretch) - {place}


def _may_be_new(way: Understanding, place: int, loose: frozenset[int]) -> bool:
    return not way.line[place].is_joker or place in loose


def _whichever_way(reading: Reading) -> frozenset[tuple[Tile, bool]]:
    """The same for a run and its mirror image."""
    return frozenset((tile, place in reading.jokers) for place, tile in enumerate(reading.line))


def _as_run(reading: Reading) -> Understanding:
    line = tuple(JOKER if place in reading.jokers else tile for place, tile in enumerate(reading.line))
    return Understanding(Kind.RUN, line, reading.jokers, tuple(frozenset({tile}) for tile in reading.stands), False)


def _as_group(row: Row, groups: list[Reading], differ: bool) -> Understanding:
    stands = tuple(map(frozenset, zip(*(reading.stands for reading in groups), strict=True)))
    return Understanding(Kind.GROUP, row, groups[0].jokers, stands, differ)


def _as_no_set(row: Row) -> Understanding:
    jokers = tuple(place for place, tile in enumerate(row) if tile.is_joker)
    return Understanding(None, row, jokers, (ANYTHING,) * len(jokers), False)


def tiles_at(way: Understanding, places: frozenset[int]) -> Counter[Tile]:
    """The numbered tiles at some places of a set."""
    return Counter(way.line[place] for place in places if not way.line[place].is_joker)
