"""The clock of a turn, from moments handed in."""

import pytest

from referee.match.turns import Clock, bank_after


def test_time_runs_down_from_the_moment_a_turn_begins() -> None:
    clock = Clock.started(at=100, seconds=60)
    assert (clock.left(at=100), clock.left(at=130)) == (60, 30)


def test_the_time_is_over_at_the_deadline_and_not_before() -> None:
    clock = Clock.started(at=0, seconds=60)
    assert [clock.over_since(at) for at in (59.75, 60, 63)] == [None, 60, 60]
    assert clock.left(at=59.75) == 0.25
    assert clock.left(at=60) == 0
    assert clock.left(at=63) == -3


def test_without_a_limit_the_time_is_never_over_but_is_measured() -> None:
    """Leaflet 003 names no time."""
    clock = Clock.started(at=0, seconds=None)
    assert (clock.left(at=9999), clock.over_since(at=9999)) == (None, None)
    assert clock.spent(at=9999) == 9999
    assert clock.extended(30) == clock


def test_a_pause_costs_nothing() -> None:
    clock = Clock.started(at=0, seconds=60).paused(at=20)
    assert (clock.left(at=500), clock.over_since(at=500)) == (40, None)
    assert clock.resumed(at=500).over_since(at=600) == 540


def test_an_extension_adds_its_seconds() -> None:
    assert Clock.started(at=0, seconds=60).extended(30).left(at=0) == 90


def test_a_watch_that_goes_backwards_takes_no_time() -> None:
    assert Clock.started(at=100, seconds=60).left(at=90) == 60


@pytest.mark.parametrize(("spent", "left"), [(4.0, 600.0), (10.0, 600.0), (25.0, 585.0), (610.0, 0.0), (700.0, 0.0)])
def test_bronstein_takes_only_what_exceeds_the_free_seconds(spent: float, left: float) -> None:
    assert bank_after(600.0, 10.0, spent) == left
