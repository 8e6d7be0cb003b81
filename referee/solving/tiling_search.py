"""The cheapest way to lay tiles as sets: some have to lie, others may, and each left out costs something.

Sets are built number by number, from 1 to 13. Between two numbers all that matters is, for each
colour, how many tiles each run has that is going on (three and more are alike: it may end), and how
many jokers lie. The few thousand such states are searched best first (A*); what one colour alone
would have to leave out, if groups took its tiles as it liked, is the bound that guides the search.
Jokers are laid only where it cannot be done without: what follows a state is asked for first with no
joker at its number, and with one more each time that the search comes back to it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from referee.solving.backtrace import Transition, sets_of, with_jokers_added
from referee.solving.colour_bounds import ColourTransitions
from referee.solving.run_transitions import dominate
from referee.solving.tiling_problem import INFINITE, Counts, Tiling, TilingProblem
from referee.solving.transitions import START, State, Successors, short_of_most_points

STATES_AT_FIRST = 40
"""States looked at before bounds are asked for while jokers are left."""
STATES_WHEN_GREEDY = 2_000
"""States looked at for some good tiling, once the time is over."""
PROGRESS = 1 << 40
"""In a greedy search a number further is worth more than all tiles."""
STATES_BETWEEN_LOOKS = 64
"""States searched between two looks at the time."""


def _never() -> bool:
    return False


@dataclass
class TilingSearch:
    """A search for the cheapest tiling that costs less than `below`."""

    problem: TilingProblem
    below: int = INFINITE
    out_of_time: Callable[[], bool] = _never
    was_stopped: bool = False
    """Whether the time was over before the answer was certain."""
    states: int = 0
    """How many states were looked at."""

    def cheapest(self) -> Tiling | None:
        """The cheapest tiling; None: there is none as cheap, or the time was over first.

        Most positions are done in a few states; only for the others the dearer bounds are worth it.
        Jokers of the table that nothing needs are added in the end, wherever there is room.
        """
        problem = self.problem
        attempts = [(False, True, STATES_AT_FIRST), (True, True, INFINITE), (True, False, INFINITE)]
        for priced, may_add_jokers, most_states in attempts if problem.jokers else attempts[1:2]:
            successors = Successors(problem, ColourTransitions(problem, priced), may_add_jokers)
            search = _AStar(problem, self.below, self.out_of_time, successors, most_states)
            tiling = search.cheapest()
            self.states += search.states
            if search.was_stopped:
                self.was_stopped = True
                return self._greedy()
            if not search.gave_up:
                return tiling
        raise AssertionError("the last attempt gives up nothing")

    def _greedy(self) -> Tiling | None:
        """Some tiling, good but perhaps not the cheapest: of what follows a state the best is followed first."""
        successors = Successors(self.problem, ColourTransitions(self.problem, True), True)
        return _AStar(self.problem, self.below, _never, successors, STATES_WHEN_GREEDY, greedy=True).cheapest()


@dataclass
class _AStar:
    """A search, best first, with certain bounds and up to so many states."""

    problem: TilingProblem
    below: int
    out_of_time: Callable[[], bool]
    successors: Successors
    most_states: int
    greedy: bool = False
    """Whether a state of a higher number is looked at before a cheaper one."""
    was_stopped: bool = False
    gave_up: bool = False
    """Whether there were more states than allowed, or no room for the jokers that were left."""
    states: int = 0
    _came_from: dict[tuple[int, State], tuple[State, Transition]] = field(default_factory=dict, init=False)
    _seen: dict[tuple[int, int, Counts], list[tuple[int, State]]] = field(default_factory=dict, init=False)

    def cheapest(self) -> Tiling | None:
        cost = {(1, START): 0}
        serial = count(1)
        # By the least cost; then rather where no joker is needed; then the highest number; then fewest jokers.
        waiting: list[tuple[int, int, int, int, int, int, State]] = [(0, 0, -1, 0, 0, 0, START)]
        while waiting:
            least, without, number, jokers, _, so_far, state = heappop(waiting)
            number = -number
            if so_far > cost[number, state]:
                continue
            if number > self.problem.last:
                return self._tiling(state, so_far)
            if not jokers and self._is_dominated(number, state, so_far):
                continue
            if not self._may_go_on():
                return None
            for successor in self.successors.of(number, jokers, state):
                then, bound = successor.state, successor.bound
                key, total = (number + 1, then), so_far + successor.cost
                if total + bound < self.below and total < cost.get(key, INFINITE):
                    cost[key] = total
                    self._came_from[key] = (state, successor.transition)
                    order = total + bound - (number + 1) * self._progress
                    entry = (order, successor.bound_without_jokers, -number - 1, 0, next(serial), total, then)
                    heappush(waiting, entry)
            if state[0] + jokers < self.problem.jokers:
                least += short_of_most_points(number) if state[0] + jokers >= self.problem.jokers_must else 0
                if least + number * self._progress < self.below:
                    heappush(waiting, (least, without, -number, jokers + 1, next(serial), so_far, state))
        return None

    def _may_go_on(self) -> bool:
        """Counts a state; whether it is not one too many, and the time is not over."""
        self.states += 1
        self.gave_up = self.states > self.most_states
        self.was_stopped = not self.gave_up and self.states % STATES_BETWEEN_LOOKS == 0 and self.out_of_time()
        return not (self.gave_up or self.was_stopped)

    @property
    def _progress(self) -> int:
        """What a number further is worth."""
        return PROGRESS if self.greedy else 0

    def _is_dominated(self, number: int, state: State, so_far: int) -> bool:
        """Whether a state looked at before is as cheap and serves as well; if not, this one is kept in mind."""
        laid, black, red, blue, orange, points, held = state
        seen = self._seen.setdefault((number, laid, held), [])
        for cost, (_, one, two, three, four, worth, _) in seen:
            if (
                cost <= so_far
                and dominate(one, black)
                and dominate(two, red)
                and dominate(three, blue)
                and dominate(four, orange)
                and worth >= points
            ):
                return True
        seen.append((so_far, state))
        return False

    def _tiling(self, state: State, cost: int) -> Tiling | None:
        """The sets that lie at the end, followed back through the transitions that led there."""
        jokers = state[0]
        transitions: list[Transition] = []
        for number in range(self.problem.last + 1, 1, -1):
            state, transition = self._came_from[number, state]
            transitions.append(transition)
        sets = sets_of(self.problem, transitions[::-1])
        laid = with_jokers_added(sets, max(0, self.problem.jokers_must - jokers), self.problem)
        self.gave_up = laid is None
        return None if laid is None else Tiling(laid, cost)
