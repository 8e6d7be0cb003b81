"""Tiles that have to lie and tiles that may: what a search for the cheapest tiling is asked."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.solving.tiling.cells import Cells
from referee.solving.tiling.packing import GroupRules, group_key
from referee.solving.tiling.partial_runs import (
    NOTHING_FORBIDDEN,
    Beside,
    JokerPatterns,
    Tracking,
)

Counts = tuple[int, ...]
"""How many tiles of one number: by colour."""

JokerPlaces = frozenset[tuple[int, int]]
"""Where jokers may lie: a colour, or IN_GROUPS, and a number."""
IN_GROUPS = -1
"""As a colour: in groups, whatever colour the joker stands for."""

INFINITE = 1 << 60
"""A cost that means: impossible."""
TILE_COST = 10_000
"""What a tile left out costs, besides its number: more than all points of a box together."""
JOKER_POINTS = NUMBERS
"""The most that a joker can stand for."""
JOKER_PRICE = 2 * TILE_COST
"""What a joker is reckoned to save, for bounds: right with any price, quickest with this (measured)."""


def worth_at(number: int) -> int:
    """What a tile or a joker at a number is worth; what lies after a 13 is a 1."""
    return (number - 1) % NUMBERS + 1


class ToLay(NamedTuple):
    """What there is of one number, by colour: tiles that have to lie, jokers that stand for one, tiles that may lie."""

    tiles: Counts
    kept: Counts
    may: Counts


NONE: Counts = (0,) * COLOURS
NOTHING = ToLay(NONE, NONE, NONE)


@lru_cache(maxsize=10_000)
def most_alike(ways: tuple[ToLay, ...]) -> Counts:
    """How many tiles of a number there are at most, kept jokers among them: by colour."""
    return tuple(map(max, zip(*(map(sum, zip(*way, strict=True)) for way in ways), strict=True)))


@dataclass(frozen=True)
class TilingProblem:
    """Tiles that have to lie and tiles that may, with jokers, and fixed sets that can only be extended.

    By number (place 0 is not used): `to_lay`, what there is, in every way that is allowed (a joker that goes on
    standing for one of two colours gives two ways, and so does one that either of two tiles may have freed), without
    the tiles of fixed sets. `limit`: jokers in one set at most. `numbered`: whether sets of jokers alone are to be kept
    out (fewer than three jokers make none). `points_needed`: what the tiles laid of those that may have to be
    worth at least. `forbidden`: sets of three that may not lie. `jokers_counted`: so many jokers that have to lie are
    worth points as if they were of those that may; `all_jokers_count`: all are, where points are needed. `most_sets`:
    how many sets may lie. `joker_places`: where jokers may lie that stand for none certain (None: anywhere); `beside`:
    among which tiles of those that may. `is_mirrored`: whether the numbers run the other way (mirrored.py).
    """

    to_lay: tuple[tuple[ToLay, ...], ...]
    jokers_must: int = 0
    jokers_may: int = 0
    colours_differ: bool = True
    wraps: bool = False
    limit: int | None = None
    numbered: bool = False
    fixed_runs: tuple[Cells, ...] = ()
    fixed_groups: tuple[Cells, ...] = ()
    jokers_counted: int = 0
    points_needed: int = 0
    forbidden: frozenset[Cells] = frozenset()
    all_jokers_count: bool = False
    most_sets: int | None = None
    joker_places: JokerPlaces | None = None
    beside: Beside = Beside.ANY
    is_mirrored: bool = False

    @cached_property
    def jokers(self) -> int:
        """Jokers that may lie, those that must among them."""
        return self.jokers_must + self.jokers_may

    @cached_property
    def keeps_jokers(self) -> tuple[bool, ...]:
        """By number: whether there are jokers that stand for a tile of it; what lies after a 13 is not asked about."""
        return (*(any(any(one.kept) for one in ways) for ways in self.to_lay), False)

    @property
    def tells_jokers(self) -> bool:
        """Whether the search tells jokers that have to lie from those that may, as the former need certain tiles."""
        return self.beside is not Beside.ANY

    def worth(self, number: int) -> int:
        """What a tile or a joker at a number is worth."""
        return NUMBERS + 1 - number if self.is_mirrored else worth_at(number)

    def short(self, number: int) -> int:
        """How much less than it could a joker is worth at a number."""
        return JOKER_POINTS - self.worth(number)

    def jokers_left(self, laid: int, of_rack: int) -> tuple[int, int]:
        """How many jokers are left that have to lie, and how many that may; `of_rack`: those laid beside `laid`.

        Where the search need not tell them apart, those at the highest numbers count as of the rack: they are worth
        most there.
        """
        if self.is_mirrored and not self.tells_jokers:  # a search from 13 to 1 lays those of the rack first
            return min(self.jokers_must, self.jokers - laid), max(0, self.jokers_may - laid)
        return max(0, self.jokers_must - laid), self.jokers - max(self.jokers_must, laid) - of_rack

    def counted_left(self, laid: int, of_rack: int) -> int:
        """How many jokers are left that are worth points; of those that have to lie the highest numbers count."""
        if not self.is_mirrored:
            return self.jokers - max(self.jokers_must - self.jokers_counted, laid) - of_rack
        first = self.jokers_counted if self.tells_jokers else self.jokers_counted + self.jokers_may
        return max(0, first - laid) + (self.jokers_may - of_rack if self.tells_jokers else 0)

    @property
    def all_are_counted(self) -> bool:
        """Whether all jokers that lie are worth points."""
        return self.jokers_counted == self.jokers_must

    def at_least(self, number: int, bound: int) -> int:
        """What the rest from a number on costs at least, if it costs so much: tiles are left out whole."""
        most_short = (self.jokers_may + self.jokers_counted) * (JOKER_POINTS - 1)
        if bound <= most_short:
            return bound if bound > 0 else 0
        left_out = -((most_short - bound) // (TILE_COST + NUMBERS))
        costs = self._costs_left_out[number]
        return max(bound, costs[left_out - 1]) if left_out <= len(costs) else INFINITE

    @cached_property
    def _costs_left_out(self) -> list[list[int]]:
        """By number: what it costs at least to leave out one tile of those from there on, two, three ..."""
        jokers = [TILE_COST + JOKER_POINTS] * self.jokers_may
        of_numbers: list[list[int]] = [[], *map(self._may_be_left_out, range(1, NUMBERS + 1))]
        return [
            list(accumulate(sorted(chain(jokers, *of_numbers[1 if self.wraps else number :]))))
            for number in range(NUMBERS + 3)
        ]

    def _may_be_left_out(self, number: int) -> list[int]:
        most = map(max, zip(*(way.may for way in self.to_lay[number]), strict=True))
        return [TILE_COST + self.worth(number)] * sum(most)

    @property
    def jokers_first_of_rack(self) -> int:
        """How many jokers of the rack have their turn before those that have to lie; so it is told first which lie."""
        is_told = self.is_mirrored and self.jokers_must and not self.tells_jokers
        return self.jokers_may if is_told else 0

    def joker_fits(self, colour: int, number: int) -> bool:
        """Whether a joker that stands for none certain may lie at a number, in runs of a colour or IN_GROUPS."""
        return self.joker_places is None or (colour, number) in self.joker_places

    @cached_property
    def tracking(self) -> tuple[Tracking, ...]:
        """What matters of the jokers in a run, by colour."""
        any_jokers = self.jokers > 0 or any(self.keeps_jokers)
        return tuple(
            Tracking(self.limit, self.numbered, any_jokers and bool(forbidden), self._beside(colour))
            for colour, forbidden in enumerate(self.forbidden_runs)
        )

    def _beside(self, colour: int) -> Beside:
        fits = any(self.joker_fits(colour, number) for number in range(1, NUMBERS + 1))
        return self.beside if fits else Beside.ANY

    @cached_property
    def last(self) -> int:
        """The last number: 13, or 14 where a 1 may lie after a 13."""
        return NUMBERS + 1 if self.wraps else NUMBERS

    def forbidden_run(self, colour: int, number: int) -> JokerPatterns:
        """Where jokers may not lie in a run of just three that ends at a number."""
        return self.forbidden_runs[colour].get(number, NOTHING_FORBIDDEN)

    @cached_property
    def forbidden_runs(self) -> tuple[dict[int, JokerPatterns], ...]:
        """By colour and the number where a run of just three ends: where jokers may not lie in it."""
        found: tuple[dict[int, JokerPatterns], ...] = tuple({} for _ in range(COLOURS))
        for cells in self.forbidden:
            if cells[0].number != cells[-1].number:
                of_colour, end = found[cells[-1].colour], cells[-1].number
                pattern = sum(cell.joker << SMALLEST_SET - 1 - place for place, cell in enumerate(cells))
                of_colour[end] = of_colour.get(end, NOTHING_FORBIDDEN) | {pattern}
        return found

    def group_rules(self, number: int) -> GroupRules:
        """What groups of a number there may be."""
        return GroupRules(self.colours_differ, self.limit, self._forbidden_groups.get(number, frozenset()))

    @cached_property
    def _forbidden_groups(self) -> dict[int, frozenset[Cells]]:
        found: dict[int, frozenset[Cells]] = {}
        for cells in self.forbidden:
            number = cells[0].number
            if number == cells[-1].number:
                found[number] = found.get(number, frozenset()) | {group_key(cells)}
        return found

    @cached_property
    def fixed_groups_of(self) -> tuple[tuple[Cells, ...], ...]:
        """The fixed groups by their number, without it."""
        numbers = range(NUMBERS + 2)
        found = [[cells for cells in self.fixed_groups if cells[0].number == number] for number in numbers]
        return tuple(tuple(tuple(cell._replace(number=0) for cell in cells) for cells in some) for some in found)


class Tiling(NamedTuple):
    """How the tiles lie: every set in order, and what it costs that others do not."""

    sets: tuple[Cells, ...]
    cost: int
