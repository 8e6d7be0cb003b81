"""The best play from a rack onto a table: most tiles, then most points, legal under the rules."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from referee.judging import Position, breaks_nothing, in_order, judge
from referee.rules import Rules
from referee.sets import openings, points, sets_within
from referee.solving.branching import narrower
from referee.solving.least_change import as_they_lay
from referee.solving.problem import JOKER_WORTH, TILE_COST, Tiling
from referee.solving.search import Search
from referee.solving.supply import Supply, exchanged, problem_of, rows_of, supplies
from referee.table import Row, Table
from referee.tiles import JOKER, Tile


@dataclass(frozen=True, slots=True)
class Play:
    """The tiles to lay, the table then, their points (a joker's: what it stands for).

    `is_optimal`: proved to be the best; not, where the time was over first.
    """

    played: tuple[Tile, ...]
    table: Table
    points: int
    is_optimal: bool = True

    @property
    def worth(self) -> tuple[int, int]:
        """What plays are compared by: tiles, then points."""
        return len(self.played), self.points


def never() -> bool:
    """Time that is never over."""
    return False


def best_play(
    rules: Rules,
    opened: bool,
    table: Table,
    rack: Iterable[Tile],
    out_of_time: Callable[[], bool] = never,
) -> Play:
    """The best play; one without tiles where nothing can be laid.

    `out_of_time` is asked now and then; once it says yes, the best play found so far is the answer.
    Tables that are not legal as they lie are answered with the best play that mends them, or none.

    >>> play = best_play(Rules(), True, Table.from_notation("b4 b5 b6"), [Tile.from_notation("b3")])
    >>> play.table.to_notation(), play.points
    (['b3 b4 b5 b6'], 3)
    """
    solver = _Solver(rules, table, Counter(rack), out_of_time)
    return solver.opened() if opened else solver.opening()


class _Solver:
    """One position, and the best play found so far."""

    def __init__(
        self, rules: Rules, table: Table, rack: Counter[Tile], out_of_time: Callable[[], bool], taken: int = 0
    ) -> None:
        self._rules = rules
        self._table = table
        self._rack = rack
        self._out_of_time = out_of_time
        self._taken = taken
        self._nothing = Play((), table, 0)
        self._proved = True

    def opened(self, best: Play | None = None, points_needed: int = 0) -> Play:
        """The best play of a player who has opened, if it is better than `best`."""
        best = best or self._nothing
        for supply in supplies(self._rules, self._table, self._rack, points_needed):
            if self._taken:
                supply = replace(supply, free=self._taken, count=True)
            if best.played and self._out_of_time():
                self._proved = False
                break
            best = self._better(supply, best, opened=not points_needed)
        return replace(best, is_optimal=self._proved)

    def opening(self) -> Play:
        """The best play of a player who has not opened."""
        rules = self._rules
        if rules.opening_may_use_table:
            return self.opened(points_needed=rules.opening_points)
        taken = list(exchanged(rules, self._table, self._rack)) if rules.joker_before_opening else []
        if rules.opening_sets is not None and not rules.more_play_after_opening:
            best = self._of_few_sets(rules.opening_sets)
        elif rules.more_play_after_opening:
            best = self._opening_then_more()
        else:
            best = self._from_the_rack()
            for table, rack in taken:
                best = self._with_jokers_taken(table, rack, best)
            return best
        return replace(best, is_optimal=best.is_optimal and not taken)

    def _better(self, supply: Supply, best: Play, opened: bool) -> Play:
        """The best play of one account of the jokers, if it is better than `best`."""
        tiling = self._search(supply, best)
        if tiling is None:
            return best
        play = self._play(supply, tiling, opened)
        if play is not None:
            return play
        narrow, are_all = narrower(self._rules, self._table, supply, tiling)
        for one in narrow:
            if self._out_of_time():
                self._proved = False
                return best
            best = self._better(one, best, opened)
            if self._cost(best) == tiling.cost:
                return best
        self._proved = self._proved and are_all
        return best

    def _search(self, supply: Supply, best: Play) -> Tiling | None:
        search = Search(problem_of(self._rules, supply), self._cost(best), self._out_of_time)
        tiling = search.cheapest()
        self._proved = self._proved and not search.was_stopped
        return tiling

    def _cost(self, play: Play) -> int:
        """What the rack costs that a play leaves."""
        tiles, worth = play.worth
        everything = self._rack.total() * TILE_COST + self._most_points()
        return everything - tiles * TILE_COST - worth

    def _most_points(self) -> int:
        return sum(JOKER_WORTH if tile.number is None else tile.number for tile in self._rack.elements())

    def _play(self, supply: Supply, tiling: Tiling, opened: bool) -> Play | None:
        """The play that a tiling is; None where it breaks a rule that the search knew nothing of."""
        rows = rows_of(supply, tiling)
        tables = (Table(as_they_lay(self._rules, self._table.sets, rows)), Table(rows))
        for table in tables:
            if self._is_legal(opened, table):
                played = in_order((table.multiset() - self._table.multiset()).elements())
                everything = self._rack.total() * TILE_COST + self._most_points()
                return Play(played, table, (everything - tiling.cost) % TILE_COST)
        return None

    def _is_legal(self, opened: bool, table: Table) -> bool:
        """Whether a table made of sets is a legal turn: after an opening only some account has to break nothing."""
        if self._rules.any_rearranging_is_legal:
            return True
        if not opened:
            return judge(self._rules, opened, self._table, table).legal
        played = table.multiset() - self._table.multiset()
        return breaks_nothing(Position(self._rules, self._table.sets, table.sets, played))

    def _with_jokers_taken(self, table: Table, rack: Counter[Tile], best: Play) -> Play:
        """The best opening once tiles of the rack lie in place of jokers, which have to be laid; or `best`."""
        taken = self._table.multiset()[JOKER] - table.multiset()[JOKER]
        play = _Solver(self._rules, table, rack, self._out_of_time, taken)._from_the_rack()
        if play.played:
            paid = sum(tile.number or 0 for tile in (self._rack - rack).elements())
            played = in_order((play.table.multiset() - self._table.multiset()).elements())
            play = replace(play, played=played, points=play.points + paid)
        better = max(best, play, key=lambda one: one.worth)
        return replace(better, is_optimal=best.is_optimal and play.is_optimal)

    def _from_the_rack(self) -> Play:
        """The best opening of sets from the rack alone."""
        rules = replace(self._rules, opening_points=0)
        rack_only = _Solver(rules, Table(), self._rack, self._out_of_time, self._taken)
        play = rack_only.opened(points_needed=self._rules.opening_points)
        if not play.played:
            return replace(self._nothing, is_optimal=play.is_optimal)
        return replace(play, table=Table((*self._table.sets, *play.table.sets)))

    def _of_few_sets(self, most: int) -> Play:
        """The best opening of a few sets, in the one way that has no short cut: trying them all."""
        best = self._nothing
        candidates = sorted(sets_within(self._rack, self._rules), key=len, reverse=True)
        for laid in _choices(candidates, self._rack, most):
            worth = sum(points(row, self._rules) for row in laid)
            tiles = in_order(tile for row in laid for tile in row)
            play = Play(tiles, Table((*self._table.sets, *laid)), worth)
            if worth >= self._rules.opening_points and play.worth > best.worth:
                best = play
            if self._out_of_time():
                return replace(best, is_optimal=False)
        return best

    def _opening_then_more(self) -> Play:
        """The best play where more may be laid in the turn that opens, once the opening stands."""
        best, proved = self._nothing, True
        for laid in openings(self._rack, self._rules):
            tiles = Counter(tile for row in laid for tile in row)
            after = _Solver(self._rules, Table((*self._table.sets, *laid)), self._rack - tiles, self._out_of_time)
            more = after.opened()
            play = self._with_opening(laid, more)
            proved = proved and more.is_optimal
            if play.worth > best.worth:
                best = play
            if self._out_of_time():
                proved = False
                break
        return replace(best, is_optimal=proved)

    def _with_opening(self, laid: tuple[Row, ...], more: Play) -> Play:
        tiles = [tile for row in laid for tile in row]
        worth = sum(points(row, self._rules) for row in laid)
        return Play(in_order([*tiles, *more.played]), more.table, worth + more.points)


def _choices(rows: list[Row], rack: Counter[Tile], most: int) -> Iterable[tuple[Row, ...]]:
    """Every choice of at most so many sets that the rack holds together."""
    if not most:
        return
    for place, row in enumerate(rows):
        tiles = Counter(row)
        if tiles <= rack:
            yield (row,)
            for others in _choices(rows[place:], rack - tiles, most - 1):
                yield (row, *others)
