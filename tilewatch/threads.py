"""The program's threads, started and supervised in one place; and settings that return freed memory to the system."""

import ctypes
import gc
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

PAUSE = 1.0
"""Seconds before a thread that died is started again."""
MOST_DEATHS = 3
"""Number of failures of a thread within DEATHS_WITHIN after which the program ends."""
DEATHS_WITHIN = 60.0
"""Seconds within which the deaths of a thread are counted."""

Work = Callable[[threading.Event], None]
"""The work of a thread, which ends when the event is set."""
ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""Parameters of glibc's `mallopt`: the number of heaps, and the size in bytes from which memory is mapped separately
(malloc.h).
"""
HEAPS = 2
"""Number of heaps. By default glibc has eight heaps per core, each of which may keep some 20 MB after a thread decoded
a picture.
"""
LARGE = 250_000
"""Bytes from which memory is mapped separately, as for pictures, and returned to the system as soon as it is freed."""


class Threads:
    """Threads that live as long as the program. A thread that fails is restarted; if it keeps failing, the program
    ends.

    `give_up`: ends the program; called once, after `failure` was set to a sentence that says why.
    """

    def __init__(
        self,
        give_up: Callable[[], object],
        pause: float = PAUSE,
        clock: Callable[[], float] = time.monotonic,
        out: TextIO = sys.stderr,
    ) -> None:
        self._give_up, self._pause, self._clock, self._out = give_up, pause, clock, out
        self._threads: list[threading.Thread] = []
        self._deaths: dict[str, list[float]] = {}
        self.stopping = threading.Event()
        self.failure: str | None = None
        """Why the program cannot go on."""

    def start(self, name: str, work: Work) -> None:
        """Starts a thread; `name`: its work in words, for messages to players."""
        self._begin(name, work, 0.0)

    def stop(self, patience: float = 0.6) -> None:
        """Asks all threads to end, and waits at most `patience` seconds for all of them together."""
        self.stopping.set()
        end = time.monotonic() + patience
        for thread in list(self._threads):
            thread.join(timeout=max(0.0, end - time.monotonic()))

    def _begin(self, name: str, work: Work, pause: float) -> None:
        thread = threading.Thread(target=self._live, args=(name, work, pause), name=name, daemon=True)
        self._threads = [*(other for other in self._threads if other.is_alive()), thread]
        thread.start()

    def _live(self, name: str, work: Work, pause: float) -> None:
        """Runs the work. threading.excepthook prints an exception; here the failure is only counted."""
        if self.stopping.wait(pause):
            return
        is_done = False
        try:
            work(self.stopping)
            is_done = True
        finally:
            if not is_done and not self.stopping.is_set():
                self._died(name, work, repr(sys.exc_info()[1]))

    def _died(self, name: str, work: Work, why: str) -> None:
        now = self._clock()
        deaths = [*(moment for moment in self._deaths.get(name, []) if now - moment < DEATHS_WITHIN), now]
        self._deaths[name] = deaths
        if len(deaths) <= MOST_DEATHS:
            print(f"{name}: stopped by {why}, started again", file=self._out, flush=True)
            self._begin(name, work, self._pause)
        else:
            self.failure = f"{name}: stopped {len(deaths)} times within a minute, the last time by {why}"
            self._give_up()


def let_sigterm_interrupt() -> None:
    """Makes SIGTERM end the program like an interrupt at the keyboard, so that everything is closed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def give_back_what_is_not_used() -> None:
    """Makes glibc return freed memory to the system; must be called before threads are started."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another library has no such call
            library = ctypes.CDLL(None)
            library.mallopt(ARENA_MAX, HEAPS)
            library.mallopt(MMAP_THRESHOLD, LARGE)


@contextmanager
def all_stays() -> Iterator[None]:
    """A context that excludes the objects made in it from garbage collection.

    A long match is then read faster, and no press waits while the collector scans all of its turns.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
