"""Builds the sets of a tiling from the steps of the search."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from referee.rules import COLOURS
from referee.sets import Kind
from referee.solving.tiling.cells import Cell, Cells
from referee.solving.tiling.groups import Groups
from referee.solving.tiling.runs import ABSORBED, EMPTY, END, JOKER, Dealt, Run, extended
from referee.solving.tiling.tiling_problem import TilingProblem


class Step(NamedTuple):
    """How all tiles of one number are laid: the cell that each run of each colour gets, and the groups."""

    dealt: tuple[Dealt, ...]
    groups: Groups


def sets_of(problem: TilingProblem, steps: Sequence[Step]) -> tuple[Cells, ...]:
    """The sets that the steps from the highest number down to 1 lay."""
    found = [
        tuple(cell._replace(number=number) for cell in cells)
        for number, step in zip(count(problem.first, -1), steps, strict=False)
        for cells in step.groups.groups
    ]
    for colour in range(COLOURS):
        found += _runs_of(problem, colour, [step.dealt[colour] for step in steps])
    return tuple(found)


def _runs_of(problem: TilingProblem, colour: int, steps: Sequence[Dealt]) -> list[Cells]:
    """The runs of one colour."""
    ended, going = list[Cells](), list[tuple[Run, Cells]]()
    absorbed: dict[int, list[Cells]] = {}
    for number, (parts, new) in zip(count(problem.first, -1), steps, strict=False):
        place, after = problem.places[colour][number], list[tuple[Run, Cells]]()
        dealt = [*zip(sorted(going), parts, strict=True), *(((EMPTY, ()), part) for part in new)]
        for (run, cells), part in dealt:
            if part == END:
                ended.append(cells)
            elif part == ABSORBED:
                absorbed.setdefault(number, []).append(cells)
            else:
                longer = (Cell(colour, number, part == JOKER), *cells)
                after.append((extended(run, part, place.tracking, place.forbidden), longer))
        going = [*after, *_fixed_that_end(problem, colour, number, absorbed)]
    return [*ended, *(cells for _, cells in going)]


def _fixed_that_end(
    problem: TilingProblem, colour: int, number: int, absorbed: dict[int, list[Cells]]
) -> Iterator[tuple[Run, Cells]]:
    """The fixed runs whose lowest number is `number`, each joined with the run that it absorbed, if any."""
    for cells in (one.cells for one in problem.fixed if one.kind is Kind.RUN):
        if (cells[0].colour, cells[0].number) == (colour, number):
            first = absorbed.get(cells[-1].number)
            yield problem.fixed_run(cells), (*cells, *first.pop(0)) if first else cells
