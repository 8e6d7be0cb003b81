"""Which pictures of a phone were held up on their way: they show a table that may have changed since."""

import threading
import time
from collections import deque
from collections.abc import Callable

LATE = 1.5
"""Seconds that a picture may be longer on its way than the quickest one of late."""
OLD = 10.0
"""Seconds after which a picture shows a table of the past, by our own clock or, before that is known, by both."""
OF_LATE = 10.0
"""Seconds over which the quickest one is looked for; a phone whose clock was set anew is believed again after that."""


class Lateness:
    """How long the pictures of one opened page are on their way, by the phone's clock and by ours.

    The two clocks need not agree: only what differs from picture to picture counts. `clock`: seconds, ours.
    `calendar`: seconds of the calendar.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, calendar: Callable[[], float] = time.time) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._page, self._calendar = "", calendar
        self._ways: deque[tuple[float, float]] = deque()

    @property
    def now(self) -> int:
        """The moment as an answer says it; a picture that was taken after that answer says it again. Milliseconds."""
        return round(1000 * self._clock())

    def is_old(self, taken: float, after: int | None) -> bool:
        """Whether a picture shows a table of the past. `taken`: seconds of the phone's calendar.

        `after`: the moment that the answer before it said; None: it is the first, and the calendars have to agree.
        """
        if after is None:
            return self._calendar() - taken > OLD
        return not 0 <= self.now - after <= 1000 * OLD

    def is_late(self, page: str, taken: float) -> bool:
        """Whether a picture just came that was held up. `page`: whose it is; `taken`: seconds of the phone's clock."""
        with self._lock:
            now = self._clock()
            if page != self._page:
                self._page = page
                self._ways.clear()
            self._ways.append((now, now - taken))
            quickest = min(way for _, way in self._ways)
            while now - self._ways[0][0] > OF_LATE:
                self._ways.popleft()
            return now - taken > quickest + LATE
