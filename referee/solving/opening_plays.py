"""The best play of a player who has not opened."""

from collections import Counter
from dataclasses import dataclass, replace

from referee.judging import is_legal, rearrangement, with_jokers_taken
from referee.rules import Rules
from referee.solving.branch_and_bound import BranchAndBound
from referee.solving.more_play import MorePlay
from referee.solving.play import Play, TimeLimit
from referee.table import Table
from referee.tiles import JOKER, Tile, in_order


def best_opening_play(rules: Rules, table: Table, rack: Counter[Tile], time: TimeLimit) -> Play:
    """The best play that opens; a play without tiles if the rack holds no opening."""
    plays = _OpeningPlays(rules, table, rack, time)
    if rules.opening_may_use_table:
        return plays.onto_the_table()
    best = MorePlay(rules, table, rack, time).search() if rules.more_play_after_opening else plays.from_the_rack()
    others = list(with_jokers_taken(rules, table, rack))
    for then, left in others:
        best = plays.once_jokers_are_taken(then, left, best)
    # Further play after a joker was taken is not searched, so the play is not proved to be optimal.
    return replace(best, is_optimal=False) if others and rules.more_play_after_opening else best


@dataclass(frozen=True)
class _OpeningPlays:
    """The ways to open from one rack."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    time: TimeLimit

    def onto_the_table(self) -> Play:
        """The best opening under rules that let it use the table."""
        needed = self.rules.opening_points
        return BranchAndBound(self.rules, self.table, self.rack, self.time, False, needed).search()

    def from_the_rack(self, jokers_taken: int = 0) -> Play:
        """The best opening of sets from the rack alone; `jokers_taken`: number of table jokers it must lay as well."""
        rules = replace(self.rules, opening_points=0)
        limits = (self.rules.opening_points, self.rules.opening_sets, jokers_taken)
        play = BranchAndBound(rules, Table(), self.rack, self.time, False, *limits).search()
        if not play.played:
            return Play((), self.table, 0, play.is_optimal)
        return self._judged(replace(play, table=Table((*self.table.sets, *play.table.sets))))

    def _judged(self, play: Play) -> Play:
        """The play if it is legal; else a play without tiles that is not proved to be optimal."""
        if is_legal(rearrangement(self.rules, self.table, play.table), False):
            return play
        return Play((), self.table, 0, False)

    def once_jokers_are_taken(self, table: Table, left: Counter[Tile], best: Play) -> Play:
        """The better of `best` and the best opening in which the player first takes jokers of the table, then lays them
        as well.

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
