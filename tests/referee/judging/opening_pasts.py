"""Whether a turn is legal for a player who has not opened, by trying every opening: as slow and simple as pasts.py."""

from collections import Counter
from collections.abc import Iterator

from referee.rules import Rules
from referee.sets import exchanges, points, readings, sets_within
from referee.table import Row
from referee.tiles import JOKER, Tile
from tests.referee.judging.pasts import is_legal, legal_pasts

Begun = tuple[list[Row], Counter[Tile]]
"""The sets on the table after jokers were taken, and the tiles that the player can still lay."""


def opens(rules: Rules, before: list[Row], after: list[Row]) -> bool:
    """Whether some opening, and some past of every tile after it, makes the turn legal."""
    played = Counter(t for row in after for t in row) - Counter(t for row in before for t in row)
    if rules.opening_may_use_table:
        numbers = sum(tile.number or 0 for tile in played.elements())
        return any(numbers + sum(jokers) >= rules.opening_points for jokers in legal_pasts(rules, before, after))
    for table, left in with_jokers_taken(rules, before, played):
        laid = left_over(table, after, rules)
        if laid is not None and is_opening(laid, rules):
            return True
        if rules.more_play_after_opening:
            for rows in choices(left, sets_within(left, rules)):
                if is_opening(rows, rules) and is_legal(rules, [*table, *as_they_lie(rows, after)], after):
                    return True
    return False


def is_opening(rows: list[Row], rules: Rules) -> bool:
    few = rules.opening_sets is None or len(rows) <= rules.opening_sets
    return few and sum(points(row, rules) for row in rows) >= rules.opening_points


def as_they_lie(rows: list[Row], after: list[Row]) -> list[Row]:
    """Sets laid in this turn, whose jokers may change ends until the turn is judged (docs/leaflets.md)."""
    left, lying = list(after), []
    for row in rows:
        lies = next((new for new in left if Counter(new) == Counter(row)), None)
        if lies:
            left.remove(lies)
        lying.append(lies or row)
    return lying


def left_over(before: list[Row], after: list[Row], rules: Rules) -> list[Row] | None:
    """The sets of `after` that remain once every set of `before` is removed; None: a set of `before` is missing."""
    left = list(after)
    for old in before:
        same = next((new for new in left if lies_alike(old, new, rules)), None)
        if same is None:
            return None
        left.remove(same)
    return left


def lies_alike(old: Row, new: Row, rules: Rules) -> bool:
    """Whether two rows hold the same tiles and their jokers may stand for the same tiles."""
    if Counter(old) != Counter(new):
        return False
    one, other = ({Counter(reading.stands).__repr__() for reading in readings(row, rules)} for row in (old, new))
    return JOKER not in old or not one.isdisjoint(other)


def with_jokers_taken(rules: Rules, before: list[Row], left: Counter[Tile]) -> Iterator[Begun]:
    """The table as it is, and each table in which tiles of the rack replace some of its jokers, if the rules allow."""
    yield before, left
    if not rules.joker_before_opening or rules.joker_sets == "closed":
        return
    for which, row in enumerate(before):
        for tiles, then in exchanges(row, rules):
            if Counter(tiles) <= left:
                rest = left - Counter(tiles) + Counter([JOKER])
                yield from with_jokers_taken(rules, [*before[:which], then, *before[which + 1 :]], rest)


def choices(left: Counter[Tile], rows: list[Row]) -> Iterator[list[Row]]:
    """Every choice of sets that can be laid beside one another."""
    yield []
    for place, row in enumerate(rows):
        if Counter(row) <= left:
            for others in choices(left - Counter(row), rows[place:]):
                yield [row, *others]
