"""The cheapest way to lay tiles as sets: some have to lie, others may, and each left out costs something.

Sets are built number by number, from 1 to 13. Between two numbers all that matters is, for each
colour, how many tiles each run has that is going on (three and more are alike: it may end), and how
many jokers lie. The few thousand such states are searched best first (A*); what one colour alone
would have to leave out, if groups took its tiles as it liked, is the bound that guides the search.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, product
from typing import NamedTuple

from referee.grouping import Groups, Kinds, group_choices, groups_of
from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.running import END, JOKER, NO_RUNS, Cell, Cells, Run, Runs, Step, can_end, steps

Counts = tuple[int, ...]
"""How many tiles of one number: by colour."""

NEVER = 1 << 60
"""A cost that means: impossible."""
TILE_COST = 10_000
"""What a tile left out costs, besides its number: more than all points of a box together."""
JOKER_WORTH = NUMBERS
"""The most that a joker can stand for."""
JOKER_PRICE = 2 * TILE_COST
"""What a joker is reckoned to save, for bounds: right with any price, quickest with this (measured)."""
STATES_AT_FIRST = 150
"""States looked at before bounds are asked for while jokers are left."""
STATES_BETWEEN_LOOKS = 64
"""States searched between two looks at the time."""


@dataclass(frozen=True)
class Problem:
    """Tiles that have to lie and tiles that may, with jokers, and closed sets that can only be extended.

    By number (place 0 is not used): `must`, the counts that have to lie, in every way that is allowed
    (a joker that goes on standing for one of two colours gives two ways); `may`, the counts beside
    them. The tiles of closed sets are in neither. `limit`: jokers in one set at most. `points`: what
    the tiles laid of those that may have to be worth at least.
    """

    must: tuple[tuple[Counts, ...], ...]
    may: tuple[Counts, ...]
    jokers_must: int = 0
    jokers_may: int = 0
    colours_differ: bool = True
    wraps: bool = False
    limit: int | None = None
    closed_runs: tuple[Cells, ...] = ()
    closed_groups: tuple[Cells, ...] = ()
    points: int = 0

    @cached_property
    def jokers(self) -> int:
        """Jokers that may lie, those that must among them."""
        return self.jokers_must + self.jokers_may

    @cached_property
    def tracked(self) -> bool:
        """Whether the jokers of a run matter: they are limited, or could be a run by themselves."""
        return self.limit is not None or self.jokers >= SMALLEST_SET

    @cached_property
    def last(self) -> int:
        """The last number: 13, or 14 where a 1 may lie after a 13."""
        return NUMBERS + 1 if self.wraps else NUMBERS


class Tiling(NamedTuple):
    """How the tiles lie: every set in order, and what it costs that others do not."""

    sets: tuple[Cells, ...]
    cost: int


State = tuple[int, Runs, Runs, Runs, Runs, int, Counts]
"""What matters between two numbers: jokers laid, each colour's runs, points, 1s held for after the 13s."""


class Choice(NamedTuple):
    """What becomes of one colour's tiles of one number, and the least it costs from there on.

    `bound` is the least without jokers, `eased` the least where every joker has its price.
    """

    runs: Runs
    jokers: int
    cost: int
    points: int
    bound: int
    eased: int
    step: Step
    absorbed: Run | None
    held: int


class Move(NamedTuple):
    """What becomes of all tiles of one number."""

    choices: tuple[Choice, ...]
    groups: Groups


NOTHING_HELD = (0,) * COLOURS
START: State = (0, NO_RUNS, NO_RUNS, NO_RUNS, NO_RUNS, 0, NOTHING_HELD)
Following = tuple[State, int, int, Move]
"""A state that can follow, what it costs to come there, the least it costs from there on, and how."""


