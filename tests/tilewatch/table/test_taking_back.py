"""One tap takes the last answer back: what was said before holds again, or the tap is refused and nothing changes."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.tilewatch.conftest import Stage
from vision.camera import PHOTOS
from web.contract import Conflict, NotWritten

FREE = {"preset": "original", "opening_points": 0}
Game = Callable[..., Stage]


def undo(stage: Stage) -> None:
    stage.table.undo(stage.table.state()["undo"]["number"])


def absent(stage: Stage) -> list[str]:
    return [one["tile"] for one in stage.table.state()["absent"]]


def can_be_undone(stage: Stage) -> bool:
    act = stage.table.state()["undo"]
    return act is not None and bool(act["possible"])


def corrected(game: Game) -> Stage:
    stage = game(FREE)
    stage.lay("r10 r11 r9")
    stage.table.tiles.correct(0, 2, "r12")
    return stage


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_named_tile_that_was_called_none_has_its_name_again_at_once(game: Game, is_killed: bool) -> None:
    stage = corrected(game)
    stage.table.tiles.correct(0, 2, None)
    undo(stage)
    if is_killed:
        stage.die()
        stage.run(1)
    assert (stage.words(), absent(stage)) == (["r10 r11 r12"], [])
    verdict = stage.table.turn.done(False)
    assert verdict is not None
    assert verdict["legal"]


def test_where_no_tile_lay_none_lies_again_after_an_added_tile_is_taken_back(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "k1")
    (left, top), _, (right, bottom), _ = stage.table.state()["table"][1]["quads"][0]
    stage.table.tiles.correct(1, 0, None)
    stage.table.tiles.add((left + right) / 2 * 640, (top + bottom) / 2 * 360, "k5")
    assert stage.words() == ["r10 r11 r12", "k5"]
    undo(stage)
    stage.run(1)
    assert (stage.words(), absent(stage)) == (["r10 r11 r12"], ["k1"])


def test_a_row_called_no_part_of_the_game_is_asked_about_again_and_its_tiles_keep_their_names(game: Game) -> None:
    stage = game()
    stage.lay("o11 k10 b5 r12")
    stage.table.match.start(["Ada", "Bo"], FREE, "Ada", None, True)
    stage.table.match.begin_round(None, True)
    stage.lay("o11 k10 b5 r12", "r10 r11 r12")
    stage.table.tiles.correct(0, 3, "b7")
    for _ in range(2):
        with pytest.raises(Conflict) as asked:
            stage.table.turn.done(False)
        assert asked.value.more["question"]["kind"] == "apart"
        stage.table.tiles.correct(asked.value.more["question"]["set"], 0, None)
        assert stage.words() == ["r10 r11 r12"]
        undo(stage)
        stage.run(1)
        assert stage.words() == ["o11 k10 b5 b7", "r10 r11 r12"]


def test_an_answer_that_ends_the_putting_back_is_of_the_turn_before(game: Game) -> None:
    stage = game(FREE)
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    stage.lay("r10 r11", "r12 k5")
    stage.table.turn.done(False)
    stage.lay("r10 r11 r9")
    stage.table.tiles.correct(0, 2, "r12")
    assert stage.table.state()["turn"]["player"] == "Ada"
    assert not can_be_undone(stage)


def test_an_answer_is_not_taken_back_in_another_match(game: Game) -> None:
    stage = corrected(game)
    assert can_be_undone(stage)
    stage.table.match.start(["Ada", "Bo"], FREE, "Ada", None, True)
    assert not can_be_undone(stage)


def test_an_answer_of_the_camera_is_not_taken_back_of_a_photograph(game: Game) -> None:
    stage = corrected(game)
    stage.table.camera.choose(PHOTOS)
    assert not can_be_undone(stage)


def test_what_could_not_be_written_down_can_be_taken_back_once_more(game: Game) -> None:
    stage = game(FREE)
    before = [player["rack"] for player in stage.table.state()["players"]]
    stage.table.act(lambda match, moment: match.rack_corrected("Bo", 9, moment), by="Bo")
    database, away = stage.folder / "game.db", stage.folder / "away.db"
    database.rename(away)
    with pytest.raises(NotWritten):
        undo(stage)
    away.rename(database)
    stage.run(2)
    undo(stage)
    assert [player["rack"] for player in stage.table.state()["players"]] == before
    assert stage.table.state()["undo"] is None, "what undoes an act is no act to undo"


def while_a_picture_is_read(stage: Stage, happens: Callable[[], Any]) -> list[str]:
    """Takes the last answer back while the camera's thread reads a picture and something else happens; returns why it
    was refused."""
    refused = list[str]()

    def undone() -> None:
        try:
            undo(stage)
        except Conflict as error:
            refused.append(error.message.code)

    thread = threading.Thread(target=undone)
    with stage.table._watching.lock:
        thread.start()
        while can_be_undone(stage):
            pass
        happens()
    thread.join()
    return refused


def test_a_verdict_that_comes_first_stands(game: Game) -> None:
    stage = corrected(game)
    now = stage.table._situation

    def judge() -> None:
        with now.lock:
            stage.table.turn.claim(now.game.moment)

    assert while_a_picture_is_read(stage, judge) == ["no-longer-there"]
    assert stage.words() == ["r10 r11 r12"]


def test_what_another_device_does_meanwhile_is_told(game: Game) -> None:
    stage = corrected(game)
    act = lambda: stage.table.act(lambda match, moment: match.rack_corrected("Bo", 9, moment), by="Bo")  # noqa: E731
    assert while_a_picture_is_read(stage, act) == []
    assert stage.table.state()["undo"]["by"] == "Bo"
