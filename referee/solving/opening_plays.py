"""The best play of a player who has not opened."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.rules import Rules
from referee.sets import openings, points, sets_within
from referee.solving.branch_and_bound import BranchAndBound
from referee.solving.joker_accounts import with_jokers_taken
from referee.solving.play import OutOfTime, Play
from referee.table import Row, Table
from referee.tiles import JOKER, Tile, in_order


def best_opening_play(rules: Rules, table: Table, rack: Counter[Tile], out_of_time: OutOfTime) -> Play:
    """The best play that opens; one without tiles where the rack does not hold an opening."""
    if rules.opening_may_use_table:
        return BranchAndBound(rules, table, rack, out_of_time).best(rules.opening_points)
    plays = _OpeningPlays(rules, table, rack, out_of_time)
    taken = list(with_jokers_taken(rules, table, rack)) if rules.joker_before_opening else []
    if rules.opening_sets is not None and not rules.more_play_after_opening:
        best = plays.of_few_sets(rules.opening_sets)
    elif rules.more_play_after_opening:
        best = plays.with_more_play()
    else:
        best = plays.from_the_rack()
        for then, left in taken:
            best = plays.once_jokers_are_taken(then, left, best)
        return best
    return replace(best, is_optimal=best.is_optimal and not taken)


@dataclass(frozen=True)
class _OpeningPlays:
    """The kinds of openings from one rack."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    out_of_time: OutOfTime

    def from_the_rack(self, jokers_taken: int = 0) -> Play:
        """The best opening of sets from the rack alone."""
        rules = replace(self.rules, opening_points=0)
        search = BranchAndBound(rules, Table(), self.rack, self.out_of_time, jokers_taken)
        play = search.best(points_needed=self.rules.opening_points)
        if not play.played:
            return Play((), self.table, 0, play.is_optimal)
        return replace(play, table=Table((*self.table.sets, *play.table.sets)))

    def once_jokers_are_taken(self, table: Table, rack: Counter[Tile], best: Play) -> Play:
        """The best opening once tiles of the rack lie in place of jokers, which have to be laid; or `best`."""
        taken = self.table.multiset()[JOKER] - table.multiset()[JOKER]
        play = _OpeningPlays(self.rules, table, rack, self.out_of_time).from_the_rack(taken)
        if play.played:
            exchanged = sum(tile.number or 0 for tile in (self.rack - rack).elements())
            played = in_order((play.table.multiset() - self.table.multiset()).elements())
            play = replace(play, played=played, points=play.points + exchanged)
        better = max(best, play, key=lambda one: one.worth)
        return replace(better, is_optimal=best.is_optimal and play.is_optimal)

    def of_few_sets(self, most: int) -> Play:
        """The best opening of a few sets, in the one way that has no short cut: trying them all."""
        best = Play((), self.table, 0)
        candidates = sorted(sets_within(self.rack, self.rules), key=len, reverse=True)
        for laid in _choices(candidates, self.rack, most):
            worth = sum(points(row, self.rules) for row in laid)
            tiles = in_order(tile for row in laid for tile in row)
            play = Play(tiles, Table((*self.table.sets, *laid)), worth)
            if worth >= self.rules.opening_points and play.worth > best.worth:
                best = play
            if self.out_of_time():
                return replace(best, is_optimal=False)
        return best

    def with_more_play(self) -> Play:
        """The best play where more may be laid in the turn that opens, once the opening stands."""
        best, is_proved = Play((), self.table, 0), True
        for laid in openings(self.rack, self.rules):
            tiles = Counter(tile for row in laid for tile in row)
            table = Table((*self.table.sets, *laid))
            more = BranchAndBound(self.rules, table, self.rack - tiles, self.out_of_time).best()
            play = self._with_opening(laid, more)
            is_proved = is_proved and more.is_optimal
            if play.worth > best.worth:
                best = play
            if self.out_of_time():
                is_proved = False
                break
        return replace(best, is_optimal=is_proved)

    def _with_opening(self, laid: tuple[Row, ...], more: Play) -> Play:
        tiles = [tile for row in laid for tile in row]
        worth = sum(points(row, self.rules) for row in laid)
        return Play(in_order([*tiles, *more.played]), more.table, worth + more.points)


def _choices(rows: list[Row], rack: Counter[Tile], most: int) -> Iterator[tuple[Row, ...]]:
    """Every choice of at most so many sets that the rack holds together."""
    if not most:
        return
    for place, row in enumerate(rows):
        tiles = Counter(row)
        if tiles <= rack:
            yield (row,)
            for others in _choices(rows[place:], rack - tiles, most - 1):
                yield (row, *others)
