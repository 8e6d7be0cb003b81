"""An object covers tiles that are known: they still count, and Done asks about them by name."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.tilewatch.conftest import HEIGHT, WIDTH, Stage
from vision.camera import Pixels
from vision.reading import Source, TableReading
from web.contract import Conflict, TableNotSeen

RUN = "r10 r11 r12"


@pytest.fixture
def hidden(game: Callable[..., Stage]) -> Stage:
    """A table on which an object covers two tiles of the set that Ada has just laid."""
    stage = game()
    stage.lay(RUN)
    stage.show(RUN, hand="0")
    stage.run(11)
    return stage


def test_tiles_under_a_thing_still_lie_there(hidden: Stage) -> None:
    (row,) = hidden.table.state()["table"]
    assert row["tiles"] == RUN.split()


def test_done_is_refused_and_names_them(hidden: Stage) -> None:
    with pytest.raises(TableNotSeen, match="red 11, red 12 are hidden"):
        hidden.table.turn.done(False)
    assert hidden.table.state()["turn"]["number"] == 1


def test_a_done_that_waits_asks_once_whether_they_are_still_there(hidden: Stage) -> None:
    assert hidden.table.turn.done(False, 1, waits=True) is None
    hidden.run(2)
    question = hidden.table.state()["question"]
    assert question is not None
    assert (question["kind"], question["tiles"]) == ("hidden", ["r11", "r12"])
    assert hidden.table.state()["turn"]["number"] == 1


def test_whoever_says_that_they_are_there_is_judged_with_them(hidden: Stage) -> None:
    verdict = hidden.table.turn.done(True)
    assert verdict is not None
    assert (verdict["legal"], verdict["played"]) == (True, RUN.split())


def test_once_the_thing_is_gone_the_turn_is_judged_without_an_answer(hidden: Stage) -> None:
    hidden.table.turn.done(False, 1, waits=True)
    hidden.run(2)
    hidden.show(RUN)
    hidden.run(3)
    state = hidden.table.state()
    assert state["verdict"] is not None
    assert (state["verdict"]["legal"], state["turn"]["player"], state["question"]) == (True, "Bo", None)


def taught(stage: Stage, source: Source) -> list[str]:
    """The tiles whose faces are known from this source."""
    return [str(one.tile) for one in stage.table.set_on_table.known.examples if one.source is source]


def test_what_is_said_of_a_hidden_tile_does_not_teach_how_the_thing_over_it_looks(hidden: Stage) -> None:
    hidden.table.tiles.correct(0, 1, "b11")
    assert hidden.words() == ["r10 b11 r12"]
    assert taught(hidden, Source.TOLD) == []


def test_a_turn_proves_no_face_of_a_hidden_tile_though_somebody_says_that_it_is_there(hidden: Stage) -> None:
    for _ in range(2):  # a turn's tiles are proved once the next turn is claimed
        hidden.table.turn.done(True)
        hidden.run(0.3)
    assert taught(hidden, Source.PLAYED) == ["r10"]


def test_a_tile_that_is_gone_from_under_it_is_missed(hidden: Stage) -> None:
    hidden.table.turn.done(True)
    hidden.show("r10 r11 .")
    hidden.run(3)
    assert hidden.table.state()["missing"] == ["r12"]


def test_what_is_put_down_before_any_tile_could_be_read_is_not_taken_for_no_tile(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay("!b11 !b12 !b13")
    stage.run(5)
    with pytest.raises(Conflict, match="No tile could be read yet"):
        stage.table.turn.done(False)
    verdict = stage.table.turn.done(False)
    assert verdict is not None
    assert verdict["legal"]
    stage.table.turn.done(False)  # an area that a player called no tile is not asked about again
    assert len(stage.table.match.turns()) == 2


def in_glare(table: Pixels) -> Pixels:
    """A lamp's reflection covers two thirds of the picture."""
    lamp = np.where(np.arange(WIDTH) < WIDTH * 2 / 3, 220.0, 0.0)[:, None]
    return np.clip(table + lamp, 0, 255).astype(np.uint8)


def out_of_focus(table: Pixels) -> Pixels:
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 4.5), np.uint8)


