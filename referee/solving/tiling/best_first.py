"""The search itself: the states of a tiling, looked at best first (A*).

A state is what matters between two numbers (transitions.py: State); a step lays all tiles of the next number, in runs
and groups, and leads to a state before the number after that. What a step costs are the tiles it leaves out. States
wait by the least that a whole tiling through them can cost: what it cost to come there, and a bound on the rest.
The bound is right as it asks each colour alone (colour_bounds.py): what groups may take of it, it takes as it likes,
and jokers left are taken off at more than they can save; a tiling costs the sum of what it costs each colour, none of
which can be cheaper than alone. So the first state to be looked at behind the last number is the end of a cheapest
tiling.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from referee.solving.tiling.backtrace import Transition, sets_of
from referee.solving.tiling.colour_transitions import ColourTransitions
from referee.solving.tiling.group_choices import GroupChoices
from referee.solving.tiling.partial_runs import PartialRuns, dominate
from referee.solving.tiling.run_transitions import Jokers
from referee.solving.tiling.tiling_problem import INFINITE, JOKER_POINTS, TILE_COST, Tiling, TilingProblem, ToLay
from referee.solving.tiling.transitions import START, State, Successor, Successors

NO_JOKERS: Jokers = (0, 0)
PROGRESS = 1 << 40
"""In a greedy search a number further is worth more than all tiles."""
SUCCESSORS_AT_ONCE = 8
"""Successors of a state that are found before the best of them are followed."""
SUCCESSORS_BETWEEN_LOOKS = 512
"""Successors found between two looks at the time."""


class TooManyStates(Exception):
    """A search looked at as many states as it may."""


class _Expansion(NamedTuple):
    """The successors of a state, and those of them that are not found yet."""

    successors: Successors
    found: Iterator[Successor]


class _Waiting(NamedTuple):
    """A state that waits to be looked at; the order of the fields is the order in which states are.

    `least`: what a tiling through it costs at least; `before_last`: the number that comes next, negative, so that of
    those which cost the same the highest is first; `bound`: as `least`, as far as the colours' bounds know; `jokers`:
    how many are laid at that number; `length`: of the runs that go on, negative, as longer ones dominate others;
    `serial`: which was found first. `so_far`: what it cost to come there; `expansion`: its successors that are not
    found yet (None: all); `is_met`: whether it had its turn before, when only whole tiles were counted of what the rest
    costs.
    """

    least: int
    before_last: int
    bound: int
    jokers: Jokers
    length: int
    serial: int
    so_far: int
    state: State
    expansion: _Expansion | None
    is_met: bool = False


_Seen = dict[PartialRuns, dict[PartialRuns, dict[PartialRuns, list[tuple[PartialRuns, int, int, int]]]]]
"""States looked at, by their runs of three colours: those of the last, what they cost, their points and sets."""


@dataclass
class BestFirstSearch:
    """The search of one problem, with certain bounds and up to so many states."""

    problem: TilingProblem
    below: int
    check_time: Callable[[], None]
    transitions: ColourTransitions
    groups: GroupChoices
    most_states: int
    known: int = 0
    """What every tiling is known to cost at least."""
    greedy: bool = False
    """Whether a state of a higher number is looked at before a cheaper one."""
    states: int = field(default=0, init=False)
    """How many were looked at."""
    _waiting: list[_Waiting] = field(init=False)
    _cost: dict[tuple[int, State], int] = field(default_factory=dict, init=False)
    _serial: Iterator[int] = field(default_factory=lambda: count(1), init=False)
    _found: int = field(default=0, init=False)
    _came_from: dict[tuple[int, State], tuple[State, Transition]] = field(default_factory=dict, init=False)
    _seen: dict[tuple[int, int, int, ToLay], _Seen] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._waiting = []
        for left_out in range(self.problem.jokers_first_of_rack + 1):
            cost, state = left_out * (TILE_COST + JOKER_POINTS), START._replace(laid=left_out)
            self._cost[1, state] = cost
            order = (max(cost, self.known), -1, cost, NO_JOKERS, 0, next(self._serial))
            heappush(self._waiting, _Waiting(*order, cost, state, None))

    def cheapest(self) -> Tiling | None:
        """The cheapest tiling; asked again after TooManyStates, it goes on where it was."""
        while self._waiting:
            one = heappop(self._waiting)
            number = -one.before_last
            if one.so_far > self._cost[number, one.state]:
                continue
            if one.least >= self.below and not self.greedy:
                break
            if number > self.problem.last:
                return self._tiling(one.state, one.so_far)
            if one.expansion is None:
                if self.states == self.most_states:
                    heappush(self._waiting, one)
                    raise TooManyStates
                if one.jokers == NO_JOKERS and not one.is_met:
                    if self._is_dominated(number, one.state, one.so_far):
                        continue
                    if one.bound > one.least:
                        heappush(self._waiting, one._replace(least=one.bound, is_met=True))
                        continue
                self.states += 1
                self._wait_with_another_joker(number, one)
                most = self.below - 1 if self.greedy else one.least
                one = one._replace(expansion=self._expansion(number, one.jokers, one.state, most - one.so_far))
            self._follow(number, one)
        return None

    @property
    def least(self) -> int:
        """What every tiling costs at least, as far as it is proved by now."""
        return self._waiting[0].least if self._waiting else self.below

    def _wait_with_another_joker(self, number: int, one: _Waiting) -> None:
        """Asks for what follows with one joker more at this number, once nothing cheaper is waiting."""
        (jokers, of_rack), state, problem = one.jokers, one.state, self.problem
        laid, laid_of_rack = state.laid + jokers, state.of_rack + of_rack
        more = list[tuple[Jokers, int]]()
        if laid < (problem.jokers_must if problem.tells_jokers else problem.jokers) and not of_rack:
            more.append(((jokers + 1, of_rack), self._short(number, laid)))
        if problem.tells_jokers and laid_of_rack < problem.jokers_may:
            more.append(((jokers, of_rack + 1), problem.short(number)))
        for then, short in more:
            bound = one.bound + short
            least = max(bound, self.known if self.greedy else one.least)
            if least + number * self._progress < self.below:
                waits = one._replace(least=least, jokers=then, serial=next(self._serial), bound=bound)
                heappush(self._waiting, waits)

    def _follow(self, number: int, one: _Waiting) -> None:
        """Finds the next few successors of a state; itself it waits for as long as what is left of them costs more."""
        expansion, cost = one.expansion, self._cost
        assert expansion is not None
        found, least, at_once = 0, one.least, INFINITE if self.greedy else SUCCESSORS_AT_ONCE
        for then, more, total, transition in islice(expansion.found, at_once):
            found += 1
            key = (number + 1, then)
            so_far = one.so_far + more
            if so_far < cost.get(key, INFINITE):
                cost[key] = so_far
                self._came_from[key] = (one.state, transition)
                bound = one.so_far + total - (number + 1) * self._progress
                # One that left out less so far should be met before those that it dominates, though what it will leave
                # out may be dearer than what they did.
                first = bound if self.greedy else so_far + (bound - so_far) // TILE_COST * TILE_COST
                length = -sum([colour.length for colour in transition.colours])
                order = (max(first, self.known), -number - 1, bound, NO_JOKERS, length, next(self._serial))
                heappush(self._waiting, _Waiting(*order, so_far, then, None))
        self._look_at_time(found)
        if found < at_once:
            least = one.so_far + expansion.successors.beyond
            if least >= self.below:
                return
            expansion = expansion._replace(found=expansion.successors.up_to(least - one.so_far))
        serial = next(self._serial)
        heappush(self._waiting, one._replace(least=least, serial=serial, bound=least, expansion=expansion))

    def _short(self, number: int, jokers: int) -> int:
        """What a joker more costs at a number, beside what the bounds know."""
        problem = self.problem
        is_known = self.transitions.bounds.prices and problem.all_are_counted
        is_counted = problem.counted_left(jokers, 0) > problem.counted_left(jokers + 1, 0)
        return problem.short(number) if is_counted and not is_known else 0

    def _expansion(self, number: int, jokers: Jokers, state: State, most: int) -> _Expansion:
        """The successors of a state that cost so much in the end: those that cost least are found first."""
        found = Successors(self.problem, self.transitions, self.groups, number, jokers, state)
        return _Expansion(found, found.up_to(most))

    def _look_at_time(self, found: int) -> None:
        """Looks at the time now and then."""
        self._found += found + 1
        if self._found >= SUCCESSORS_BETWEEN_LOOKS:
            self._found = 0
            self.check_time()

    @cached_property
    def _strictly(self) -> tuple[bool, ...]:
        """By colour: whether it matters where the jokers lie in a run."""
        return tuple(tracking.pattern for tracking in self.problem.tracking)

    @property
    def _progress(self) -> int:
        """What a number further is worth."""
        return PROGRESS if self.greedy else 0

    def _is_dominated(self, number: int, state: State, so_far: int) -> bool:
        """Whether a state looked at before is as cheap and serves as well; if not, this one is kept in mind."""
        laid, of_rack, black, red, blue, orange, points, held, sets = state
        strictly = self._strictly
        seen = self._seen.setdefault((number, laid, of_rack, held), {})
        for one, of_one in seen.items():
            for two, of_two in of_one.items() if dominate(one, black, strictly[0]) else ():
                for three, of_three in of_two.items() if dominate(two, red, strictly[1]) else ():
                    for four, cost, worth, fewer in of_three if dominate(three, blue, strictly[2]) else ():
                        if cost <= so_far and worth >= points and fewer <= sets and dominate(four, orange, strictly[3]):
                            return True
        of_both = seen.setdefault(black, {}).setdefault(red, {})
        of_both.setdefault(blue, []).append((orange, so_far, points, sets))
        return False

    def _tiling(self, state: State, cost: int) -> Tiling:
        """The sets that lie at the end, followed back through the transitions that led there."""
        transitions: list[Transition] = []
        for number in range(self.problem.last + 1, 1, -1):
            state, transition = self._came_from[number, state]
            transitions.append(transition)
        return Tiling(sets_of(self.problem, transitions[::-1]), cost)
