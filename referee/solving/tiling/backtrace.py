"""The sets of a tiling, put together from the transitions that a search found it by."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules import COLOURS
from referee.solving.tiling.cells import Cell, Cells
from referee.solving.tiling.colour_transitions import ColourTransition
from referee.solving.tiling.fixed_runs import FixedRuns
from referee.solving.tiling.group_transitions import GroupTransition, groups_of
from referee.solving.tiling.partial_runs import EMPTY, END, JOKER, PartialRun, extended
from referee.solving.tiling.tiling_problem import TilingProblem


class Transition(NamedTuple):
    """What becomes of all tiles of one number."""

    colours: tuple[ColourTransition, ...]
    groups: GroupTransition


RunsWithCells = list[tuple[PartialRun, Cells]]
"""Partial runs of a colour, with their tiles."""


def sets_of(problem: TilingProblem, transitions: Sequence[Transition]) -> tuple[Cells, ...]:
    """The sets that transitions from the first number to the last lay."""
    return tuple(_Backtrace(problem).sets(transitions))


class _Backtrace:
    def __init__(self, problem: TilingProblem) -> None:
        self._problem = problem
        self._fixed = FixedRuns(problem)
        self._before_fixed: dict[int, tuple[PartialRun, Cells]] = {}

    def sets(self, transitions: Sequence[Transition]) -> Iterator[Cells]:
        partial: list[RunsWithCells] = [[] for _ in range(COLOURS)]
        for number, transition in enumerate(transitions, 1):
            yield from groups_of(transition.groups, number)
            for colour, of_colour in enumerate(transition.colours):
                ended, partial[colour] = self._continued(colour, number, partial[colour], of_colour)
                yield from ended
        for runs in partial:
            yield from (cells for _, cells in runs)

    def _continued(
        self, colour: int, number: int, runs: RunsWithCells, transition: ColourTransition
    ) -> tuple[list[Cells], RunsWithCells]:
        """A colour's runs that end, and those that go on, after a transition."""
        runs = sorted(runs)
        absorbed = [_taken_out(run, runs) for run in transition.absorbed]
        ended: list[Cells] = []
        after: RunsWithCells = []
        problem, continuation = self._problem, transition.continuation
        tracking = problem.tracking[colour]
        parts = [(cells, run, part) for (run, cells), part in zip(runs, continuation.parts, strict=True)]
        parts += [((), EMPTY, part) for part in continuation.new]
        forbidden = problem.forbidden_run(colour, number)
        for cells, run, part in parts:
            if part == END:
                ended.append(cells)
            else:
                then = extended(run, part, tracking, forbidden)
                after.append((then, (*cells, Cell(colour, number, part >= JOKER))))
        self._add_fixed(colour, number, absorbed, after)
        return ended, after

    def _add_fixed(self, colour: int, number: int, absorbed: RunsWithCells, after: RunsWithCells) -> None:
        """Adds fixed runs that end here, with what extends them at their beginning."""
        for which in self._fixed.begin_at(colour, number):
            self._before_fixed[which] = absorbed.pop(0)
        for which in self._fixed.end_at(colour, number):
            run, begun = self._before_fixed[which]
            after.append((self._fixed.partial_run(which, run[1]), (*begun, *self._problem.fixed_runs[which])))


def _taken_out(run: PartialRun, runs: RunsWithCells) -> tuple[PartialRun, Cells]:
    """Takes a run out of those that go on; EMPTY is none of them."""
    if run == EMPTY:
        return EMPTY, ()
    return runs.pop([one for one, _ in runs].index(run))
