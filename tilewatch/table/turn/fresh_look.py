"""A look at the table as it lies now, for whoever is about to judge by it."""

from collections.abc import Callable

from referee.messages import Message
from tilewatch.table.situation import Situation
from tilewatch.table.watching import Watching
from tilewatch.view import NINTHS
from web.contract import TableNotSeen

HANDS_LEAVE_WITHIN = 4.0
"""Seconds that are waited for the hands to leave."""
LATE = 0.3
"""Seconds by which a picture must be younger than the wish to look: a stream shows what was a moment ago."""

Wait = Callable[[Callable[[], bool], float], object]
"""Waits until something is so, for so many seconds at most."""


class FreshLook:
    """Has the table read anew, and says what is in the way. Whoever looks holds the situation's lock.

    `clock`: seconds that only grow, the camera's. `wait`: waits for what the situation's lock is told of.
    """

    def __init__(
        self, situation: Situation, watching: Watching, clock: Callable[[], float], wait: Wait | None = None
    ) -> None:
        self._now, self._watching, self._clock = situation, watching, clock
        self._wait = wait or situation.lock.wait_for

    def since_now(self) -> float:
        """The moment since which a picture shows what lies there now."""
        return self._clock() + LATE

    def wait(self, since: float, *, anyway: bool = False) -> TableNotSeen | None:
        """Waits until the table was read in a picture since this moment; what is in the way of it, if anything is.

        `anyway`: the players say that it lies as it is known, whatever is over it.
        """
        self._watching.read_again(since)
        self._now.count_waiting(1)
        try:
            is_over = lambda: self._now.view.is_lost or self._watching.is_read(since, anyway=anyway)  # noqa: E731
            self._wait(is_over, HANDS_LEAVE_WITHIN)
        finally:
            self._now.count_waiting(-1)
        return None if anyway and self._watching.is_read(since, anyway=True) else self.in_the_way(since)

    def in_the_way(self, since: float | None = None) -> TableNotSeen | None:
        """Why the table cannot be judged just now; None: it is seen as it lies."""
        view = self._now.view
        if view.trouble is not None:
            return TableNotSeen("camera-lost", trouble=view.trouble)
        if view.snapshot.dark:
            return TableNotSeen("table-dark")
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
    """Something moves; where, if one region does. `held`: its middle, as parts of the picture."""
    if held is None:
        return TableNotSeen("table-moving")
    column, row = (min(2, int(3 * part)) for part in held)
    return TableNotSeen("table-held", where=Message(NINTHS[3 * row + column]))
