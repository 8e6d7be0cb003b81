"""The best play of a turn that opens and goes on with the tiles of the table.

The best play of a player who has opened is the bound: no opening lays more. If that play opens, it is the best.
Else a state is sets of the rack that lie first, an opening or some of its sets, and a step searches for the best play
once they lie. Where nothing better follows some sets, no opening with these is searched.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from referee.judging import is_legal, rearrangement
from referee.rules import Rules
from referee.sets import openings, points
from referee.solving.branch_and_bound import BranchAndBound
from referee.solving.play import Play, TimeIsOver, TimeLimit
from referee.solving.tiling.tiling_problem import TILE_COST
from referee.solving.tiling.tiling_search import SharedWork
from referee.solving.worth import worth_of
from referee.table import Row, Table
from referee.tiles import JOKER, Tile, in_order


@dataclass
class MorePlay:
    """The search for the best play that opens, where a player may lay more in the turn that opens."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    time: TimeLimit
    _best: Play = field(init=False)
    _is_proved: bool = field(default=True, init=False)
    _shared: SharedWork = field(default_factory=SharedWork, init=False)
    _led_to: dict[tuple[Row, ...], Play] = field(default_factory=dict, init=False)
    """The best play that some sets lead to which openings begin with."""

    def __post_init__(self) -> None:
        self._best = Play((), self.table, 0)

    def search(self) -> Play:
        """The best play; not proved to be, where the time is over first."""
        is_bounded = self._is_bounded()
        bound = BranchAndBound(self.rules, self.table, self.rack, self.time).search()
        bound = replace(bound, is_optimal=bound.is_optimal and is_bounded)
        self._take(bound)
        if self._best.played:
            return bound
        try:
            for laid in openings(self.rack, self.rules, leads_on=self._leads_on if is_bounded else None):
                play = self._once_laid(laid)
                self._take(play)
                self._is_proved &= self._is_settled(play)
                if bound.is_optimal and self._best.worth == bound.worth:
                    return replace(self._best, is_optimal=True)
        except TimeIsOver:
            self._is_proved = False
        return replace(self._best, is_optimal=self._is_proved and self._begins_with_an_opening())

    def _is_bounded(self) -> bool:
        """Whether a play leads to no more where fewer of its sets are its opening.

        It may where a tile of the table frees a joker of the opening: only a set that lay before may be broken up.
        """
        return not self.rules.opening_may_lend or not self.rack[JOKER]

    def _begins_with_an_opening(self) -> bool:
        """Whether every play begins with one of the openings: not where three of a longer set have to stay together."""
        return self.rules.rebuilding == "free" or not self._best.played

    def _leads_on(self, laid: tuple[Row, ...]) -> bool:
        """Whether an opening that begins with some sets may lead to a better play than the best.

        They are searched once; what they lead to may be no better by then than a best that was found since.
        """
        if laid not in self._led_to:
            self._led_to[laid] = self._once_laid(laid)
        return not self._is_settled(self._led_to[laid])

    def _is_settled(self, play: Play) -> bool:
        """Whether nothing better than the best begins as a play does that was searched for."""
        return play.is_optimal and play.worth <= self._best.worth

    def _once_laid(self, laid: tuple[Row, ...]) -> Play:
        """The best play that begins with some sets, if it is better than the best; whether it opens is not asked."""
        self.time.check()
        tiles = Counter(tile for row in laid for tile in row)
        worth = sum(points(row, self.rules) for row in laid)
        table, left = Table((*self.table.sets, *laid)), self.rack - tiles
        tiles_to_beat, points_to_beat = self._best.worth
        to_beat = (tiles_to_beat - tiles.total()) * TILE_COST + points_to_beat - worth
        more = BranchAndBound(
            self.rules, table, left, self.time, laid=laid, to_beat=to_beat, shared=self._shared
        ).search()
        played = in_order([*tiles.elements(), *more.played])
        return Play(played, more.table, worth + more.points, more.is_optimal)

    def _take(self, play: Play) -> None:
        """Takes a play as the best, if it is worth more and legal; its jokers count where they lie at the end."""
        if play.worth <= self._best.worth:
            return
        turn = rearrangement(self.rules, self.table, play.table)
        if is_legal(turn, False):
            self._best = max(self._best, replace(play, points=worth_of(turn, False)), key=lambda one: one.worth)
