"""Which single tile, if it had been misread, would make an illegal table or turn legal.

Asked before anybody is condemned; the rules raise the doubt, they never change what was read.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from referee.faults import spoken
from referee.rules import Rules
from referee.table import Row, Table
from referee.tiles import Colour, Tile
from referee.turns import faults_of_table, judge

LOOKALIKE_NUMBERS = ((6, 9), (1, 7), (3, 8), (5, 6), (1, 11), (2, 12), (3, 13), (12, 13), (10, 11))
"""Numbers that are taken for one another: upside down, worn, or with a digit hidden by glare."""

LOOKALIKE_COLOURS = ((Colour.RED, Colour.ORANGE), (Colour.BLACK, Colour.BLUE))
"""Colours that are taken for one another under a warm or a weak lamp."""

Look = TypeVar("Look", int, Colour)

Spot = tuple[int, int]
"""A tile on the table: its set, and its place in the set."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """One tile that may have been misread: what was read, and what would make it legal."""

    place: int
    spot: int
    read: Tile
    instead: Tile

    def __str__(self) -> str:
        return f"Is the {spoken([self.read])} in set {self.place + 1} a {spoken([self.instead])}?"


def lookalikes(tile: Tile) -> tuple[Tile, ...]:
    """What a tile could be if it was misread; a joker is taken for no other tile.

    >>> [str(one) for one in lookalikes(Tile.from_notation("r6"))]
    ['r9', 'r5', 'o6']
    """
    if tile.colour is None or tile.number is None:
        return ()
    numbers = _others(tile.number, LOOKALIKE_NUMBERS)
    colours = _others(tile.colour, LOOKALIKE_COLOURS)
    return (
        *(Tile(tile.colour, number) for number in numbers),
        *(Tile(colour, tile.number) for colour in colours),
    )


def near_misses_of_table(
    rules: Rules, table: Table, rivals: Mapping[Spot, Iterable[Tile]] | None = None
) -> tuple[NearMiss, ...]:
    """The single misreadings that would explain every fault of a table as it lies.

    `rivals`: what vision itself holds possible, by set and place, tried beside the usual lookalikes.
    """
    wrong = faults_of_table(rules, table)
    doubtful = {place for fault in wrong for place in fault.sets}
    return _explaining(table, doubtful, rivals, lambda read: not faults_of_table(rules, read))


def near_misses_of_turn(
    rules: Rules,
    opened: bool,
    before: Table,
    after: Table,
    rivals: Mapping[Spot, Iterable[Tile]] | None = None,
) -> tuple[NearMiss, ...]:
    """The single misreadings that would make a turn legal; none where it is legal as it was read."""
    if judge(rules, opened, before, after).legal:
        return ()
    lay = list(before.sets)
    changed = set()
    for place, row in enumerate(after.sets):
        if row in lay:
            lay.remove(row)
        else:
            changed.add(place)
    return _explaining(after, changed, rivals, lambda read: judge(rules, opened, before, read).legal)


def _explaining(
    table: Table,
    places: Iterable[int],
    rivals: Mapping[Spot, Iterable[Tile]] | None,
    is_legal: Callable[[Table], bool],
) -> tuple[NearMiss, ...]:
    return tuple(
        miss
        for place in sorted(places)
        for miss in _possible(place, table.sets[place], rivals or {})
        if is_legal(_as_if(table, miss))
    )


def _possible(place: int, row: Row, rivals: Mapping[Spot, Iterable[Tile]]) -> Iterator[NearMiss]:
    for spot, tile in enumerate(row):
        for other in dict.fromkeys((*rivals.get((place, spot), ()), *lookalikes(tile))):
            if other != tile:
                yield NearMiss(place, spot, tile, other)


def _as_if(table: Table, miss: NearMiss) -> Table:
    sets = list(table.sets)
    row = list(sets[miss.place])
    row[miss.spot] = miss.instead
    sets[miss.place] = tuple(row)
    return Table(tuple(sets))


def _others(one: Look, pairs: Iterable[tuple[Look, Look]]) -> list[Look]:
    return [second if first == one else first for first, second in pairs if one in (first, second)]
