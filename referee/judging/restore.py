"""What has to lie on the table again after a failed turn."""

from collections.abc import Iterator
from itertools import combinations

from referee.judging.legality import is_legal
from referee.judging.position import Position
from referee.judging.rearrangement import rearrangement
from referee.rules import Rules
from referee.sets import is_set
from referee.table import Row, Table, same_sets

MOST_SETS_TRIED = 10
"""Changed sets of which every choice is tried; with more of them only all, and none, can stay."""


def table_to_restore(position: Position, after: Table) -> Table:
    """The table that a failed turn has to leave: as it was, or with what was laid well (`failed_turn_table`).

    Leaflet 004: only tiles that do not lie in a right combination are taken back. Kept are the most
    tiles that are legal beside the sets of before that are still, or again, whole.
    """
    rules, before = position.rules, position.table
    if rules.failed_turn_table == "all-back":
        return before
    for table in sorted(_partly_kept(before, after, rules), key=lambda table: -len(table.tiles())):
        if is_legal(rearrangement(rules, before, table), position.opened, position.accepted):
            return table
    return before


def _partly_kept(before: Table, after: Table, rules: Rules) -> Iterator[Table]:
    """Every table made of some valid sets of after and the whole sets of before that they leave."""
    unchanged, laid = _told_apart(before, after)
    laid = [row for row in laid if is_set(row, rules)]
    sizes = range(len(laid), 0, -1) if len(laid) <= MOST_SETS_TRIED else [len(laid)]
    for size in sizes:
        for kept in combinations(laid, size):
            table = _beside(before, Table((*unchanged, *kept)))
            if table is not None:
                yield table


def _told_apart(before: Table, after: Table) -> tuple[list[Row], list[Row]]:
    """The sets of after that lay there before, and the others."""
    there = {new for _, new in same_sets(before.sets, after.sets)}
    sets = list(enumerate(after.sets))
    return [row for new, row in sets if new in there], [row for new, row in sets if new not in there]


def _beside(before: Table, kept: Table) -> Table | None:
    """The kept sets with the sets of before that they do not use; None: a set of before is torn."""
    free = before.multiset() - kept.multiset()
    whole: list[Row] = []
    for row in before.sets:
        tiles = Table((row,)).multiset()
        if tiles <= free:
            free -= tiles
            whole.append(row)
    return None if free else Table((*kept.sets, *whole))
