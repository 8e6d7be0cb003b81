"""A turn that took longer than its limit says why; pauses do not count."""

import pytest

from referee.match import Match, why_long
from referee.rules import Rules
from referee.table import Table

EMPTY = Table()


def begun() -> Match:
    return Match.begun(["Ada", "Bo"], Rules(), 0.0).round_begun(0.0, "Ada")


def test_a_pause_is_no_part_of_a_turn() -> None:
    turn = begun().paused(10.0).resumed(500.0).claimed(EMPTY, 520.0).now.turns[-1]
    assert turn.seconds == pytest.approx(30.0)
    assert why_long(turn) == ()


def test_time_that_was_added_is_named() -> None:
    turn = begun().clock_corrected(30, 5.0).claimed(EMPTY, 85.0).now.turns[-1]
    assert [one.text for one in why_long(turn)] == ["30 s were added to the clock"]


def test_a_table_that_was_read_late_is_named() -> None:
    turn = begun().claimed(EMPTY, 95.0).now.turns[-1]
    assert [one.text for one in why_long(turn)] == ["the table could be read only 35 s after the time was over"]


def test_a_table_that_nobody_looks_at_makes_no_turn_longer() -> None:
    turn = begun().clock_corrected(30, 5.0).claimed_by_hand(97.0).now.turns[-1]
    assert [one.text for one in why_long(turn)] == ["30 s were added to the clock"]


def test_without_a_limit_no_turn_is_too_long() -> None:
    unhurried = Match.begun(["Ada", "Bo"], Rules(turn_seconds=None), 0.0).round_begun(0.0, "Ada")
    assert why_long(unhurried.claimed(EMPTY, 900.0).now.turns[-1]) == ()


def test_a_second_over_the_limit_is_the_least_that_is_explained() -> None:
    late, hardly = (begun().claimed(EMPTY, 60.0 + over).now.turns[-1] for over in (1.0, 0.9))
    assert [one.text for one in why_long(late)] == ["the table could be read only 1 s after the time was over"]
    assert why_long(hardly) == ()
