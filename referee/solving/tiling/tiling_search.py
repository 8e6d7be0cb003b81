"""The cheapest way to lay tiles as sets: some have to lie, others may, and each left out costs something.

Sets are built number by number, from 1 to 13, by a search that looks at the best state first (best_first.py). Jokers
are laid only where it cannot be done without: what follows a state is asked for first with no joker at its number, and
with one more each time that the search comes back to it.
Most searches are short. What makes a long one shorter costs time itself, so it comes step by step: first bounds without
jokers, then with them, then with prices for places in groups (price_search.py).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from referee.solving.tiling.best_first import BestFirstSearch, NoRoomForJokers, TooManyStates
from referee.solving.tiling.colour_bounds import ColourBounds, SharedBounds
from referee.solving.tiling.colour_transitions import ColourTransitions, SharedTransitions
from referee.solving.tiling.group_choices import GroupChoices
from referee.solving.tiling.known_rests import KnownRests, SharedRests
from referee.solving.tiling.price_search import best_prices
from referee.solving.tiling.prices import Prices
from referee.solving.tiling.tiling_problem import INFINITE, Tiling, TilingProblem

__all__ = ["SharedWork", "TilingSearch", "TooManyStates"]

STATES_AT_FIRST = 40
"""States looked at before bounds are asked for while jokers are left."""
STATES_UNTIL_PRICED = 500
"""States more of a long search before better bounds are worth their time."""
STATES_UNTIL_SHARED, STATES_UNTIL_RENEWED = 300, 1_000
"""States looked at for many problems together before prices are found for all of them, and before they are renewed."""


@dataclass
class SharedPrices:
    """The prices found for one of many problems that are alike; `states`: how many were looked at since."""

    known: Prices | None = None
    states: int = 0

    def of(self, problem: TilingProblem, below: int, check_time: Callable[[], None]) -> Prices | None:
        """The prices, found or renewed where it is time to."""
        if self.states > (STATES_UNTIL_SHARED if self.known is None else STATES_UNTIL_RENEWED):
            self.known, self.states = best_prices(problem, below, check_time, self.known).for_others(), 0
        return self.known


@dataclass(frozen=True)
class SharedWork:
    """What was worked out for one problem and may be used for others."""

    bounds: SharedBounds = field(default_factory=dict)
    transitions: SharedTransitions = field(default_factory=dict)
    rests: SharedRests | None = field(default_factory=SharedRests)
    """None: there are no other problems, so that keeping in mind what was proved does not pay."""
    prices: SharedPrices | None = None
    """None: there are no other problems."""


class TilingSearch:
    """A search for the cheapest tiling of a problem; `check_time` raises once the time is over."""

    def __init__(
        self, problem: TilingProblem, check_time: Callable[[], None], shared: SharedWork | None = None
    ) -> None:
        """`shared`: what searches of other problems have in common with this one."""
        self._problem = problem
        self._check_time = check_time
        self._shared = shared or SharedWork(rests=None)
        self._bounds = ColourBounds(problem, self._shared.bounds)
        self._groups = GroupChoices(problem)
        self._paused: BestFirstSearch | None = None
        self._known = 0
        self._rests: dict[bool, KnownRests] = {}

    def cheapest(self, below: int = INFINITE, most_states: int = INFINITE, known: int = 0) -> Tiling | None:
        """The cheapest tiling that costs less than `below`; None: there is none. `known`: none costs less than that.

        Most positions are done in a few states; only for the others the dearer bounds are worth it. With fixed sets
        there are many such problems: for these the bounds are known.
        Jokers of the table that nothing needs are added in the end, wherever there is room.
        Raises TooManyStates.
        """
        self._known = known
        if self._is_part and self._bounds.of_all() >= below:
            return None
        shared = self._shared.prices if below < INFINITE else None
        prices = shared.of(self._problem, below, self._check_time) if shared is not None else None
        try:
            if self._problem.jokers and not self._is_part and prices is None:
                return self._a_star(below, False, min(STATES_AT_FIRST, most_states)).cheapest()
        except (TooManyStates, NoRoomForJokers):
            pass
        if prices is not None:
            self._bounds = ColourBounds(self._problem, self._shared.bounds, prices)
        self._paused = self._a_star(below, True, most_states)
        try:
            return self._with_room_for_jokers(below)
        finally:
            if shared is not None:
                shared.states += self._paused.states

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
        self._paused = self._a_star(below, True, INFINITE)
        return self._with_room_for_jokers(below)

    def _with_room_for_jokers(self, below: int) -> Tiling | None:
        assert self._paused is not None
        try:
            return self._paused.cheapest()
        except NoRoomForJokers:
            return self._a_star(below, True, INFINITE, may_add_jokers=False).cheapest()

    def greedy(self, below: int, most_states: int) -> Tiling | None:
        """Some tiling, good but perhaps not the cheapest: of what follows a state the best is followed first."""
        try:
            return self._a_star(below, True, most_states, greedy=True).cheapest()
        except (TooManyStates, NoRoomForJokers):
            return None

    def _a_star(
        self, below: int, priced: bool, most_states: int, greedy: bool = False, may_add_jokers: bool = True
    ) -> BestFirstSearch:
        may_add_jokers = may_add_jokers and not self._problem.all_jokers_lie
        transitions = ColourTransitions(self._problem, priced, self._bounds, self._shared.transitions)
        search = BestFirstSearch(
            self._problem, below, self._check_time, transitions, self._groups, may_add_jokers, most_states
        )
        if not greedy:
            return replace(search, known=self._known, rests=self._rests_if(may_add_jokers) if priced else None)
        return replace(search, known=-INFINITE, greedy=True)

    def _rests_if(self, may_add_jokers: bool) -> KnownRests | None:
        if self._shared.rests is None:
            return None
        if may_add_jokers not in self._rests:
            self._rests[may_add_jokers] = KnownRests(self._problem, self._shared.rests, may_add_jokers)
        return self._rests[may_add_jokers]
