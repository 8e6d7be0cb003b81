"""A lower bound on what one colour costs from a number on, if groups took its tiles as it liked."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.solving.tiling.fixed_runs import FixedRuns
from referee.solving.tiling.partial_runs import NO_RUNS, Beside, PartialRuns
from referee.solving.tiling.prices import Prices
from referee.solving.tiling.reckoned_prices import ReckonedPrices
from referee.solving.tiling.run_lengths import RunLengths, Step, Ways, lengths_of, steps, with_one_less, with_run_of
from referee.solving.tiling.tiling_problem import INFINITE, TILE_COST, TilingProblem, ToLay

MOST_COPIES = 4
"""More of a tile no box holds."""

NO_JOKERS = 0
"""As a pattern of a run."""

BoundKey = tuple[int, RunLengths, bool]
"""A number, the runs before it, and whether jokers may come."""
SharedBounds = dict[object, dict[BoundKey, int]]


@dataclass
class ColourBounds:
    """The bounds of every colour, each worked out once. Of the jokers in a run they know nothing."""

    problem: TilingProblem
    shared: SharedBounds = field(default_factory=dict)
    """What was worked out for other problems, of which some colours have the same tiles."""
    prices: Prices | None = None
    """None: places in groups cost what the jokers cost that the group needs."""
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
        forbidden = self._forbidden[colour]
        lengths = lengths_of(runs, forbidden[number - 1], forbidden[number - 2], self._in_stretches[colour])
        return self._least(colour, number, lengths, with_jokers)

    @cached_property
    def _in_stretches(self) -> list[bool]:
        """By colour: whether jokers in its runs have to lie in stretches, as far as the bounds know.

        They do not tell jokers of the rack, and a fixed run has companions for jokers beside it. Without prices, and
        where any two tiles of the rack in a run are enough, it shows too little for the time that it takes (measured).
        """
        problem = self.problem
        if self.prices is None or problem.jokers_may:
            return [False] * COLOURS
        of_all = enumerate(problem.tracking)
        return [one.beside is Beside.STRETCH and not self.fixed.of(colour) for colour, one in of_all]

    @cached_property
    def _forbidden(self) -> list[list[bool]]:
        """By colour and number: whether a run of just three that begins there may not lie, if no joker is in it."""
        ends, forbidden_run = range(SMALLEST_SET - 1, NUMBERS + 2 * SMALLEST_SET), self.problem.forbidden_run
        return [[NO_JOKERS in forbidden_run(colour, end) for end in ends] for colour in range(COLOURS)]

    def _least(self, colour: int, number: int, runs: RunLengths, with_jokers: bool) -> int:
        if number > NUMBERS:
            return 0
        if runs.companions and not with_jokers:
            runs = runs._replace(companions=0)
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
        joker = self.prices and (self.prices.joker, problem.all_are_counted)
        of_all = (problem.jokers, problem.wraps, problem.is_mirrored, may_be_left, joker)
        return tuple((*self._of_colour(colour), *of_all) for colour in range(COLOURS))

    def _of_colour(self, colour: int) -> tuple[object, ...]:
        joker_numbers = tuple(self.problem.joker_fits(colour, number) for number in range(1, NUMBERS + 2))
        of_runs = self.fixed.of(colour), joker_numbers, tuple(self._forbidden[colour]), self._in_stretches[colour]
        return tuple(self._ways[colour]), self.reckoned.places[colour], *of_runs

    @cached_property
    def _copies_left_out(self) -> int:
        """How many copies of a tile may be left out at most, for less than what is asked about."""
        return min((self.below - 1) // TILE_COST, MOST_COPIES)

    @cached_property
    def _ways(self) -> list[list[Ways]]:
        """By colour and number: what has to lie and what may; 1s that may be held for after the 13s need not lie."""
        of_numbers = [
            _of_colours(ways, self.problem.wraps and number == 1) for number, ways in enumerate(self.problem.to_lay)
        ]
        return list(map(list, zip(*of_numbers, strict=True)))

    def _worked_out(self, colour: int, number: int, runs: RunLengths, with_jokers: bool) -> int:
        places, joker = self.reckoned.places[colour][with_jokers][number], self.reckoned.jokers[number]
        most_jokers, in_stretches = self.problem.jokers if with_jokers else 0, self._in_stretches[colour]
        best, left_cost = INFINITE, self.left_costs[number]
        for in_groups, left_out, jokers, then in self.steps(colour, number, runs, most_jokers, in_stretches):
            cost = left_out * left_cost + places[in_groups] + jokers * joker
            if cost < best or self.prices:
                cost += self._least(colour, number + 1, then, with_jokers)
                if cost < best:
                    best = cost
                    if not best and not self.prices:
                        return 0
        return best

    @cached_property
    def left_costs(self) -> list[int]:
        """What a tile left out costs, by number."""
        numbers = range(NUMBERS + 1)
        return [0 if self.problem.wraps and one == 1 else TILE_COST + self.problem.worth(one) for one in numbers]

    def steps(
        self, colour: int, number: int, runs: RunLengths, most_jokers: int, in_stretches: bool = False
    ) -> Iterable[Step]:
        """All that can become of a colour's tiles of a number, with so many jokers in its runs at most."""
        ways, most_left_out, joker_fits, forbidden, is_last = self._limits[colour][number]
        limits = (ways, most_left_out, most_jokers if joker_fits else 0, forbidden, is_last, in_stretches)
        if not self.problem.fixed_runs:
            return steps(runs, *limits)
        begun = (runs, *with_one_less(runs)) if self.fixed.begin_at(colour, number) else (runs,)
        lengths = [len(self.problem.fixed_runs[which]) for which in self.fixed.end_at(colour, number)]
        found = (step for free in begun for step in steps(free, *limits))
        return ((grouped, left, laid, reduce(with_run_of, lengths, then)) for grouped, left, laid, then in found)

    @cached_property
    def _limits(self) -> list[list[tuple[Ways, int, bool, bool, bool]]]:
        """By colour and number what limits the steps, but for the jokers."""
        return [[self._limits_at(colour, number) for number in range(NUMBERS + 1)] for colour in range(COLOURS)]

    def _limits_at(self, colour: int, number: int) -> tuple[Ways, int, bool, bool, bool]:
        problem, left_cost = self.problem, self.left_costs[number]
        most_left_out = self._copies_left_out if left_cost else MOST_COPIES
        return (
            self._ways[colour][number],
            most_left_out if left_cost < self.below else 0,
            problem.joker_fits(colour, number),
            self._forbidden[colour][number],
            number == problem.last,
        )


@lru_cache(maxsize=10_000)
def _of_colours(ways: tuple[ToLay, ...], may_be_held: bool) -> tuple[Ways, ...]:
    """By colour: what has to lie of one number and what may."""
    return tuple(frozenset(_of_colour(way, colour, may_be_held) for way in ways) for colour in range(COLOURS))


def _of_colour(way: ToLay, colour: int, may_be_held: bool) -> tuple[int, int, bool]:
    tiles, kept, may = (counts[colour] for counts in way)
    return (0, tiles + kept + may, kept > 0) if may_be_held else (tiles + kept, may, kept > 0)
