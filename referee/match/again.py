"""A turn that was taken back and is to count after all: what happened in it happens again."""

from collections.abc import Sequence
from dataclasses import replace

from referee.match.events import Event, TableRestored, TurnClaimed, TurnTakenBack, VerdictOverruled

OF_A_TURN = (TableRestored, VerdictOverruled)
"""What may follow the claim of a turn and belongs to it."""


def events_again(events: Sequence[Event], at: float) -> tuple[Event, ...]:
    """What was taken back last, as it happens again at this moment; empty: something happened since, or nothing was."""
    if not isinstance(events[-1], TurnTakenBack):
        return ()
    again = list[Event]()
    for event in reversed(events[:-1]):
        if not isinstance(event, (TurnClaimed, *OF_A_TURN)):
            return ()
        again.insert(0, replace(event, at=at))
        if isinstance(event, TurnClaimed):
            return tuple(again)
    return ()
