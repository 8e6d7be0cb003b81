"""Handles a computer that slept: nobody watched the table, so that time counts for nobody.

On Windows the monotonic clock runs on during sleep, so the turn would be over at waking; elsewhere it stops, so the
turn would continue before anybody is back. The match's clock is therefore set back, and is stopped until a player
resumes.
"""

import sys
import time
from collections.abc import Callable
from contextlib import suppress

from referee.match import Phase
from tilewatch.table.situation import Situation
from web.contract import NotWritten

ASLEEP = 30.0
"""Seconds without a tick that mean sleep; a reading takes less even on a slow machine."""
SLEPT = "slept"


def through_sleep() -> float:
    """Monotonic seconds that run on while the computer sleeps."""
    if sys.platform == "win32":
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Sleep:
    """Notices a long gap between ticks. `clock`: the match's clock; `through`: runs on while the computer sleeps."""

    def __init__(self, situation: Situation, clock: Callable[[], float], through: Callable[[], float]) -> None:
        self._now, self._clock, self._through = situation, clock, through
        self._ticked = through(), clock()

    def tick(self) -> None:
        """Called several times a second, before anything that ends a turn by time."""
        (was, stood), self._ticked = self._ticked, (self._through(), self._clock())
        if self._ticked[0] - was < ASLEEP:
            return
        with self._now.lock, suppress(NotWritten):
            self._now.game.stand_still(self._ticked[1] - stood)
            now = self._now.standing
            if now is not None and now.phase is Phase.PLAYING and self._now.pressed is None:
                self._now.pause(SLEPT)
