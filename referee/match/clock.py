"""Time left in a turn, from moments handed in: nothing here knows what time it is."""

from dataclasses import dataclass, replace


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

    @property
    def deadline(self) -> float | None:
        """The moment at which the time is over; None without a limit or while the clock stands."""
        if self.allowed is None or not self.running:
            return None
        return self.since + self.allowed - self.used

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
