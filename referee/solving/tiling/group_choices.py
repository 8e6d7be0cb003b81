"""The ways to lay groups of a number, each worked out once."""

from dataclasses import dataclass, field

from referee.rules import NUMBERS
from referee.solving.tiling.group_transitions import NO_GROUPS, GroupTransition, group_transitions, with_companions
from referee.solving.tiling.partial_runs import Beside
from referee.solving.tiling.tiling_problem import IN_GROUPS, Counts, TilingProblem, ToLay


@dataclass
class GroupChoices:
    """What may lie in groups, as one problem has it."""

    problem: TilingProblem
    _found: dict[tuple[int, ToLay, int], tuple[GroupTransition, ...]] = field(default_factory=dict, init=False)

    def of(self, number: int, to_lay: ToLay, jokers: int) -> tuple[GroupTransition, ...]:
        """The ways to lay groups of a number with so many jokers."""
        key = (number, to_lay, jokers)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._ways(*key)
        return found

    def _ways(self, number: int, to_lay: ToLay, jokers: int) -> tuple[GroupTransition, ...]:
        if number > NUMBERS:
            return () if jokers else NO_GROUPS
        problem = self.problem
        if jokers and not problem.joker_fits(IN_GROUPS, number):
            return ()
        tiles = tuple(n + more for n, more in zip(to_lay.tiles, to_lay.may, strict=True))
        rules, fixed = problem.group_rules(number), problem.fixed_groups_of[number]
        ways = group_transitions(tiles, to_lay.kept, jokers, rules, fixed)
        if problem.beside is Beside.ANY:
            return ways
        of_rack = min(jokers, problem.jokers_may)
        return tuple(way for way in ways if self.with_companions(number, way, to_lay.may, of_rack) is not None)

    def with_companions(
        self, number: int, groups: GroupTransition, from_rack: Counts, jokers_of_rack: int
    ) -> GroupTransition | None:
        """The groups, dealt so that their jokers have companions, if so many tiles and jokers are of the rack."""
        problem = self.problem
        if groups.jokers <= jokers_of_rack or problem.beside is Beside.ANY or problem.fixed_groups_of[number]:
            return groups
        return with_companions(
            groups, from_rack, jokers_of_rack, problem.group_rules(number)._replace(beside=problem.beside)
        )
