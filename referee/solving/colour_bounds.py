"""What can become of one colour's tiles, number by number, and the least that the rest of it costs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from referee.rules import NUMBERS, SMALLEST_SET
from referee.solving.problem import JOKER_PRICE, NEVER, TILE_COST, Problem
from referee.solving.run_steps import Run, Runs, Step, ways


class Choice(NamedTuple):
    """What becomes of one colour's tiles of one number, and the least it costs from there on.

    `bound` is the least without jokers, `eased` the least where every joker has its price; `held`: 1s
    kept for after the 13s; `absorbed`: a run that goes on into a closed one.
    """

    runs: Runs
    cost: int
    points: int
    bound: int
    eased: int
    held: int
    step: Step
    absorbed: Run | None


Choices = dict[int, list[Choice]]
"""Choices by how many tiles lie in groups."""


@dataclass
class Colours:
    """The choices of every colour, each asked for once; `eased`: jokers not yet laid have a price."""

    problem: Problem
    eased: bool
    _choices: dict[tuple[int, int, Runs, int, int, bool], Choices] = field(default_factory=dict, init=False)
    _bounds: dict[tuple[int, int, Runs, bool], int] = field(default_factory=dict, init=False)
    _grouping: dict[tuple[int, bool], int] = field(default_factory=dict, init=False)

    def choices(self, colour: int, number: int, runs: Runs, must: int, jokers: int, more: bool) -> Choices:
        """What can become of a colour's tiles of a number and so many jokers; `more` jokers may come."""
        key = (colour, number, runs, must, jokers, more)
        found = self._choices.get(key)
        if found is None:
            found = self._choices[key] = {}
            for in_groups, choice in self._found(colour, number, runs, must, jokers, more):
                found.setdefault(in_groups, []).append(choice)
        return found

    def _found(
        self, colour: int, number: int, runs: Runs, must: int, jokers: int, more: bool
    ) -> Iterator[tuple[int, Choice]]:
        problem = self.problem
        may = 0 if number > NUMBERS else problem.may[number][colour]
        ends = self._ending.get((colour, number), ())
        most_held = must + may if number == 1 and problem.wraps else 0
        for absorbed, free in self._absorbing(colour, number, runs):
            for held in range(most_held + 1):
                needed = max(must - held, 0)
                rest = must + may - held - needed
                kinds = (problem.tracked, problem.limit, number >= problem.last, problem.barred_run(colour, number))
                for in_groups, left_out, after, step in ways(free, needed, rest, jokers, *kinds):
                    then = tuple(sorted((*after, *ends))) if ends else after
                    bound = self._least(colour, number + 1, then, False)
                    eased = bound
                    if more:
                        eased = self._least(colour, number + 1, then, True) if self.eased else 0
                    if eased < NEVER:
                        cost, points = left_out * (TILE_COST + number), (may - left_out) * number
                        yield in_groups, Choice(then, cost, points, bound, eased, held, step, absorbed)

    def _least(self, colour: int, number: int, runs: Runs, with_jokers: bool) -> int:
        """The least that a colour costs from a number on, groups taking its tiles as it likes.

        With jokers, each at its price (a Lagrangian bound: what they may cost together is taken off).
        """
        if number > self.problem.last or self.problem.wraps:
            return 0
        key = (colour, number, runs, with_jokers)
        known = self._bounds.get(key)
        if known is None:
            known = self._bounds[key] = self._least_of_all(colour, number, runs, with_jokers)
        return known

    def _least_of_all(self, colour: int, number: int, runs: Runs, with_jokers: bool) -> int:
        problem = self.problem
        grouped = self._price_of_grouping(number, with_jokers)
        may, tile_cost = problem.may[number][colour], TILE_COST + number
        ends = self._ending.get((colour, number), ())
        kinds = (problem.tracked, problem.limit, number >= problem.last, problem.barred_run(colour, number))
        best = NEVER
        for _, free in self._absorbing(colour, number, runs):
            for must in {must[colour] for must in problem.must[number]}:
                for wild in range(problem.jokers + 1 if with_jokers else 1):
                    for in_groups, left_out, after, _ in ways(free, must, may, wild, *kinds):
                        cost = in_groups * grouped + left_out * tile_cost + wild * JOKER_PRICE
                        if cost < best:
                            then = tuple(sorted((*after, *ends))) if ends else after
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
        if self.problem.extensions[number] or not self.problem.colours_differ:
            return 0
        most = [max(ways) for ways in zip(*self.problem.must[number], strict=True)]
        colours = sum(n + self.problem.may[number][colour] > 0 for colour, n in enumerate(most))
        lacking = max(0, SMALLEST_SET - colours)
        if lacking > jokers:
            return NEVER
        price: int = JOKER_PRICE * lacking // max(1, colours)
        return price

    def _absorbing(self, colour: int, number: int, runs: Runs) -> Iterator[tuple[Run | None, Runs]]:
        """No run, or one that goes on into a closed run which begins here; and the others."""
        yield None, runs
        if (colour, number) not in self._beginning:
            return
        for run in dict.fromkeys(runs):
            if not (self.problem.tracked and run[1]):
                place = runs.index(run)
                yield run, (*runs[:place], *runs[place + 1 :])

    @cached_property
    def _beginning(self) -> frozenset[tuple[int, int]]:
        return frozenset((cells[0].colour, cells[0].number) for cells in self.problem.closed_runs)

    @cached_property
    def _ending(self) -> dict[tuple[int, int], Runs]:
        """By colour and number: the closed runs that end there, as runs that may go on."""
        ending: dict[tuple[int, int], Runs] = {}
        for cells in self.problem.closed_runs:
            key = (cells[-1].colour, cells[-1].number)
            ending[key] = (*ending.get(key, ()), self.problem.closed_run(cells))
        return ending
