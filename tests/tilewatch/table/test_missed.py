"""A tile that was read with doubt, and is missing in newer pictures of its unchanged place, is asked about."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.tilewatch.conftest import reading
from tests.tilewatch.table.test_unread import asked, unread_at
from web.contract import Conflict, Refused

Game = Callable[..., Any]
ANY_OPENING = {"preset": "original", "opening_points": 0}


@pytest.fixture
def read_once(game: Game) -> Any:
    """Ada has laid r9 r10 r11; a joker read with doubt beside them is not in later pictures."""
    stage = game()
    stage.lay("r9 r10 r11", "J~k1:0.3")
    stage.reader.learn(stage.shown, reading(["r9 r10 r11", "."]))
    stage.run(2)
    return stage


def test_a_doubtful_tile_that_newer_pictures_miss_is_no_tile_before_somebody_says_so(read_once: Any) -> None:
    assert read_once.words() == ["r9 r10 r11"]
    assert [one["or"] for one in read_once.table.state()["unread"]] == [["J", "k1"]]
    with pytest.raises(Conflict, match="cannot read"):
        read_once.table.turn.done(False)
    read_once.table.tiles.free(*unread_at(read_once))
    read_once.run(2)
    assert read_once.table.state()["unread"] == []
    assert read_once.table.turn.done(False)["played"] == ["r9", "r10", "r11"]


def test_a_doubtful_tile_that_newer_pictures_miss_is_there_once_it_is_named_or_read_again(read_once: Any) -> None:
    with pytest.raises(Conflict, match="cannot read"):
        read_once.table.turn.done(False)
    read_once.reader.learn(read_once.shown, reading(["r9 r10 r11", "J~k1:0.3"]))
    read_once.run(2)
    assert read_once.table.state()["question"] is None
    assert read_once.words() == ["r9 r10 r11", "J"]
    read_once.reader.learn(read_once.shown, reading(["r9 r10 r11", "."]))
    read_once.run(2)
    read_once.table.tiles.add(*unread_at(read_once), "k1")
    read_once.run(2)
    assert sorted(read_once.words()) == ["k1", "r9 r10 r11"]


def test_a_doubtful_tile_that_lay_there_before_the_turn_stays_whatever_newer_pictures_miss(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12~r2:0.3")
    stage.table.turn.done(False)
    stage.reader.learn(stage.shown, reading(["r10 r11 ."]))
    stage.run(4)
    assert stage.words() == ["r10 r11 r12"]
    assert stage.table.state()["camera"]["status"] == "ok"


def test_that_hands_are_in_the_way_is_no_answer_to_a_question_that_nobody_heard(game: Game) -> None:
    stage = game(ANY_OPENING)
    stage.lay("k1 k2 k3")
    assert asked(stage) is None
    stage.lay("k1 k2 k3", "r9 r10 r11 r12~r2:0.3")
    stage.show("k1 k2 k3", "r9 r10 r11 r12~r2:0.3", hand="0")
    stage.reader.learn(stage.shown, reading([".", "r9 r10 r11 ."]))
    stage.run(3)
    with pytest.raises(Refused):
        stage.table.turn.done(False)
    with pytest.raises(Conflict, match="cannot read"):
        stage.table.turn.done(True)


def test_a_missed_tile_that_was_named_is_there_after_a_start(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11 r12~r2:0.3")
    stage.reader.learn(stage.shown, reading(["r9 r10 r11 ."]))
    stage.run(2)
    stage.table.tiles.add(*unread_at(stage), "r12")
    stage.run(2)
    stage.reopen()
    stage.run(3)
    assert stage.words() == ["r9 r10 r11 r12"]


def test_a_doubtful_tile_from_before_is_not_asked_about_for_its_new_twin(game: Game) -> None:
    stage = game(ANY_OPENING)
    stage.lay("b4 b5~b3:0.3 b6")
    assert asked(stage) is None
    stage.lay("b4 b5~b3:0.3 b6", "r5 k5 b5")
    stage.reader.learn(stage.shown, reading(["b4 . b6", "r5 k5 b5"]))
    stage.run(2)
    assert asked(stage) is None


@pytest.mark.parametrize("answer", ["free", "add"])
def test_what_is_unread_is_answered_before_what_is_missed_beside_it(game: Game, answer: str) -> None:
    stage = game(ANY_OPENING)
    stage.lay("b4 b5 b6")
    assert asked(stage) is None
    one = reading(["b4 b5 b6"]).tiles[1]
    low = replace(one, quad=one.quad + np.array([0, 10], np.float32), confidence=0.3)
    stage.reader.learn(stage.shown, replace(reading(["b4 . b6"]), unread=(low,)))
    stage.table._watching.read_again(stage.now)
    stage.run(3)
    assert asked(stage) == "unread"
    spot = unread_at(stage)
    if answer == "free":
        stage.table.tiles.free(*spot)
    else:
        stage.table.tiles.add(*spot, "b5")
    stage.run(2)
    assert not stage.table.state()["missing"]
    assert not stage.table.state()["unread"]


def test_a_failed_turn_is_not_put_back_while_its_doubtful_tile_lies_there(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11")
    stage.table.turn.done(False)
    stage.lay("r9 r10 r11", "k5~k3:0.3")
    assert (asked(stage), asked(stage)) == ("lone", None)
    stage.reader.learn(stage.shown, reading(["r9 r10 r11", "."]))
    stage.run(2)
    with pytest.raises(Refused):
        stage.table.turn.restored(False)


def test_of_two_who_press_done_the_second_has_not_answered_what_the_first_was_asked(game: Game) -> None:
    stage = game(ANY_OPENING)
    stage.lay("r9 r10 r11 r12~r2:0.3")
    stage.reader.learn(stage.shown, reading(["r9 r10 r11 ."]))
    stage.run(2)
    run, first = stage.run, list[str | None]()

    def meanwhile(seconds: float) -> None:
        run(seconds)
        if not first:
            first.append("presses")
            first.append(asked(stage))

    stage.run = meanwhile
    with pytest.raises(Conflict, match="cannot read"):
        stage.table.turn.done(False)
    assert first == ["presses", "unread"]
