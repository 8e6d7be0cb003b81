"""The best play of a turn that opens and goes on with the tiles of the table.

The best play of a player who has opened is an upper bound. If that play is a legal opening turn, it is the best.
Otherwise the search tries sets that are laid first from the rack: an opening, or the first sets of one. For each choice
it searches for the best play after them. If no better play follows some sets, openings that begin with them are
skipped.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from referee.judging import is_legal, rearrangement
from referee.rules import Rules
from referee.sets import openings, points
from referee.solving.branch_and_bound import BranchAndBound
from referee.solving.play import Play, TimeIsOver, TimeLimit
from referee.solving.tiling.colours import SharedWork
from referee.solving.tiling.tiling_problem import TILE_COST
from referee.solving.worth import worth_of
from referee.table import Row, Table
from referee.tiles import Tile, in_order


@dataclass
class MorePlay:
    """The search for the best play that opens, under rules that let a player go on in the turn of the opening."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    time: TimeLimit
    _best: Play = field(init=False)
    _is_proved: bool = field(default=True, init=False)
    _shared: SharedWork = field(default_factory=dict, init=False)
    _led_to: dict[tuple[Row, ...], Play] = field(default_factory=dict, init=False)
    """The best play for each choice of sets that an opening begins with."""

    def __post_init__(self) -> None:
        self._best = Play((), self.table, 0)

    def search(self) -> Play:
        """The best play found; `is_optimal` is False if the time was over first, or if rebuilding is not free.

        If three tiles of a set must stay together, an opening of fewer sets may allow a better play: only sets on the
        table can be taken apart, and three tiles of a longer set may have to stay.
        """
        is_free = self.rules.rebuilding == "free"
        bound = BranchAndBound(self.rules, self.table, self.rack, self.time).search()
        self._take(bound)
        if self._best.played:
            return replace(bound, is_optimal=bound.is_optimal and is_free)
        try:
            for laid in openings(self.rack, self.rules, leads_on=self._leads_on if is_free else None):
                play = self._once_laid(laid)
                self._take(play)
                self._is_proved &= self._is_settled(play)
                if bound.is_optimal and self._best.worth == bound.worth:
                    break
        except TimeIsOver:
            self._is_proved = False
        is_best = bound.is_optimal and self._best.worth == bound.worth
        return replace(self._best, is_optimal=is_free and (is_best or self._is_proved), at_most=bound.at_most)

    def _leads_on(self, laid: tuple[Row, ...]) -> bool:
        """Whether an opening that begins with the sets `laid` may lead to a play better than the best so far.

        The search after these sets runs once; its cached result is compared with the best play at the time of the call.
        """
        if laid not in self._led_to:
            self._led_to[laid] = self._once_laid(laid)
        return not self._is_settled(self._led_to[laid])

    def _is_settled(self, play: Play) -> bool:
        """Whether the search that found `play` proves that it cannot give a play better than the best so far."""
        return play.is_optimal and play.worth <= self._best.worth

    def _once_laid(self, laid: tuple[Row, ...]) -> Play:
        """The best play that begins with the sets `laid`, if it beats the best so far; it need not be an opening."""
        self.time.check()
        tiles = Counter(tile for row in laid for tile in row)
        worth = sum(points(row, self.rules) for row in laid)
        table, left = Table((*self.table.sets, *laid)), self.rack - tiles
        tiles_to_beat, points_to_beat = self._best.worth
        to_beat = (tiles_to_beat - tiles.total()) * TILE_COST + points_to_beat - worth
        more = BranchAndBound(self.rules, table, left, self.time, to_beat=to_beat, shared=self._shared).search()
        played = in_order([*tiles.elements(), *more.played])
        return Play(played, more.table, worth + more.points, more.is_optimal)

    def _take(self, play: Play) -> None:
        """Takes a play as the best if it is worth more and legal; its jokers count for their places at the end."""
        if play.worth <= self._best.worth:
            return
        turn = rearrangement(self.rules, self.table, play.table)
        if is_legal(turn, False):
            self._best = max(self._best, replace(play, points=worth_of(turn, False)), key=lambda one: one.worth)
