"""An object as large as a tile that the reader does not see: it is asked about once, and its name is never guessed."""

from collections.abc import Callable
from typing import Any

import pytest

from web.contract import Conflict

Game = Callable[..., Any]


@pytest.fixture
def half_seen(game: Game) -> Any:
    """Ada has laid r9 r10 r11, and beside them an object that the reader does not see."""
    stage = game()
    stage.lay("r9 r10 r11", ". . . !b12")
    stage.run(0.2)
    return stage


def middle(stage: Any) -> tuple[float, float]:
    (one,) = stage.table.state()["unread"]
    xs, ys = zip(*one["quad"], strict=True)
    return sum(xs) / 4 * 640, sum(ys) / 4 * 360


def test_it_is_shown_and_nobody_guesses_what_it_is(half_seen: Any) -> None:
    (one,) = half_seen.table.state()["unread"]
    assert one["or"] == []
    assert half_seen.words() == ["r9 r10 r11"]


def test_a_turn_of_which_all_that_lies_there_is_not_seen_is_not_judged_as_nothing(game: Game) -> None:
    stage = game()
    stage.lay("k1 k2 k3", "o10 o11 o12")
    stage.table.turn.done(False)
    stage.lay("k1 k2 k3", "o10 o11 o12 !o13")
    for _ in range(2):
        with pytest.raises(Conflict, match="Is this a tile"):
            stage.table.turn.done(False)
    assert len(stage.table.match.turns()) == 1


def test_who_says_which_tile_it_is_has_it_judged(half_seen: Any) -> None:
    half_seen.table.tiles.add(*middle(half_seen), "b12")
    assert sorted(half_seen.words()) == ["b12", "r9 r10 r11"]
    half_seen.run(3)
    assert sorted(half_seen.words()) == ["b12", "r9 r10 r11"]


def test_what_is_no_tile_is_never_asked_about_again(half_seen: Any) -> None:
    half_seen.table.tiles.free(*middle(half_seen))
    half_seen.run(3)
    assert half_seen.table.state()["unread"] == []
    assert half_seen.table.turn.done(False)["legal"]


def test_who_goes_on_after_the_question_is_not_asked_in_the_next_turn(half_seen: Any) -> None:
    with pytest.raises(Conflict, match="Is this a tile"):
        half_seen.table.turn.done(False)
    assert half_seen.table.turn.done(True)["legal"]
    half_seen.run(3)
    assert half_seen.table.state()["unread"] == []
    assert half_seen.table.turn.done(False)["draw"] == 1


def test_where_it_goes_nothing_is_asked(half_seen: Any) -> None:
    half_seen.lay("r9 r10 r11")
    assert half_seen.table.state()["unread"] == []
    assert half_seen.table.turn.done(False)["legal"]


def test_what_lies_face_down_apart_from_the_sets_is_shown_and_nobody_is_asked(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", ". . . . _k1 . _k2", ". . . . . _b3")
    stage.run(0.5)
    state = stage.table.state()
    assert (len(state["face_down"]), state["unread"], state["steady"]) == (3, [], True)
    assert stage.table.turn.done(False)["played"] == ["r9", "r10", "r11"]
    stage.lay("r9 r10 r11", ". . . . _k1")
    assert len(stage.table.state()["face_down"]) == 1
    assert stage.table.turn.done(False)["draw"] == 1


def test_what_lies_face_down_in_a_row_is_asked_about(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11 _r12")
    stage.run(0.2)
    assert (stage.table.state()["face_down"], len(stage.table.state()["unread"])) == ([], 1)
    with pytest.raises(Conflict, match="Is this a tile"):
        stage.table.turn.done(False)


def test_what_is_turned_up_is_read(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", ". . . . _k1 . _k2")
    stage.run(0.2)
    stage.lay("r9 r10 r11", ". . . . k1 . _k2")
    assert (sorted(stage.words()), len(stage.table.state()["face_down"])) == (["k1", "r9 r10 r11"], 1)
