"""What can become of one colour's tiles of one number."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from referee.solving.tiling.colour_bounds import ColourBounds
from referee.solving.tiling.group_transitions import Grouped
from referee.solving.tiling.partial_runs import EMPTY, INTO_FIXED, MAY_END, PartialRun, PartialRuns
from referee.solving.tiling.run_transitions import Continuation, Jokers, RunTransition, run_transitions
from referee.solving.tiling.tiling_problem import INFINITE, TILE_COST, TilingProblem


class ColourTransition(NamedTuple):
    """What becomes of one colour's tiles of one number, and the least it costs from there on.

    `least`: its cost and the least of the rest, every joker that may come at its price; `held`: 1s kept for after the
    13s, and jokers that stand for one; `absorbed`: the partial runs that go on into fixed ones, EMPTY where none does;
    `rack_in_groups`: how many of the tiles in groups may be of the rack; `length`: of all runs together, as far as it
    matters.
    """

    runs: PartialRuns
    least: int
    cost: int
    points: int
    held: Grouped
    continuation: Continuation
    absorbed: PartialRuns
    rack_in_groups: int
    length: int


class Transitions(NamedTuple):
    """Transitions by what lies in groups, those that cost least first, and what the cheapest of all costs.

    `alike`: where jokers are kept, the same number for those that lead to the same runs at the same cost.
    """

    by_grouped: dict[Grouped, list[ColourTransition]]
    least: int
    alike: dict[Grouped, int]


NO_TRANSITIONS = Transitions({}, INFINITE, {})

OfColour = tuple[int, int, int]
"""What there is to lay of one colour and number: tiles that have to lie, jokers that stand for one, tiles that may."""

TransitionKey = tuple[PartialRuns, OfColour, Jokers, bool]
"""The runs before a number, what there is to lay, the jokers in runs, and whether more may come."""
OfNumber = dict[TransitionKey, Transitions]


@dataclass
class KnownTransitions:
    """Those of one colour that were worked out, by number; `alike_ways`: a number for each of what some lead to."""

    of_numbers: list[OfNumber]
    alike_ways: dict[tuple[object, ...], int] = field(default_factory=dict)


SharedTransitions = dict[object, KnownTransitions]

NOTHING_HELD: Grouped = (0, 0)
LEAST = attrgetter("least")


@dataclass
class ColourTransitions:
    """The transitions of every colour, each worked out once."""

    problem: TilingProblem
    bounds: ColourBounds
    shared: SharedTransitions = field(default_factory=dict)
    """What was worked out for other problems, in which nothing is different for some colours."""

    def of(
        self, colour: int, number: int, runs: PartialRuns, to_lay: OfColour, jokers: Jokers, more_jokers: bool
    ) -> Transitions:
        """What can become of a colour's tiles and kept jokers of a number, with so many free jokers in its runs.

        `more_jokers`: whether more of them may come.
        """
        key = (runs, to_lay, jokers, more_jokers)
        of_number = self._known[colour].of_numbers[number]
        found = of_number.get(key)
        if found is None:
            found = of_number[key] = self._worked_out(colour, number, key)
        return found

    def _worked_out(self, colour: int, number: int, key: TransitionKey) -> Transitions:
        if any(key[2]) and not self.problem.joker_fits(colour, number):
            return NO_TRANSITIONS
        by_grouped: dict[Grouped, list[ColourTransition]] = {}
        for grouped, transition in self._transitions(colour, number, *key):
            by_grouped.setdefault(grouped, []).append(transition)
        for transitions in by_grouped.values():
            transitions.sort(key=LEAST)
        least = min((some[0].least for some in by_grouped.values()), default=INFINITE)
        kept = self.problem.keeps_jokers[number]
        alike = {grouped: self._alike(colour, some) for grouped, some in by_grouped.items()} if kept else {}
        return Transitions(by_grouped, least, alike)

    def _alike(self, colour: int, transitions: list[ColourTransition]) -> int:
        lead_to = tuple((one.runs, one.cost, one.points, one.held, len(one.continuation.new)) for one in transitions)
        ways = self._known[colour].alike_ways
        return ways.setdefault(lead_to, len(ways))

    @cached_property
    def _known(self) -> list[KnownTransitions]:
        """By colour."""
        problem, found = self.problem, list[KnownTransitions]()
        for colour, tracking in enumerate(problem.tracking):
            forbidden = frozenset(problem.forbidden_runs[colour].items())
            key = self.bounds.alike[colour], tracking, forbidden, problem.keeps_jokers
            none_yet = KnownTransitions([{} for _ in range(problem.last + 1)])
            found.append(self.shared.setdefault(key, none_yet))
        return found

    def _transitions(
        self,
        colour: int,
        number: int,
        runs: PartialRuns,
        to_lay: OfColour,
        jokers: Jokers,
        more_jokers: bool,
    ) -> Iterator[tuple[Grouped, ColourTransition]]:
        problem, (must, kept, may) = self.problem, to_lay
        limits = (problem.tracking[colour], number >= problem.last, problem.forbidden_run(colour, number))
        if not problem.fixed_runs and not problem.wraps:
            for way in run_transitions(runs, must, may, kept, jokers, *limits):
                found = self._transition(colour, number, way.runs, way, may, more_jokers, NOTHING_HELD, ())
                if found is not None:
                    yield (way.in_groups, way.kept_in_groups), found
            return
        into_fixed = tuple(run for run in runs if run[0] == INTO_FIXED)
        free_runs = runs[: len(runs) - len(into_fixed)]
        for absorbed, free in self._absorbed(colour, number, free_runs):
            fixed = self._fixed_runs(colour, number, absorbed, into_fixed)
            for held in self._held(number, to_lay) if fixed is not None else ():
                tiles = max(must - held[0], 0)
                rest = must + may - held[0] - tiles
                for way in run_transitions(free, tiles, rest, kept - held[1], jokers, *limits):
                    then = tuple(sorted((*way.runs, *fixed))) if fixed else way.runs
                    found = self._transition(colour, number, then, way, may, more_jokers, held, absorbed)
                    if found is not None:
                        yield (way.in_groups, way.kept_in_groups), found

    def _transition(
        self,
        colour: int,
        number: int,
        then: PartialRuns,
        way: RunTransition,
        may: int,
        more_jokers: bool,
        held: Grouped,
        absorbed: PartialRuns,
    ) -> ColourTransition | None:
        """A way to lay a colour's tiles of a number, with what it costs; None: nothing can follow it."""
        rest = self.bounds.least(colour, number + 1, then, more_jokers)
        if rest >= INFINITE:
            return None
        worth = self.problem.worth(number)
        cost, points = way.left_out * (TILE_COST + worth), (may - way.left_out) * worth
        length = sum([min(run[0], MAY_END) for run in then])
        how = (way.continuation, absorbed, way.rack_in_groups, length)
        return ColourTransition(then, cost + rest, cost, points, held, *how)

    def _held(self, number: int, to_lay: OfColour) -> Iterator[Grouped]:
        """How many 1s, and jokers that stand for one, may be kept for after the 13s."""
        if number > 1 or not self.problem.wraps:
            yield NOTHING_HELD
            return
        must, kept, may = to_lay
        yield from product(range(must + may + 1), range(kept + 1))

    def _absorbed(self, colour: int, number: int, runs: PartialRuns) -> Iterator[tuple[PartialRuns, PartialRuns]]:
        """For each fixed run that begins here no run (EMPTY), or one that goes on into it; and the other runs."""
        choices: list[tuple[PartialRuns, PartialRuns]] = [((), runs)]
        for _ in self.bounds.fixed.begin_at(colour, number):
            longer = []
            for absorbed, free in choices:
                longer.append(((*absorbed, EMPTY), free))
                for run in dict.fromkeys(free):
                    place = free.index(run)
                    longer.append(((*absorbed, run), (*free[:place], *free[place + 1 :])))
            choices = longer
        yield from choices

    def _fixed_runs(
        self, colour: int, number: int, absorbed: PartialRuns, into_fixed: PartialRuns
    ) -> PartialRuns | None:
        """The fixed runs that end here, and those that go on into others; None: too many jokers would lie in one."""
        found = [run for run in into_fixed if run[2] not in self.bounds.fixed.end_at(colour, number)]
        for which, run in zip(self.bounds.fixed.begin_at(colour, number), absorbed, strict=True):
            if run[1]:
                if not self._fits(self.bounds.fixed.partial_run(which, run[1])):
                    return None
                found.append((INTO_FIXED, run[1], which, 0))
        jokers = {run[2]: run[1] for run in into_fixed}
        for which in self.bounds.fixed.end_at(colour, number):
            found.append(self.bounds.fixed.partial_run(which, jokers.get(which, 0)))
        return tuple(found)

    def _fits(self, run: PartialRun) -> bool:
        limit = self.problem.limit
        return limit is None or run[1] <= limit
