"""The states of the search, and its steps: all that can follow a state once one number's tiles are laid.

A step deals the tiles of the number to groups and, colour by colour, to runs; what may be left out, it may leave out at
a cost. Once it is told what lies in groups and where the jokers are, the colours have nothing to do with one another:
so the ways of each are worked out alone and put together here, the cheapest first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS
from referee.solving.tiling.backtrace import Transition
from referee.solving.tiling.colour_transitions import ColourTransition, ColourTransitions, Transitions
from referee.solving.tiling.group_choices import GroupChoices
from referee.solving.tiling.group_transitions import GroupTransition
from referee.solving.tiling.partial_runs import NO_RUNS, PartialRuns
from referee.solving.tiling.run_transitions import Jokers
from referee.solving.tiling.tiling_problem import INFINITE, JOKER_POINTS, NONE, NOTHING, TILE_COST, TilingProblem, ToLay


class State(NamedTuple):
    """What matters between two numbers; two ways to lay the lower ones that agree in this can go on alike.

    `laid`: jokers laid so far, and, where it matters which are (`tells_jokers`), `of_rack` of the rack beside them; by
    colour the runs that go on; `points` (where some are needed) and `sets` (where they are limited) laid so far;
    `held`: 1s kept for after the 13s.
    """

    laid: int = 0
    of_rack: int = 0
    black: PartialRuns = NO_RUNS
    red: PartialRuns = NO_RUNS
    blue: PartialRuns = NO_RUNS
    orange: PartialRuns = NO_RUNS
    points: int = 0
    held: ToLay = NOTHING
    sets: int = 0


START = State()


class Successor(NamedTuple):
    """A state that can follow, what it costs to come there, and how.

    `total`: what it and the rest cost at least.
    """

    state: State
    cost: int
    total: int
    transition: Transition


Colours = tuple[ColourTransition, ColourTransition, ColourTransition, ColourTransition]
"""A transition of each colour."""


Ways = tuple[list[ColourTransition], list[ColourTransition], list[ColourTransition], list[ColourTransition]]
"""Transitions of each colour, the cheapest first."""

Choice = tuple[int, Ways, GroupTransition]
"""What may lie in groups, with the ways of the colours that fit: what they cost at least, the ways, the groups."""


@dataclass
class _Share:
    """The jokers shared among the colours and the groups: the ways of the colours, and what they cost at least.

    Most are too dear whatever lies in groups. `of_rack`: how many jokers in groups are of the rack; `met`: choices of
    this share and of others, by what they lead to (None: no two lead to the same states).
    """

    least: int
    ways: tuple[Transitions, Transitions, Transitions, Transitions]
    groups: tuple[GroupTransition, ...]
    of_rack: int
    met: set[tuple[int, ...]] | None

    @cached_property
    def choices(self) -> list[Choice]:
        """What may lie in groups, with the transitions of each colour that fit."""
        one, two, three, four = (way.by_grouped for way in self.ways)
        alike_one, alike_two, alike_three, alike_four = (way.alike for way in self.ways)
        found = []
        for group in self.groups:
            black, red, blue, orange = group.tiles
            if black in one and red in two and blue in three and orange in four:
                if self.met is not None:
                    leads_to = alike_one[black], alike_two[red], alike_three[blue], alike_four[orange], group.new
                    if leads_to in self.met:
                        continue
                    self.met.add(leads_to)
                ways = one[black], two[red], three[blue], four[orange]
                least = ways[0][0].least + ways[1][0].least + ways[2][0].least + ways[3][0].least
                found.append((least, ways, group))
        return found


@dataclass
class Successors:
    """What can follow a state with so many jokers laid at its number, found level by level, the cheapest first.

    `beyond`: what the rest costs at least, once all of a level are found.
    """

    problem: TilingProblem
    colours: ColourTransitions
    groups: GroupChoices
    number: int
    jokers: Jokers
    state: State
    beyond: int = field(default=INFINITE, init=False)
    _level: int = field(default=-1, init=False)
    _too_dear: int = field(default=INFINITE, init=False)

    def up_to(self, most: int) -> Iterator[Successor]:
        """Those that cost no more in the end, one after another, but for those of earlier levels."""
        above, self._level, self.beyond, self._too_dear = self._level, most, INFINITE, INFINITE
        number, (jokers, of_rack), state = self.number, self.jokers, self.state
        problem, held = self.problem, state.held
        laid, laid_of_rack = state.laid + jokers, state.of_rack + of_rack
        left = problem.jokers - laid - laid_of_rack
        must, may = problem.jokers_left(laid, laid_of_rack)
        from_rack = problem.counted_left(state.laid, state.of_rack) - problem.counted_left(laid, laid_of_rack)
        worth = problem.worth(number)
        counted = jokers + of_rack if problem.all_jokers_count else from_rack
        base = problem.short(number) * from_rack
        if number == problem.last:
            if must:
                return
            base += may * (TILE_COST + JOKER_POINTS)
        # The colours' bounds count every joker that may come at its price, and every place in a group; what these can
        # be worth at most is taken off again, so that no bound is above what the rest truly costs.
        saved = self.colours.bounds.reckoned.saved(number + 1, left) - base
        for colours, groups in self._transitions(most + saved):
            one, two, three, four = colours
            cost = base + one.cost + two.cost + three.cost + four.cost
            total = cost + problem.at_least(number + 1, one.least + two.least + three.least + four.least - saved - cost)
            if total <= above:
                continue  # found before
            if total > most:
                self.beyond = min(self.beyond, total)
                continue
            points = 0
            if problem.points_needed:
                points = state.points + one.points + two.points + three.points + four.points + worth * counted
                points = min(points, problem.points_needed)
                if number == problem.last and points < problem.points_needed:
                    continue
            sets = 0
            if problem.most_sets is not None:
                sets = state.sets + groups.new + sum(len(colour.continuation.new) for colour in colours)
                if sets > problem.most_sets:
                    continue
            if number == 1 and problem.wraps:
                tiles, kept = zip(*(colour.held for colour in colours), strict=True)
                held = ToLay(tiles, kept, NONE)
            then = State(laid, laid_of_rack, one.runs, two.runs, three.runs, four.runs, points, held, sets)
            yield Successor(then, cost, total, Transition(colours, groups))
        if self._too_dear < INFINITE:
            self.beyond = min(self.beyond, self._too_dear - saved)

    @cached_property
    def _shared(self) -> list["_Share"]:
        """What may become of the tiles of the number, by where the jokers lie."""
        of_number = (self.state.held,) if self.number > NUMBERS else self.problem.to_lay[self.number]
        # A kept joker in a run and the tile in a group, or the other way round, most often come to the same.
        any_kept = self.problem.keeps_jokers[self.number] and not self.problem.tells_jokers
        met: set[tuple[int, ...]] | None = set() if any_kept else None
        return [share for to_lay in of_number for share in self._shares_of(to_lay, met)]

    def _shares_of(self, to_lay: ToLay, met: set[tuple[int, ...]] | None) -> Iterator["_Share"]:
        number, (jokers, of_rack), state, of_colour = self.number, self.jokers, self.state, self.colours.of
        more_jokers = self.problem.jokers > state.laid + jokers + state.of_rack + of_rack
        needed = tuple(zip(*to_lay, strict=True))
        for in_groups, of_rack_in_groups in product(range(jokers + 1), range(of_rack + 1)):
            groups = self.groups.of(number, to_lay, in_groups + of_rack_in_groups)
            for a, b, c, d in _shares(jokers - in_groups, of_rack - of_rack_in_groups) if groups else ():
                one = of_colour(0, number, state.black, needed[0], a, more_jokers)
                two = of_colour(1, number, state.red, needed[1], b, more_jokers) if one.by_grouped else one
                three = of_colour(2, number, state.blue, needed[2], c, more_jokers) if two.by_grouped else two
                four = of_colour(3, number, state.orange, needed[3], d, more_jokers) if three.by_grouped else three
                if four.by_grouped:
                    least = one.least + two.least + three.least + four.least
                    yield _Share(least, (one, two, three, four), groups, of_rack_in_groups, met)

    def _transitions(self, most: int) -> Iterator[tuple[Colours, GroupTransition]]:
        """What can become of the tiles of the number and the jokers, in runs and groups, for no more than `most`."""
        for share in self._shared:
            if share.least > most:
                self._pass_over(share.least)
                continue
            for least, ways, group in share.choices:
                if least > most:
                    self._pass_over(least)
                    continue
                for colours in self._together(*ways, most):
                    asks = group.jokers and self.problem.tells_jokers
                    dealt = self._with_companions(colours, group, share.of_rack) if asks else group
                    if dealt is not None:
                        yield colours, dealt

    def _with_companions(
        self, colours: Colours, groups: GroupTransition, jokers_of_rack: int
    ) -> GroupTransition | None:
        """The groups, if enough tiles of the rack lie to be beside their jokers."""
        from_rack = tuple(one.rack_in_groups for one in colours)
        return self.groups.with_companions(self.number, groups, from_rack, jokers_of_rack)

    def _together(
        self,
        ones: list[ColourTransition],
        twos: list[ColourTransition],
        threes: list[ColourTransition],
        fours: list[ColourTransition],
        most: int,
    ) -> Iterator[Colours]:
        """A transition of each colour, all that cost no more than `most` together."""
        # Each list begins with its cheapest: what is too dear with the cheapest of the other colours is so with all.
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


@lru_cache(maxsize=64)
def _shares(jokers: int, of_rack: int) -> tuple[tuple[Jokers, ...], ...]:
    """Every way to share so many jokers among the colours, and so many of the rack."""
    ways = [[way for way in product(range(n + 1), repeat=COLOURS) if sum(way) == n] for n in (jokers, of_rack)]
    return tuple(tuple(zip(*way, strict=True)) for way in product(*ways))
