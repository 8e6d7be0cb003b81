"""Finds the cheapest way to lay tiles as sets: some tiles must be laid, others may, and each left out has a cost.

A best-first search (A*) from 13 down to 1, because jokers are worth most at 13. A state lies between two numbers; a
step lays all tiles of the next number in runs and groups (steps.py). The queue is ordered by a lower bound of the cost
of a whole tiling: the cost so far, plus the bound of each colour for the lower numbers (colours.py). So the first state
taken from the queue below number 1 is the end of a cheapest tiling.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from referee.solving.tiling.cells import Cells
from referee.solving.tiling.colours import Colours, SharedWork
from referee.solving.tiling.laid_sets import Step, sets_of
from referee.solving.tiling.runs import Runs, dominate
from referee.solving.tiling.steps import State, Steps
from referee.solving.tiling.tiling_problem import INFINITE, JOKER_POINTS, TILE_COST, Tiling, TilingProblem

STEPS_AT_ONCE = 8
"""Number of steps from a state that are generated before the best of them is followed."""
STEP_OF_LEVELS = 8
"""Cost above the cheapest step up to which steps are generated together with it (measured)."""
STEPS_BETWEEN_LOOKS = 512
"""Number of steps generated between two checks of the time limit."""
PROGRESS = 1 << 40
"""Cost by which a greedy search prefers a state one number further; more than the cost of all tiles."""


class _Waiting(NamedTuple):
    """A state in the queue; the order of the fields is the order in which states are taken.

    `least`: lower bound of the cost of a tiling through it; `number`: the number to lay next, so that among equal
    bounds the state furthest on is first; `bound`: as in `Successor`; `cost`: cost so far; `steps`: the steps not yet
    generated, None if none was generated.
    """

    least: int
    number: int
    bound: int
    serial: int
    cost: int
    state: State
    steps: Steps | None


class TilingSearch:
    """A search for the cheapest tiling of a problem; `check_time` raises an error once the time is over."""

    def __init__(
        self, problem: TilingProblem, check_time: Callable[[], None], shared: SharedWork | None = None
    ) -> None:
        """`shared`: a cache of bounds and moves, shared with other problems."""
        self._problem = problem
        self._check_time = check_time
        self._colours = Colours(problem, {} if shared is None else shared)
        self._waiting: list[_Waiting] = []
        self._serial = count()
        self._progress = self._steps_found = 0
        self._came_from: dict[tuple[int, State], tuple[int, State, Step]] = {}
        self._seen: dict[tuple[int, int, int], list[tuple[tuple[Runs, ...], int, int, int]]] = {}
        self._strictly = problem.places[0][1].tracking.places

    def cheapest(self, below: int = INFINITE, greedy: bool = False) -> Tiling | None:
        """The cheapest tiling that costs less than `below`; None if there is none.

        `greedy`: return a good tiling sooner instead, by following the best step of each state first.
        """
        self._progress = PROGRESS if greedy else 0
        least, first = self._colours.of_all, self._problem.first
        for left_out in range(self._problem.jokers_may + 1):
            cost = left_out * (TILE_COST + JOKER_POINTS)
            self._wait(max(cost, least), first, cost, cost, State(left_out, left_out))
        while self._waiting and (greedy or self._waiting[0].least < below):
            one = heappop(self._waiting)
            if not one.number:
                return Tiling(self._sets(one.state), one.cost)
            if one.steps is not None or not self._is_dominated(one):
                self._follow(one, below)
        return None

    def _wait(self, least: int, number: int, bound: int, cost: int, state: State, steps: Steps | None = None) -> None:
        heappush(
            self._waiting,
            _Waiting(least + number * self._progress, number, bound, next(self._serial), cost, state, steps),
        )

    def _follow(self, one: _Waiting, below: int) -> None:
        """Generates the next few steps from a state, and puts the state back in the queue for its remaining steps."""
        least = one.least - one.number * self._progress
        steps, found = (
            one.steps or Steps(self._colours, one.number, one.state, -INFINITE, least - one.cost + STEP_OF_LEVELS),
            0,
        )
        for then in islice(steps.found, STEPS_AT_ONCE):
            found += 1
            key, cost = (one.number - 1, then.state), one.cost + then.cost
            if key not in self._came_from or cost < self._came_from[key][0]:
                self._came_from[key] = cost, one.state, then.step
                self._wait(max(one.cost + then.least, least), one.number - 1, one.cost + then.bound, cost, then.state)
        self._steps_found += found + 1
        if self._steps_found >= STEPS_BETWEEN_LOOKS:
            self._steps_found = 0
            self._check_time()
        if found < STEPS_AT_ONCE:
            least = one.cost + steps.beyond
            steps = Steps(self._colours, one.number, one.state, steps.most, steps.beyond + STEP_OF_LEVELS)
        if least < below:
            self._wait(least, one.number, one.bound, one.cost, one.state, steps)

    def _is_dominated(self, waiting: _Waiting) -> bool:
        """Whether an earlier state costs no more and can be continued in the same ways; if not, stores this state."""
        state, cost, strictly = waiting.state, waiting.cost, self._strictly
        seen = self._seen.setdefault((waiting.number, state.jokers, state.left_out), [])
        one, two, three, four = state.runs
        for (black, red, blue, orange), so_far, points, sets in seen:
            is_as_cheap = so_far <= cost and points >= state.points and sets <= state.sets
            if (
                is_as_cheap
                and dominate(black, one, strictly)
                and dominate(red, two, strictly)
                and dominate(blue, three, strictly)
                and dominate(orange, four, strictly)
            ):
                return True
        seen.append((state.runs, cost, state.points, state.sets))
        return False

    def _sets(self, state: State) -> tuple[Cells, ...]:
        """The sets of the tiling that ends in `state`, from the steps that led to it."""
        steps: list[Step] = []
        for number in range(self._problem.first):
            _, state, step = self._came_from[number, state]
            steps.append(step)
        return sets_of(self._problem, steps[::-1])
