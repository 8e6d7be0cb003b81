"""What the rest of a tiling costs at least, as searches of other problems have found it out.

Many problems differ only in tiles of a few numbers. From the first number on at which they are the same, a state of the
one costs as much to complete as the same state of the other. A search that is over has proved a cost which no tiling
undercuts; so from a state that it came to for some of that cost the rest costs no less than what is left of it. That is
a bound whatever became of the tiling found, for it says nothing of rules, only of tiles.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.rules import COLOURS
from referee.solving.tiling.tiling_problem import IN_GROUPS, TilingProblem
from referee.solving.tiling.transitions import State

Rest = tuple[object, ...]
"""A state, but for the jokers laid those that are left: such as have to lie, and such as may."""
Costs = dict[Rest, int]


@dataclass(frozen=True)
class SharedRests:
    """By what lies from a number on, and by the rules: what the rests there cost at least."""

    numbers: dict[object, int] = field(default_factory=dict)
    """A name for all that is the same from a number on."""
    costs: dict[tuple[int, bool], Costs] = field(default_factory=dict)


class KnownRests:
    """What is known of the rests of one problem; `may_add_jokers`: whether its search may add jokers in the end."""

    def __init__(self, problem: TilingProblem, shared: SharedRests, may_add_jokers: bool) -> None:
        self._problem = problem
        name = shared.numbers.setdefault(_rules_of(problem), len(shared.numbers))
        costs = [shared.costs.setdefault((name, may_add_jokers), {})]
        for number in range(problem.last, 0, -1):
            what = (*_what_lies_at(problem, number), name)
            name = shared.numbers.setdefault(what, len(shared.numbers))
            costs.append(shared.costs.setdefault((name, may_add_jokers), {}))
        self._from: list[Costs] = [{}, *reversed(costs)]

    def least(self, number: int, state: State) -> int:
        """What the numbers from one on cost at least after a state; 0: nothing is known."""
        return self._from[number].get(self._rest(state), 0)

    def learn(self, reached: Mapping[tuple[int, State], int], least: int) -> None:
        """Takes in what a search has proved: no tiling costs less than `least`. `reached`: what each state had cost."""
        for (number, state), so_far in reached.items():
            costs, rest = self._from[number], self._rest(state)
            if least - so_far > costs.get(rest, 0):
                costs[rest] = least - so_far

    def _rest(self, state: State) -> Rest:
        return *self._problem.jokers_left(state.laid, state.of_rack), *state[2:]


def _rules_of(problem: TilingProblem) -> object:
    """What holds for all numbers."""
    limits = (problem.limit, problem.numbered, problem.points_needed, problem.all_jokers_count, problem.most_sets)
    return problem.colours_differ, problem.wraps, problem.is_mirrored, problem.tracking, problem.beside, *limits


def _what_lies_at(problem: TilingProblem, number: int) -> tuple[object, ...]:
    """All that is asked of a number: its tiles, fixed sets that begin or go on here, sets that may not end here."""
    to_lay = problem.to_lay[number] if number < len(problem.to_lay) else None
    fixed = tuple((which, cells) for which, cells in enumerate(problem.fixed_runs) if cells[-1].number >= number)
    groups = problem.fixed_groups_of[number]
    forbidden = frozenset(cells for cells in problem.forbidden if cells[-1].number == number)
    joker_fits = tuple(problem.joker_fits(colour, number) for colour in (IN_GROUPS, *range(COLOURS)))
    return to_lay, fixed, groups, forbidden, joker_fits
