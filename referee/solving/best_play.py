"""The best play from a rack onto a table: most tiles, then most points, legal under the rules."""

import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from referee.rules import Rules
from referee.solving.at_most import tiles_at_most
from referee.solving.branch_and_bound import BranchAndBound
from referee.solving.opening_plays import best_opening_play
from referee.solving.play import OutOfTime, Play, TimeLimit
from referee.solving.worth import worth
from referee.table import Table
from referee.tiles import Tile


def never() -> bool:
    """Time that is never over."""
    return False


def best_play(rules: Rules, opened: bool, table: Table, rack: Iterable[Tile], out_of_time: OutOfTime = never) -> Play:
    """The best play; one without tiles where nothing can be laid.

    `out_of_time` is asked now and then; once it says yes, the best play found so far is the answer.
    Tables that are not legal as they lie are answered with the best play that mends them, or none.

    >>> play = best_play(Rules(), True, Table.from_notation("b4 b5 b6"), [Tile.from_notation("b3")])
    >>> play.table.to_notation(), play.points
    (['b3 b4 b5 b6'], 3)
    """
    time = TimeLimit(out_of_time)
    with _cycles_not_looked_for():
        if opened:
            play = BranchAndBound(rules, table, Counter(rack), time).search()
        else:
            play = best_opening_play(rules, table, Counter(rack), time)
    if play.played:
        points = worth(rules, opened, table, play.table)
        play = replace(play, points=points, is_optimal=play.is_optimal and points == play.points)
    return replace(play, at_most=len(play.played) if play.is_optimal else tiles_at_most(rules, table, Counter(rack)))


@contextmanager
def _cycles_not_looked_for() -> Iterator[None]:
    """A while without Python's search for cycles: a search makes a million tuples and no cycle, and it took a fifth.

    Every search turns it on again, so of searches in two threads the first to end does it for both. Whether it was on
    before is not asked: it may be off for another search, and would stay off for good where that ends meanwhile.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
