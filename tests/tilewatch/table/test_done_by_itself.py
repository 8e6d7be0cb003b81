"""Automatic Done: if the players chose it, a turn ends once the hand has left and the changed table lies still."""

from collections.abc import Callable
from typing import Any

import pytest

Game = Callable[..., Any]
OPENING = ("r10 r11 r12", "k1 k2 k3")


@pytest.fixture
def waiting(game: Game) -> Any:
    """A match in which a turn is done five seconds after the hand has gone."""
    stage = game({"preset": "original", "turn_seconds": 120})
    stage.table.done_by_itself.choose_seconds(5)
    return stage


def told(stage: Any) -> dict[str, Any]:
    return dict(stage.table.state()["by_itself"])


def number(stage: Any) -> int:
    return int(stage.table.state()["turn"]["number"])


def test_unless_the_players_choose_it_no_turn_is_done_by_itself(game: Game) -> None:
    stage = game({"preset": "original", "turn_seconds": 120})
    stage.lay(*OPENING)
    stage.run(60)
    assert number(stage) == 1
    assert told(stage) == {"after": None, "left": None, "turn": None}


def test_a_turn_is_done_when_the_table_has_lain_still_for_so_long(waiting: Any) -> None:
    waiting.lay(*OPENING)
    waiting.run(3)
    assert number(waiting) == 1
    assert 0 < told(waiting)["left"] < 5
    waiting.run(3)
    assert number(waiting) == 2
    assert waiting.table.match.turns()[0]["played"] == 6
    assert told(waiting) == {"after": 5, "left": None, "turn": 1}


def test_a_hand_over_the_table_begins_the_seconds_anew(waiting: Any) -> None:
    waiting.lay(*OPENING)
    waiting.run(3)
    waiting.show(*OPENING, hand="over")
    waiting.run(8)
    assert number(waiting) == 1
    waiting.show(*OPENING)
    waiting.run(4)
    assert number(waiting) == 1
    waiting.run(3)
    assert number(waiting) == 2


def test_a_table_as_it_was_is_not_done_by_itself(waiting: Any) -> None:
    waiting.run(30)
    assert number(waiting) == 1
    assert told(waiting)["left"] is None


def test_a_table_that_would_not_be_allowed_is_left_to_its_player(waiting: Any) -> None:
    waiting.lay("r10 r11")
    waiting.run(30)
    assert (number(waiting), waiting.table.state()["turn"]["phase"]) == (1, "playing")
    waiting.lay("r10 r11 r12")
    waiting.run(7)
    assert number(waiting) == 2


def test_what_was_done_by_itself_is_taken_back_with_one_press_and_not_done_again(waiting: Any) -> None:
    waiting.lay(*OPENING)
    waiting.run(7)
    waiting.table.act(lambda match, at: match.taken_back(at, told(waiting)["turn"]))
    assert (number(waiting), told(waiting)["turn"]) == (1, None)
    waiting.run(30)
    assert number(waiting) == 1
    waiting.lay(*OPENING, "b4 b5 b6")
    waiting.run(7)
    assert number(waiting) == 2


def test_while_the_clock_is_stopped_nothing_is_done(waiting: Any) -> None:
    waiting.lay(*OPENING)
    waiting.table.pause()
    waiting.run(30)
    assert number(waiting) == 1
    waiting.table.go_on()
    waiting.run(7)
    assert number(waiting) == 2


def test_the_choice_outlives_the_program(waiting: Any) -> None:
    waiting.reopen()
    assert told(waiting)["after"] == 5
    waiting.table.done_by_itself.choose_seconds(None)
    waiting.reopen()
    assert told(waiting)["after"] is None
