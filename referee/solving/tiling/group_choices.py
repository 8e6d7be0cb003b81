"""The ways to lay groups of a number, each worked out once, in the order in which they are tried."""

from dataclasses import dataclass, field
from operator import itemgetter

from referee.rules import NUMBERS
from referee.solving.tiling.group_transitions import NO_GROUPS, GroupTransition, group_transitions
from referee.solving.tiling.run_transitions import ENOUGH, Beside
from referee.solving.tiling.tiling_problem import IN_GROUPS, Must, TilingProblem


@dataclass
class GroupChoices:
    """What may lie in groups, as one problem has it."""

    problem: TilingProblem
    _found: dict[tuple[int, Must, int], tuple[GroupTransition, ...]] = field(default_factory=dict, init=False)

    def of(self, number: int, must: Must, jokers: int) -> tuple[GroupTransition, ...]:
        """The ways to lay groups of a number with so many jokers, those first that are as groups lay before.

        So most sets stay as they were, and fewer rules are broken.
        """
        key = (number, must, jokers)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._likely_first(number, self._ways(*key))
        return found

    def _ways(self, number: int, must: Must, jokers: int) -> tuple[GroupTransition, ...]:
        if number > NUMBERS:
            return () if jokers else NO_GROUPS
        problem = self.problem
        if jokers and not problem.joker_fits(IN_GROUPS, number):
            return ()
        tiles = tuple(n + more for n, more in zip(must.tiles, problem.may[number], strict=True))
        rules, fixed = problem.group_rules(number), problem.fixed_groups_of[number]
        ways = group_transitions(tiles, must.kept, jokers, rules, fixed)
        if problem.beside is Beside.ANY or fixed or not jokers:
            return ways
        more = jokers - 1 if problem.beside is Beside.STRETCH else 0
        companions = ((sum(map(min, map(itemgetter(0), way.tiles), problem.may[number])), way) for way in ways)
        return tuple(way for count, way in companions if count and count + more >= ENOUGH)

    def _likely_first(self, number: int, ways: tuple[GroupTransition, ...]) -> tuple[GroupTransition, ...]:
        likely = self.problem.likely_groups[number] if number <= NUMBERS and self.problem.likely_groups else ()
        return tuple(sorted(ways, key=lambda way: way.tiles not in likely)) if likely else ways
