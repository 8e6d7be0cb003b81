"""What can become of one colour's tiles, number by number, and a lower bound on what the rest of it costs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from referee.rules import NUMBERS, SMALLEST_SET
from referee.solving.run_transitions import Continuation, PartialRun, PartialRuns, run_transitions
from referee.solving.tiling_problem import INFINITE, JOKER_PRICE, TILE_COST, TilingProblem


class ColourTransition(NamedTuple):
    """What becomes of one colour's tiles of one number, and the least it costs from there on.

    `bound` is the least without jokers, `priced_bound` the least where every joker has its price; `held`:
    1s kept for after the 13s; `absorbed`: a partial run that goes on into a fixed one.
    """

    runs: PartialRuns
    cost: int
    points: int
    bound: int
    priced_bound: int
    held: int
    continuation: Continuation
    absorbed: PartialRun | None


TransitionsByGrouped = dict[int, list[ColourTransition]]
"""Transitions by how many tiles lie in groups."""


@dataclass
class ColourTransitions:
    """The transitions of every colour, each worked out once; `priced`: jokers not yet laid have a price."""

    problem: TilingProblem
    priced: bool
    _found: dict[tuple[int, int, PartialRuns, int, int, bool], TransitionsByGrouped] = field(
        default_factory=dict, init=False
    )
    _bounds: dict[tuple[int, int, PartialRuns, bool], int] = field(default_factory=dict, init=False)
    _grouping: dict[tuple[int, bool], int] = field(default_factory=dict, init=False)

    def of(
        self, colour: int, number: int, runs: PartialRuns, must: int, jokers: int, more_jokers: bool
    ) -> TransitionsByGrouped:
        """What can become of a colour's tiles of a number and so many jokers; whether more of them may come."""
        key = (colour, number, runs, must, jokers, more_jokers)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = {}
            for in_groups, transition in self._transitions(*key):
                found.setdefault(in_groups, []).append(transition)
        return found

    def _transitions(
        self, colour: int, number: int, runs: PartialRuns, must: int, jokers: int, more_jokers: bool
    ) -> Iterator[tuple[int, ColourTransition]]:
        problem = self.problem
        may = 0 if number > NUMBERS else problem.may[number][colour]
        most_held = must + may if number == 1 and problem.wraps else 0
        for absorbed, free in self._absorbed(colour, number, runs):
            for held in range(most_held + 1):
                needed = max(must - held, 0)
                rest = must + may - held - needed
                limits = (problem.tracked, problem.limit, number >= problem.last, problem.forbidden_run(colour, number))
                for in_groups, left_out, after, how in run_transitions(free, needed, rest, jokers, *limits):
                    then = self._with_fixed(colour, number, after)
                    bound = self._lower_bound(colour, number + 1, then, False)
                    priced = bound
                    if more_jokers:
                        priced = self._lower_bound(colour, number + 1, then, True) if self.priced else 0
                    if priced < INFINITE:
                        cost, points = left_out * (TILE_COST + number), (may - left_out) * number
                        yield in_groups, ColourTransition(then, cost, points, bound, priced, held, how, absorbed)

    def _lower_bound(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> int:
        """The least that a colour costs from a number on, groups taking its tiles as it likes.

        With jokers, each at its price (a Lagrangian bound: what they may cost together is taken off).
        """
        if number > self.problem.last or self.problem.wraps:
            return 0
        key = (colour, number, runs, with_jokers)
        known = self._bounds.get(key)
        if known is None:
            known = self._bounds[key] = self._least_cost(colour, number, runs, with_jokers)
        return known

    def _least_cost(self, colour: int, number: int, runs: PartialRuns, with_jokers: bool) -> int:
        problem = self.problem
        grouped = self._price_of_grouping(number, with_jokers)
        may, tile_cost = problem.may[number][colour], TILE_COST + number
        limits = (problem.tracked, problem.limit, number >= problem.last, problem.forbidden_run(colour, number))
        best = INFINITE
        for _, free in self._absorbed(colour, number, runs):
            for must in {must[colour] for must in problem.must[number]}:
                for jokers in range(problem.jokers + 1 if with_jokers else 1):
                    for in_groups, left_out, after, _ in run_transitions(free, must, may, jokers, *limits):
                        cost = in_groups * grouped + left_out * tile_cost + jokers * JOKER_PRICE
                        if cost < best:
                            then = self._with_fixed(colour, number, after)
                            best = min(best, cost + self._lower_bound(colour, number + 1, then, with_jokers))
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
        if self.problem.extensions[number] or not self.problem.colours_differ:
            return 0
        most = [max(counts) for counts in zip(*self.problem.must[number], strict=True)]
        colours = sum(n + self.problem.may[number][colour] > 0 for colour, n in enumerate(most))
        lacking = max(0, SMALLEST_SET - colours)
        if lacking > jokers:
            return INFINITE
        price: int = JOKER_PRICE * lacking // max(1, colours)
        return price

    def _absorbed(self, colour: int, number: int, runs: PartialRuns) -> Iterator[tuple[PartialRun | None, PartialRuns]]:
        """No run, or one that goes on into a fixed run which begins here; and the others."""
        yield None, runs
        if (colour, number) not in self._fixed_starts:
            return
        for run in dict.fromkeys(runs):
            if not (self.problem.tracked and run[1]):
                place = runs.index(run)
                yield run, (*runs[:place], *runs[place + 1 :])

    def _with_fixed(self, colour: int, number: int, runs: PartialRuns) -> PartialRuns:
        """Partial runs, with the fixed ones that end at a number."""
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
            ends[key] = (*ends.get(key, ()), self.problem.partial_run(cells))
        return ends
