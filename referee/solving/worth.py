"""The points of the tiles of a play on its table, for the search and for every check of it."""

from referee.judging import Rearrangement, jokers_worth, most_jokers_worth, rearrangement
from referee.rules import Rules
from referee.table import Table


def worth(rules: Rules, opened: bool, before: Table, after: Table) -> int:
    """The sum of the numbers of the tiles laid; a joker of the rack counts as the tile that it stands for in its row.

    `opened`: whether the player has opened. In an opening from the rack alone, only the jokers of new sets count.

    >>> before, after = Table.from_notation("r3 r4 J"), Table.from_notation("r3 r4 J\\nJ k12 b12")
    >>> worth(Rules(), True, before, after)
    36
    """
    return worth_of(rearrangement(rules, before, after), opened)


def worth_of(turn: Rearrangement, opened: bool) -> int:
    """The points of the tiles laid in a turn, as `worth` counts them."""
    rules = turn.rules
    opens_alone = not opened and not (rules.more_play_after_opening or rules.opening_may_use_table)
    numbers = sum(tile.number or 0 for tile in turn.played.elements())
    if opens_alone:
        return numbers + most_jokers_worth(turn, {new for _, new in turn.unmoved})
    return numbers + jokers_worth(turn)
