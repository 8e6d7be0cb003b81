"""Searches for the best play that players ask for: a few at once, each within its time, none at another's cost."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import current_app

SEARCHED_FOR = 4.0
"""Seconds that a question is searched for; what was found by then is the answer."""
AT_ONCE = 2
"""Searches at a time: they take the processor from the camera. Others wait their turn."""


class Questions:
    """Whose questions are searched for. A device has one: what it asks next ends the search for the one before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._places, self._numbers = clock, threading.BoundedSemaphore(AT_ONCE), itertools.count()
        self._newest: dict[str, int] = {}

    @contextmanager
    def asked_by(self, device: str) -> Iterator[Callable[[], bool]]:
        """A search for a device, when it is its turn; says whether its time is over."""
        number = next(self._numbers)
        self._newest[device] = number
        with self._places:
            end = self._clock() + SEARCHED_FOR
            try:
                yield lambda: self._clock() > end or self._newest.get(device, number) != number
            finally:
                if self._newest.get(device) == number:
                    del self._newest[device]


def the_questions() -> Questions:
    """This table's."""
    questions = current_app.extensions["tilewatch.questions"]
    assert isinstance(questions, Questions)
    return questions
