"""The states of the search and its steps; a step lays all tiles of one number.

A step deals the tiles of the number to groups and, colour by colour, to runs. Once the tiles in groups and the jokers
of each colour are fixed, the colours are independent; so the moves of each colour are computed separately and combined
here, the cheapest first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS
from referee.solving.tiling.colours import JOKER_PRICE, ColourMove, Colours
from referee.solving.tiling.groups import Groups, groups_within
from referee.solving.tiling.laid_sets import Step
from referee.solving.tiling.runs import NO_RUNS, Runs
from referee.solving.tiling.tiling_problem import INFINITE, JOKER_POINTS, NONE, Counts, worth_at

NO_GROUPS = (Groups(NONE, 0, (), 0),)
"""The choices of groups at number 14: only the choice without groups."""


class State(NamedTuple):
    """The state of the search between two numbers; equal states can be continued in the same ways.

    `jokers`: number of jokers laid or left out so far; `left_out`: number of jokers left out; `runs`: the runs that may
    go on, by colour; `points`: points laid so far, if points are needed; `sets`: sets laid so far, if they are limited.
    """

    jokers: int = 0
    left_out: int = 0
    runs: tuple[Runs, ...] = (NO_RUNS,) * COLOURS
    points: int = 0
    sets: int = 0


class Successor(NamedTuple):
    """A state that can follow, the cost of the step, and the step.

    `least`: lower bound of the cost of this step and all later steps; `bound`: the same bound without the floor at
    `cost`, below it when the remaining jokers may save more than the rest can cost.
    """

    state: State
    cost: int
    least: int
    bound: int
    step: Step


@dataclass
class Steps:
    """The steps from a state whose lower bound is more than `above` and at most `most`.

    `found`: an iterator over these steps; `beyond`: the lowest bound above `most`, known once `found` is exhausted.
    """

    colours: Colours
    number: int
    state: State
    above: int
    most: int
    beyond: int = INFINITE
    found: Iterator[Successor] = field(init=False)

    def __post_init__(self) -> None:
        self.found = self._found()

    def _found(self) -> Iterator[Successor]:
        problem, state = self.colours.problem, self.state
        must_ways = problem.must[self.number] if self.number <= NUMBERS else (NONE,)
        left = problem.jokers - state.jokers
        for must, jokers in product(must_ways, range(0 if self.number > 1 else left, left + 1)):
            for in_groups, *in_runs in _shares(jokers):
                yield from self._with_jokers(must, in_groups, in_runs)

    def _with_jokers(self, must: Counts, in_groups: int, in_runs: Sequence[int]) -> Iterator[Successor]:
        """The steps with `in_groups` jokers in groups and `in_runs` jokers in the runs of each colour."""
        jokers = in_groups + sum(in_runs)
        left = self.colours.problem.jokers - self.state.jokers - jokers
        ways = [
            self.colours.moves(colour, self.number, runs, must[colour], in_runs[colour], left > 0)
            for colour, runs in enumerate(self.state.runs)
        ]
        # The jokers worth points that are not laid yet cost at least as much as at the next number.
        before, after = self._uncounted(0), self._uncounted(jokers)
        base = (before - after) * (JOKER_POINTS - worth_at(self.number))
        short = after * (JOKER_POINTS - worth_at(self.number - 1))
        saved = JOKER_PRICE * left - base
        if self._is_too_dear(sum([way.least for way in ways]) - saved):
            return
        for groups in self._groups(must, in_groups):
            lists = [way.by_grouped.get(tiles) for way, tiles in zip(ways, groups.tiles, strict=True)]
            if None in lists or self._is_too_dear(sum([some[0].least for some in lists if some]) - saved):
                continue
            for colours in self._together([some for some in lists if some], self.most + saved):
                cost = base + sum([one.cost for one in colours])
                bound = sum([one.least for one in colours]) - saved
                least = max(cost + short, bound)
                if least > self.above and not self._is_too_dear(least):
                    state = self._then(jokers, before - after, colours, groups)
                    if state is not None:
                        yield Successor(state, cost, least, bound, Step(tuple([one.dealt for one in colours]), groups))

    def _is_too_dear(self, least: int) -> bool:
        """Whether the bound `least` exceeds `most`; if so, updates `beyond`."""
        if least > self.most:
            self.beyond = min(self.beyond, least)
        return least > self.most

    def _uncounted(self, jokers: int) -> int:
        """The number of jokers worth points left for lower numbers, if `jokers` jokers lie at this number."""
        left_out = self.state.left_out
        most = self.colours.problem.jokers_may - left_out
        return max(0, most - (self.state.jokers - left_out) - jokers)

    def _groups(self, must: Counts, jokers: int) -> tuple[Groups, ...]:
        if self.number > NUMBERS:
            return () if jokers else NO_GROUPS
        there = tuple(map(sum, zip(must, self.colours.may(self.number), strict=True)))
        return groups_within(there, jokers, self.colours.problem.group_rules[self.number])

    def _then(self, jokers: int, counted: int, colours: Sequence[ColourMove], groups: Groups) -> State | None:
        """The state after a step; None if it has too many sets or, at the end, too few points."""
        problem, before, points, sets = self.colours.problem, self.state, 0, 0
        if problem.points_needed:
            counted = jokers if problem.all_jokers_count else counted
            points = before.points + sum(one.points for one in colours) + counted * worth_at(self.number)
            points = min(points, problem.points_needed)
            if self.number == 1 and points < problem.points_needed:
                return None
        if problem.most_sets is not None:
            sets = before.sets + groups.new + sum(len(one.dealt[1]) for one in colours)
            if sets > problem.most_sets:
                return None
        return State(before.jokers + jokers, before.left_out, tuple([one.runs for one in colours]), points, sets)

    def _together(
        self, ways: Sequence[list[ColourMove]], most: int, so_far: tuple[ColourMove, ...] = (), cost: int = 0
    ) -> Iterator[tuple[ColourMove, ...]]:
        """Every combination of one move per colour whose bounds sum to at most `most`.

        `ways`: the moves of each remaining colour, cheapest first; `cost`: the bounds of the moves `so_far`.
        """
        of_others = sum([way[0].least for way in ways[1:]])
        for move in ways[0]:
            least = cost + move.least + of_others
            if least > most:
                self.beyond = min(self.beyond, self.most + least - most)
                return
            if len(ways) == 1:
                yield (*so_far, move)
            else:
                yield from self._together(ways[1:], most, (*so_far, move), cost + move.least)


@lru_cache(maxsize=64)
def _shares(jokers: int) -> tuple[tuple[int, ...], ...]:
    """Every way to share the jokers among the groups (first entry) and the runs of each colour."""
    return tuple(share for share in product(range(jokers + 1), repeat=COLOURS + 1) if sum(share) == jokers)
