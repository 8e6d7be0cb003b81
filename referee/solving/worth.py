"""What the tiles of a play are worth as they lie: what its points mean, for the search as for whoever checks it."""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from referee.judging import Rearrangement, jokers_laid, rearrangement
from referee.rules import Rules
from referee.sets import joker_count, readings
from referee.table import Row, Table
from referee.tiles import JOKER

MOST_WAYS = 1_000
"""Ways in which jokers may have moved, and of reading the sets that hold some: far more than plays have."""


def worth(rules: Rules, opened: bool, before: Table, after: Table) -> int:
    """The numbers of the tiles laid; a joker of the rack counts as the tile that it stands for where it lies.

    Its place in the row says what that is, as in the opening. Two jokers look alike: where one of the table may have
    come to either of two places without breaking a rule, that of the rack lies where it counts most.

    >>> before, after = Table.from_notation("r3 r4 J"), Table.from_notation("r3 r4 J\\nJ k12 b12")
    >>> worth(Rules(), True, before, after)
    36
    """
    turn = rearrangement(rules, before, after)
    numbers = sum(tile.number or 0 for tile in turn.played.elements())
    return numbers + max(_jokers(turn, opened), default=0) if turn.played[JOKER] else numbers


def _jokers(turn: Rearrangement, opened: bool) -> Iterator[int]:
    """What the jokers of the rack are worth together, in each way that it may be."""
    count, rules = turn.played[JOKER], turn.rules
    lay_some = any(map(joker_count, turn.before))
    opens_alone = not opened and not (rules.more_play_after_opening or rules.opening_may_use_table)
    if lay_some and not rules.any_rearranging_is_legal and not opens_alone:
        yield from map(sum, islice(jokers_laid(turn), MOST_WAYS))
        return
    there = {new for _, new in turn.unmoved} if opens_alone else set()
    rows = [row for new, row in enumerate(turn.after) if new not in there and joker_count(row)]
    for numbers in islice(_numbers(rows, rules), MOST_WAYS):
        yield sum(sorted(numbers, reverse=True)[:count])


def _numbers(rows: Sequence[Row], rules: Rules) -> Iterator[list[int]]:
    """What the jokers of some sets stand for, in every way to read these."""
    for way in product(*(readings(row, rules) for row in rows)):
        yield [tile.number or 0 for reading in way for tile in reading.stands]
