"""The cheapest way to lay tiles as sets: some have to lie, others may, and each left out costs something.

Sets are built number by number, from 1 to 13. Between two numbers all that matters is, for each
colour, how many tiles each run has that is going on (three and more are alike: it may end), and how
many jokers lie. The few thousand such states are searched best first (A*); what one colour alone
would have to leave out, if groups took its tiles as it liked, is the bound that guides the search.
Jokers are laid only where it cannot be done without: what follows a state is asked for first with no
joker at its number, and with one more each time that the search comes back to it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from referee.solving.tiling.backtrace import Transition, sets_of, with_jokers_added
from referee.solving.tiling.colour_bounds import ColourBounds, SharedBounds
from referee.solving.tiling.colour_transitions import ColourTransitions, SharedTransitions
from referee.solving.tiling.group_choices import GroupChoices
from referee.solving.tiling.price_search import best_prices
from referee.solving.tiling.run_transitions import dominate
from referee.solving.tiling.tiling_problem import INFINITE, Must, Tiling, TilingProblem
from referee.solving.tiling.transitions import START, State, Successor, Successors, short_of_most_points

STATES_AT_FIRST = 40
"""States looked at before bounds are asked for while jokers are left."""
PROGRESS = 1 << 40
"""In a greedy search a number further is worth more than all tiles."""
STATES_UNTIL_PRICED = 500
"""States more of a long search before better bounds are worth their time."""
SUCCESSORS_AT_ONCE = 8
"""Successors of a state that are found before the best of them are followed."""
SUCCESSORS_BETWEEN_LOOKS = 512
"""Successors found between two looks at the time."""


Entry = tuple[int, int, int, int, int, int, int, State, "_Expansion | None"]
"""The least cost with and without jokers, the number (negative), its jokers, a serial number, the least cost as far as
the bounds know, the cost so far, the state, and its successors that are not found yet (None: all).
"""


@dataclass(frozen=True)
class SharedWork:
    """What was worked out for one problem and may be used for others."""

    bounds: SharedBounds = field(default_factory=dict)
    transitions: SharedTransitions = field(default_factory=dict)


class TooManyStates(Exception):
    """A search looked at as many states as it may."""


class TilingSearch:
    """A search for the cheapest tiling of a problem; `check_time` raises once the time is over."""

    def __init__(
        self, problem: TilingProblem, check_time: Callable[[], None], shared: SharedWork | None = None
    ) -> None:
        """`shared`: what searches of other problems have in common with this one."""
        self._problem = problem
        self._check_time = check_time
        self._shared = shared or SharedWork()
        self._bounds = ColourBounds(problem, self._shared.bounds)
        self._groups = GroupChoices(problem)
        self._paused: _AStar | None = None
        self._known = 0

    def cheapest(self, below: int = INFINITE, most_states: int = INFINITE, known: int = 0) -> Tiling | None:
        """The cheapest tiling that costs less than `below`; None: there is none. `known`: none costs less than that.

        Most positions are done in a few states; only for the others the dearer bounds are worth it. With fixed sets
        there are many such problems: for these the bounds are known.
        Jokers of the table that nothing needs are added in the end, wherever there is room.
        Raises TooManyStates.
        """
        self._known = known
        try:
            if self._problem.jokers and not self._is_part:
                return self._a_star(below, False, True, min(STATES_AT_FIRST, most_states)).cheapest()
        except (TooManyStates, _NoRoomForJokers):
            pass
        self._paused = self._a_star(below, True, True, most_states)
        return self._with_room_for_jokers(below)

    @property
    def _is_part(self) -> bool:
        """Whether this is one of many ways to lay a joker."""
        return bool(self._problem.fixed_runs or self._problem.fixed_groups)

    def resumed(self, below: int, more_states: int) -> Tiling | None:
        """The answer of `cheapest` after TooManyStates, with so many states more. Raises TooManyStates again."""
        assert self._paused is not None
        self._paused.below, self._paused.most_states = below, self._paused.most_states + more_states
        return self._with_room_for_jokers(below)

    def to_the_end(self, below: int) -> Tiling | None:
        """The answer of `cheapest` after TooManyStates, however long it takes.

        Where it takes long it begins anew, with better bounds.
        """
        try:
            return self.resumed(below, STATES_UNTIL_PRICED)
        except TooManyStates:
            prices = best_prices(self._problem, below, self._check_time)
        self._bounds = ColourBounds(self._problem, self._shared.bounds, prices)
        self._paused = self._a_star(below, True, True, INFINITE)
        return self._with_room_for_jokers(below)

    def _with_room_for_jokers(self, below: int) -> Tiling | None:
        assert self._paused is not None
        try:
            return self._paused.cheapest()
        except _NoRoomForJokers:
            return self._a_star(below, True, False, INFINITE).cheapest()

    def greedy(self, below: int, most_states: int) -> Tiling | None:
        """Some tiling, good but perhaps not the cheapest: of what follows a state the best is followed first."""
        try:
            return self._a_star(below, True, True, most_states, greedy=True).cheapest()
        except (TooManyStates, _NoRoomForJokers):
            return None

    def _a_star(
        self, below: int, priced: bool, may_add_jokers: bool, most_states: int, greedy: bool = False
    ) -> "_AStar":
        transitions = ColourTransitions(self._problem, priced, self._bounds, self._shared.transitions)
        choices, known = (transitions, self._groups), -INFINITE if greedy else self._known
        return _AStar(self._problem, below, self._check_time, *choices, may_add_jokers, most_states, known, greedy)


class _NoRoomForJokers(Exception):
    """The jokers that were to be added in the end find no room."""


class _Expansion(NamedTuple):
    """The successors of a state, and those of them that are not found yet."""

    successors: Successors
    found: Iterator[Successor]


@dataclass
class _AStar:
    """A search, best first, with certain bounds and up to so many states."""

    problem: TilingProblem
    below: int
    check_time: Callable[[], None]
    transitions: ColourTransitions
    groups: GroupChoices
    may_add_jokers: bool
    most_states: int
    known: int = 0
    """What every tiling is known to cost at least."""
    greedy: bool = False
    """Whether a state of a higher number is looked at before a cheaper one."""
    _states: int = field(default=0, init=False)
    # By the least cost; then rather where no joker is needed; then the highest number; then fewest jokers.
    _waiting: list[Entry] = field(init=False)
    _cost: dict[tuple[int, State], int] = field(default_factory=lambda: {(1, START): 0}, init=False)
    _serial: Iterator[int] = field(default_factory=lambda: count(1), init=False)
    _found: int = field(default=0, init=False)
    _came_from: dict[tuple[int, State], tuple[State, Transition]] = field(default_factory=dict, init=False)
    _seen: dict[tuple[int, int, Must], list[tuple[int, State]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._waiting = [(self.known, 0, -1, 0, 0, 0, 0, START, None)]

    def cheapest(self) -> Tiling | None:
        """The cheapest tiling; asked again after TooManyStates, it goes on where it was."""
        cost, serial, waiting = self._cost, self._serial, self._waiting
        while waiting:
            entry = heappop(waiting)
            least, without, number, jokers, _, bound, so_far, state, expansion = entry
            number = -number
            if so_far > cost[number, state]:
                continue
            if least >= self.below and not self.greedy:
                return None
            if number > self.problem.last:
                return self._tiling(state, so_far)
            if expansion is None:
                if self._states == self.most_states:
                    heappush(waiting, entry)
                    raise TooManyStates
                if not jokers and self._is_dominated(number, state, so_far):
                    continue
                self._states += 1
                if state[0] + jokers < self.problem.jokers:
                    short = self._short(number, state[0] + jokers)
                    least_then = max(bound + short, self.known)
                    if least_then + number * self._progress < self.below:
                        more_jokers = (least_then, without, -number, jokers + 1, next(serial), bound + short)
                        heappush(waiting, (*more_jokers, so_far, state, None))
                most = self.below - 1 if self.greedy else least
                expansion = self._expansion(number, jokers, state, -1, most - so_far)
            found = 0
            for then, more, total, bound_without, transition in islice(expansion.found, self._at_once):
                found += 1
                key = (number + 1, then)
                if so_far + more < cost.get(key, INFINITE):
                    cost[key] = so_far + more
                    self._came_from[key] = (state, transition)
                    bound_then = so_far + total - (number + 1) * self._progress
                    key_then = (max(bound_then, self.known), bound_without, -number - 1, 0, next(serial), bound_then)
                    heappush(waiting, (*key_then, so_far + more, then, None))
            self._look_at_time(found)
            if found < self._at_once:
                least = so_far + expansion.successors.beyond
                if least >= self.below:
                    continue
                expansion = self._expansion(number, jokers, state, expansion.successors.most, least - so_far)
            heappush(waiting, (least, without, -number, jokers, next(serial), least, so_far, state, expansion))
        return None

    def _short(self, number: int, jokers: int) -> int:
        """What a joker more costs at a number, beside what the bounds know."""
        is_known = self.transitions.bounds.prices and not self.problem.jokers_must
        return 0 if is_known or jokers < self.problem.jokers_must else short_of_most_points(number)

    def _expansion(self, number: int, jokers: int, state: State, above: int, most: int) -> "_Expansion":
        """The successors of a state that cost so much in the end: those that cost least are found first."""
        choices = (self.transitions, self.groups, self.may_add_jokers)
        found = Successors(self.problem, *choices, number, jokers, state, above, most)
        return _Expansion(found, found.find())

    def _look_at_time(self, found: int) -> None:
        """Looks at the time now and then."""
        self._found += found + 1
        if self._found >= SUCCESSORS_BETWEEN_LOOKS:
            self._found = 0
            self.check_time()

    @property
    def _at_once(self) -> int:
        return INFINITE if self.greedy else SUCCESSORS_AT_ONCE

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
        laid, black, red, blue, orange, points, held, sets = state
        strictly = self._strictly
        seen = self._seen.setdefault((number, laid, held), [])
        for cost, (_, one, two, three, four, worth, _, fewer) in seen:
            if (
                cost <= so_far
                and dominate(one, black, strictly[0])
                and dominate(two, red, strictly[1])
                and dominate(three, blue, strictly[2])
                and dominate(four, orange, strictly[3])
                and worth >= points
                and fewer <= sets
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
        if laid is None:
            raise _NoRoomForJokers
        return Tiling(laid, cost)
