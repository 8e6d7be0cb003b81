"""The moves of one colour at a number, and a lower bound of its cost from a number down.

The bound is a relaxation: groups may take any tiles of the colour, and jokers may lie anywhere at a fixed price each.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.solving.tiling.runs import NO_RUNS, Dealt, Runs, moves
from referee.solving.tiling.tiling_problem import INFINITE, TILE_COST, Counts, TilingProblem, worth_at

JOKER_PRICE = 2 * TILE_COST
"""Cost that the bound charges for a joker; the bound is valid with any price, and fastest with this (measured)."""


class ColourMove(NamedTuple):
    """One way to lay the tiles of a colour at a number.

    `cost`: cost of the tiles left out; `least`: this cost plus the lower bound for the lower numbers of the colour;
    `points`: points of the tiles laid that need not be laid; `runs`: the runs after the move; `dealt`: the cell that
    each run gets.
    """

    least: int
    cost: int
    points: int
    runs: Runs
    dealt: Dealt


class ColourMoves(NamedTuple):
    """Moves by the number of tiles in groups, each list with the cheapest first; `least`: the smallest of all."""

    least: int
    by_grouped: dict[int, list[ColourMove]]


@dataclass
class ColourWork:
    """Cached bounds and moves of a colour, shared by all problems that do not differ in this colour."""

    least: dict[tuple[int, Runs, bool], int] = field(default_factory=dict)
    moves: dict[tuple[int, Runs, int, int, bool], ColourMoves] = field(default_factory=dict)


SharedWork = dict[object, ColourWork]


@dataclass
class Colours:
    """The bounds and moves of the colours of one problem; `shared`: the cache shared with other problems."""

    problem: TilingProblem
    shared: SharedWork

    @property
    def of_all(self) -> int:
        """A lower bound of the cost of every tiling."""
        least = sum(
            self.least(colour, self.problem.first, NO_RUNS, self.problem.jokers > 0) for colour in range(COLOURS)
        )
        return max(0, least - JOKER_PRICE * self.problem.jokers)

    def least(self, colour: int, number: int, runs: Runs, with_jokers: bool) -> int:
        """A lower bound of a colour's cost from a number down, with JOKER_PRICE for each joker.

        `with_jokers`: whether jokers may still be laid.
        """
        if not number:
            return 0
        known = self._work[colour].least
        key = (number, runs, with_jokers)
        found = known.get(key)
        if found is None:
            found = known[key] = self._least(colour, *key)
        return found

    def _least(self, colour: int, number: int, runs: Runs, with_jokers: bool) -> int:
        place, may = self.problem.places[colour][number], self.may(number)[colour]
        in_group, best = self._group_prices[number][with_jokers], INFINITE
        for must in self._musts[number][colour]:
            for jokers in range(self.problem.jokers + 1 if with_jokers else 1):
                for in_groups, left_out, then, _ in moves(runs, must, may, jokers, place):
                    cost = left_out * (TILE_COST + worth_at(number)) + in_groups * in_group + jokers * JOKER_PRICE
                    if cost < best:
                        best = min(best, cost + self.least(colour, number - 1, then, with_jokers))
        return best

    def moves(self, colour: int, number: int, runs: Runs, must: int, jokers: int, with_jokers: bool) -> ColourMoves:
        """The moves of a colour at a number with `jokers` jokers in its runs; `with_jokers`: more jokers may follow."""
        known = self._work[colour].moves
        key = (number, runs, must, jokers, with_jokers)
        found = known.get(key)
        if found is None:
            found = known[key] = self._moves(colour, *key)
        return found

    def _moves(self, colour: int, number: int, runs: Runs, must: int, jokers: int, with_jokers: bool) -> ColourMoves:
        found: dict[int, list[ColourMove]] = {}
        may, place, worth = self.may(number)[colour], self.problem.places[colour][number], worth_at(number)
        for in_groups, left_out, then, dealt in moves(runs, must, may, jokers, place):
            rest = self.least(colour, number - 1, then, with_jokers)
            if rest < INFINITE:
                cost = left_out * (TILE_COST + worth)
                points = 0 if place.is_after_thirteen else (may - left_out) * worth
                one = ColourMove(cost + rest, cost, points, then, dealt)
                found.setdefault(in_groups, []).append(one)
        for some in found.values():
            some.sort(key=lambda one: one.least)
        return ColourMoves(min((some[0].least for some in found.values()), default=INFINITE), found)

    def may(self, number: int) -> Counts:
        """By colour, the number of tiles of a number that may be laid; for 14, the number of all 1s."""
        if number <= NUMBERS:
            return self.problem.may[number]
        return tuple(max(musts) + may for musts, may in zip(self._musts[1], self.problem.may[1], strict=True))

    @cached_property
    def _musts(self) -> list[tuple[frozenset[int], ...]]:
        """By number and colour, the possible counts of tiles that must be laid."""
        found = [tuple(map(frozenset, zip(*ways, strict=True))) for ways in self.problem.must]
        return [*found, (frozenset((0,)),) * COLOURS]

    @cached_property
    def _group_prices(self) -> list[tuple[int, int]]:
        """By number, the cost of a tile in a group (its share of the jokers needed): without jokers, and with."""
        return [(self._group_price(number, 0), self._group_price(number, self.problem.jokers)) for number in range(15)]

    def _group_price(self, number: int, jokers: int) -> int:
        rules = self.problem.group_rules[number]
        if rules.fixed or not rules.colours_differ or number > NUMBERS:
            return 0
        there = (max(musts) + may for musts, may in zip(self._musts[number], self.may(number), strict=True))
        colours = sum(map(bool, there))
        lacking = max(0, SMALLEST_SET - colours)
        return INFINITE if lacking > jokers else JOKER_PRICE * lacking // max(1, colours)

    @cached_property
    def _work(self) -> list[ColourWork]:
        return [self.shared.setdefault(self._key(colour), ColourWork()) for colour in range(COLOURS)]

    def _key(self, colour: int) -> object:
        """A key that is equal for two problems that do not differ in the colour."""
        tiles = tuple((of[colour], may[colour]) for of, may in zip(self._musts, self.problem.may, strict=False))
        return tiles, self.problem.places[colour], tuple(self._group_prices), self.problem.jokers
