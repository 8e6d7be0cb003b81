"""Whether a turn is legal, and the faults of a table that do not depend on the turn before it."""

from collections import Counter
from collections.abc import Iterator

from referee.judging import faults
from referee.judging.faults import Fault
from referee.judging.opening import judge_opening
from referee.judging.position import NOTHING
from referee.judging.rearrangement import Rearrangement
from referee.judging.violations import breaks_nothing
from referee.rules import Rules
from referee.sets import has_too_many_jokers, joker_count, readings
from referee.table import Table
from referee.tiles import in_order


def is_legal(turn: Rearrangement, opened: bool, accepted: Table = NOTHING) -> bool:
    """Whether `judge` would call the turn legal; faster, because it stops at the first fault.

    `opened`: whether the player opened in an earlier turn; `accepted`: sets that the players let lie.
    """
    if turn.missing or any(faults_of_table(turn.rules, Table((*filter(None, turn.after), *turn.let_lie)), accepted)):
        return False
    opening = None if opened else judge_opening(turn)
    if opening is not None and opening.faults:
        return False
    return (opening is not None and not opening.rearranged) or breaks_nothing(turn)


def faults_of_table(rules: Rules, table: Table, accepted: Table = NOTHING) -> Iterator[Fault]:
    """The faults of a table by itself: rows that are no sets, too many jokers in a set, too many copies of a tile.

    `accepted`: sets that are no fault while they lie unchanged; their tiles may exceed what the box holds.
    """
    let_lie, copies = Counter(map(in_order, accepted.sets)), accepted.multiset()
    for place, row in enumerate(table.sets):
        if let_lie and let_lie[in_order(row)]:
            let_lie[in_order(row)] -= 1
            continue
        if not readings(row, rules):
            yield faults.not_a_set(rules, place, row)
        if has_too_many_jokers(row, rules):
            yield faults.too_many_jokers(rules, place, row, joker_count(row))
    for tile, count in table.multiset().items():
        if count > max(rules.copies_of(tile), copies[tile]):
            sets = tuple(place for place, row in enumerate(table.sets) if tile in row)
            yield faults.too_many_of_a_tile(rules, tile, count, sets)
