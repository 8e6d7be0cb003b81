"""The tiles that the jokers of a set may stand for, and the tiles that free them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from referee.rules import SMALLEST_SET, Rules
from referee.sets.interpret import Kind, Reading, is_set, joker_count, readings
from referee.table import Row
from referee.tiles import ALL_TILES, JOKER, Tile

ANYTHING = frozenset(tile for tile in ALL_TILES if not tile.is_joker)
"""The tiles that a joker may stand for in a row that is no set."""


@dataclass(frozen=True, slots=True)
class JokerRoles:
    """One way to understand a set that holds jokers.

    `line`: the tiles in order, with each joker in the place where it counts; `jokers`: the indices of the jokers in
    `line`. `stands`: for each joker, the tiles it may stand for; `differ`: whether no two jokers may stand for the same
    tile. `kind`: None if the row is no set; then no rule on jokers applies to it.
    """

    kind: Kind | None
    line: Row
    jokers: tuple[int, ...]
    stands: tuple[frozenset[Tile], ...]
    differ: bool


def joker_roles(row: Row, rules: Rules) -> tuple[JokerRoles, ...]:
    """Every way to understand a row; all ways as a group are given as one, with several tiles for each joker."""
    found = readings(row, rules)
    groups = [reading for reading in found if reading.kind is Kind.GROUP]
    runs = {_either_direction(reading): reading for reading in found if reading.kind is Kind.RUN}
    roles = [_as_run(reading) for reading in runs.values()]
    if groups:
        roles.insert(0, _as_group(row, groups, rules.group_colours_differ))
    return tuple(roles) or (_as_no_set(row),)


def freeing_tiles(roles: JokerRoles, stands: frozenset[Tile], rules: Rules) -> list[tuple[Tile, ...]]:
    """Every choice of tiles that frees a joker which may stand for `stands`; the empty choice: the joker is free
    without a tile.

    By the rule `both-colours`, both missing colours together free the joker of a group of three; where the colours of a
    group may repeat, any two of its colours do. A joker that is free without a tile may also be replaced by one. This
    matters if three tiles of its set must stay together, or if tiles that lay together may not lie with a freed joker:
    the new tile then counts as lying in the joker's place.
    """
    free: list[tuple[Tile, ...]] = [()] if roles.kind is None or rules.jokers_move_freely else []
    matters = rules.rebuilding != "free" or rules.freed_joker_goes == "all-new-set"
    if roles.kind is None or (free and not matters):
        return free
    tiles = sorted(stands, key=str)
    of_three = roles.kind is Kind.GROUP and len(roles.line) == SMALLEST_SET
    if of_three and rules.joker_of_three == "both-colours":
        return free + ([tuple(tiles)] if len(tiles) <= 2 else list(combinations_with_replacement(tiles, 2)))
    return free + [(tile,) for tile in tiles]


def tiles_that_may_free(rules: Rules, rows: Iterable[Row]) -> frozenset[Tile]:
    """The tiles of sets on the table that may free a joker of another set there."""
    if rules.freeing_tile_from == "rack":
        return frozenset()
    roles = (one for row in rows if joker_count(row) for one in joker_roles(row, rules))
    return frozenset(tile for one in roles for stands in one.stands for tile in stands)


def exchanges(row: Row, rules: Rules) -> list[tuple[tuple[Tile, ...], Row]]:
    """The tiles that may replace one joker of a row, each choice once, with the set that the row becomes."""
    rules = replace(rules, joker_freed_by="its-tile")
    found = {
        tiles
        for roles in joker_roles(row, rules)
        for stands in roles.stands
        for tiles in freeing_tiles(roles, stands, rules)
        if tiles
    }
    places = [place for place, tile in enumerate(row) if tile.is_joker]
    laid = [(tiles, (*row[:place], *tiles, *row[place + 1 :])) for tiles in sorted(found, key=str) for place in places]
    return [(tiles, then) for tiles, then in laid if is_set(then, rules)]


def jokers_stand_alike(one: Row, other: Row, rules: Rules) -> bool:
    """Whether the jokers of two rows of the same tiles can stand for the same tiles."""
    if not joker_count(one):
        return True
    first, second = _what_jokers_stand_for(one, rules), _what_jokers_stand_for(other, rules)
    return not first or not second or not first.isdisjoint(second)


def tiles_at(line: Row, places: Iterable[int]) -> Counter[Tile]:
    """The numbered tiles at these indices of a row, counted."""
    return Counter(line[place] for place in places if not line[place].is_joker)


def _what_jokers_stand_for(row: Row, rules: Rules) -> set[tuple[str, ...]]:
    return {tuple(sorted(map(str, reading.stands))) for reading in readings(row, rules)}


def _either_direction(reading: Reading) -> frozenset[tuple[Tile, bool]]:
    """A key that is equal for a run and its mirror image."""
    return frozenset((tile, place in reading.jokers) for place, tile in enumerate(reading.line))


def _as_run(reading: Reading) -> JokerRoles:
    line = tuple(JOKER if place in reading.jokers else tile for place, tile in enumerate(reading.line))
    return JokerRoles(Kind.RUN, line, reading.jokers, tuple(frozenset({tile}) for tile in reading.stands), False)


def _as_group(row: Row, groups: list[Reading], differ: bool) -> JokerRoles:
    stands = tuple(map(frozenset, zip(*(reading.stands for reading in groups), strict=True)))
    return JokerRoles(Kind.GROUP, row, groups[0].jokers, stands, differ)


def _as_no_set(row: Row) -> JokerRoles:
    jokers = tuple(place for place, tile in enumerate(row) if tile.is_joker)
    return JokerRoles(None, row, jokers, (ANYTHING,) * len(jokers), False)
