"""A rule on jokers or on rebuilding that a turn breaks."""

from dataclasses import dataclass

from referee.judging.faults import FaultCode


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule broken: the old set it concerns, and the new set where it shows (None: nowhere)."""

    code: FaultCode
    old: int
    new: int | None
