"""The best play among all accounts of the jokers, by branch and bound.

Each account is a tiling problem that leaves some rules out. Its cheapest tiling is a bound; where it breaks
one of those rules, the account is branched into narrower ones.
A state is the subproblems that wait, each with what its tilings cost at least: as much as the best tiling of that which
it was branched from, since it forbids more. A step searches one, and takes its tiling as the best play, or branches it.
The accounts come first, all of them: what is branched from one costs as much at least, and the next may refute it. Of
the others come first those that may leave fewest tiles out, of these the newest: a play that costs little refutes the
others. Until some play is known, the newest come first anyhow.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import chain, count, islice
from typing import NamedTuple

from referee.judging import Rearrangement, Violation, breaks_nothing, in_the_way, is_legal, rearrangement
from referee.rules import Rules
from referee.sets import points
from referee.solving.branching import Branching
from referee.solving.jokers.joker_accounts import subproblems
from referee.solving.jokers.subproblem import Subproblem, exact_problem, relaxed_problem
from referee.solving.play import Play, TimeIsOver, TimeLimit
from referee.solving.rows.least_change import with_least_change
from referee.solving.rows.realization import rows_of, with_kept_jokers
from referee.solving.tiling.cells import Cells
from referee.solving.tiling.tiling_problem import INFINITE, JOKER_POINTS, TILE_COST, Tiling, TilingProblem
from referee.solving.tiling.tiling_search import SharedWork, TilingSearch
from referee.solving.worth import worth_of
from referee.table import Row, Table
from referee.tiles import JOKER, Tile, in_order

STATES_WHEN_GREEDY = 200
"""States looked at for some good play, where the time is over before any is found."""


class _Waiting(NamedTuple):
    """Subproblems that wait to be searched; the order of the fields is the order in which they are.

    `left_out`: so many tiles are left out at least; `serial`: negative, so that those found last come first. `least`:
    what every tiling of theirs costs at least.
    """

    left_out: int
    serial: int
    least: int
    subproblems: Iterator[Subproblem]


@dataclass
class BranchAndBound:
    """The search for the best play of one table and rack.

    `opened`: whether what is found has to be legal for a player who has opened; `points_needed`: what it has to
    be worth; `most_sets`: how many sets may lie; `jokers_taken`: jokers that have to be laid, though they are
    not on the rack; `laid`: the last sets of the table, laid before in this turn: their jokers count where they lie at
    the end, and points are those beyond what these sets were worth; `to_beat`: what the tiles laid have to be worth
    more than, TILE_COST each and their points; `shared`: what searches of other tables and racks have in common with
    this one.
    """

    rules: Rules
    table: Table
    rack: Counter[Tile]
    time: TimeLimit
    opened: bool = True
    points_needed: int = 0
    most_sets: int | None = None
    jokers_taken: int = 0
    laid: tuple[Row, ...] = ()
    to_beat: int = 0
    shared: SharedWork = field(default_factory=SharedWork)
    below: int = field(init=False)
    """What costs as much, or more, is no better than the best play."""
    _best: Play = field(init=False)
    _nothing: int = field(init=False)
    """What it costs to lay nothing more."""
    _laid_worth: int = field(init=False)
    _branching: Branching = field(init=False)
    _unproved_from: int = field(default=INFINITE, init=False)

    def __post_init__(self) -> None:
        self._best = Play((), self.table, 0)
        self._branching = Branching(self.rules, self.table, self.rack)
        self._laid_worth = sum(points(row, self.rules) for row in self.laid)
        self._nothing = cost_of(self.rack) + _most_points(chain.from_iterable(self.laid)) - self._laid_worth
        self.below = self._nothing - max(0, self.to_beat)

    def search(self) -> Play:
        """The best play; not proved to be, where the time is over first."""
        accounts = self._subproblems()
        first = list(islice(accounts, 1))
        try:
            self._search(chain(first, accounts))
        except TimeIsOver:
            self._unproved_from = 0
            for account in first if not self._best.played else ():
                self._take_greedy(account)
        return replace(self._best, is_optimal=self.below <= self._unproved_from)

    def _subproblems(self) -> Iterator[Subproblem]:
        """Every account of the jokers, that in which all are kept first."""
        found = subproblems(self.rules, self.table, self.rack, self.points_needed, len(self.laid))
        taken = self.jokers_taken
        return (
            replace(one, freed_jokers=taken, freed_jokers_count=True, most_sets=self.most_sets)
            if taken
            else replace(one, most_sets=self.most_sets)
            for one in found
        )

    def _search(self, accounts: Iterator[Subproblem]) -> None:
        """Looks for a better play in every subproblem, and in its branches where its best tiling is not legal."""
        waiting = [_Waiting(0, -INFINITE, 0, accounts)]
        serial = count(-1, -1)
        while waiting:
            _, _, least, subproblems_left = waiting[0]
            subproblem = next(subproblems_left, None) if least < self.below else None
            if subproblem is None:
                heappop(waiting)
                continue
            self.time.check()
            subproblem = self._branching.narrowed(subproblem)
            found = self._cheapest_sets(subproblem, least)
            if found is None:
                continue
            sets, cost = found
            broken = self._take(subproblem, sets, cost)
            if broken is None:
                continue
            narrower, are_all = self._branching.branches(subproblem, sets, broken)
            left_out = cost // TILE_COST if self._best.played else 0
            heappush(waiting, _Waiting(left_out, next(serial), cost, narrower))
            if not are_all:
                self._unproved_from = min(self._unproved_from, cost)

    def _cheapest_sets(self, subproblem: Subproblem, least: int) -> tuple[tuple[Cells, ...], int] | None:
        """The cheapest tiling of a subproblem that is cheaper than the best play, and its cost.

        `least`: what every tiling of it is known to cost at least.
        """
        if subproblem.cost >= self.below:
            return None
        if not subproblem.forbidden or not subproblem.jokers:
            tiling = self._cheapest_tiling(subproblem, relaxed_problem(self.rules, subproblem), least)
            if tiling is None:
                return None
            sets = with_kept_jokers(self.rules, subproblem, tiling.sets)
            if sets is not None:
                return sets, tiling.cost + subproblem.cost
        tiling = self._cheapest_tiling(subproblem, exact_problem(self.rules, subproblem), least)
        return None if tiling is None else (tiling.sets, tiling.cost + subproblem.cost)

    def _cheapest_tiling(self, subproblem: Subproblem, problem: TilingProblem, least: int) -> Tiling | None:
        """The cheapest tiling of a problem, if a play of it would be better than the best."""
        search = TilingSearch(problem, self.time.check, self.shared)
        return search.cheapest(self.below - subproblem.cost, least - subproblem.cost)

    def _take_greedy(self, subproblem: Subproblem) -> None:
        """Takes some good play, if one is found quickly."""
        search = TilingSearch(exact_problem(self.rules, subproblem), lambda: None, self.shared)
        tiling = search.greedy(self.below - subproblem.cost, STATES_WHEN_GREEDY)
        if tiling is not None:
            self._take(subproblem, tiling.sets, tiling.cost + subproblem.cost)

    def _take(self, subproblem: Subproblem, sets: tuple[Cells, ...], cost: int) -> tuple[Violation, ...] | None:
        """Takes a tiling as the best play, if the judge finds it legal (None); else what it is known to break.

        What most often is wrong is asked before the judge is. Nothing broken: it is worth less than it costs, and one
        of the accounts that are searched as one may have a dearer play.
        """
        rows = rows_of((*sets, *(three.cells for three in subproblem.finished)))
        nearest, turn = self._turn(with_least_change(self.rules, self.table.sets, rows)), self._turn(rows)
        nearest_cost = self._cost_if_legal(nearest, cost) if not self.opened or breaks_nothing(nearest) else INFINITE
        if nearest_cost <= cost:
            self._keep(nearest, cost)
            return None
        broken = in_the_way(turn)
        turn_cost = self._cost_if_legal(turn, cost) if not self.opened or not broken else INFINITE
        if turn_cost <= cost:
            self._keep(turn, cost)
            return None
        for one, truly in ((nearest, nearest_cost), (turn, turn_cost)):
            if truly < self.below:
                self._keep(one, truly)
        return broken

    def _turn(self, rows: tuple[Row, ...]) -> Rearrangement:
        return rearrangement(self.rules, self.table, Table(rows))

    def _cost_if_legal(self, turn: Rearrangement, cost: int) -> int:
        """What a play costs by what its jokers stand for where they lie; of two jokers a tiling may count the other.

        INFINITE: the judge finds it not legal.
        """
        if not is_legal(turn, self.opened):
            return INFINITE
        if self.jokers_taken or not (turn.played[JOKER] or self.laid):
            return cost
        return cost + self._points(turn, cost) - self._truly_worth(turn)

    def _points(self, turn: Rearrangement, cost: int) -> int:
        """The points of a play that costs so much."""
        tiles = turn.played.total() - self.jokers_taken
        return self._nothing - cost - TILE_COST * tiles

    def _truly_worth(self, turn: Rearrangement) -> int:
        """The points of a play by where its jokers lie."""
        if self.laid:
            first = Table(self.table.sets[: -len(self.laid)])
            turn = rearrangement(self.rules, first, Table(tuple(turn.after)))
        return worth_of(turn, self.opened) - self._laid_worth

    def _keep(self, turn: Rearrangement, cost: int) -> None:
        table = Table(tuple(turn.after))
        self._best = Play(in_order(turn.played.elements()), table, self._points(turn, cost))
        self.below = cost


def cost_of(rack: Counter[Tile]) -> int:
    """What a rack costs of which nothing is laid."""
    return rack.total() * TILE_COST + _most_points(rack.elements())


def _most_points(tiles: Iterable[Tile]) -> int:
    """What tiles are worth, each joker as much as one can be."""
    return sum(JOKER_POINTS if tile.number is None else tile.number for tile in tiles)
