"""The best play from a rack onto a table: most tiles, then most points, legal under the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations, islice

from referee.judging import Position
from referee.rules import Rules
from referee.sets import is_set, readings
from referee.solving.branch_and_bound import BranchAndBound
from referee.solving.opening_plays import best_opening_play
from referee.solving.play import OutOfTime, Play, TimeLimit
from referee.solving.worth import worth
from referee.table import Row, Table
from referee.tiles import Tile, in_order

MOST_TABLES = 64
"""Number of choices of accepted rows that stay; with more than five such rows not every choice is searched."""


def best_play(position: Position, rack: Iterable[Tile], out_of_time: OutOfTime = lambda: False) -> Play:
    """The legal play that lays most tiles, then most points; a play without tiles if nothing can be laid.

    `out_of_time` is called now and then; once it returns True, the best play found so far is returned. A row that is no
    set may stay unchanged if it is accepted; otherwise the play has to lay its tiles as sets.

    >>> position = Position(Rules(), True, Table.from_notation("b4 b5 b6"))
    >>> play = best_play(position, [Tile.from_notation("b3")])
    >>> play.table.to_notation(), play.points
    (['b3 b4 b5 b6'], 3)
    """
    tiles, time = Counter(rack), TimeLimit(out_of_time)
    found = [(rows, _searched(position, table, tiles, time)) for rows, table in _tables(position)]
    rows, best = max(found, key=lambda one: one[1].worth)
    table = Table((*rows, *best.table.sets)) if best.played else position.table
    are_all = all(play.is_optimal for _, play in found) and len(found) < MOST_TABLES
    return replace(best, table=table, is_optimal=are_all, at_most=max(play.at_most for _, play in found))


def _tables(position: Position) -> Iterator[tuple[tuple[Row, ...], Table]]:
    """For each choice of accepted rows that stay: these rows, and the table to search, which is the rest of the table.

    The choice of all rows comes first. It is the only one for a player who opens from the rack alone.
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
    """The row if it is a set; else each of its tiles as a row, because no rule on sets applies to them."""
    yield from (row,) if readings(row, rules) else ((tile,) for tile in row)


def _searched(position: Position, table: Table, rack: Counter[Tile], time: TimeLimit) -> Play:
    """The best play onto `table`, one of the tables of `_tables`."""
    rules, opened = position.rules, position.opened
    play = BranchAndBound(rules, table, rack, time).search() if opened else best_opening_play(rules, table, rack, time)
    if play.played:
        points = worth(rules, opened, table, play.table)
        play = replace(play, points=points, is_optimal=play.is_optimal and points == play.points)
    return replace(play, at_most=len(play.played)) if play.is_optimal else play
