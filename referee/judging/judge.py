"""A table before and after a turn: what was played, whether it was legal, what follows."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.judging import faults
from referee.judging.faults import Fault, FaultCode, in_order
from referee.judging.history_check import Breach, Position, Violation, violations
from referee.judging.opening import judge_opening
from referee.rules import Rules
from referee.sets import has_too_many_jokers, joker_count, readings
from referee.table import Table
from referee.tiles import JOKER, Tile

NOTHING = Table()
"""A table on which no tile lies."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a turn was: the tiles played, every fault, the tiles to draw.

    `opening_points`: what the opening is worth; None where the player had opened or played nothing.
    """

    played: tuple[Tile, ...]
    faults: tuple[Fault, ...]
    draw: int
    opening_points: int | None = None

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def to_json(self) -> dict[str, object]:
        """The answer of `tilewatch judge`."""
        return {
            "legal": self.legal,
            "played": [str(tile) for tile in self.played],
            "draw": self.draw,
            "opening_points": self.opening_points,
            "faults": [fault.to_json() for fault in self.faults],
        }

    @classmethod
    def from_json(cls, answer: Mapping[str, object]) -> "Verdict":
        """The verdict that `to_json` wrote.

        Raises KeyError, TypeError or ValueError: it did not.
        """
        played, wrong = answer["played"], answer["faults"]
        draw, worth = answer["draw"], answer["opening_points"]
        if not isinstance(played, list) or not isinstance(wrong, list) or not isinstance(draw, int):
            raise TypeError("a verdict has lists of tiles played and of faults, and tiles to draw")
        if worth is not None and not isinstance(worth, int):
            raise TypeError("an opening's points are a whole number or null")
        tiles = tuple(Tile.from_notation(word) for word in played)
        return cls(tiles, tuple(Fault.from_json(fault) for fault in wrong), draw, worth)


def judge(
    rules: Rules,
    opened: bool,
    before: Table,
    after: Table,
    seconds: float | None = None,
    accepted: Table = NOTHING,
) -> Verdict:
    """The verdict on a turn.

    `opened`: whether the player had opened before. `seconds`: how long the turn took, pauses and
    extensions taken off; None: not measured. `accepted`: sets the players let lie although the rules
    do not, because they overruled an earlier verdict.

    >>> before, after = Table.from_notation("b4 b5 b6"), Table.from_notation("b3 b4 b5 b6")
    >>> judge(Rules(), True, before, after).to_json()
    {'legal': True, 'played': ['b3'], 'draw': 0, 'opening_points': None, 'faults': []}
    """
    lay, lies = before.multiset(), after.multiset()
    played = lies - lay
    position = Position(rules, before.sets, after.sets, played, lay - lies)
    opening = None if opened else judge_opening(position)
    wrong = [*_faults_of_table(rules, after, lies, accepted)]
    if position.missing:
        wrong.append(faults.tile_missing(rules, position.missing))
    if opening is not None:
        wrong += opening.faults
    if opening is None or opening.rearranged:
        wrong += _faults_of_rearranging(position)
    if _is_late(rules, before, after, seconds):
        wrong.append(faults.time_over(rules, seconds or 0))
    wrong.sort(key=lambda fault: list(FaultCode).index(fault.code))
    worth = opening.points if opening is not None and played else None
    return Verdict(in_order(played.elements()), tuple(wrong), _draw(rules, played, wrong), worth)


def faults_of_table(rules: Rules, table: Table) -> tuple[Fault, ...]:
    """What is wrong with a table as it lies, whoever played what."""
    return tuple(_faults_of_table(rules, table, table.multiset(), NOTHING))


def _faults_of_table(rules: Rules, table: Table, lies: Counter[Tile], accepted: Table) -> Iterator[Fault]:
    let_lie = Counter(map(in_order, accepted.sets))
    for place, row in enumerate(table.sets):
        if let_lie and let_lie[in_order(row)]:
            let_lie[in_order(row)] -= 1
            continue
        if not readings(row, rules):
            yield faults.not_a_set(rules, place, row)
        if has_too_many_jokers(row, rules):
            yield faults.too_many_jokers(rules, place, row, joker_count(row))
    for tile, count in lies.items():
        if count > (rules.jokers if tile.is_joker else rules.copies):
            sets = tuple(place for place, row in enumerate(table.sets) if tile in row)
            yield faults.too_many_of_a_tile(rules, tile, count, sets)


def _faults_of_rearranging(position: Position) -> Iterator[Fault]:
    told = set()
    for violation in violations(position):
        fault = _fault(position, violation)
        if fault not in told:
            told.add(fault)
            yield fault
    if position.missing[JOKER]:
        yield faults.joker_not_reused(position.rules, None, ())


def _fault(position: Position, violation: Violation) -> Fault:
    rules, row = position.rules, position.before[violation.home]
    where = () if violation.place is None else (violation.place,)
    if violation.breach is Breach.EXCHANGE:
        stands = {tile for reading in readings(row, rules) for tile in reading.stands}
        return faults.joker_exchange(rules, row, in_order(stands), where)
    if violation.breach is Breach.NOT_REUSED:
        lies = None if violation.place is None else position.after[violation.place]
        return faults.joker_not_reused(rules, lies, where)
    if violation.breach is Breach.SET_BROKEN:
        return faults.joker_set_broken(rules, row, where)
    left = in_order((position.homes[violation.home] & position.places[violation.place or 0]).elements())
    return faults.rebuilt_too_far(rules, row, left, where)


def _is_late(rules: Rules, before: Table, after: Table, seconds: float | None) -> bool:
    """Whether the time ran out over a turn in which something was done."""
    if seconds is None or rules.turn_seconds is None or seconds <= rules.turn_seconds:
        return False
    return Counter(map(in_order, before.sets)) != Counter(map(in_order, after.sets))


def _draw(rules: Rules, played: Counter[Tile], wrong: list[Fault]) -> int:
    """Tiles to draw after the turn."""
    if not wrong:
        return 0 if played else rules.draw_when_passing
    only_late = all(fault.code is FaultCode.TIME_OVER for fault in wrong)
    if only_late and rules.late_draw != "as-failed":
        return rules.late_draw
    return rules.failed_turn_draw
