"""Where the fixed runs of a problem begin and end, and how they are continued."""

from dataclasses import dataclass
from functools import cached_property

from referee.solving.tiling.cells import Cells
from referee.solving.tiling.partial_runs import EMPTY, ENOUGH, JOKER, TILE, Beside, PartialRun, extended
from referee.solving.tiling.tiling_problem import TilingProblem

Which = tuple[int, ...]
"""Fixed runs, by their places."""


@dataclass(frozen=True)
class FixedRuns:
    """The fixed runs of one problem, by the colour and number of their ends."""

    problem: TilingProblem

    def of(self, colour: int) -> tuple[tuple[int, Cells], ...]:
        """Those of a colour, each with its place."""
        return tuple((which, cells) for which, cells in enumerate(self.problem.fixed_runs) if cells[0].colour == colour)

    def begin_at(self, colour: int, number: int) -> Which:
        """Those that begin at a number."""
        return self._first.get((colour, number), ())

    def end_at(self, colour: int, number: int) -> Which:
        """Those that end at a number."""
        return self._last.get((colour, number), ())

    def partial_run(self, which: int, jokers_before: int = 0) -> PartialRun:
        """A fixed run as one that may be continued, with the jokers of a run that went on into it."""
        cells = self.problem.fixed_runs[which]
        run, tracking = EMPTY, self.problem.tracking[cells[0].colour]
        for cell in cells:
            run = extended(run, JOKER if cell.joker else TILE, tracking)
        # Its jokers have their companions, and its tiles may be those of another.
        return run[0], run[1] + jokers_before, run[2], 0 if tracking.beside is Beside.ANY else ENOUGH

    @cached_property
    def _first(self) -> dict[tuple[int, int], Which]:
        return self._by(0)

    @cached_property
    def _last(self) -> dict[tuple[int, int], Which]:
        return self._by(-1)

    def _by(self, place: int) -> dict[tuple[int, int], Which]:
        found: dict[tuple[int, int], Which] = {}
        for which, cells in enumerate(self.problem.fixed_runs):
            key = (cells[place].colour, cells[place].number)
            found[key] = (*found.get(key, ()), which)
        return found
