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
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, product

from referee.rules import COLOURS, NUMBERS
from referee.solving.backtrace import Move, sets_of, with_jokers_added
from referee.solving.colour_bounds import Choice, Colours
from referee.solving.group_steps import Groups, Kinds, group_choices
from referee.solving.problem import JOKER_PRICE, JOKER_WORTH, NEVER, TILE_COST, Counts, Problem, Tiling
from referee.solving.run_steps import NO_RUNS, Runs, serve_as_well

STATES_AT_FIRST = 40
"""States looked at before bounds are asked for while jokers are left."""
STATES_IN_HASTE = 2_000
"""States looked at for some good tiling, once the time is over."""
HASTE = 1 << 40
"""In haste a number further is worth more than all tiles."""
STATES_BETWEEN_LOOKS = 64
"""States searched between two looks at the time."""

State = tuple[int, Runs, Runs, Runs, Runs, int, Counts]
"""What matters between two numbers: jokers laid, each colour's runs, points, 1s held for after the 13s."""

NOTHING_HELD = (0,) * COLOURS
NO_GROUPS = (Groups(NOTHING_HELD, 0, 0, ()),)
START: State = (0, NO_RUNS, NO_RUNS, NO_RUNS, NO_RUNS, 0, NOTHING_HELD)
Following = tuple[State, int, int, int, Move]
"""A state that can follow, what it costs to come there, the least from there on (with and without jokers), and how."""


def _never() -> bool:
    return False


@dataclass
class Search:
    """A search for the cheapest tiling that costs less than `below`."""

    problem: Problem
    below: int = NEVER
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
        attempts = [(False, True, STATES_AT_FIRST), (True, True, NEVER), (True, False, NEVER)]
        for eased, spare, most_states in attempts if problem.jokers else attempts[1:2]:
            attempt = _Attempt(problem, self.below, self.out_of_time, Colours(problem, eased), spare, most_states)
            tiling = attempt.cheapest()
            self.states += attempt.states
            if attempt.was_stopped:
                self.was_stopped = True
                return self._hasty()
            if not attempt.gave_up:
                return tiling
        raise AssertionError("the last attempt gives up nothing")

    def _hasty(self) -> Tiling | None:
        """Some tiling, good but perhaps not the cheapest: of what follows a state the best is followed first."""
        colours = Colours(self.problem, True)
        return _Attempt(self.problem, self.below, _never, colours, True, STATES_IN_HASTE, hasty=True).cheapest()


