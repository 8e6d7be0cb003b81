"""The best play from a rack onto a table: most tiles, then most points, legal under the rules."""

import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, combinations, islice

from referee.judging import Position
from referee.rules import Rules
from referee.sets import is_set, readings
from referee.solving.at_most import tiles_at_most
from referee.solving.branch_and_bound import BranchAndBound
from referee.solving.opening_plays import best_opening_play
from referee.solving.play import OutOfTime, Play, TimeLimit
from referee.solving.worth import worth
from referee.table import Row, Table
from referee.tiles import Tile, in_order

MOST_TABLES = 64
"""Choices of accepted rows that stay: of more than five such rows, not every choice is searched."""


def never() -> bool:
    """Time that is never over."""
    return False


def best_play(position: Position, rack: Iterable[Tile], out_of_time: OutOfTime = never) -> Play:
    """The best play; one without tiles where nothing can be laid.

    `out_of_time` is asked now and then; once it says yes, the best play found so far is the answer. A row that is no
    set stays as it lies if it is accepted, or the play makes sets of it; one that is not accepted has to be mended.

    >>> position = Position(Rules(), True, Table.from_notation("b4 b5 b6"))
    >>> play = best_play(position, [Tile.from_notation("b3")])
    >>> play.table.to_notation(), play.points
    (['b3 b4 b5 b6'], 3)
    """
    tiles, time = Counter(rack), TimeLimit(out_of_time)
    with _cycles_not_looked_for():
        found = [(rows, _searched(position, table, tiles, time)) for rows, table in _tables(position)]
    rows, best = max(found, key=lambda one: one[1].worth)
    table = Table((*rows, *best.table.sets)) if best.played else position.table
    are_all = all(play.is_optimal for _, play in found) and len(found) < MOST_TABLES
    return replace(best, table=table, is_optimal=are_all, at_most=max(play.at_most for _, play in found))


def _tables(position: Position) -> Iterator[tuple[tuple[Row, ...], Table]]:
    """For each choice of accepted rows that stay as they lie: these, and the table without them, as it is searched.

    All that can stay come first. A player who opens from the rack alone touches none.
    """
    rules, accepted = position.rules, Counter(map(in_order, position.accepted.sets))
    sets, loose, broken = list[Row](), list[Row](), list[Row]()
    for row in position.table.sets:
        may_stay = accepted[in_order(row)] > 0 and not is_set(row, rules)
        accepted[in_order(row)] -= may_stay
        (loose if may_stay else sets if readings(row, rules) else broken).append(row)
    least = 0 if position.opened or rules.opening_may_touch_table else len(loose)
    stays = chain.from_iterable(combinations(loose, count) for count in range(len(loose), least - 1, -1))
    for rows in islice(stays, MOST_TABLES):
        apart = (Counter(loose) - Counter(rows)).elements()
        yield rows, Table((*sets, *chain.from_iterable(_apart(row, rules) for row in (*broken, *apart))))


def _apart(row: Row, rules: Rules) -> Iterator[Row]:
    """A row as the search takes it: the tiles of one that is no set lie alone, as no rule on sets binds them."""
    yield from (row,) if readings(row, rules) else ((tile,) for tile in row)


def _searched(position: Position, table: Table, rack: Counter[Tile], time: TimeLimit) -> Play:
    """The best play onto a table of the position."""
    rules, opened = position.rules, position.opened
    play = BranchAndBound(rules, table, rack, time).search() if opened else best_opening_play(rules, table, rack, time)
    if play.played:
        points = worth(rules, opened, table, play.table)
        play = replace(play, points=points, is_optimal=play.is_optimal and points == play.points)
    return replace(play, at_most=len(play.played) if play.is_optimal else tiles_at_most(rules, table, rack))


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
