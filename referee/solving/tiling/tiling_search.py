"""The cheapest way to lay tiles as sets: some have to lie, others may, and each left out costs something.

Sets are built number by number, from 1 to 13, by a search that looks at the best state first (best_first.py). Jokers
are laid only where it cannot be done without: what follows a state is asked for first with no joker at its number, and
with one more each time that the search comes back to it.
Most searches are short. What makes a long one shorter costs time itself, so it comes step by step: first plain bounds,
then prices for places in groups (price_search.py). One that is long from 1 to 13 is often
short from 13 to 1 (mirrored.py), and nobody can tell beforehand which: so both are followed, in turn, and the one that
has proved more so far is followed further. For problems that are alike it is most often the same one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from referee.solving.tiling.best_first import BestFirstSearch, TooManyStates
from referee.solving.tiling.colour_bounds import ColourBounds, SharedBounds
from referee.solving.tiling.colour_transitions import ColourTransitions, SharedTransitions
from referee.solving.tiling.group_choices import GroupChoices
from referee.solving.tiling.mirrored import mirrored, mirrored_cells, mirrored_prices
from referee.solving.tiling.price_search import best_prices
from referee.solving.tiling.prices import Prices
from referee.solving.tiling.tiling_problem import INFINITE, TILE_COST, Tiling, TilingProblem

__all__ = ["SharedWork", "TilingSearch", "TooManyStates"]

STATES_UNTIL_PRICED = 500
"""States looked at before prices are found for the problem that is searched (measured)."""
LEAST_TO_SHOW = -TILE_COST // 10
"""A root bound by prices that is lower shows nothing, and leads a search less well than none (measured)."""
STATES_ALONE = 1000
"""States looked at from the end where the last search ended sooner, in one search or many, before it is the other's
turn (measured)."""
STATES_IN_TURN = 50
"""States looked at from one end before it may be the other's turn."""
AHEAD = 4
"""From the end that has proved more, so many times as many states are looked at as from the other (measured)."""


@dataclass
class SharedWork:
    """What was worked out for one problem and may be used for others.

    `prices`: those found last; `from_thirteen`: whether the last search ended sooner from there; `states_alone`: looked
    at from that end since the other had its turn.
    """

    bounds: SharedBounds = field(default_factory=dict)
    transitions: SharedTransitions = field(default_factory=dict)
    prices: Prices | None = None
    from_thirteen: bool | None = None
    states_alone: int = 0


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
        self._known = 0
        self._paused: list[BestFirstSearch] = []
        """From one end and, once it was its turn, from the other."""

    def cheapest(self, below: int = INFINITE, known: int = 0, most_states: int = INFINITE) -> Tiling | None:
        """The cheapest tiling that costs less than `below`; None: there is none. Raises TooManyStates.

        `known`: none costs less than that.
        """
        self._known = known
        if below < INFINITE:
            self._take_shared_prices(below)
            if self._bounds.of_all() >= below:
                return None
        try:
            return self._continued(below, min(most_states, STATES_UNTIL_PRICED))
        except TooManyStates:
            if most_states <= STATES_UNTIL_PRICED:
                raise
        self._find_prices(below)
        return self._continued(below, most_states - STATES_UNTIL_PRICED)

    def _take_shared_prices(self, below: int) -> None:
        """Takes prices that are known, where they show more than the bounds do without."""
        known = self._shared.prices
        if known is not None:
            bounds = ColourBounds(self._problem, self._shared.bounds, self._bounds.reckoned.prices_for(known), below)
            if bounds.of_all() > self._bounds.of_all():
                self._bounds = bounds

    def _find_prices(self, below: int) -> None:
        """Begins anew with prices that are found for this problem, if they show anything."""
        unpriced = ColourBounds(self._problem, self._shared.bounds, below=below)
        priced = replace(unpriced, prices=best_prices(unpriced, self._check_time, self._shared.prices))
        if priced.of_all() > LEAST_TO_SHOW:
            self._bounds, self._paused, self._shared.prices = priced, [], priced.prices

    def _continued(self, below: int, more_states: int) -> Tiling | None:
        """What was paused, with so many states more: from one end and from the other in turn."""
        while True:
            search = self._next(below)
            before, in_turn = search.states, min(STATES_IN_TURN, more_states)
            search.most_states = before + in_turn
            try:
                tiling = search.cheapest()
                self._shared.from_thirteen = search.problem is not self._problem
                self._shared.states_alone = self._shared.states_alone + search.states if len(self._paused) == 1 else 0
                return _mirrored_back(tiling) if self._shared.from_thirteen else tiling
            except TooManyStates:
                if more_states == in_turn:
                    raise
            finally:
                more_states -= search.states - before

    def _next(self, below: int) -> BestFirstSearch:
        """The search whose turn it is."""
        last, wraps = self._shared.from_thirteen, self._problem.wraps
        if not self._paused:
            self._paused.append(self._begun(below, from_thirteen=bool(last) and not wraps))
        elif len(self._paused) == 1 and not wraps and self._is_others_turn(self._paused[0].states):
            self._paused.append(self._begun(below, from_thirteen=self._paused[0].problem is self._problem))
        most = max(search.least for search in self._paused)
        return min(self._paused, key=lambda search: search.states * (1 if search.least == most else AHEAD))

    def _is_others_turn(self, states: int) -> bool:
        """Whether so many states of this search, and those of others before it, were looked at from one end alone."""
        return self._shared.from_thirteen is None or self._shared.states_alone + states > STATES_ALONE

    def greedy(self, below: int, most_states: int) -> Tiling | None:
        """Some tiling, good but perhaps not the cheapest: of what follows a state the best is followed first."""
        search = self._begun(below)
        search.greedy, search.known, search.most_states = True, -INFINITE, most_states
        try:
            return search.cheapest()
        except TooManyStates:
            return None

    def _begun(self, below: int, from_thirteen: bool = False) -> BestFirstSearch:
        problem, bounds, shared = self._problem, self._bounds, self._shared
        if from_thirteen:
            problem, prices = mirrored(problem), bounds.prices and mirrored_prices(bounds.prices)
            bounds = ColourBounds(problem, shared.bounds, prices, bounds.below)
        transitions = ColourTransitions(problem, bounds, shared.transitions)
        return BestFirstSearch(problem, below, self._check_time, transitions, GroupChoices(problem), 0, self._known)


def _mirrored_back(tiling: Tiling | None) -> Tiling | None:
    return tiling and Tiling(tuple(map(mirrored_cells, tiling.sets)), tiling.cost)
