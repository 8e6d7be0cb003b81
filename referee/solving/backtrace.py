"""The sets that lie at the end of a search, put together from the moves that led there."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS
from referee.solving.colour_bounds import Choice
from referee.solving.group_steps import Groups, groups_of
from referee.solving.problem import Problem
from referee.solving.run_steps import END, JOKER, Cell, Cells, Run, longer


class Move(NamedTuple):
    """What becomes of all tiles of one number."""

    choices: tuple[Choice, ...]
    groups: Groups


Going = list[tuple[Run, Cells]]
"""Runs of a colour that are going on, with their tiles."""


def sets_of(problem: Problem, moves: Sequence[Move]) -> tuple[Cells, ...]:
    """The sets that moves from the first number to the last lay."""
    return tuple(_Assembly(problem).sets(moves))


class _Assembly:
    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._prefix: dict[int, Cells] = {}

    def sets(self, moves: Sequence[Move]) -> Iterator[Cells]:
        going_on: list[Going] = [[] for _ in range(COLOURS)]
        for number, move in enumerate(moves, 1):
            closed = tuple(cells for cells in self._problem.closed_groups if cells[0].number == number)
            yield from groups_of(move.groups, number, closed)
            for colour, choice in enumerate(move.choices):
                ended, going_on[colour] = self._gone_on(colour, number, going_on[colour], choice)
                yield from ended
        for runs in going_on:
            yield from (cells for _, cells in runs)

    def _gone_on(self, colour: int, number: int, runs: Going, choice: Choice) -> tuple[list[Cells], Going]:
        """A colour's runs that end, and those that go on, after a choice."""
        runs = sorted(runs)
        begun: Cells = ()
        if choice.absorbed is not None:
            place = [run for run, _ in runs].index(choice.absorbed)
            begun = runs.pop(place)[1]
        ended: list[Cells] = []
        after: Going = []
        tracked = self._problem.tracked
        parts = [(cells, run, part) for (run, cells), part in zip(runs, choice.step.going_on, strict=True)]
        parts += [((), (0, 0), part) for part in choice.step.new]
        barred = self._problem.barred_run(colour, number)
        for cells, run, part in parts:
            if part == END:
                ended.append(cells)
            else:
                gone_on = longer(run, tracked and part == JOKER, barred)
                after.append((gone_on, (*cells, Cell(colour, number, part == JOKER))))
        self._closed_run(colour, number, begun, after)
        return ended, after

    def _closed_run(self, colour: int, number: int, begun: Cells, after: Going) -> None:
        """Adds closed runs that end here, with what extends them at their beginning."""
        for which, cells in enumerate(self._problem.closed_runs):
            if cells[0][:2] == (colour, number):
                self._prefix[which] = begun
                begun = ()
            if cells[-1][:2] == (colour, number):
                after.append((self._problem.closed_run(cells), (*self._prefix[which], *cells)))


def with_jokers_added(sets: Sequence[Cells], jokers: int, problem: Problem) -> tuple[Cells, ...] | None:
    """The sets with so many jokers more, wherever there is room; None: there is not enough."""
    laid = list(sets)
    for place, cells in enumerate(laid):
        while jokers and (longer := _with_joker(cells, problem)) is not None:
            laid[place] = cells = longer
            jokers -= 1
    return None if jokers else tuple(laid)


def _with_joker(cells: Cells, problem: Problem) -> Cells | None:
    """A set with a joker at its end or its beginning; None: there is no room."""
    if problem.limit is not None and sum(cell.joker for cell in cells) >= problem.limit:
        return None
    first, last = cells[0], cells[-1]
    if first.number == last.number:
        full = problem.colours_differ and len(cells) == COLOURS
        return None if full else (*cells, Cell(0, first.number, True))
    if last.number < NUMBERS:
        return (*cells, Cell(last.colour, last.number + 1, True))
    return None if first.number == 1 else (Cell(first.colour, first.number - 1, True), *cells)
