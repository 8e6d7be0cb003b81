"""The computer slept in the middle of a turn: no time is lost, everybody is told, and a player resumes."""

from collections.abc import Callable
from typing import Any

import pytest

Game = Callable[..., Any]
THIRTY = {"preset": "original", "turn_seconds": 30}
ON_WINDOWS, ELSEWHERE = True, False


def turn(state: dict[str, Any]) -> tuple[int, str]:
    return state["turn"]["number"], state["turn"]["phase"]


@pytest.mark.parametrize("watch_goes_on", [ON_WINDOWS, ELSEWHERE])
def test_a_turn_through_which_the_computer_slept_is_not_lost(game: Game, watch_goes_on: bool) -> None:
    stage = game(THIRTY)
    stage.run(10)
    stage.sleep(3600, watch_goes_on)
    state = stage.table.state()
    assert turn(state) == (1, "paused")
    assert state["turn"]["seconds_left"] == pytest.approx(20, abs=0.5)
    assert (state["paused_by"], state["alarm"]["code"], state["alarm"]["mend"]) == ("slept", "alarm.slept", "resume")
    stage.table.go_on()
    stage.run(15)
    assert turn(stage.table.state()) == (1, "playing")


def test_what_was_laid_before_a_sleep_was_laid_in_time(game: Game) -> None:
    stage = game(THIRTY)
    stage.run(10)
    stage.lay("r10 r11 r12")
    stage.sleep(3600, ON_WINDOWS)
    stage.table.go_on()
    assert stage.table.turn.done(False)["legal"]


def test_a_clock_that_stood_goes_on_standing_as_it_did(game: Game) -> None:
    stage = game(THIRTY)
    stage.table.pause()
    stage.sleep(3600, ON_WINDOWS)
    assert stage.table.state()["paused_by"] is None
    assert stage.table.state()["alarm"]["code"] == "alarm.paused"


def test_a_slow_reading_is_no_sleep(game: Game) -> None:
    stage = game(THIRTY)
    stage.sleep(12, ON_WINDOWS)
    assert stage.table.state()["paused_by"] is None
