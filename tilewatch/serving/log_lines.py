"""Limits log lines about connections to one of a kind per minute, so that strangers cannot fill the disk."""

import logging
import threading
import time
from collections.abc import Callable

from tilewatch.serving.budget import NO_MORE

A_MINUTE = 60.0
"""Seconds for which a line of the same kind is dropped."""
MOST_KINDS = 100
"""Kinds of lines that are remembered."""
LOGGERS = ("uvicorn.error", "asyncio", "web")
"""Loggers of connections and requests."""


class OnceAMinute(logging.Filter):
    """Passes a line unless one of its kind passed within a minute; the next line tells how many were dropped."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._lock = clock, threading.Lock()
        self._said: dict[tuple[str, str, object], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is logged."""
        error = record.exc_info[1] if record.exc_info else None
        line = record.getMessage().partition("\n")[0]
        kind = record.name, str(record.msg).partition("\n")[0], type(error)
        with self._lock:
            moment, held_back = self._said.get(kind, (-A_MINUTE, 0))
            is_said = self._clock() - moment >= A_MINUTE
            if len(self._said) >= MOST_KINDS and kind not in self._said:
                self._said.pop(next(iter(self._said)))
            self._said[kind] = (self._clock(), 0) if is_said else (moment, held_back + 1)
        if is_said and held_back:
            line += f" ({held_back} more like it in the last minutes)"
        if isinstance(error, OSError) and error.errno in NO_MORE:
            record.exc_info, line = None, f"{line}: {error.strerror}"
        record.msg, record.args = line, ()
        return is_said


def say_once_a_minute() -> None:
    """Adds the limit to all loggers that strangers can trigger."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, OnceAMinute) for one in logger.filters):
            logger.addFilter(OnceAMinute())
