"""What the jokers laid from the rack are worth, of all jokers that lie there now."""

from collections.abc import Collection
from itertools import chain, islice, product

from referee.judging.rearrangement import Rearrangement
from referee.judging.violations import jokers_laid
from referee.sets import joker_count, readings
from referee.tiles import JOKER

MOST_WAYS = 1_000
"""Ways in which jokers may have moved, and of reading the sets that hold some: far more than turns have."""


def jokers_worth(turn: Rearrangement) -> int:
    """The numbers that the jokers of the rack stand for together, at the player's best.

    Two jokers look alike: where one of the table may have come to either of two places without breaking a rule, that of
    the rack lies where it counts most. Where the turn breaks one anyhow, any of them may be that of the rack.
    """
    most, best = most_jokers_worth(turn), None
    if turn.rules.any_rearranging_is_legal or not most or not any(map(joker_count, turn.before)):
        return most
    for numbers in islice(jokers_laid(turn), MOST_WAYS):
        best = max(best or 0, sum(numbers))
        if best == most:
            break
    return most if best is None else best


def most_jokers_worth(turn: Rearrangement, not_in: Collection[int] = ()) -> int:
    """The same, whatever became of the jokers of the table; `not_in`: new sets that hold none of the rack."""
    rows = [row for new, row in enumerate(turn.after) if new not in not_in and joker_count(row)]
    stands = [{tuple(tile.number or 0 for tile in one.stands) for one in readings(row, turn.rules)} for row in rows]
    ways = product(*(some or {()} for some in stands))
    numbers = (sorted(chain.from_iterable(way), reverse=True) for way in islice(ways, MOST_WAYS))
    return max(sum(way[: turn.played[JOKER]]) for way in numbers)
