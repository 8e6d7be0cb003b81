"""A rack whose tiles face the camera is no part of the game once players say so; nor is any other object that shows
rows."""

from typing import Any

import pytest

from tests.tilewatch.conftest import Stage
from tests.tilewatch.table.test_unread import asked, unread_at

RACK = "r3 k9 b13 o2"


@pytest.fixture
def beside_a_rack(stage: Stage) -> Stage:
    """A match that begins while a rack stands in the picture."""
    stage.lay(RACK)
    stage.run(1)
    stage.table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
    stage.table.match.begin_round(None, True)
    stage.run(1)
    return stage


def say_no_part_of_the_game(stage: Stage) -> None:
    question = stage.table.state()["question"]
    stage.table.tiles.correct(question["set"], 0, None)
    stage.run(1)


def turn(stage: Stage, *rows: str) -> Any:
    stage.lay(*rows)
    return asked(stage)


def test_a_rack_that_does_not_change_is_no_part_of_the_game(beside_a_rack: Stage) -> None:
    assert turn(beside_a_rack, RACK, "r10 r11 r12") is None
    assert beside_a_rack.table.match.turns()[-1]["verdict"]["legal"]


def test_what_changes_on_a_rack_is_asked_about_once(beside_a_rack: Stage) -> None:
    assert turn(beside_a_rack, "o11 k10 J r12", "r10 r11 r12") == "apart"
    say_no_part_of_the_game(beside_a_rack)
    assert beside_a_rack.words() == ["r10 r11 r12"]
    assert asked(beside_a_rack) is None
    assert turn(beside_a_rack, "b5 k13 o12 r10 J", "r10 r11 r12", ".", "b11 b12 b13") is None
    assert [one["verdict"]["legal"] for one in beside_a_rack.table.match.turns()] == [True, True]


def test_the_answer_outlives_the_program_and_can_be_undone(beside_a_rack: Stage) -> None:
    turn(beside_a_rack, "o11 k10 J r12", "r10 r11 r12")
    say_no_part_of_the_game(beside_a_rack)
    beside_a_rack.reopen()
    beside_a_rack.run(1)
    beside_a_rack.lay("b11 r10 o4 k12", "r10 r11 r12")
    assert beside_a_rack.words() == ["r10 r11 r12"]
    beside_a_rack.table.tiles.untell_absent(0)
    beside_a_rack.run(1)
    assert "b11 r10 o4 k12" in beside_a_rack.words()


def test_tiles_of_the_game_where_a_rack_stood_are_judged_at_the_second_press(beside_a_rack: Stage) -> None:
    beside_a_rack.lay()
    assert turn(beside_a_rack, "k11 k10 r12 b5") == "apart"
    assert asked(beside_a_rack) is None
    assert not beside_a_rack.table.match.turns()[-1]["verdict"]["legal"]


def test_a_row_that_belongs_to_the_game_is_not_asked_about_under_other_names(beside_a_rack: Stage) -> None:
    beside_a_rack.lay()
    assert turn(beside_a_rack, "k11 k10 r12 b5") == "apart"
    beside_a_rack.table.turn.done(True)
    assert not beside_a_rack.table.match.turns()[-1]["verdict"]["legal"]
    beside_a_rack.lay()
    beside_a_rack.run(1)
    assert beside_a_rack.table.state()["turn"]["phase"] == "playing"
    assert turn(beside_a_rack, "o3 b10 k5 r7") is None


def test_a_set_where_a_rack_stood_counts_at_the_second_press(beside_a_rack: Stage) -> None:
    beside_a_rack.lay()
    assert turn(beside_a_rack, ".", "r10 r11 r12") is None
    assert turn(beside_a_rack, "k10 k11 J k13", "r10 r11 r12") == "apart"
    assert asked(beside_a_rack) is None
    assert [one["verdict"]["legal"] for one in beside_a_rack.table.match.turns()] == [True, True]


def test_a_row_that_belongs_to_the_game_hides_no_other_question(beside_a_rack: Stage) -> None:
    beside_a_rack.lay()
    assert turn(beside_a_rack, "b10 b11 ?r7 b13") == "apart"
    assert asked(beside_a_rack) == "unread"
    beside_a_rack.table.tiles.add(*unread_at(beside_a_rack), "b12")
    beside_a_rack.run(1)
    assert asked(beside_a_rack) is None
    assert beside_a_rack.table.match.turns()[-1]["after"] == ["b10 b11 b12 b13"]


def test_a_long_row_that_is_no_set_is_asked_about(game: Any) -> None:
    """A rack that was filled after the round began."""
    stage = game()
    assert turn(stage, "r10 r11 r12", "b5 k1 o7 r2 J") == "apart"
    say_no_part_of_the_game(stage)
    assert asked(stage) is None
    assert stage.table.match.turns()[-1]["verdict"]["legal"]
    stage.lay("r10 r11 r12", "b5 k2 o7 r2 J")
    assert stage.words() == ["r10 r11 r12"]


def test_rows_close_above_each_other_are_asked_about_together(game: Any) -> None:
    """Both rows belong to a box's lid."""
    stage = game()
    assert turn(stage, "b5 k1 o7 r2 J", "r10 r11 r12", "k3 r8 b8 o2 k13") == "apart"
    say_no_part_of_the_game(stage)
    assert stage.words() == ["r10 r11 r12"]
    stage.table.undo(stage.table.state()["undo"]["number"])
    stage.run(1)
    assert len(stage.words()) == 3


def test_another_camera_sees_the_rack_elsewhere(beside_a_rack: Stage) -> None:
    turn(beside_a_rack, "o11 k10 J r12", "r10 r11 r12")
    say_no_part_of_the_game(beside_a_rack)
    assert len(beside_a_rack.table.state()["absent"]) == 1
    beside_a_rack.table.camera.choose("a phone")
    assert beside_a_rack.table.state()["absent"] == []


def test_a_rack_that_changes_while_the_table_is_put_back_is_taken_out_with_one_word(beside_a_rack: Stage) -> None:
    assert turn(beside_a_rack, RACK, "r10 r11 r13") is None
    beside_a_rack.lay("o11 k10 J r12", ".")
    beside_a_rack.run(1)
    assert beside_a_rack.table.state()["turn"]["phase"] == "restoring"
    beside_a_rack.table.tiles.correct(0, 2, None)
    beside_a_rack.run(1)
    assert beside_a_rack.table.state()["turn"]["phase"] == "playing"
