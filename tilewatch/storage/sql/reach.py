"""Whether a database server answers: while it does not, whoever asks is told at once, and a thread looks for it."""

import threading
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

PAUSE = 0.5
"""Seconds between two tries to find it again."""


GONE = ("08", "57P")
"""How the SQLSTATE of a server begins that broke off or is ending."""
FULL = "53300"
"""A server that has no connection left."""


def is_gone(sqlstate: str | None) -> bool:
    """Whether an operational error says that the connection is of no use any more; None: nobody answered."""
    return sqlstate is None or sqlstate.startswith(GONE)


class Away(OSError):
    """The server does not answer just now; the message says why."""


class Reach:
    """`ask`: asks the server anything, for as long as that takes. Raises SQLAlchemyError, OSError, ValueError."""

    def __init__(self, ask: Callable[[], object]) -> None:
        self._ask, self._lock, self._closed = ask, threading.Lock(), threading.Event()
        self._why: str | None = None

    def check(self) -> None:
        """Nothing, when the server answered last. Raises Away."""
        why = self._why
        if why is not None:
            raise Away(why)

    def lost(self, why: str) -> None:
        """The server did not answer, or broke off; it is looked for from now on."""
        with self._lock:
            is_looked_for, self._why = self._why is not None, why
        if not is_looked_for and not self._closed.is_set():
            threading.Thread(target=self._search, name="looking for the database", daemon=True).start()

    @property
    def is_closed(self) -> bool:
        """Whether nobody asks any more."""
        return self._closed.is_set()

    def close(self) -> None:
        """Nobody looks for it any more."""
        self._closed.set()

    def _search(self) -> None:
        while not self._is_there():
            if self._closed.wait(PAUSE):
                return

    def _is_there(self) -> bool:
        try:
            self._ask()
        except (SQLAlchemyError, OSError, ValueError):
            return False
        with self._lock:
            self._why = None
        return True
