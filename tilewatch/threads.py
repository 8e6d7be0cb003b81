"""The program's threads, started and watched over in one place; and how freed memory goes back to the system."""

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
"""Times that a thread may die within DEATHS_WITHIN before it is beyond help."""
DEATHS_WITHIN = 60.0
"""Seconds."""

Work = Callable[[threading.Event], None]
"""What a thread does until the event is set, or until its work is done."""
ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""What glibc's `mallopt` calls the number of its heaps, and the bytes from which memory is the system's (malloc.h)."""
HEAPS = 2
"""Left alone glibc takes eight for each core, and each thread that ever drew a picture leaves some 20 MB in its own."""
LARGE = 250_000
"""Bytes: whatever is larger, as a picture is, is given back as soon as nobody needs it."""


class Threads:
    """Threads that live as long as the program. One that dies is started again; one that keeps dying ends it.

    `give_up`: ends the program; told once, with `failure` set to a sentence that says why.
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
        """Starts a thread; `name` is what it does, for the players."""
        self._begin(name, work, 0.0)

    def stop(self, patience: float = 0.6) -> None:
        """Asks all threads to end, and waits for all of them together so many seconds at most."""
        self.stopping.set()
        end = time.monotonic() + patience
        for thread in list(self._threads):
            thread.join(timeout=max(0.0, end - time.monotonic()))

    def _begin(self, name: str, work: Work, pause: float) -> None:
        thread = threading.Thread(target=self._live, args=(name, work, pause), name=name, daemon=True)
        self._threads = [*(other for other in self._threads if other.is_alive()), thread]
        thread.start()

    def _live(self, name: str, work: Work, pause: float) -> None:
        """Works. What went wrong is left to threading.excepthook, which prints it; here it only counts that it did."""
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
    """Lets SIGTERM end the program as an interrupt at the keyboard does: with everything closed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def give_back_what_is_not_used() -> None:
    """Has the C library give memory back, where it is glibc; to be called before threads are started."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another library has no such call
            library = ctypes.CDLL(None)
            library.mallopt(ARENA_MAX, HEAPS)
            library.mallopt(MMAP_THRESHOLD, LARGE)


@contextmanager
def all_stays() -> Iterator[None]:
    """A context whose objects are taken to stay: Python never searches them for what is not used any more.

    A long match is read in less time, and no press waits for a search through all of its turns.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