@dataclass
class Search:
    """A search for the cheapest tiling that costs less than `below`."""

    problem: Problem
    below: int = NEVER
    out_of_time: Callable[[], bool] = field(default=lambda: False)
    was_stopped: bool = False
    """Whether the time was over before the answer was certain."""
    is_eased: bool = True
    """Whether bounds are asked for while jokers are left, too."""
    gave_up: bool = False
    """Whether there were more states than allowed."""
    states: int = 0
    """How many states were looked at."""
    _bounds: dict[tuple[int, int, Runs, int], int] = field(default_factory=dict, init=False)
    _grouping: dict[tuple[int, int], int] = field(default_factory=dict, init=False)
    _choices: dict[tuple[int, int, Runs, int, int], dict[int, list[Choice]]] = field(default_factory=dict, init=False)
    _came: dict[tuple[int, State], tuple[State, Move]] = field(default_factory=dict, init=False)

    def cheapest(self) -> Tiling | None:
        """The cheapest tiling; None: there is none as cheap, or the time was over first.

        Most positions are done in a few states; only for the others the dearer bounds are worth it.
        """
        if self.problem.jokers:
            quick = replace(self, is_eased=False)
            tiling = quick._cheapest(STATES_AT_FIRST)
            if not quick.gave_up:
                self.was_stopped = quick.was_stopped
                return tiling
        return self._cheapest(None)

    def _cheapest(self, most_states: int | None) -> Tiling | None:
        cost = {(1, START): 0}
        serial = count(1)
        waiting: list[tuple[int, int, int, int, State]] = [(0, -1, 0, 0, START)]
        while waiting:
            _, number, _, so_far, state = heappop(waiting)
            number = -number
            if so_far > cost[number, state]:
                continue
            if number > self.problem.last:
                return Tiling(tuple(self._sets(state)), so_far)
            self.states += 1
            if self.states == most_states:
                self.gave_up = True
                return None
            if self.states % STATES_BETWEEN_LOOKS == 0 and self.out_of_time():
                self.was_stopped = True
                return None
            for then, more, bound, move in self._moves(number, state):
                key, total = (number + 1, then), so_far + more
                if total + bound < self.below and total < cost.get(key, NEVER):
                    cost[key] = total
                    self._came[key] = (state, move)
                    heappush(waiting, (total + bound, -number - 1, next(serial), total, then))
        return None

    def _moves(self, number: int, state: State) -> list[Following]:
        """All that can follow a state."""
        jokers, black, red, blue, orange, _, held = state
        left = self.problem.jokers - jokers
        found: list[Following] = []
        for must in (held,) if number > NUMBERS else self.problem.must[number]:
            groups = self._groups(number, must, left)
            blacks = self._of_colour(0, number, black, must[0], left)
            reds = self._of_colour(1, number, red, must[1], left)
            blues = self._of_colour(2, number, blue, must[2], left)
            oranges = self._of_colour(3, number, orange, must[3], left)
            for tiles in product(blacks, reds, blues, oranges):
                for way in groups.get(tiles, ()):
                    ways = product(blacks[tiles[0]], reds[tiles[1]], blues[tiles[2]], oranges[tiles[3]])
                    for choices in ways:
                        following = self._following(number, state, choices, way)
                        if following is not None:
                            found.append(following)
        return found

    def _following(self, number: int, state: State, choices: tuple[Choice, ...], groups: Groups) -> Following | None:
        """The state after a move, if it can lead to an end."""
        problem = self.problem
        one, two, three, four = choices
        cost = one.cost + two.cost + three.cost + four.cost
        points, held = 0, state[6]
        laid = state[0]
        jokers = one.jokers + two.jokers + three.jokers + four.jokers + groups.jokers
        if jokers:
            laid += jokers
            if laid > problem.jokers:
                return None
            from_rack = laid - max(state[0], problem.jokers_must)
            if from_rack > 0:
                worth = (number - 1) % NUMBERS + 1
                cost += (JOKER_WORTH - worth) * from_rack
                points = from_rack * worth
        if laid == problem.jokers:
            bound = one.bound + two.bound + three.bound + four.bound
        else:
            eased = one.eased + two.eased + three.eased + four.eased
            bound = max(0, eased - JOKER_PRICE * (problem.jokers - laid))
        if bound >= NEVER:
            return None
        if problem.points:
            points += state[5] + one.points + two.points + three.points + four.points
            points = min(points, problem.points)
        else:
            points = 0
        if number == 1 and problem.wraps:
            held = tuple(choice.held for choice in choices)
        if number == problem.last:
            if laid < problem.jokers_must or points < problem.points:
                return None
            cost += (problem.jokers - laid) * (TILE_COST + JOKER_WORTH)
        then = (laid, one.runs, two.runs, three.runs, four.runs, points, held)
        return then, cost, bound, Move(choices, groups)

    def _may(self, number: int, colour: int) -> int:
        return 0 if number > NUMBERS else self.problem.may[number][colour]

    def _groups(self, number: int, must: Counts, jokers: int) -> Mapping[tuple[int, ...], tuple[Groups, ...]]:
        """The ways to lay groups, by the tiles that lie in them."""
        if number > NUMBERS:
            return {NOTHING_HELD: (Groups(NOTHING_HELD, 0, 0, ()),)}
        problem = self.problem
        tiles = tuple(n + more for n, more in zip(must, problem.may[number], strict=True))
        kinds = Kinds(problem.colours_differ, problem.limit)
        return group_choices(tiles, jokers, kinds, self._extensions[number])

    @cached_property
    def _extensions(self) -> list[tuple[tuple[int, ...], ...]]:
        """By number: for each closed group, the colours that it lacks (and a joker, if one more may lie)."""
        extensions: list[tuple[tuple[int, ...], ...]] = [()] * (NUMBERS + 1)
        for cells in self.problem.closed_groups:
            there = {cell.colour for cell in cells if not cell.joker}
            jokers = sum(cell.joker for cell in cells)
            room = () if len(cells) == COLOURS else tuple(c for c in range(COLOURS) if c not in there)
            if room and (self.problem.limit is None or jokers < self.problem.limit):
                room = (*room, COLOURS)
            extensions[cells[0].number] = (*extensions[cells[0].number], room)
        return extensions

    def _of_colour(self, colour: int, number: int, runs: Runs, must: int, jokers: int) -> dict[int, list[Choice]]:
        """What can become of a colour's tiles, by how many of them lie in groups."""
        key = (colour, number, runs, must, jokers)
        found = self._choices.get(key)
        if found is None:
            found = self._choices[key] = {}
            for in_groups, choice in self._options(colour, number, runs, must, jokers):
                found.setdefault(in_groups, []).append(choice)
        return found

    def _options(self, colour: int, number: int, runs: Runs, must: int, jokers: int) -> Iterator[tuple[int, Choice]]:
        may = self._may(number, colour)
        ends = self._ending.get((colour, number), ())
        most_held = must + may if number == 1 and self.problem.wraps else 0
        for absorbed, free in self._absorbing(colour, number, runs):
            for laid in range(must, must + may + 1):
                cost, points = (must + may - laid) * (TILE_COST + number), (laid - must) * number
                for held, wild in product(range(min(most_held, laid) + 1), range(jokers + 1)):
                    for in_runs in range(laid - held + 1):
                        for after, step in self._steps(number, free, in_runs, wild):
                            then = tuple(sorted((*after, *ends))) if ends else after
                            bound = self._bound(colour, number + 1, then, 0)
                            eased = bound
                            if wild < jokers and not self.is_eased:
                                eased = 0
                            elif wild < jokers:
                                eased = self._bound(colour, number + 1, then, self.problem.jokers)
                            if eased < NEVER:
                                choice = Choice(then, wild, cost, points, bound, eased, step, absorbed, held)
                                yield laid - held - in_runs, choice

    def _bound(self, colour: int, number: int, runs: Runs, jokers: int) -> int:
        """The least that a colour costs from a number on, groups taking its tiles as it likes.

        With jokers, each at its price (a Lagrangian bound: what they may cost together is taken off).
        """
        if number > self.problem.last or self.problem.wraps:
            return 0
        key = (colour, number, runs, jokers)
        known = self._bounds.get(key)
        if known is None:
            known = self._bounds[key] = min(self._prices(colour, number, runs, jokers), default=NEVER)
        return known

    def _prices(self, colour: int, number: int, runs: Runs, jokers: int) -> Iterator[int]:
        grouped = self._price_of_grouping(number, jokers)
        may = self.problem.may[number][colour]
        ends = self._ending.get((colour, number), ())
        for _, free in self._absorbing(colour, number, runs):
            for must in {must[colour] for must in self.problem.must[number]}:
                for in_runs, wild in product(range(must + may + 1), range(jokers + 1)):
                    price = max(0, must - in_runs) * grouped + JOKER_PRICE * wild
                    price += (must + may - max(must, in_runs)) * min(grouped, TILE_COST + number)
                    if price < NEVER:
                        for after, _ in self._steps(number, free, in_runs, wild):
                            then = tuple(sorted((*after, *ends))) if ends else after
                            yield price + self._bound(colour, number + 1, then, jokers)

    def _price_of_grouping(self, number: int, jokers: int) -> int:
        """What a tile in a group costs at least for the jokers that the group needs."""
        known = self._grouping.get((number, jokers))
        if known is None:
            known = self._grouping[number, jokers] = self._least_for_grouping(number, jokers)
        return known

    def _least_for_grouping(self, number: int, jokers: int) -> int:
        if self._extensions[number] or not self.problem.colours_differ:
            return 0
        most = [max(ways) for ways in zip(*self.problem.must[number], strict=True)]
        colours = sum(n + self.problem.may[number][colour] > 0 for colour, n in enumerate(most))
        lacking = max(0, SMALLEST_SET - colours)
        if lacking > jokers:
            return NEVER
        price: int = JOKER_PRICE * lacking // max(1, colours)
        return price

    def _steps(self, number: int, runs: Runs, tiles: int, jokers: int) -> tuple[tuple[Runs, Step], ...]:
        found = steps(runs, tiles, jokers, self.problem.tracked, self.problem.limit)
        if number < self.problem.last:
            return found
        return tuple((after, step) for after, step in found if all(map(can_end, after)))

    def _absorbing(self, colour: int, number: int, runs: Runs) -> Iterator[tuple[Run | None, Runs]]:
        """No run, or one that goes on into a closed run which begins here; and the others."""
        yield None, runs
        if (colour, number) not in self._beginning:
            return
        for run in dict.fromkeys(runs):
            if not (self.problem.tracked and run[1]):
                place = runs.index(run)
                yield run, (*runs[:place], *runs[place + 1 :])

    @cached_property
    def _beginning(self) -> dict[tuple[int, int], Cells]:
        return {(cells[0].colour, cells[0].number): cells for cells in self.problem.closed_runs}

    @cached_property
    def _ending(self) -> dict[tuple[int, int], Runs]:
        """By colour and number: the closed runs that end there, as runs that may go on."""
        ending: dict[tuple[int, int], Runs] = {}
        for cells in self.problem.closed_runs:
            jokers = sum(cell.joker for cell in cells) if self.problem.tracked else 0
            key = (cells[-1].colour, cells[-1].number)
            ending[key] = (*ending.get(key, ()), (SMALLEST_SET, min(jokers, SMALLEST_SET - 1)))
        return ending

    def _sets(self, state: State) -> Iterator[Cells]:
        """The sets that lie at the end, followed back through the moves that led there."""
        moves: list[Move] = []
        for number in range(self.problem.last + 1, 1, -1):
            state, move = self._came[number, state]
            moves.append(move)
        going_on: list[list[tuple[Run, Cells]]] = [[] for _ in range(COLOURS)]
        for number, move in enumerate(reversed(moves), 1):
            closed = tuple(cells for cells in self.problem.closed_groups if cells[0].number == number)
            yield from groups_of(move.groups, number, closed)
            for colour, choice in enumerate(move.choices):
                ended, going_on[colour] = self._gone_on(colour, number, going_on[colour], choice)
                yield from ended
        for runs in going_on:
            yield from (cells for _, cells in runs)

    def _gone_on(
        self, colour: int, number: int, runs: list[tuple[Run, Cells]], choice: Choice
    ) -> tuple[list[Cells], list[tuple[Run, Cells]]]:
        """A colour's runs that end, and those that go on, after a choice."""
        runs = sorted(runs)
        begun: Cells = ()
        if choice.absorbed is not None:
            place = [run for run, _ in runs].index(choice.absorbed)
            begun = runs.pop(place)[1]
        ended: list[Cells] = []
        after: list[tuple[Run, Cells]] = []
        tracked = self.problem.tracked
        parts = [(cells, run, part) for (run, cells), part in zip(runs, choice.step.going_on, strict=True)]
        parts += [((), (0, 0), part) for part in choice.step.new]
        for cells, (length, jokers), part in parts:
            if part == END:
                ended.append(cells)
            else:
                run = (min(length + 1, SMALLEST_SET), jokers + (tracked and part == JOKER))
                after.append((run, (*cells, Cell(colour, number, part == JOKER))))
        self._closed_run(colour, number, begun, after)
        return ended, after

    def _closed_run(self, colour: int, number: int, begun: Cells, after: list[tuple[Run, Cells]]) -> None:
        """Adds closed runs that end here, with what extends them at their beginning."""
        for which, cells in enumerate(self.problem.closed_runs):
            if cells[0][:2] == (colour, number):
                self._prefix[which] = begun
                begun = ()
            if cells[-1][:2] == (colour, number):
                jokers = sum(cell.joker for cell in cells) if self.problem.tracked else 0
                run = (SMALLEST_SET, min(jokers, SMALLEST_SET - 1))
                after.append((run, (*self._prefix[which], *cells)))

    @cached_property
    def _prefix(self) -> dict[int, Cells]:
        return {}
