"""The clock of a turn, the list of turns of a match, and the way back to earlier states.

All times are passed in as seconds; this module reads no clock. `Turns` is a persistent list: a longer list shares the
shorter list, because a round may have thousands of turns. `Back` holds an earlier state of a match with facts that
became known since; `events_again` repeats a turn that was taken back.
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
"""Events that may follow the claim of a turn and belong to this turn."""
STOOD = (Paused, Resumed, ClockHeld, ClockReleased)
"""Events that only stop or start a clock."""
INSTANT = 0.001
"""Seconds; a shorter time counts as none, because sums of times are rounded."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one turn. All times (`at`) are seconds on the caller's clock.

    >>> clock = Clock.started(at=100.0, seconds=60.0)
    >>> clock.left(at=141.5)
    18.5
    >>> clock.paused(at=141.5).left(at=9000.0)
    18.5
    """

    allowed: float | None
    """Seconds that this turn may take, including extensions; None: no limit."""
    used: float
    """Seconds used up to `since`."""
    since: float
    """The time up to which `used` was counted."""
    running: bool

    @classmethod
    def started(cls, at: float, seconds: float | None) -> "Clock":
        """A clock that starts to run at `at`; `seconds`: the limit, None for no limit."""
        return cls(seconds, 0.0, at, True)

    def spent(self, at: float) -> float:
        """Seconds that the turn has taken until `at`, without pauses."""
        return self.used + max(0.0, at - self.since) if self.running else self.used

    def left(self, at: float) -> float | None:
        """Seconds left at `at`, negative when the time is over; None without a limit."""
        return None if self.allowed is None else self.allowed - self.spent(at)

    def over_since(self, at: float) -> float | None:
        """The time when the limit was reached; None if it is not reached at `at`. A stopped clock counts from `at`.

        >>> Clock.started(at=100.0, seconds=60.0).over_since(at=163.0)
        160.0
        """
        left = self.left(at)
        return None if left is None or left > INSTANT else at + left

    def paused(self, at: float) -> "Clock":
        """The clock stopped at `at`."""
        return replace(self, used=self.spent(at), since=at, running=False)

    def resumed(self, at: float) -> "Clock":
        """The clock running again from `at` on."""
        return replace(self, used=self.spent(at), since=at, running=True)

    def extended(self, seconds: float) -> "Clock":
        """The clock with more seconds allowed; unchanged without a limit."""
        return self if self.allowed is None else replace(self, allowed=self.allowed + seconds)


def bank_after(bank: float, increment: float, spent: float) -> float:
    """Seconds left in a player's time bank after a turn (Bronstein: the increment is free; unused, it is lost).

    >>> bank_after(600.0, 10.0, 25.0), bank_after(600.0, 10.0, 4.0)
    (585.0, 600.0)
    """
    return max(0.0, bank - max(0.0, spent - increment))


class Turns(Sequence[T]):
    """An immutable list of turns; appending takes constant time, because nothing is copied.

    >>> len(Turns()), tuple(Turns())
    (0, ())
    """

    __slots__ = ("_before", "_count", "_last")

    def __init__(self, before: "Turns[T] | None" = None, last: T | None = None) -> None:
        self._before, self._last = before, last
        self._count: int = 0 if before is None else before._count + 1

    @classmethod
    def of(cls, turns: Iterable[T]) -> "Turns[T]":
        """A list of these turns."""
        made = cls()
        for turn in turns:
            made = made.and_then(turn)
        return made

    def and_then(self, turn: T) -> "Turns[T]":
        """The list with one more turn."""
        return Turns(self, turn)

    def but_last(self, turn: T) -> "Turns[T]":
        """The list with its last turn replaced."""
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
    """A correction of the size of a rack, from a count by hand: `more` tiles added, but never fewer than `least`."""

    more: int
    least: int = 0

    def of(self, rack: int) -> int:
        """The corrected size of a rack that was taken to hold `rack` tiles."""
        return max(self.least, rack + self.more)

    def then(self, later: "RackChange") -> "RackChange":
        """This change followed by a later change, as one change."""
        return RackChange(self.more + later.more, max(later.least, self.least + later.more))


@dataclass(frozen=True, slots=True)
class Back:
    """An earlier state of a match, with the corrections of racks and names made since."""

    stood: "Standing"
    changes: Mapping[str, RackChange] = field(default_factory=dict)
    names: tuple[tuple[str, str], ...] = ()
    """Renamings since then, in order: old name, new name."""

    def standing(self) -> "Standing":
        """The earlier state with all corrections applied."""
        stood = self.stood
        for old, new in self.names:
            stood = stood.renamed(old, new)
        return stood.with_racks_changed(self.changes) if self.changes else stood

    def with_racks_changed(self, changes: Mapping[str, RackChange]) -> "Back":
        """The list of turns with further corrections of racks, by player."""
        both = {name: change.then(changes[name]) for name, change in self.changes.items() if name in changes}
        return Back(self.stood, {**self.changes, **changes, **both}, self.names)

    def renamed(self, old: str, new: str) -> "Back":
        """The list of turns with a player renamed."""
        changes = {new if name == old else name: change for name, change in self.changes.items()}
        return Back(self.stood, changes, (*self.names, (old, new)))


def events_again(events: Sequence[Event], at: float) -> tuple[Event, ...]:
    """The events of the turn taken back last, dated `at`, to repeat them; empty if other events came since.

    Events that only stop or start the clock do not matter, as the clock stops while the players look at a verdict.
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