def seen_from_the_first_picture(stage: Stage, spoilt: Callable[[Pixels], Pixels]) -> None:
    """The program is started, and the camera has never shown the table otherwise: no tile can be read."""
    stage.show("!b4 !b5 !b6 !b7 !b8 !b9 !b10 !b11 !b12")
    stage.shown = spoilt(stage.shown)
    stage.reader.learn(stage.shown, TableReading(WIDTH, HEIGHT, (), (), {}))
    stage.reopen()
    stage.run(2)


def test_where_glare_lies_over_a_table_it_is_asked_once_whether_that_is_free(game: Callable[..., Stage]) -> None:
    stage = game()
    seen_from_the_first_picture(stage, in_glare)
    with pytest.raises(Conflict, match="Is the table free"):
        stage.table.turn.done(False)
    assert stage.table.turn.done(False) is not None
    assert stage.table.turn.done(False) is not None
    assert [turn["played"] for turn in stage.table.match.turns()] == [0, 0]


def test_whoever_says_that_it_is_free_is_asked_about_the_tiles_that_lay_there(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay(RUN)
    stage.table.turn.done(False)
    seen_from_the_first_picture(stage, in_glare)
    with pytest.raises(Conflict, match="Is the table free"):
        stage.table.turn.done(False)
    with pytest.raises(Conflict, match="red 10, red 11, red 12"):
        stage.table.turn.done(True)


def test_a_blurred_table_is_not_taken_for_an_empty_one(game: Callable[..., Stage]) -> None:
    stage = game()
    seen_from_the_first_picture(stage, out_of_focus)
    with pytest.raises(Conflict, match="Is the table free"):
        stage.table.turn.done(False)
    assert stage.table.match.turns() == []


def test_a_blurred_table_on_which_tiles_lie_is_not_judged(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    lies = stage.reader.read(stage.shown)
    stage.shown = out_of_focus(stage.shown)
    stage.reader.learn(stage.shown, lies)
    stage.reopen()
    stage.run(2)
    with pytest.raises(TableNotSeen, match="blurred"):
        stage.table.turn.done(False)
    (told,) = [one for one in stage.table.camera.advice()["advice"] if one["about"] == "light"]
    assert (told["level"], told["message"]["code"]) == ("stops", "table-poor"), "Set up says so, too"


def test_set_up_says_when_a_picture_is_sharp_again_though_it_became_so_slowly(stage: Stage) -> None:
    """No page asks meanwhile, since a request must not change the result. A blurred picture is not read again and
    again, because a computer left on before a blurred table would be busy all night.
    """
    stage.lay(RUN)
    sharp, lies, told, watch = stage.shown, stage.reader.read(stage.shown), list[str](), stage.table._watching.watch
    worse = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0)
    for way in (worse, reversed(worse)):
        for blur in way:
            stage.shown = np.asarray(cv2.GaussianBlur(sharp, (0, 0), blur), np.uint8)
            stage.reader.learn(stage.shown, lies)
            stage.run(1)
        told += [one["message"]["code"] for one in stage.table.camera.advice()["advice"] if one["about"] == "light"]
        stage.run(5)
        before = watch.readings
        stage.run(9)
        assert watch.readings == before
    assert told == ["table-poor", "advice.light-good"]


def test_a_shadow_on_an_empty_plain_cloth_is_asked_about_and_hinders_nobody(game: Callable[..., Stage]) -> None:
    """The picture has soft edges only, so it is unknown whether it is in focus."""
    stage = game()
    shade = 1 - 0.4 / (1 + np.exp((WIDTH / 2 - np.arange(WIDTH)) / 4))
    stage.shown = np.full((HEIGHT, WIDTH, 3), 150 * shade[:, None], np.uint8)
    stage.reader.learn(stage.shown, TableReading(WIDTH, HEIGHT, (), (), {}))
    stage.reopen()
    stage.run(2)
    for drawn in (1, 2):
        with pytest.raises(Conflict, match="Is the table free"):
            stage.table.turn.done(False)
        assert stage.table.turn.done(False) is not None
        assert len(stage.table.match.turns()) == drawn


def test_another_camera_has_to_show_tiles_that_can_be_read_for_itself(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay("b11 b12 b13")
    stage.lay()
    stage.table.camera.choose("a phone")
    stage.tile_width *= 2  # the phone hangs lower
    stage.run(1)
    stage.lay("!b11 !b12 !b13")
    stage.run(5)
    with pytest.raises(Conflict, match="No tile could be read yet"):
        stage.table.turn.done(False)
