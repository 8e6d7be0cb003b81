"""A lower bound on what one colour costs from a number on, if groups took its tiles as it liked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
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
from referee.solving.tiling.prices import Prices, dearest, groups_that_may_lie
from referee.solving.tiling.run_transitions import run_transitions
from referee.solving.tiling.tiling_problem import (
    IN_GROUPS,
    INFINITE,
    JOKER_PRICE,
    TILE_COST,
    TilingProblem,
    ToLay,
)

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
    _of_places: dict[tuple[int, bool], int] = field(default_factory=dict, init=False)

    def of_all(self) -> int:
        """What every tiling costs at least."""
        with_jokers = self.problem.jokers > 0
        least = sum(self.least(colour, 1, NO_RUNS, with_jokers) for colour in range(COLOURS))
        return least - self.saved(1, self.problem.jokers)

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
        prices = tuple(self.price_of_place(number, colour, joker) for number in numbers for joker in (False, True))
        joker_numbers = tuple(self.problem.joker_fits(colour, number) for number in range(1, NUMBERS + 2))
        return self._tiles_of(colour), self._fixed_of(colour), joker_numbers, prices

    @property
    def _copies_left_out(self) -> int:
        """How many copies of a tile may be left out at most, for less than what is asked about."""
        return min((self.below - 1) // TILE_COST, MOST_COPIES)

    def _tiles_of(self, colour: int) -> tuple[object, ...]:
        return tuple(self._ways(colour, number) for number in range(1, NUMBERS + 1))

    def _ways(self, colour: int, number: int) -> frozenset[tuple[int, int]]:
        """How many tiles of a number have to lie, kept jokers among them, and may, in every way."""
        return frozenset((one.tiles[colour] + one.kept[colour], one.may[colour]) for one in self.problem.to_lay[number])

    def _fixed_of(self, colour: int) -> tuple[object, ...]:
        runs = enumerate(self.problem.fixed_runs)
        return tuple((which, cells) for which, cells in runs if cells[0].colour == colour)

    def _worked_out(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> int:
        place, joker = self.price_of_place(number, colour, with_jokers), self._price_of_joker(number)
        best = INFINITE
        for in_groups, left_out, jokers, then in self.steps(colour, number, runs, with_jokers):
            cost = left_out + in_groups * place + jokers * joker
            if cost < best or self.prices:
                best = min(best, cost + self._least(colour, number + 1, then, with_jokers))
                if not best and not self.prices:
                    return 0
        return best

    def steps(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> Iterator[Step]:
        """All that can become of a colour's tiles of a number."""
        problem = self.problem
        tile_cost = TILE_COST + problem.worth(number)
        is_held = problem.wraps and number == 1
        most_left_out = MOST_COPIES if is_held else self._copies_left_out if tile_cost < self.below else 0
        for free in self._absorbed(colour, number, runs):
            for least, may in self._ways(colour, number):
                must, more, left_cost = (0, least + may, 0) if is_held else (least, may, tile_cost)
                for jokers in range(problem.jokers + 1 if with_jokers and problem.joker_fits(colour, number) else 1):
                    for way in run_transitions(free, must, more, 0, (jokers, 0), UNTRACKED, number == problem.last):
                        if way.left_out <= most_left_out:
                            then = self._with_fixed(colour, number, way.runs)
                            yield way.in_groups, way.left_out * left_cost, jokers, then

    def saved(self, number: int, jokers: int) -> int:
        """What is to be taken off the bounds of all colours from a number on, so many jokers being left."""
        if self.prices is None:
            return JOKER_PRICE * jokers
        return self.prices.joker * jokers + self._earned[jokers > 0][number]

    @cached_property
    def _earned(self) -> tuple[list[int], list[int]]:
        """By number: what the groups of it and of those after it earn at most: without jokers, and with them."""
        return self._earned_with(0), self._earned_with(self.problem.jokers)

    def _earned_with(self, jokers: int) -> list[int]:
        assert self.prices is not None
        groups, earned = groups_that_may_lie(self.problem, jokers), [0] * (NUMBERS + 3)
        for number in range(NUMBERS, 0, -1):
            most, _ = dearest(groups[number], self.prices.places[number], self._price_of_joker(number))
            earned[number] = earned[number + 1] + most
        return earned

    def _price_of_joker(self, number: int) -> int:
        return JOKER_PRICE if self.prices is None else self.prices.of_joker(self.problem, number)

    def prices_for(self, known: Prices | None) -> Prices:
        """What is reckoned as long as no price is known, as prices; or those known of a problem that is alike."""
        own = [self._least_for_grouping(number, self.problem.jokers) for number in range(1, NUMBERS + 1)]
        prices = Prices(((0,) * COLOURS, *((price,) * COLOURS for price in own)), JOKER_PRICE)
        return prices if known is None else known.for_another(prices)

    def price_of_place(self, number: int, colour: int, with_jokers: bool) -> int:
        """What a place in a group costs: at least its part of the jokers that the group needs, if no price is known."""
        known = self._of_places.get((number, with_jokers))
        if known is None:
            jokers = self.problem.jokers if with_jokers else 0
            known = self._of_places[number, with_jokers] = self._least_for_grouping(number, jokers)
        return known if self.prices is None or known == INFINITE else self.prices.places[number][colour]

    def _least_for_grouping(self, number: int, jokers: int) -> int:
        if self.problem.fixed_groups_of[number] or not self.problem.colours_differ:
            return 0
        colours = _colours_there(self.problem.to_lay[number])
        lacking = max(0, SMALLEST_SET - colours)
        if lacking > (jokers if self.problem.joker_fits(IN_GROUPS, number) else 0):
            return INFINITE
        price: int = JOKER_PRICE * lacking // max(1, colours)
        return price

    def _absorbed(self, colour: int, number: int, runs: PartialRuns) -> Iterator[PartialRuns]:
        """The runs, and what is left of them if one goes on into a fixed run which begins here."""
        yield runs
        if (colour, number) in self._fixed_starts:
            for run in dict.fromkeys(runs):
                place = runs.index(run)
                yield (*runs[:place], *runs[place + 1 :])

    def _with_fixed(self, colour: int, number: int, runs: PartialRuns) -> PartialRuns:
        fixed = self._fixed_ends.get((colour, number), ())
        return tuple(sorted((*runs, *fixed))) if fixed else runs

    @cached_property
    def _fixed_starts(self) -> frozenset[tuple[int, int]]:
        return frozenset((cells[0].colour, cells[0].number) for cells in self.problem.fixed_runs)

    @cached_property
    def _fixed_ends(self) -> dict[tuple[int, int], PartialRuns]:
        """By colour and number: the fixed runs that end there, as runs that may be continued."""
        ends: dict[tuple[int, int], PartialRuns] = {}
        for cells in self.problem.fixed_runs:
            key = (cells[-1].colour, cells[-1].number)
            ends[key] = (*ends.get(key, ()), _of_length(len(cells)))
        return ends


@lru_cache(maxsize=10_000)
def _colours_there(ways: tuple[ToLay, ...]) -> int:
    """Of how many colours there are tiles of one number."""
    there = [map(sum, zip(*one, strict=True)) for one in ways]
    return sum(any(counts) for counts in zip(*there, strict=True))


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
