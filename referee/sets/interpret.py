"""Interprets a row of tiles: run, group or neither; where its jokers stand; its value."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, permutations

from referee.rules import SMALLEST_SET, Rules
from referee.table import Row
from referee.tiles import HIGHEST, LOWEST, Colour, Tile


class Kind(StrEnum):
    """The two kinds of sets."""

    RUN = "run"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a row as a set.

    `line`: the tile that each place stands for, in the order of the row; ascending if the tiles do not lie in order.
    `jokers`: the indices in `line` at which jokers lie.
    """

    kind: Kind
    line: Row
    jokers: tuple[int, ...]

    @property
    def stands(self) -> Row:
        """The tiles that the jokers stand for."""
        return tuple(self.line[place] for place in self.jokers)

    @property
    def points(self) -> int:
        """The sum of the numbers; a joker counts as the tile it stands for."""
        return sum(tile.number or 0 for tile in self.line)


def readings(row: Row, rules: Rules) -> tuple[Reading, ...]:
    """Every way to understand a row as a set; empty if it is not a set.

    A joker stands for the tile that belongs in its place, read from left to right or from right to left. If the row is
    in order in neither direction, the joker may stand for any tile that completes a set, unless a house rule demands
    that jokers of runs lie in order. The number of jokers that the rules allow in a set is not checked.
    """
    return _readings(row, rules.group_colours_differ, rules.one_after_thirteen, rules.joker_place == "in-order")


def jokers_out_of_order(row: Row, rules: Rules) -> Row:
    """The tiles that the jokers of a run stand for, if their places do not show it because the run does not lie in
    order; else empty.

    >>> from referee.table import row_from_notation, row_text
    >>> [row_text(jokers_out_of_order(row_from_notation(text, ""), Rules())) for text in ("r12 r13 J", "r11 J r13")]
    ['r11', '']
    """
    best = _best(row, rules)
    if best is None or best.kind is Kind.GROUP or not joker_count(row):
        return ()
    return () if any(_runs_in_order(row, rules.one_after_thirteen)) else best.stands


def kind(row: Row, rules: Rules) -> Kind | None:
    """Run, group, or neither; if the jokers allow both, the kind that is worth more.

    >>> original = Rules()
    >>> from referee.table import row_from_notation
    >>> [kind(row_from_notation(text, ""), original) for text in ("r5 r3 r4", "b8 k8 J", "r12 r13 r1")]
    [<Kind.RUN: 'run'>, <Kind.GROUP: 'group'>, None]
    """
    best = _best(row, rules)
    return best.kind if best else None


def points(row: Row, rules: Rules) -> int:
    """The highest value of the row, with each joker counted as the tile it stands for; 0 if the row is no set."""
    best = _best(row, rules)
    return best.points if best else 0


def has_too_many_jokers(row: Row, rules: Rules) -> bool:
    """Whether more jokers lie in the row than the rules allow in one set."""
    return rules.jokers_in_a_set is not None and joker_count(row) > rules.jokers_in_a_set


def is_set(row: Row, rules: Rules) -> bool:
    """Whether the row is a set under the rules, the number of its jokers included."""
    return bool(readings(row, rules)) and not has_too_many_jokers(row, rules)


def joker_count(row: Row) -> int:
    """The number of jokers in a row."""
    return sum(tile.is_joker for tile in row)


def _best(row: Row, rules: Rules) -> Reading | None:
    return max(readings(row, rules), key=lambda reading: reading.points, default=None)


@lru_cache(maxsize=20_000)
def _readings(row: Row, colours_differ: bool, wraps: bool, in_order_only: bool) -> tuple[Reading, ...]:
    numbered = [tile for tile in row if tile.number is not None]
    if len(row) < SMALLEST_SET or not numbered:
        return ()
    found = [*_groups(row, numbered, colours_differ)]
    if len({tile.colour for tile in numbered}) == 1:
        found += _runs_in_order(row, wraps)
        if not found and not (in_order_only and len(numbered) < len(row)):
            found += _runs_out_of_order(row, wraps)
    return tuple(dict.fromkeys(found))


def _groups(row: Row, numbered: list[Tile], colours_differ: bool) -> Iterator[Reading]:
    number = numbered[0].number
    if number is None or any(tile.number != number for tile in numbered):
        return
    there = {tile.colour for tile in numbered}
    jokers = len(row) - len(numbered)
    if colours_differ and len(there) < len(numbered):
        return
    free_colours = [colour for colour in Colour if colour not in there]
    # If colours may repeat, each joker may have any colour; giving all jokers the same colour already shows that.
    anyhow = [(colour,) * jokers for colour in Colour]
    for colours in permutations(free_colours, jokers) if colours_differ else anyhow:
        free = iter(colours)
        line = tuple(Tile(next(free), number) if tile.is_joker else tile for tile in row)
        yield Reading(Kind.GROUP, line, _joker_places(row))


def _runs_in_order(row: Row, wraps: bool) -> Iterator[Reading]:
    for stretch in _stretches(row, wraps):
        for line in (stretch, stretch[::-1]):
            if all(tile.is_joker or tile == want for tile, want in zip(row, line, strict=True)):
                yield Reading(Kind.RUN, line, _joker_places(row))


def _runs_out_of_order(row: Row, wraps: bool) -> Iterator[Reading]:
    lying = Counter(tile for tile in row if not tile.is_joker)
    for stretch in _stretches(row, wraps):
        if lying <= Counter(stretch):
            for places in combinations(range(len(row)), joker_count(row)):
                if Counter(tile for place, tile in enumerate(stretch) if place not in places) == lying:
                    yield Reading(Kind.RUN, stretch, places)


def _joker_places(row: Row) -> tuple[int, ...]:
    return tuple(place for place, tile in enumerate(row) if tile.is_joker)


def _stretches(row: Row, wraps: bool) -> Iterator[Row]:
    """Every sequence of consecutive tiles that is as long as the row, in the colour of its first numbered tile."""
    colour = next(tile.colour for tile in row if not tile.is_joker)
    highest = HIGHEST + 1 if wraps else HIGHEST
    for first in range(LOWEST, highest - len(row) + 2):
        yield tuple(Tile(colour, (step - 1) % HIGHEST + 1) for step in range(first, first + len(row)))
