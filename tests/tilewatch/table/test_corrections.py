"""Corrections by tapping: a tile that is not one, a tile that the camera misses, and answers withdrawn."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from tests.tilewatch.conftest import Stage, reading
from web.contract import BadRequest, Conflict

Game = Callable[..., Any]


def test_what_is_no_tile_is_not_seen_while_its_place_looks_the_same(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "k1")
    stage.table.tiles.correct(1, 0, None)
    assert stage.words() == ["r10 r11 r12"]
    stage.lay("r10 r11 r12", "k1", "b4 b5 b6")
    assert stage.words() == ["r10 r11 r12", "b4 b5 b6"]


def test_a_tile_that_the_camera_misses_is_put_where_it_lies(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 .")
    stage.table.tiles.add(117.0, 52.0, "r12")
    assert stage.words() == ["r10 r11 r12"]
    stage.run(2)
    assert stage.words() == ["r10 r11 r12"]


def test_what_is_no_tile_is_remembered_after_a_start_of_the_program(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "k1")
    stage.table.tiles.correct(1, 0, None)
    stage.reopen()
    stage.run(1)
    assert stage.words() == ["r10 r11 r12"]
    assert [one["tile"] for one in stage.table.state()["absent"]] == ["k1"]


def test_a_tile_that_only_a_person_saw_is_remembered_after_a_start_of_the_program(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 .")
    stage.table.tiles.add(117.0, 52.0, "r12")
    stage.reopen()
    stage.run(1)
    assert stage.words() == ["r10 r11 r12"]
    assert stage.table.state()["table"][0]["told"] == [2]
    stage.table.tiles.untell(0, 2)
    stage.run(1)
    assert stage.words() == ["r10 r11"]


def test_what_was_said_of_a_tile_that_is_not_seen_after_a_start_is_not_lost(game: Game) -> None:
    """During the set-up the camera was pointed elsewhere."""
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.tiles.correct(0, 2, "b12")
    stage.reopen()
    stage.show()
    stage.run(2)
    stage.show("r10 r11 r12")
    stage.reopen()
    stage.run(1)
    assert stage.words() == ["r10 r11 b12"]


@pytest.mark.parametrize("ends", [Stage.reopen, Stage.die], ids=["closed", "killed"])
def test_what_was_said_is_known_after_a_start_where_the_camera_was_pushed_meanwhile(
    game: Game, ends: Callable[[Stage], None]
) -> None:
    stage = game()
    rows = ["r10 r11 r9", "k1 k2 k3", "b5"]
    stage.lay(*rows)
    stage.table.tiles.correct(0, 2, "r12")
    stage.table.tiles.correct(2, 0, None)
    stage.show(*rows, shift=(40, 25))
    for _ in range(2):
        stage.run(2)
        assert stage.words() == ["r10 r11 r12", "k1 k2 k3"]
        ends(stage)


def test_a_correction_of_before_a_start_is_taken_back_before_the_tile_is_read_again(game: Game) -> None:
    """The name that the camera read there before counts again."""
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.tiles.correct(0, 2, "b12")
    stage.reopen()
    stage.reader.learn(stage.shown, reading(["r10 r11 ."]))
    stage.run(1)
    assert stage.words() == ["r10 r11 b12"]
    stage.table.tiles.untell(0, 2)
    stage.run(1)
    assert stage.words() == ["r10 r11 r12"]


def test_a_correction_that_was_taken_back_does_not_come_again_with_a_start(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.tiles.correct(0, 2, "b12")
    stage.table.tiles.untell(0, 2)
    stage.run(1)
    stage.reopen()
    stage.run(1)
    assert stage.words() == ["r10 r11 r12"]


def test_a_tile_that_only_a_person_saw_is_forgotten_where_its_place_looks_otherwise(game: Game) -> None:
    """The tile was removed while the program did not run."""
    stage = game()
    stage.show("r10 r11 r12")
    stage.reader.learn(stage.shown, reading(["r10 r11 ."]))
    stage.run(2)
    stage.table.tiles.add(122.0, 53.0, "r12")
    stage.reopen()
    stage.show("r10 r11")
    stage.run(1)
    assert stage.words() == ["r10 r11"]


def test_that_no_tile_lies_there_is_taken_back(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "k1")
    stage.table.tiles.correct(1, 0, None)
    with pytest.raises(BadRequest, match="Nobody said"):
        stage.table.tiles.untell_absent(1)
    stage.table.tiles.untell_absent(0)
    stage.run(1)
    assert stage.words() == ["r10 r11 r12", "k1"]
    assert stage.table.state()["absent"] == []


def test_a_tile_that_only_a_person_saw_goes_when_that_is_taken_back(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 .")
    stage.table.tiles.add(117.0, 52.0, "r12")
    assert stage.table.state()["table"][0]["told"] == [2]
    stage.table.tiles.untell(0, 2)
    stage.run(1)
    assert stage.words() == ["r10 r11"]


def test_what_is_told_is_marked(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r9")
    assert stage.table.state()["table"][0]["told"] == []
    stage.table.tiles.correct(0, 2, "r12")
    assert stage.table.state()["table"][0]["told"] == [2]


def test_a_tile_that_vanished_is_asked_about_where_it_lay(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    place = stage.table.state()["table"][0]["quads"][2]
    stage.lay("r10 r11 .")
    assert stage.table.state()["missing"] == ["r12"]
    (lay,) = stage.table.state()["missing_at"]
    assert lay["tile"] == "r12"
    assert np.abs(np.array(lay["quad"]) - place).max() < 0.001
    width, height = stage.size
    x, y = (sum(corner[axis] for corner in lay["quad"]) / 4 for axis in (0, 1))
    stage.table.tiles.add(x * width, y * height, "r12")
    assert stage.table.state()["missing"] == []
    assert stage.table.turn.done(False)["legal"]


def test_a_tile_that_a_player_called_otherwise_by_mistake_is_asked_about_where_it_lies(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    stage.table.tiles.correct(0, 2, "r5")
    (lay,) = stage.table.state()["missing_at"]
    width, height = stage.size
    x, y = (sum(corner[axis] for corner in lay["quad"]) / 4 for axis in (0, 1))
    stage.table.tiles.add(x * width, y * height, "r12")
    assert stage.words() == ["r10 r11 r12"]
    assert stage.table.state()["missing"] == []


def test_a_place_of_the_table_is_shown_upright_and_large(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    quad = stage.table.state()["table"][0]["quads"][1]
    jpeg = stage.table.pictures.crop([tuple(corner) for corner in quad])
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape[0] == 420
    assert 0.6 < shown.shape[1] / shown.shape[0] < 0.9
    assert shown[210, 60].mean() > shown[10, 150].mean()  # a tile's face beside the bare table


def test_nothing_lies_outside_the_picture(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 .")
    for place in ((640.0, 10.0), (-1.0, 10.0), (10.0, 360.0)):
        with pytest.raises(BadRequest, match="640 × 360"):
            stage.table.tiles.add(*place, "r12")


@pytest.fixture
def corrected(game: Game) -> Any:
    """Ada has laid r10 r11 r12 and corrected the name: the camera reads r12 as r9."""
    stage = game()
    stage.lay(READ)
    stage.table.tiles.correct(0, 2, "r12")
    return stage


READ, MOVED = "r10 r11 r9", ("r10 r11", "", "", "r9")
IN_ORDER = ["r12", "r9"]
"""The offered names for the last tile of a run: first the name that continues the run."""


def asked(stage: Any) -> tuple[str, list[str]]:
    """The question that Done brings, and the candidate names of the tile it is about."""
    with pytest.raises(Conflict) as refused:
        stage.table.turn.done(False)
    (place,) = stage.table.state()["unread"]
    return refused.value.more["question"]["kind"], place["or"]


def test_a_corrected_tile_that_is_moved_in_its_turn_is_asked_about_again(corrected: Any) -> None:
    corrected.lay(*MOVED)
    assert asked(corrected) == ("unread", ["r9", "r12"])
    (place,) = corrected.table.state()["unread"]
    xs, ys = zip(*place["quad"], strict=True)
    corrected.table.tiles.add(sum(xs) / 4 * 640, sum(ys) / 4 * 360, "r12")
    corrected.run(2)
    assert corrected.words() == ["r10 r11", "r12"]


def test_a_corrected_tile_that_was_lifted_for_a_while_is_asked_about_again(corrected: Any) -> None:
    corrected.lay("r10 r11")
    corrected.lay(READ)
    assert asked(corrected) == ("unread", IN_ORDER)


def test_a_corrected_tile_that_lay_there_before_the_turn_is_known_where_it_is_moved(corrected: Any) -> None:
    assert corrected.table.turn.done(False)["legal"]
    corrected.lay("r10 r11", "", "r9 r10 r11")
    assert corrected.table.state()["missing"] == []
    assert corrected.words() == ["r10 r11", "r12 r10 r11"]


def test_a_corrected_tile_exchanged_for_what_it_was_read_as_is_asked_about_again(corrected: Any) -> None:
    """A hand covered it since, and its appearance changed."""
    before = corrected.shown
    corrected.show("r10 r11 k3")
    corrected.reader.learn(corrected.shown, corrected.reader.read(before))
    other = corrected.shown
    corrected.show(READ, hand="over")
    corrected.run(0.2)
    corrected.shown = other
    corrected.run(2)
    assert asked(corrected) == ("unread", IN_ORDER)


def test_what_was_said_in_a_match_is_not_asked_about_in_the_next(corrected: Any) -> None:
    corrected.table.act(lambda match, moment: match.stopped(moment))
    corrected.lay()
    corrected.table.match.start(["Ada", "Bo"], "original", "Ada", None, True)
    corrected.table.match.begin_round(None, True)
    corrected.lay(READ)
    assert (corrected.words(), corrected.table.state()["unread"]) == ([READ], [])


def test_what_was_said_is_taken_back(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r9")
    stage.table.tiles.correct(0, 2, "r12")
    assert stage.words() == ["r10 r11 r12"]
    stage.table.tiles.untell(0, 2)
    stage.run(1)
    assert stage.words() == ["r10 r11 r9"]


def test_a_tap_is_about_the_tile_that_was_shown_wherever_its_row_stands_by_now(game: Game) -> None:
    stage = game()
    stage.lay("b4 b5 b6", "r10 r11 r9")
    mark = stage.table.state()["table"][1]["marks"][2]
    stage.lay("", "r10 r11 r9")
    stage.table.tiles.correct(1, 2, "r12", mark)
    assert stage.words() == ["r10 r11 r12"]
    stage.table.tiles.untell(1, 2, mark)
    assert stage.words() == ["r10 r11 r9"]


def test_a_tap_on_a_tile_that_is_gone_hits_no_other(game: Game) -> None:
    stage = game()
    stage.lay("b4 b5 b6", "r10 r11 r9")
    (row, *_), lay = stage.table.state()["table"], stage.words()
    stage.lay("r10 r11 r9")
    for press in (
        lambda: stage.table.tiles.correct(0, 2, "b7", row["marks"][2]),
        lambda: stage.table.tiles.correct(0, 2, None, row["marks"][2]),
        lambda: stage.table.tiles.untell(0, 2, row["marks"][2]),
        lambda: stage.table.tiles.untell_absent(0, row["marks"][2]),
    ):
        with pytest.raises(Conflict) as refused:
            press()
        assert refused.value.message.code == "no-longer-there"
    assert stage.words() == lay[1:]


def test_that_no_tile_lies_there_is_taken_back_of_the_place_that_was_shown(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "k1", "b4")
    stage.table.tiles.correct(1, 0, None)
    stage.table.tiles.correct(1, 0, None)
    first, second = (one["mark"] for one in stage.table.state()["absent"])
    stage.table.tiles.untell_absent(0, first)
    stage.table.tiles.untell_absent(0, second)
    stage.run(1)
    assert sorted(stage.words()) == ["b4", "k1", "r10 r11 r12"]


@pytest.mark.parametrize("ends", [Stage.reopen, Stage.die], ids=["closed", "killed"])
def test_what_was_said_of_a_tile_that_was_taken_away_says_nothing_of_the_next_one_after_a_start(
    game: Game, ends: Callable[[Stage], None]
) -> None:
    stage = game()
    stage.lay("b4 b5 b6")
    stage.table.tiles.correct(0, 1, "J")
    stage.lay()
    ends(stage)
    stage.lay("b4 b5 b6")
    assert stage.words() == ["b4 b5 b6"]


def test_a_correction_is_told_to_everybody_with_who_made_it_and_undone_with_one_tap(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r9", "k1")
    tiles = stage.table.tiles
    told: list[tuple[str, str]] = []

    def undo() -> list[str]:
        act = stage.table.state()["undo"]
        told.append((act["text"], act["by"]))
        stage.table.undo(act["number"], "Bo")
        stage.run(1)
        assert stage.table.state()["undo"] is None
        return stage.words()

    tiles.correct(0, 2, "r12", by="Åsa")
    assert undo() == ["r10 r11 r9", "k1"]
    tiles.correct(1, 0, None, by="Åsa")
    assert undo() == ["r10 r11 r9", "k1"]
    tiles.correct(0, 2, "r12", by="Åsa")
    tiles.correct(0, 2, "r13", by="Bo")
    assert undo() == ["r10 r11 r12", "k1"]  # as the player said before
    assert told == [
        ("It is red 12, not red 9.", "Åsa"),
        ("No tile lies where black 1 was read.", "Åsa"),
        ("It is red 13, not red 12.", "Bo"),
    ]


def test_an_added_tile_is_told_and_undone(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 .")
    stage.table.tiles.add(117.0, 52.0, "r12", "Åsa")
    told = stage.table.state()["undo"]
    assert (told["text"], told["by"]) == ("A tile was added: red 12.", "Åsa")
    stage.table.undo(told["number"])
    stage.run(1)
    assert stage.words() == ["r10 r11"]


def test_a_correction_that_a_verdict_rests_on_is_told_and_no_longer_undone(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r9")
    stage.table.tiles.correct(0, 2, "r12", by="Åsa")
    stage.table.turn.done(False)
    told = stage.table.state()["undo"]
    assert (told["text"], told["by"], told["possible"]) == ("It is red 12, not red 9.", "Åsa", False)
    assert stage.words() == ["r10 r11 r12"]
