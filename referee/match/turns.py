"""The clock of a turn, the turns of a match one after the other, and the way back over them.

Time left comes from moments handed in: nothing here knows what time it is.

A longer list of turns shares what the shorter one has: a round may have thousands. Back: how a match stood before, with
what became known since; and forth again, where a turn that was taken back is to count after all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar, overload

from referee.match.events import (
    ClockHeld,
    ClockReleased,
    Event,
    Paused,
    Resumed,
    TableRestored,
    TurnClaimed,
    TurnTakenBack,
    VerdictOverruled,
)

T = TypeVar("T")
OF_A_TURN = (TableRestored, VerdictOverruled)
"""What may follow the claim of a turn and belongs to it."""
STOOD = (Paused, Resumed, ClockHeld, ClockReleased)
"""What only says when a clock ran and when it stood."""
INSTANT = 0.001
"""Seconds that are nothing: sums of moments are rounded."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one turn. Moments are seconds on whatever watch the caller reads.

    >>> clock = Clock.started(at=100.0, seconds=60.0)
    >>> clock.left(at=141.5)
    18.5
    >>> clock.paused(at=141.5).left(at=9000.0)
    18.5
    """

    allowed: float | None
    """Seconds this turn may take, extensions included; None: as long as the player likes."""
    used: float
    """Seconds used up to `since`."""
    since: float
    """The moment up to which `used` was counted."""
    running: bool

    @classmethod
    def started(cls, at: float, seconds: float | None) -> "Clock":
        """A clock that starts to run at a moment."""
        return cls(seconds, 0.0, at, True)

    def spent(self, at: float) -> float:
        """Seconds the turn has taken at a moment, pauses left out."""
        return self.used + max(0.0, at - self.since) if self.running else self.used

    def left(self, at: float) -> float | None:
        """Seconds left at a moment, below zero when the time is over; None without a limit."""
        return None if self.allowed is None else self.allowed - self.spent(at)

    def over_since(self, at: float) -> float | None:
        """The moment at which the time was over; None: at this moment it is not. A clock that stands is over now.

        >>> Clock.started(at=100.0, seconds=60.0).over_since(at=163.0)
        160.0
        """
        left = self.left(at)
        return None if left is None or left > INSTANT else at + left

    def paused(self, at: float) -> "Clock":
        """The clock, stopped at a moment."""
        return replace(self, used=self.spent(at), since=at, running=False)

    def resumed(self, at: float) -> "Clock":
        """The clock, running again from a moment on."""
        return replace(self, used=self.spent(at), since=at, running=True)

    def extended(self, seconds: float) -> "Clock":
        """The clock with some seconds more."""
        return self if self.allowed is None else replace(self, allowed=self.allowed + seconds)


def bank_after(bank: float, increment: float, spent: float) -> float:
    """What is left of a player's bank of seconds after a turn (Bronstein: the increment is free, unused it is lost).

    >>> bank_after(600.0, 10.0, 25.0), bank_after(600.0, 10.0, 4.0)
    (585.0, 600.0)
    """
    return max(0.0, bank - max(0.0, spent - increment))


class Turns(Sequence[T]):
    """Turns that never change. A turn more costs the same after ten thousand: nothing is copied.

    >>> len(Turns()), tuple(Turns())
    (0, ())
    """

    __slots__ = ("_before", "_count", "_last")

    def __init__(self, before: "Turns[T] | None" = None, last: T | None = None) -> None:
        self._before, self._last = before, last
        self._count: int = 0 if before is None else before._count + 1

    @classmethod
    def of(cls, turns: Iterable[T]) -> "Turns[T]":
        """These turns."""
        made = cls()
        for turn in turns:
            made = made.and_then(turn)
        return made

    def and_then(self, turn: T) -> "Turns[T]":
        """One turn more."""
        return Turns(self, turn)

    def but_last(self, turn: T) -> "Turns[T]":
        """Another turn in the last one's place."""
        assert self._before is not None
        return Turns(self._before, turn)

    def __len__(self) -> int:
        return self._count

    def __reversed__(self) -> Iterator[T]:
        now = self
        while now._before is not None:
            assert now._last is not None
            yield now._last
            now = now._before

    def __iter__(self) -> Iterator[T]:
        return reversed(list(reversed(self)))

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        back = -place if place < 0 else self._count - place
        if not 0 < back <= self._count:
            raise IndexError(place)
        for turn in reversed(self):
            back -= 1
            if not back:
                return turn
        raise IndexError(place)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            return tuple(self) == other
        if not isinstance(other, Turns) or self._count != other._count:
            return False if isinstance(other, Turns) else NotImplemented
        mine, theirs = self, other
        while mine is not theirs and mine._before is not None and theirs._before is not None:
            if mine._last is not theirs._last and mine._last != theirs._last:
                return False
            mine, theirs = mine._before, theirs._before
        return True

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


if TYPE_CHECKING:
    from referee.match.standing import Standing


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
    """How a match stood before, and what became known of the racks since."""

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
    """What was taken back last, as it happens again at this moment; empty: something happened since, or nothing was.

    That the clock stood is nothing: it does while the players look at a verdict.
    """
    backwards = (event for event in reversed(events) if not isinstance(event, STOOD))
    if not isinstance(next(backwards, None), TurnTakenBack):
        return ()
    again = list[Event]()
    for event in backwards:
        if not isinstance(event, (TurnClaimed, *OF_A_TURN)):
            return ()
        again.insert(0, replace(event, at=at))
        if isinstance(event, TurnClaimed):
            return tuple(again)
    return ()