@dataclass
class _Attempt:
    """A search with certain bounds, and up to so many states."""

    problem: Problem
    below: int
    out_of_time: Callable[[], bool]
    colours: Colours
    spare: bool
    """Whether jokers that have to lie may be left to be added in the end."""
    most_states: int
    hasty: bool = False
    """Whether a state of a higher number is looked at before a cheaper one."""
    was_stopped: bool = False
    gave_up: bool = False
    """Whether there were more states than allowed, or no room for the jokers that were left."""
    states: int = 0
    _came: dict[tuple[int, State], tuple[State, Move]] = field(default_factory=dict, init=False)
    _seen: dict[tuple[int, int, Counts], list[tuple[int, State]]] = field(default_factory=dict, init=False)

    def cheapest(self) -> Tiling | None:
        cost = {(1, START): 0}
        serial = count(1)
        # By the least cost; then rather where no joker is needed; then the highest number; then fewest jokers.
        waiting: list[tuple[int, int, int, int, int, int, State]] = [(0, 0, -1, 0, 0, 0, START)]
        while waiting:
            least, blocked, number, wild, _, so_far, state = heappop(waiting)
            number = -number
            if so_far > cost[number, state]:
                continue
            if number > self.problem.last:
                return self._tiling(state, so_far)
            if not wild and self._is_outdone(number, state, so_far):
                continue
            self.states += 1
            if self.states > self.most_states:
                self.gave_up = True
                return None
            if self.states % STATES_BETWEEN_LOOKS == 0 and self.out_of_time():
                self.was_stopped = True
                return None
            for then, more, bound, without, move in self._following(number, wild, state):
                key, total = (number + 1, then), so_far + more
                if total + bound < self.below and total < cost.get(key, NEVER):
                    cost[key] = total
                    self._came[key] = (state, move)
                    order = total + bound - (number + 1) * self._haste
                    heappush(waiting, (order, without, -number - 1, 0, next(serial), total, then))
            if state[0] + wild < self.problem.jokers:
                least += self._short_of_most(number) if state[0] + wild >= self.problem.jokers_must else 0
                if least + number * self._haste < self.below:
                    heappush(waiting, (least, blocked, -number, wild + 1, next(serial), so_far, state))
        return None

    @property
    def _haste(self) -> int:
        """What a number further is worth."""
        return HASTE if self.hasty else 0

    def _short_of_most(self, number: int) -> int:
        """How much less than it could a joker is worth at a number."""
        return JOKER_WORTH - ((number - 1) % NUMBERS + 1)

    def _is_outdone(self, number: int, state: State, so_far: int) -> bool:
        """Whether a state looked at before is as cheap and serves as well; if not, this one is kept in mind."""
        laid, black, red, blue, orange, points, held = state
        seen = self._seen.setdefault((number, laid, held), [])
        for cost, (_, one, two, three, four, worth, _) in seen:
            if (
                cost <= so_far
                and serve_as_well(one, black)
                and serve_as_well(two, red)
                and serve_as_well(three, blue)
                and serve_as_well(four, orange)
                and worth >= points
            ):
                return True
        seen.append((so_far, state))
        return False

    def _following(self, number: int, wild: int, state: State) -> Iterator[Following]:
        """All that can follow a state with so many jokers laid at its number."""
        problem, held = self.problem, state[6]
        laid = state[0] + wild
        left = problem.jokers - laid
        from_rack = max(0, laid - max(state[0], problem.jokers_must))
        worth = (number - 1) % NUMBERS + 1
        counted = wild if problem.all_jokers_count else from_rack
        base = self._short_of_most(number) * from_rack
        if number == problem.last:
            spare = problem.jokers_must - laid
            if spare > 0 and (not self.spare or problem.all_jokers_count):
                return
            base += (left - max(0, spare)) * (TILE_COST + JOKER_WORTH)
        jokers_price = JOKER_PRICE * left
        for must in (held,) if number > NUMBERS else problem.must[number]:
            for choices, way in self._moves(number, wild, state, must, left > 0):
                one, two, three, four = choices
                without = one.bound + two.bound + three.bound + four.bound
                bound = without
                if left:
                    bound = max(0, one.eased + two.eased + three.eased + four.eased - jokers_price)
                if bound >= NEVER:
                    continue
                points = 0
                if problem.points:
                    points = state[5] + one.points + two.points + three.points + four.points + worth * counted
                    points = min(points, problem.points)
                    if number == problem.last and points < problem.points:
                        continue
                if number == 1 and problem.wraps:
                    held = (one.held, two.held, three.held, four.held)
                then = (laid, one.runs, two.runs, three.runs, four.runs, points, held)
                yield then, base + one.cost + two.cost + three.cost + four.cost, bound, without, Move(choices, way)

    def _moves(
        self, number: int, wild: int, state: State, must: Counts, more: bool
    ) -> Iterator[tuple[tuple[Choice, ...], Groups]]:
        """What can become of the tiles of a number and so many jokers, in runs and groups."""
        of_colour = self.colours.choices
        for in_groups in range(wild + 1):
            groups = self._groups(number, must, in_groups)
            for share in _shares(wild - in_groups) if groups else ():
                one, two, three, four = (
                    of_colour(colour, number, state[1 + colour], must[colour], share[colour], more)  # type: ignore[arg-type]
                    for colour in range(COLOURS)
                )
                if one and two and three and four:
                    for way in groups:
                        a, b, c, d = way.tiles
                        if a in one and b in two and c in three and d in four:
                            for choices in product(one[a], two[b], three[c], four[d]):
                                yield choices, way

    def _groups(self, number: int, must: Counts, jokers: int) -> tuple[Groups, ...]:
        """The ways to lay groups with so many jokers."""
        if number > NUMBERS:
            return () if jokers else NO_GROUPS
        problem = self.problem
        tiles = tuple(n + more for n, more in zip(must, problem.may[number], strict=True))
        kinds = Kinds(problem.colours_differ, problem.limit)
        choices = group_choices(tiles, jokers, kinds, problem.extensions[number])
        return _not_barred(choices, number, problem) if problem.barred_groups else choices

    def _tiling(self, state: State, cost: int) -> Tiling | None:
        """The sets that lie at the end, followed back through the moves that led there."""
        jokers = state[0]
        moves: list[Move] = []
        for number in range(self.problem.last + 1, 1, -1):
            state, move = self._came[number, state]
            moves.append(move)
        sets = sets_of(self.problem, moves[::-1])
        laid = with_jokers_added(sets, max(0, self.problem.jokers_must - jokers), self.problem)
        self.gave_up = laid is None
        return None if laid is None else Tiling(laid, cost)


@lru_cache(maxsize=16)
def _shares(jokers: int) -> tuple[tuple[int, ...], ...]:
    """Every way to share so many jokers among the colours."""
    return tuple(share for share in product(range(jokers + 1), repeat=COLOURS) if sum(share) == jokers)


def _not_barred(choices: tuple[Groups, ...], number: int, problem: Problem) -> tuple[Groups, ...]:
    """The choices that are not a single group of three which may not lie."""
    barred = problem.barred_groups
    return tuple(
        way for way in choices if (number, way.tiles, way.jokers) not in barred or any(one >= 0 for one in way.absorbed)
    )
