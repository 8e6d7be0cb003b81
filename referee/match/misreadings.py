"""Finds the true table where the camera misread a tile."""

from collections import Counter
from collections.abc import Iterator

from referee.match.standing import Turn
from referee.rules import Rules
from referee.sets import is_set
from referee.table import Row, Table
from referee.tiles import Tile, in_order


def as_it_lay(before: Table, after: Table, rules: Rules) -> Table:
    """The table after a turn, with a tile that the camera took for another corrected by means of the table before.

    >>> before, after = Table.from_notation("r5 r6 r7"), Table.from_notation("r5 r6 r1")
    >>> as_it_lay(before, after, Rules()).to_notation()
    ['r5 r6 r7']
    """
    return _mended(after, before, rules)


def what_lay(turn: Turn, lies: Table | None, rules: Rules) -> Table | None:
    """The true table after a misread turn; None if the reading was right. `lies`: the table as it is seen now."""
    before, after = turn.before.multiset(), turn.after.multiset()
    if lies is None or before - lies.multiset() or lies.count != after.total():
        lies = as_it_lay(turn.before, turn.after, rules)
    return None if lies == turn.after else lies


def as_it_is_read_now(by_right: Table, seen: Table, rules: Rules) -> Table:
    """The table `by_right`, with a tile that was misread before corrected by the present reading `seen`."""
    return _mended(by_right, seen, rules)


def _mended(table: Table, other: Table, rules: Rules) -> Table:
    """The table in which a tile is replaced by a tile of the reading `other`, if that makes a set of an invalid row."""
    here, there = table.multiset(), other.multiset()
    wrong, right = here - there, there - here
    rows: list[Row] = []
    for row in table.sets:
        sets = [] if not wrong or is_set(row, rules) else list(_sets_instead(row, wrong, right, rules))
        mended = next((one for one in sets if one in other.sets), sets[0] if sets else row)
        wrong, right = wrong - (Counter(row) - Counter(mended)), right - (Counter(mended) - Counter(row))
        rows.append(mended)
    return Table(tuple(rows))


def _sets_instead(row: Row, wrong: Counter[Tile], right: Counter[Tile], rules: Rules) -> Iterator[Row]:
    """The sets that a row can become when one of the `wrong` tiles is replaced by one of the `right` tiles."""
    for place, tile in enumerate(row):
        for instead in in_order(right) if wrong[tile] else ():
            becomes = (*row[:place], instead, *row[place + 1 :])
            if is_set(becomes, rules):
                yield becomes
