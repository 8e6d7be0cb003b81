"""The best play among all accounts of the jokers, by branch and bound.

Each account is a tiling problem that leaves some rules out. Its cheapest tiling is a bound; where it breaks
one of those rules, the account is branched into narrower ones.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from referee.judging import Rearrangement, breaks_nothing, judge
from referee.rules import Rules
from referee.solving.branching import branches
from referee.solving.joker_accounts import subproblems
from referee.solving.least_change import with_least_change
from referee.solving.play import OutOfTime, Play
from referee.solving.subproblem import Subproblem, rows_of, tiling_problem
from referee.solving.tiling_problem import JOKER_POINTS, TILE_COST, Tiling
from referee.solving.tiling_search import TilingSearch
from referee.table import Table
from referee.tiles import Tile, in_order


@dataclass
class BranchAndBound:
    """The search for the best play of one table and rack; `jokers_taken`: jokers on the rack that have to be laid."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    out_of_time: OutOfTime
    jokers_taken: int = 0
    _is_proved: bool = field(default=True, init=False)

    def best(self, points_needed: int = 0) -> Play:
        """The best play of a player who has opened, or opens with so many points."""
        best = Play((), self.table, 0)
        for subproblem in subproblems(self.rules, self.table, self.rack, points_needed):
            if self.jokers_taken:
                subproblem = replace(subproblem, freed_jokers=self.jokers_taken, freed_jokers_count=True)
            if best.played and self.out_of_time():
                self._is_proved = False
                break
            best = self._better(subproblem, best, opened=not points_needed)
        return replace(best, is_optimal=self._is_proved)

    def _better(self, subproblem: Subproblem, best: Play, opened: bool) -> Play:
        """The best play of one subproblem, if it is better than `best`."""
        tiling = self._cheapest_tiling(subproblem, best)
        if tiling is None:
            return best
        play = self._play(subproblem, tiling, opened)
        if play is not None:
            return play
        narrower, are_all = branches(self.rules, self.table, subproblem, tiling)
        for one in narrower:
            if self.out_of_time():
                self._is_proved = False
                return best
            best = self._better(one, best, opened)
            if self._cost(best) == tiling.cost:
                return best
        self._is_proved = self._is_proved and are_all
        return best

    def _cheapest_tiling(self, subproblem: Subproblem, best: Play) -> Tiling | None:
        search = TilingSearch(tiling_problem(self.rules, subproblem), self._cost(best), self.out_of_time)
        tiling = search.cheapest()
        self._is_proved = self._is_proved and not search.was_stopped
        return tiling

    def _cost(self, play: Play) -> int:
        """What the rack costs that a play leaves."""
        tiles, points = play.worth
        return self._cost_of_rack() - tiles * TILE_COST - points

    def _cost_of_rack(self) -> int:
        most_points = sum(JOKER_POINTS if tile.number is None else tile.number for tile in self.rack.elements())
        return self.rack.total() * TILE_COST + most_points

    def _play(self, subproblem: Subproblem, tiling: Tiling, opened: bool) -> Play | None:
        """The play that a tiling is; None where it breaks a rule that the search knew nothing of."""
        rows = rows_of(subproblem, tiling)
        for table in (Table(with_least_change(self.rules, self.table.sets, rows)), Table(rows)):
            if self._is_legal(opened, table):
                played = in_order((table.multiset() - self.table.multiset()).elements())
                return Play(played, table, (self._cost_of_rack() - tiling.cost) % TILE_COST)
        return None

    def _is_legal(self, opened: bool, table: Table) -> bool:
        """Whether a table made of sets is a legal turn: after an opening only some account has to break nothing."""
        if self.rules.any_rearranging_is_legal:
            return True
        if not opened:
            return judge(self.rules, opened, self.table, table).legal
        played = table.multiset() - self.table.multiset()
        return breaks_nothing(Rearrangement(self.rules, self.table.sets, table.sets, played))
