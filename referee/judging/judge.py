"""Judges a turn from the position before it and the table after it: tiles played, faults, tiles to draw."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.judging import faults
from referee.judging.faults import Fault, FaultCode, Violation
from referee.judging.legality import faults_of_table
from referee.judging.opening import judge_opening
from referee.judging.position import Position
from referee.judging.rearrangement import Rearrangement, rearrangement
from referee.judging.restore import table_to_restore
from referee.judging.simplest import blamed
from referee.sets import readings
from referee.table import Table, same_sets
from referee.tiles import JOKER, Tile, in_order


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on a turn.

    `played`: tiles laid from the rack; `faults`: every broken rule, none if the turn is legal; `draw`: number of tiles
    the player has to draw; `opening_points`: the value of the opening, None if the player had opened or played nothing.
    """

    played: tuple[Tile, ...]
    faults: tuple[Fault, ...]
    draw: int
    opening_points: int | None = None

    @property
    def legal(self) -> bool:
        """Whether the turn has no fault."""
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


def judge(position: Position, after: Table, seconds: float | None = None, allowed: float | None = None) -> Verdict:
    """The verdict on a turn that begins with `position` and leaves the table `after`.

    `seconds`: duration of the turn without pauses, None if not measured. `allowed`: seconds that this turn may take,
    including extensions or the rest of the time bank; None: the limit of the rules with a full bank.

    >>> from referee.rules import Rules
    >>> before, after = Table.from_notation("b4 b5 b6"), Table.from_notation("b3 b4 b5 b6")
    >>> judge(Position(Rules(), True, before), after).to_json()
    {'legal': True, 'played': ['b3'], 'draw': 0, 'opening_points': None, 'faults': []}
    """
    rules, before = position.rules, position.table
    turn = rearrangement(rules, before, after)
    opening = None if position.opened else judge_opening(turn)
    wrong = [*faults_of_table(rules, after, position.accepted)]
    if turn.missing:
        wrong.append(faults.tile_missing(rules, turn.missing))
    if opening is not None:
        wrong += opening.faults
    if opening is None or opening.rearranged:
        wrong += _faults_of_rearranging(turn)
    allowed = rules.seconds_allowed(rules.bank_seconds) if allowed is None else allowed
    counts = rules.idle_late == "fails" or not _is_untouched(before, after)
    if seconds is not None and allowed is not None and seconds > allowed and counts:
        wrong.append(faults.time_over(rules, seconds, allowed))
    wrong.sort(key=lambda fault: list(FaultCode).index(fault.code))
    worth = opening.points if opening is not None and turn.played else None
    return Verdict(in_order(turn.played.elements()), tuple(wrong), _draw(position, after, turn.played, wrong), worth)


def _faults_of_rearranging(turn: Rearrangement) -> Iterator[Fault]:
    yielded = set()
    for violation in blamed(turn):
        fault = _fault(turn, violation)
        if fault not in yielded:
            yielded.add(fault)
            yield replace(fault, old=violation.old)
    if turn.missing[JOKER]:
        yield faults.joker_not_reused(turn.rules, None, ())


def _fault(turn: Rearrangement, violation: Violation) -> Fault:
    rules, row = turn.rules, turn.before[violation.old]
    where = () if violation.new is None else (violation.new,)
    if violation.code is FaultCode.JOKER_EXCHANGE:
        stands = {tile for reading in readings(row, rules) for tile in reading.stands}
        return faults.joker_exchange(rules, row, in_order(stands), where)
    if violation.code is FaultCode.JOKER_NOT_REUSED:
        lies = None if violation.new is None else turn.after[violation.new]
        return faults.joker_not_reused(rules, lies, where)
    if violation.code is FaultCode.JOKER_SET_BROKEN:
        return faults.joker_set_broken(rules, row, where)
    left = in_order((turn.old_sets[violation.old] & turn.new_sets[violation.new or 0]).elements())
    return faults.rebuilt_too_far(rules, row, left, where)


def _is_untouched(before: Table, after: Table) -> bool:
    """Whether the table is unchanged; the rule `idle_late` decides whether such a turn can be late."""
    unmoved = sum(1 for _ in same_sets(before.sets, after.sets))
    return len(before.sets) == len(after.sets) == unmoved


def late_unseen(position: Position, seconds: float, allowed: float) -> Verdict:
    """The verdict on a turn whose table was not read: only its time in seconds is judged.

    The turn counts as one in which a tile was played.
    """
    wrong = [faults.time_over(position.rules, seconds, allowed)] if seconds > allowed else []
    return Verdict((), tuple(wrong), _draw(position, position.table, Counter((JOKER,)), wrong))


def tiles_drawn_if_failed(position: Position, stays: Table) -> int:
    """The number of tiles to draw after a failed turn that leaves the table `stays`.

    If nothing of the turn stays on the table, the player draws at least as many tiles as for a pass.
    """
    rules, is_nothing = position.rules, stays.count == position.table.count
    return max(rules.failed_turn_draw, rules.draw_when_passing if is_nothing else 0)


def _draw(position: Position, after: Table, played: Counter[Tile], wrong: list[Fault]) -> int:
    """The number of tiles to draw after the turn."""
    rules = position.rules
    if not wrong:
        return 0 if played else rules.draw_when_passing
    only_late = all(fault.code is FaultCode.TIME_OVER for fault in wrong)
    if only_late and rules.late_draw != "as-failed":
        return rules.late_draw
    return tiles_drawn_if_failed(position, table_to_restore(position, after))
