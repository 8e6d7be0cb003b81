"""The table that a failed turn has to leave."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from referee.judging.legality import is_legal
from referee.judging.position import Position
from referee.judging.rearrangement import rearrangement
from referee.rules import Rules
from referee.sets import is_set
from referee.table import Row, Table, same_sets

MOST_SETS_TRIED = 10
"""Number of new sets up to which every choice of sets to keep is tried; beyond it all of them or none can stay."""


def table_to_restore(position: Position, after: Table) -> Table:
    """The table that a failed turn has to leave: the table before it, or with the sets that were laid correctly.

    The rule `failed_turn_table` decides. Leaflet 004: only tiles that do not lie in a valid set are taken back. Then as
    many tiles from the rack stay as are legal beside the old sets that are, or can again be, whole.
    """
    rules, before = position.rules, position.table
    if rules.failed_turn_table == "all-back":
        return before
    for table in _partly_kept(before, after, rules):
        if is_legal(rearrangement(rules, before, table), position.opened, position.accepted):
            return table
    return before


def _partly_kept(before: Table, after: Table, rules: Rules) -> Iterator[Table]:
    """Every table of some valid new sets and the old sets whole beside them; most tiles from the rack first."""
    unchanged, torn, laid = _told_apart(before, after)
    laid = [row for row in laid if is_set(row, rules)]
    sizes = range(len(laid), 0, -1) if len(laid) <= MOST_SETS_TRIED else [len(laid)]
    whole = _WholeBeside(torn)
    choices = [(kept, left) for size in sizes for kept in combinations(laid, size) if (left := whole.beside(kept))]
    for kept, left in sorted(choices, key=lambda choice: -choice[1].from_rack):
        yield Table((*unchanged, *kept, *left.whole))


def _told_apart(before: Table, after: Table) -> tuple[list[Row], list[Row], list[Row]]:
    """The unchanged sets, the other sets of `before`, and the other sets of `after`."""
    same = dict(same_sets(before.sets, after.sets))
    there = set(same.values())
    torn = [row for old, row in enumerate(before.sets) if old not in same]
    laid = [row for new, row in enumerate(after.sets) if new not in there]
    return [after.sets[new] for new in same.values()], torn, laid


class _Left(NamedTuple):
    """The old sets whole beside the kept new sets, and the number of tiles in the kept sets from the rack."""

    whole: list[Row]
    from_rack: int


class _WholeBeside:
    """Finds the old sets that stay whole beside kept new sets; prepared once for many choices in one verdict."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._there = Counter(chain.from_iterable(rows))
        self._rows = [(row, Counter(row).items()) for row in rows]

    def beside(self, kept: Sequence[Row]) -> _Left | None:
        """The old sets of whose tiles the kept sets use none; None if only some tiles of an old set are used."""
        left, from_rack = dict(self._there), 0
        for tile in chain.from_iterable(kept):
            if left.get(tile):
                left[tile] -= 1
            else:
                from_rack += 1
        whole = list[Row]()
        for row, tiles in self._rows:
            if all(left[tile] >= count for tile, count in tiles):
                whole.append(row)
                for tile, count in tiles:
                    left[tile] -= count
        return None if any(left.values()) else _Left(whole, from_rack)
