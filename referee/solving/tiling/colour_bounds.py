"""A lower bound on what one colour costs from a number on, if groups took its tiles as it liked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.solving.tiling.run_transitions import (
    EMPTY,
    INTO_FIXED,
    UNTRACKED,
    PartialRun,
    PartialRuns,
    extended,
    run_transitions,
)
from referee.solving.tiling.tiling_problem import INFINITE, JOKER_PRICE, TILE_COST, TilingProblem

BoundKey = tuple[int, PartialRuns, bool]
"""A number, the runs before it, and whether jokers may come."""
SharedBounds = dict[object, dict[BoundKey, int]]


@dataclass
class ColourBounds:
    """The bounds of every colour, each worked out once. They do not track the jokers in a run."""

    problem: TilingProblem
    shared: SharedBounds = field(default_factory=dict)
    """What was worked out for other problems, of which some colours have the same tiles."""
    _grouping: dict[tuple[int, bool], int] = field(default_factory=dict, init=False)

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
        problem, numbers = self.problem, range(1, NUMBERS + 1)
        prices = tuple(self._price_of_grouping(number, joker) for number in numbers for joker in (False, True))
        of_all = (problem.jokers, problem.wraps, prices)
        return tuple((self._tiles_of(colour), self._fixed_of(colour), *of_all) for colour in range(COLOURS))

    def _tiles_of(self, colour: int) -> tuple[object, ...]:
        problem = self.problem
        return tuple(
            (problem.may[number][colour], *{must.tiles[colour] + must.kept[colour] for must in problem.must[number]})
            for number in range(1, NUMBERS + 1)
        )

    def _fixed_of(self, colour: int) -> tuple[object, ...]:
        runs = enumerate(self.problem.fixed_runs)
        return tuple((which, cells) for which, cells in runs if cells[0].colour == colour)

    def _worked_out(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> int:
        problem = self.problem
        grouped = self._price_of_grouping(number, with_jokers)
        may, tile_cost = problem.may[number][colour], TILE_COST + number
        is_held = problem.wraps and number == 1
        best = INFINITE
        for free in self._absorbed(colour, number, runs):
            for least in {must.tiles[colour] + must.kept[colour] for must in problem.must[number]}:
                must, more, left_cost = (0, least + may, 0) if is_held else (least, may, tile_cost)
                for jokers in range(problem.jokers + 1 if with_jokers else 1):
                    for way in run_transitions(free, must, more, 0, jokers, UNTRACKED, number == problem.last):
                        cost = way.in_groups * grouped + way.left_out * left_cost + jokers * JOKER_PRICE
                        if cost < best:
                            then = self._with_fixed(colour, number, way.runs)
                            best = min(best, cost + self._least(colour, number + 1, then, with_jokers))
                    if not best:
                        return 0
        return best

    def _price_of_grouping(self, number: int, with_jokers: bool) -> int:
        """What a tile in a group costs at least for the jokers that the group needs."""
        known = self._grouping.get((number, with_jokers))
        if known is None:
            jokers = self.problem.jokers if with_jokers else 0
            known = self._grouping[number, with_jokers] = self._least_for_grouping(number, jokers)
        return known

    def _least_for_grouping(self, number: int, jokers: int) -> int:
        if self.problem.fixed_groups_of[number] or not self.problem.colours_differ:
            return 0
        laid = [tuple(map(sum, zip(*must, strict=True))) for must in self.problem.must[number]]
        most = [max(counts) for counts in zip(*laid, strict=True)]
        colours = sum(n + self.problem.may[number][colour] > 0 for colour, n in enumerate(most))
        lacking = max(0, SMALLEST_SET - colours)
        if lacking > jokers:
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


def untracked(runs: PartialRuns) -> PartialRuns:
    """The runs, without what is known of their jokers."""
    if all(run[1:] == (0, 0) for run in runs):
        return runs
    return tuple(sorted((run[0], 0, 0) for run in runs if run[0] != INTO_FIXED))


def _of_length(length: int) -> PartialRun:
    run = EMPTY
    for _ in range(length):
        run = extended(run, False)
    return run
