"""The way back: how a match stood before, with what became known since. A round may have thousands of turns.

And forth again: a turn that was taken back and is to count after all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from referee.match.events import Event, TableRestored, TurnClaimed, TurnTakenBack, VerdictOverruled

if TYPE_CHECKING:
    from referee.match.standing import Standing
OF_A_TURN = (TableRestored, VerdictOverruled)
"""What may follow the claim of a turn and belongs to it."""


@dataclass(frozen=True, slots=True)
class RackChange:
    """What counts by hand make of a rack that was known wrongly: so many tiles `more`, but never fewer than `least`."""

    more: int
    least: int = 0

    def of(self, rack: int) -> int:
        """The tiles on a rack that was known to hold so many."""
        return max(self.least, rack + self.more)

    def then(self, later: "RackChange") -> "RackChange":
        """This change and a later one in one."""
        return RackChange(self.more + later.more, max(later.least, self.least + later.more))


@dataclass(frozen=True, slots=True)
class Back:
    """How a match stood before, and what became known of the racks since: a round may have thousands of turns."""

    stood: "Standing"
    changes: Mapping[str, RackChange] = field(default_factory=dict)
    names: tuple[tuple[str, str], ...] = ()
    """Who was called what since, and is called what now: one after the other."""

    def standing(self) -> "Standing":
        """How it stood, with what is known by now."""
        stood = self.stood
        for old, new in self.names:
            stood = stood.renamed(old, new)
        return stood.with_racks_changed(self.changes) if self.changes else stood

    def with_racks_changed(self, changes: Mapping[str, RackChange]) -> "Back":
        """The same, with more that became known."""
        both = {name: change.then(changes[name]) for name, change in self.changes.items() if name in changes}
        return Back(self.stood, {**self.changes, **changes, **both}, self.names)

    def renamed(self, old: str, new: str) -> "Back":
        """The same, with a player called otherwise since."""
        changes = {new if name == old else name: change for name, change in self.changes.items()}
        return Back(self.stood, changes, (*self.names, (old, new)))


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
