"""A lower bound on what one colour costs from a number on, if groups took its tiles as it liked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from referee.rules import COLOURS, NUMBERS
from referee.solving.tiling.fixed_runs import FixedRuns, Which
from referee.solving.tiling.partial_runs import (
    EMPTY,
    INTO_FIXED,
    NO_RUNS,
    TILE,
    UNTRACKED,
    PartialRun,
    PartialRuns,
    extended,
)
from referee.solving.tiling.prices import Prices
from referee.solving.tiling.reckoned_prices import ReckonedPrices
from referee.solving.tiling.run_transitions import run_transitions
from referee.solving.tiling.tiling_problem import INFINITE, TILE_COST, TilingProblem

MOST_COPIES = 4
"""More of a tile no box holds."""

BoundKey = tuple[int, PartialRuns, bool]
"""A number, the runs before it, and whether jokers may come."""
SharedBounds = dict[object, dict[BoundKey, int]]


Step = tuple[int, int, int, PartialRuns]
"""Tiles that lie in groups, what those left out cost, jokers, and the runs then."""


@dataclass
class ColourBounds:
    """The bounds of every colour, each worked out once. They do not track the jokers in a run."""

    problem: TilingProblem
    shared: SharedBounds = field(default_factory=dict)
    """What was worked out for other problems, of which some colours have the same tiles."""
    prices: Prices | None = None
    """None: a place in a group costs what the jokers cost that the group needs."""
    below: int = INFINITE
    """What tilings cost that are asked about: less. So a tile that costs as much may not be left out."""

    @cached_property
    def reckoned(self) -> ReckonedPrices:
        """What places in groups and jokers cost in these bounds."""
        return ReckonedPrices(self.problem, self.prices)

    @cached_property
    def fixed(self) -> FixedRuns:
        """Where fixed runs begin and end."""
        return FixedRuns(self.problem)

    def of_all(self) -> int:
        """What every tiling costs at least."""
        with_jokers = self.problem.jokers > 0
        least = sum(self.least(colour, 1, NO_RUNS, with_jokers) for colour in range(COLOURS))
        return least - self.reckoned.saved(1, self.problem.jokers)

    def least(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> int:
        """The least that a colour costs from a number on.

        With jokers, each at its price (a Lagrangian bound: what they may cost together is taken off).
        """
        return self._least(colour, number, untracked(runs), with_jokers)

    def _least(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> int:
        if number > NUMBERS:
            return 0
        key = (number, runs, with_jokers)
        of_colour = self._known[colour]
        known = of_colour.get(key)
        if known is None:
            known = of_colour[key] = self._worked_out(colour, *key)
        return known

    @cached_property
    def _known(self) -> list[dict[BoundKey, int]]:
        return [self.shared.setdefault(alike, {}) for alike in self.alike]

    @cached_property
    def alike(self) -> tuple[object, ...]:
        """By colour: the same for two problems in which its bounds are the same."""
        problem, may_be_left = self.problem, (min(self.below - TILE_COST, NUMBERS + 1), self._copies_left_out)
        joker = self.prices and (self.prices.joker, problem.jokers_must > 0)
        of_all = (problem.jokers, problem.wraps, problem.is_mirrored, may_be_left, joker)
        return tuple((*self._of_colour(colour), *of_all) for colour in range(COLOURS))

    def _of_colour(self, colour: int) -> tuple[object, ...]:
        numbers = range(1, NUMBERS + 1)
        prices = tuple(self.reckoned.place(number, colour, joker) for number in numbers for joker in (False, True))
        joker_numbers = tuple(self.problem.joker_fits(colour, number) for number in range(1, NUMBERS + 2))
        return tuple(self._ways[colour]), self.fixed.of(colour), joker_numbers, prices

    @cached_property
    def _copies_left_out(self) -> int:
        """How many copies of a tile may be left out at most, for less than what is asked about."""
        return min((self.below - 1) // TILE_COST, MOST_COPIES)

    @cached_property
    def _ways(self) -> list[list[frozenset[tuple[int, int]]]]:
        """By colour and number: how many tiles have to lie, kept jokers among them, and may, in every way."""
        return [
            [
                frozenset((one.tiles[colour] + one.kept[colour], one.may[colour]) for one in ways)
                for ways in self.problem.to_lay
            ]
            for colour in range(COLOURS)
        ]

    def _worked_out(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> int:
        place, joker = self.reckoned.place(number, colour, with_jokers), self.reckoned.joker(number)
        best = INFINITE
        for in_groups, left_out, jokers, then in self.steps(colour, number, runs, with_jokers):
            cost = left_out + in_groups * place + jokers * joker
            if cost < best or self.prices:
                cost += self._least(colour, number + 1, then, with_jokers)
                if cost < best:
                    best = cost
                    if not best and not self.prices:
                        return 0
        return best

    def steps(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> Iterator[Step]:
        """All that can become of a colour's tiles of a number."""
        problem = self.problem
        tile_cost = TILE_COST + problem.worth(number)
        is_held = problem.wraps and number == 1
        most_left_out = MOST_COPIES if is_held else self._copies_left_out if tile_cost < self.below else 0
        jokers_at_most = problem.jokers if with_jokers and problem.joker_fits(colour, number) else 0
        ends, is_last = self.fixed.end_at(colour, number), number == problem.last
        for free in self._absorbed(colour, number, runs):
            for least, may in self._ways[colour][number]:
                must, more, left_cost = (0, least + may, 0) if is_held else (least, may, tile_cost)
                for jokers in range(jokers_at_most + 1):
                    for in_groups, _, left_out, then, *_ in run_transitions(
                        free, must, more, 0, (jokers, 0), UNTRACKED, is_last
                    ):
                        if left_out <= most_left_out:
                            yield (
                                in_groups,
                                left_out * left_cost,
                                jokers,
                                self._with_fixed(ends, then) if ends else then,
                            )

    def _absorbed(self, colour: int, number: int, runs: PartialRuns) -> Iterator[PartialRuns]:
        """The runs, and what is left of them if one goes on into a fixed run which begins here."""
        yield runs
        if self.fixed.begin_at(colour, number):
            for run in dict.fromkeys(runs):
                place = runs.index(run)
                yield (*runs[:place], *runs[place + 1 :])

    def _with_fixed(self, ends: Which, runs: PartialRuns) -> PartialRuns:
        """The runs, and fixed ones that end here."""
        return tuple(sorted((*runs, *(_of_length(len(self.problem.fixed_runs[which])) for which in ends))))


def untracked(runs: PartialRuns) -> PartialRuns:
    """The runs, without what is known of their jokers."""
    if all(run[1:] == (0, 0, 0) for run in runs):
        return runs
    return tuple(sorted((run[0], 0, 0, 0) for run in runs if run[0] != INTO_FIXED))


def _of_length(length: int) -> PartialRun:
    run = EMPTY
    for _ in range(length):
        run = extended(run, TILE)
    return run
