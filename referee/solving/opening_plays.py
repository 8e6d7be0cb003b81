"""The best play of a player who has not opened."""

from collections import Counter
from dataclasses import dataclass, field, replace

from referee.judging import is_legal, rearrangement, with_jokers_taken
from referee.rules import Rules
from referee.sets import openings, points
from referee.solving.branch_and_bound import BranchAndBound, cost_of
from referee.solving.play import Play, TimeIsOver, TimeLimit
from referee.solving.tiling.tiling_problem import TILE_COST
from referee.solving.tiling.tiling_search import SharedWork
from referee.table import Row, Table
from referee.tiles import JOKER, Tile, in_order


def best_opening_play(rules: Rules, table: Table, rack: Counter[Tile], time: TimeLimit) -> Play:
    """The best play that opens; a play without tiles where the rack holds no opening."""
    plays = _OpeningPlays(rules, table, rack, time)
    if rules.opening_may_use_table:
        return plays.onto_the_table()
    best = plays.with_more_play() if rules.more_play_after_opening else plays.from_the_rack()
    others = list(with_jokers_taken(rules, table, rack))
    for then, left in others:
        best = plays.once_jokers_are_taken(then, left, best)
    if others and rules.more_play_after_opening:
        return replace(best, is_optimal=plays.nothing_is_better_than(best))
    return best


@dataclass(frozen=True)
class _OpeningPlays:
    """The ways to open from one rack."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    time: TimeLimit
    _shared: SharedWork = field(default_factory=SharedWork, init=False)

    def onto_the_table(self) -> Play:
        """The best opening where it may use the table."""
        needed = self.rules.opening_points
        return BranchAndBound(self.rules, self.table, self.rack, self.time, False, needed).search()

    def from_the_rack(self, jokers_taken: int = 0) -> Play:
        """The best opening of sets from the rack alone."""
        rules = replace(self.rules, opening_points=0)
        limits = (self.rules.opening_points, self.rules.opening_sets, jokers_taken)
        play = BranchAndBound(rules, Table(), self.rack, self.time, False, *limits).search()
        if not play.played:
            return Play((), self.table, 0, play.is_optimal)
        return self._judged(replace(play, table=Table((*self.table.sets, *play.table.sets))))

    def _judged(self, play: Play) -> Play:
        """The play, if the judge allows it; else a play without tiles that is not proved to be the best."""
        if is_legal(rearrangement(self.rules, self.table, play.table), False):
            return play
        return Play((), self.table, 0, False)

    def once_jokers_are_taken(self, table: Table, left: Counter[Tile], best: Play) -> Play:
        """The best opening where the player first puts tiles in place of jokers and lays those jokers too; or `best`.

        `table`, `left`: the table and the rack after the exchange.
        """
        taken = self.table.multiset()[JOKER] - table.multiset()[JOKER]
        rack = left - Counter({JOKER: taken})
        from_rack = replace(self.rules, joker_before_opening=False)
        play = _OpeningPlays(from_rack, table, rack, self.time).from_the_rack(taken)
        if play.played:
            exchanged = sum(tile.number or 0 for tile in (self.rack - rack).elements())
            played = in_order((play.table.multiset() - self.table.multiset()).elements())
            play = self._judged(replace(play, played=played, points=play.points + exchanged))
        better = max(best, play, key=lambda one: one.worth)
        return replace(better, is_optimal=best.is_optimal and play.is_optimal)

    def with_more_play(self) -> Play:
        """The best play where a player may lay more in the turn that opens.

        The best play of a player who has opened is the bound: no opening lays more. If that play opens, it is the best.
        The bound is not proved where a tile of the table may free a joker of the opening: its set may be broken up.
        Where three of a set stay together, an opening of longer sets may lead to more: only the bound proves a play.
        """
        bound = BranchAndBound(self.rules, self.table, self.rack, self.time).search()
        if self.rules.rebuilding != "free" and self.rules.freeing_tile_from != "rack" and self.rack[JOKER]:
            bound = replace(bound, is_optimal=False)
        if self._judged(bound).played:
            return bound
        best = Play((), self.table, 0)
        try:
            for laid in openings(self.rack, self.rules):
                self.time.check()
                best = self._with_opening(laid, best)
                if bound.is_optimal and best.worth == bound.worth:
                    break
        except TimeIsOver:
            return replace(best, is_optimal=False)
        if self.rules.rebuilding == "free" or not best.played:
            return best
        return replace(best, is_optimal=bound.is_optimal and best.worth == bound.worth)

    def nothing_is_better_than(self, play: Play) -> bool:
        """Whether it is proved that even a player who has opened could not lay more.

        It cannot be proved under rules that say where a freed joker may go. They do not bind a joker that is taken
        before the opening, so an opening may lay more than a player who has opened.
        """
        if not self.rules.any_rearranging_is_legal:
            return False
        bound = BranchAndBound(self.rules, self.table, self.rack, self.time).search()
        return bound.is_optimal and play.worth == bound.worth

    def _with_opening(self, laid: tuple[Row, ...], best: Play) -> Play:
        """The best play that begins with this opening, or `best`, whichever is better."""
        tiles = Counter(tile for row in laid for tile in row)
        worth = sum(points(row, self.rules) for row in laid)
        table, left = Table((*self.table.sets, *laid)), self.rack - tiles
        tiles_to_beat, points_to_beat = max(best.worth, (tiles.total(), worth - 1))
        to_beat = (tiles_to_beat - tiles.total()) * TILE_COST + points_to_beat - worth
        below = cost_of(left) - to_beat
        more = BranchAndBound(self.rules, table, left, self.time, below=below, shared=self._shared).search()
        played = in_order([*tiles.elements(), *more.played])
        play = self._judged(Play(played, more.table, worth + more.points, more.is_optimal))
        better = max(best, play, key=lambda one: one.worth)
        return replace(better, is_optimal=best.is_optimal and more.is_optimal)
