"""The best play among all accounts of the jokers, by branch and bound.

Each account is a tiling problem without some of the rules; the judge says whether its cheapest tiling is legal. If it
is not, the account is branched into narrower subproblems (branching.py). A subproblem forbids more than its parent, so
the cost of the parent's tiling is a lower bound of its cost. The accounts are searched first, then the subproblems in
the order of the number of tiles they leave out at least.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count, islice

from referee.judging import Rearrangement, Violation, in_the_way, is_legal, rearrangement
from referee.rules import Rules
from referee.solving.branching import Branching
from referee.solving.jokers.joker_accounts import subproblems
from referee.solving.jokers.subproblem import Subproblem
from referee.solving.play import Play, TimeIsOver, TimeLimit
from referee.solving.rows.least_change import with_least_change
from referee.solving.rows.realization import rows_of, with_kept_jokers
from referee.solving.tiling.cells import Cells
from referee.solving.tiling.colours import Colours, SharedWork
from referee.solving.tiling.tiling_problem import INFINITE, JOKER_POINTS, TILE_COST
from referee.solving.tiling.tiling_search import TilingSearch
from referee.solving.worth import worth_of
from referee.table import Table
from referee.tiles import Tile, in_order

MOST_WHEN_GREEDY = 40
"""Number of subproblems that are searched greedily if the time is over before any play is found."""
MOST_WAYS = 24
"""Number of ways to place the kept jokers of one tiling that the judge checks."""


@dataclass
class BranchAndBound:
    """The search for the best play from one rack onto one table.

    `opened`: whether the player has opened, for the judge; `points_needed`: least points of the play; `most_sets`:
    largest number of sets on the table; `jokers_taken`: number of jokers that have to be laid besides the rack;
    `to_beat`: the value that the play has to exceed, TILE_COST for each tile laid plus its points; `shared`: a cache of
    work on colours, shared between searches.
    """

    rules: Rules
    table: Table
    rack: Counter[Tile]
    time: TimeLimit
    opened: bool = True
    points_needed: int = 0
    most_sets: int | None = None
    jokers_taken: int = 0
    to_beat: int = 0
    shared: SharedWork = field(default_factory=dict)
    _below: int = field(init=False)
    """Upper bound, exclusive: a tiling of this cost or more is no better than the best play."""
    _best: Play = field(init=False)
    _branching: Branching = field(init=False)
    _nothing: int = field(init=False)
    """Cost of laying no tile."""
    _unproved_from: int = field(default=INFINITE, init=False)
    """Lower bound of the cost of the plays that were not searched."""

    def __post_init__(self) -> None:
        self._best = Play((), self.table, 0)
        self._branching = Branching(self.rules, self.table, self.rack)
        points = sum(JOKER_POINTS if tile.number is None else tile.number for tile in self.rack.elements())
        self._nothing = self.rack.total() * TILE_COST + points
        self._below = self._nothing - max(0, self.to_beat)

    def search(self) -> Play:
        """The best play found; `is_optimal` is False if the time was over before it was proved to be the best."""
        found, taken = subproblems(self.rules, self.table, self.rack, self.points_needed), self.jokers_taken
        accounts = (replace(one, freed_jokers=one.freed_jokers + taken, most_sets=self.most_sets) for one in found)
        self._search([replace(one, freed_jokers_count=taken > 0) for one in accounts])
        least = min(self._below, self._unproved_from)
        at_most = self.rack.total() - least // TILE_COST
        return replace(self._best, is_optimal=self._below <= self._unproved_from, at_most=at_most)

    def _search(self, accounts: Iterable[Subproblem], greedily: int | None = None) -> None:
        """Searches every subproblem for a better play, and its branches if its best tiling is not legal.

        `greedily`: if given, stop at the first play or after so many subproblems, and ignore the time limit.
        """
        serial, met, waiting = count(), set[object](), list[tuple[int, int, int, Subproblem]]()
        for account in accounts:
            least = Colours(account.problem(self.rules), self.shared).of_all + account.cost
            heappush(waiting, (0, next(serial), least, account))
        while waiting and (greedily is None or (len(met) < greedily and not self._best.played)):
            _, _, least, subproblem = heappop(waiting)
            subproblem = self._branching.narrowed(subproblem)
            if least >= self._below or subproblem.key in met:
                continue
            met.add(subproblem.key)
            try:
                cost, narrower = self._looked_into(subproblem, greedily is not None)
            except TimeIsOver:
                self._unproved_from = min([self._unproved_from, least, *(least for _, _, least, _ in waiting)])
                if not self._best.played:
                    self._search([subproblem], MOST_WHEN_GREEDY)
                return
            for one in narrower:
                heappush(waiting, (cost // TILE_COST, -next(serial), cost, one))

    def _looked_into(self, subproblem: Subproblem, greedy: bool) -> tuple[int, Iterable[Subproblem]]:
        """The cost of the subproblem's best tiling, and narrower subproblems if it is not legal. Raises TimeIsOver."""
        time = TimeLimit(lambda: False) if greedy else self.time
        time.check()
        search = TilingSearch(subproblem.problem(self.rules), time.check, self.shared)
        tiling = search.cheapest(self._below - subproblem.cost, greedy)
        if tiling is None:
            return INFINITE, ()
        cost = tiling.cost + subproblem.cost
        broken = self._take(subproblem, tiling.sets, cost)
        if broken is None:
            return cost, ()
        narrower, are_all = self._branching.branches(subproblem, tiling.sets, broken)
        if not are_all:
            self._unproved_from = min(self._unproved_from, 0 if greedy else cost)
        return cost, narrower

    def _take(self, subproblem: Subproblem, sets: tuple[Cells, ...], cost: int) -> tuple[Violation, ...] | None:
        """Takes a tiling as the best play and returns None if the judge finds it legal; else the violations known.

        Returns an empty tuple if the play is worth less than the tiling, or if its jokers cannot lie in its sets.
        """
        turn: Rearrangement | None = None
        for laid in islice(with_kept_jokers(self.rules, subproblem, sets), MOST_WAYS):
            rows = rows_of(laid)
            for one in (with_least_change(self.rules, self.table.sets, rows), rows):
                turn = rearrangement(self.rules, self.table, Table(one))
                if is_legal(turn, self.opened):
                    truly = self._cost(turn, cost)
                    if truly < self._below:
                        self._keep(turn, truly)
                    if truly <= cost:
                        return None
        return () if turn is None else in_the_way(turn)

    def _cost(self, turn: Rearrangement, cost: int) -> int:
        """The cost of a play by the tiles that its jokers stand for in their rows; a tiling may count another joker
        instead."""
        if self.jokers_taken:
            return cost
        return self._nothing - TILE_COST * turn.played.total() - worth_of(turn, self.opened)

    def _keep(self, turn: Rearrangement, cost: int) -> None:
        points = self._nothing - cost - TILE_COST * (turn.played.total() - self.jokers_taken)
        self._best = Play(in_order(turn.played.elements()), Table(tuple(turn.after)), points)
        self._below = cost
