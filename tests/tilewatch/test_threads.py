"""A thread that dies is restarted, or ends the program with a message; it never dies silently."""

import io
import threading
from collections.abc import Callable

import pytest

from tilewatch.threads import MOST_DEATHS, Threads

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # they die on purpose


class Household:
    """Supervised threads; the program records that it was given up."""

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.ended, self.out = threading.Event(), io.StringIO()
        self.threads = Threads(self.ended.set, 0.0, clock, self.out)

    def wait_for_the_dead(self) -> None:
        """Waits until each thread has ended. A thread that outlives its test would be blamed on a later test."""
        self.threads.stop(10)


def test_a_thread_that_dies_is_started_again_and_says_so() -> None:
    house, recovered = Household(), threading.Event()
    troubles = [ZeroDivisionError("once"), ZeroDivisionError("twice")]

    def work(_stopping: threading.Event) -> None:
        if troubles:
            raise troubles.pop(0)
        recovered.set()

    house.threads.start("watching", work)
    assert recovered.wait(10)
    house.wait_for_the_dead()
    assert house.threads.failure is None
    assert house.out.getvalue().splitlines() == [
        "watching: stopped by ZeroDivisionError('once'), started again",
        "watching: stopped by ZeroDivisionError('twice'), started again",
    ]


def test_a_thread_that_keeps_dying_ends_the_program_with_a_sentence() -> None:
    house, lives = Household(), []

    def work(_stopping: threading.Event) -> None:
        lives.append(1)
        raise OSError("no such thing")

    house.threads.start("watching", work)
    assert house.ended.wait(10)
    house.wait_for_the_dead()
    assert len(lives) == MOST_DEATHS + 1
    assert (
        house.threads.failure == "watching: stopped 4 times within a minute, the last time by OSError('no such thing')"
    )


def test_deaths_long_ago_are_forgiven() -> None:
    moments = iter(range(0, 1_000_000, 50))
    house, recovered = Household(lambda: float(next(moments))), threading.Event()
    troubles = [ValueError()] * 10

    def work(_stopping: threading.Event) -> None:
        if troubles:
            raise troubles.pop()
        recovered.set()

    house.threads.start("watching", work)
    assert recovered.wait(10)
    house.wait_for_the_dead()
    assert house.threads.failure is None


def test_a_thread_whose_work_is_done_is_left_in_peace() -> None:
    house, lives = Household(), []
    house.threads.start("demo", lambda _stopping: lives.append(1))
    house.wait_for_the_dead()
    assert lives == [1]
    assert house.out.getvalue() == ""


def test_a_thread_that_dies_while_all_stop_is_not_started_again() -> None:
    house, lives = Household(), []

    def work(stopping: threading.Event) -> None:
        lives.append(1)
        stopping.wait(10)
        raise ConnectionError

    house.threads.start("watching", work)
    house.wait_for_the_dead()
    assert (lives, house.threads.failure, house.out.getvalue()) == ([1], None, "")
