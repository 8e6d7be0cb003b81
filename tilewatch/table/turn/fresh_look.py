"""A fresh reading of the table before it is judged."""

from collections.abc import Callable
from threading import Condition

from referee.messages import Message
from tilewatch.table.situation import Situation
from tilewatch.table.watching import Watching
from tilewatch.view import NINTHS
from web.contract import TableNotSeen

HANDS_LEAVE_WITHIN = 4.0
"""Seconds to wait for hands to leave the table."""
LATE = 0.3
"""Seconds by which a picture must be newer than the request, because a stream lags behind."""

Wait = Callable[[Condition, Callable[[], bool], float], object]
"""Frees the lock and waits until a condition holds, for at most so many seconds."""


class FreshLook:
    """Requests a new reading of the table, waits for it, and returns why there is none. Callers hold the situation's
    lock.

    `clock`: monotonic seconds, the camera's. `wait`: waits on the situation's lock.
    """

    def __init__(
        self, situation: Situation, watching: Watching, clock: Callable[[], float], wait: Wait = Condition.wait_for
    ) -> None:
        self._now, self._watching, self._clock, self._wait = situation, watching, clock, wait

    def since_now(self) -> float:
        """The earliest moment of a picture that shows the table as it is now."""
        return self._clock() + LATE

    def wait(self, since: float, *, anyway: bool = False) -> TableNotSeen | None:
        """Waits until the table was read in a picture since this moment; returns the obstacle, or None.

        `anyway`: the players say that the table is as it was last read, whatever covers it.
        """
        self._watching.read_again(since)
        self._now.notices.count_waiting(1)
        try:
            is_over = lambda: self._now.view.is_lost or self._watching.is_read(since, anyway=anyway)  # noqa: E731
            self._wait(self._now.lock, is_over, HANDS_LEAVE_WITHIN)
        finally:
            self._now.notices.count_waiting(-1)
        return None if anyway and self._watching.is_read(since, anyway=True) else self.in_the_way(since)

    def in_the_way(self, since: float | None = None) -> TableNotSeen | None:
        """Why the table cannot be judged now; None: it is seen."""
        view = self._now.view
        if view.trouble is not None:
            return TableNotSeen("camera-lost", trouble=view.trouble)
        if view.snapshot.dark:
            return TableNotSeen("table-dark")
        if view.snapshot.blank:
            return TableNotSeen("table-blank")
        if view.snapshot.strange:
            return TableNotSeen("table-strange")
        if view.snapshot.hidden:
            tiles = tuple(tile.tile for tile in view.snapshot.hidden)
            return TableNotSeen("table-hidden", tiles=tiles, count=len(tiles))
        if view.snapshot.covered:
            return TableNotSeen("table-covered")
        if not view.snapshot.steady:
            return _moving(view.snapshot.held)
        if not self._watching.is_trusted():
            return TableNotSeen("table-poor")
        if since is not None and not self._watching.is_read(since):
            return TableNotSeen("table-not-read")
        return None


def _moving(held: tuple[float, float] | None) -> TableNotSeen:
    """The refusal because something moves, naming the region. `held`: the region's centre in fractions of the picture;
    None: there are several."""
    if held is None:
        return TableNotSeen("table-moving")
    column, row = (min(2, int(3 * part)) for part in held)
    return TableNotSeen("table-held", where=Message(NINTHS[3 * row + column]))
