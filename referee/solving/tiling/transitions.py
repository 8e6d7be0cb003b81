"""All that can follow a state of the search: one number's tiles laid in runs and groups."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS
from referee.solving.tiling.backtrace import Transition
from referee.solving.tiling.colour_transitions import ColourTransition, ColourTransitions
from referee.solving.tiling.group_choices import GroupChoices
from referee.solving.tiling.group_transitions import GroupTransition
from referee.solving.tiling.run_transitions import NO_RUNS, PartialRuns
from referee.solving.tiling.tiling_problem import (
    INFINITE,
    JOKER_POINTS,
    NOTHING,
    TILE_COST,
    Must,
    TilingProblem,
)

State = tuple[int, PartialRuns, PartialRuns, PartialRuns, PartialRuns, int, Must, int]
"""What matters between two numbers: jokers laid, each colour's runs, points, 1s held for after the 13s, sets laid
(where points are needed, or sets are limited).
"""

START: State = (0, NO_RUNS, NO_RUNS, NO_RUNS, NO_RUNS, 0, NOTHING, 0)


class Successor(NamedTuple):
    """A state that can follow, what it costs to come there, and how.

    `total`: what it and the rest cost at least; `bound_without_jokers`: the least of the rest if no joker is laid any
    more.
    """

    state: State
    cost: int
    total: int
    bound_without_jokers: int
    transition: Transition


Colours = tuple[ColourTransition, ColourTransition, ColourTransition, ColourTransition]
"""A transition of each colour."""


@dataclass
class Successors:
    """What can follow a state with so many jokers laid at its number, and costs more than `above` in the end.

    Those that cost more than `most` are left out, too; once the others are found, `beyond` is the least of them.
    `may_add_jokers`: jokers that have to lie may be added in the end.
    """

    problem: TilingProblem
    colours: ColourTransitions
    groups: GroupChoices
    may_add_jokers: bool
    number: int
    jokers: int
    state: State
    above: int
    most: int
    beyond: int = field(default=INFINITE, init=False)
    _too_dear: int = field(default=INFINITE, init=False)

    def find(self) -> Iterator[Successor]:
        """One after another."""
        number, jokers, state, above, most = self.number, self.jokers, self.state, self.above, self.most
        problem, held = self.problem, state[6]
        laid = state[0] + jokers
        left = problem.jokers - laid
        from_rack = max(0, laid - max(state[0], problem.jokers_must))
        worth = (number - 1) % NUMBERS + 1
        counted = jokers if problem.all_jokers_count else from_rack
        base = short_of_most_points(number) * from_rack
        if number == problem.last:
            to_add = problem.jokers_must - laid
            if to_add > 0 and (not self.may_add_jokers or problem.all_jokers_count):
                return
            base += (left - max(0, to_add)) * (TILE_COST + JOKER_POINTS)
        saved = self.colours.saved(number + 1, left) - base
        for must in (held,) if number > NUMBERS else problem.must[number]:
            for colours, groups in self._transitions(must, left > 0, most + saved):
                one, two, three, four = colours
                cost = base + one.cost + two.cost + three.cost + four.cost
                total = max(cost, one.least + two.least + three.least + four.least - saved)
                if total <= above:
                    continue
                if total > most:
                    self.beyond = min(self.beyond, total)
                    continue
                points = 0
                if problem.points_needed:
                    points = state[5] + one.points + two.points + three.points + four.points + worth * counted
                    points = min(points, problem.points_needed)
                    if number == problem.last and points < problem.points_needed:
                        continue
                sets = 0
                if problem.most_sets is not None:
                    sets = state[7] + groups.new + sum(len(colour.continuation.new) for colour in colours)
                    if sets > problem.most_sets:
                        continue
                if number == 1 and problem.wraps:
                    held = Must(*zip(*(colour.held for colour in colours), strict=True))
                then = (laid, one.runs, two.runs, three.runs, four.runs, points, held, sets)
                without = one.bound + two.bound + three.bound + four.bound
                yield Successor(then, cost, total, without, Transition(colours, groups))
        if self._too_dear < INFINITE:
            self.beyond = min(self.beyond, self._too_dear - saved)

    def _transitions(self, must: Must, more_jokers: bool, most: int) -> Iterator[tuple[Colours, GroupTransition]]:
        """What can become of the tiles of the number and the jokers, in runs and groups, for no more than `most`."""
        number, jokers, state, of_colour = self.number, self.jokers, self.state, self.colours.of
        needed = tuple(zip(*must, strict=True))
        for in_groups in range(jokers + 1):
            groups = self.groups.of(number, must, in_groups)
            for a, b, c, d in _shares(jokers - in_groups) if groups else ():
                one = of_colour(0, number, state[1], needed[0], a, more_jokers)
                two = of_colour(1, number, state[2], needed[1], b, more_jokers) if one else {}
                three = of_colour(2, number, state[3], needed[2], c, more_jokers) if two else {}
                four = of_colour(3, number, state[4], needed[3], d, more_jokers) if three else {}
                if four:
                    for group in groups:
                        black, red, blue, orange = group.tiles
                        if black in one and red in two and blue in three and orange in four:
                            ways = one[black], two[red], three[blue], four[orange]
                            least = ways[0][0].least + ways[1][0].least + ways[2][0].least + ways[3][0].least
                            if least > most:
                                self._pass_over(least)
                                continue
                            for colours in self._together(*ways, most):
                                yield colours, group

    def _together(
        self,
        ones: list[ColourTransition],
        twos: list[ColourTransition],
        threes: list[ColourTransition],
        fours: list[ColourTransition],
        most: int,
    ) -> Iterator[Colours]:
        """A transition of each colour, all that cost no more than `most` together."""
        of_four = fours[0].least
        of_three = of_four + threes[0].least
        of_two = of_three + twos[0].least
        for one in ones:
            if one.least + of_two > most:
                self._pass_over(one.least + of_two)
                return
            for two in twos:
                of_both = one.least + two.least
                if of_both + of_three > most:
                    self._pass_over(of_both + of_three)
                    break
                for three in threes:
                    if of_both + three.least + of_four > most:
                        self._pass_over(of_both + three.least + of_four)
                        break
                    for four in fours:
                        if of_both + three.least + four.least > most:
                            self._pass_over(of_both + three.least + four.least)
                            break
                        yield one, two, three, four

    def _pass_over(self, least: int) -> None:
        if least < self._too_dear:
            self._too_dear = least


def short_of_most_points(number: int) -> int:
    """How much less than it could a joker is worth at a number."""
    return JOKER_POINTS - ((number - 1) % NUMBERS + 1)


@lru_cache(maxsize=16)
def _shares(jokers: int) -> tuple[tuple[int, ...], ...]:
    """Every way to share so many jokers among the colours."""
    return tuple(share for share in product(range(jokers + 1), repeat=COLOURS) if sum(share) == jokers)
