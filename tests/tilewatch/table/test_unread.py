"""A tile on the table that the camera cannot read: it is asked about, and its name is never guessed."""

from collections.abc import Callable
from typing import Any

import cv2
import pytest

from web.contract import BadRequest, Conflict

Game = Callable[..., Any]
OPENING = ("r10 r11 r12", "k1 k2 k3")


def unread_at(stage: Any) -> tuple[float, float]:
    """The middle of the tile that cannot be read, in pixels."""
    (one,) = stage.table.state()["unread"]
    xs, ys = zip(*one["quad"], strict=True)
    return sum(xs) / 4 * 640, sum(ys) / 4 * 360


@pytest.fixture
def half_read(game: Game) -> Any:
    """Ada has laid r10 r11 r12 and k1 k2 k3; r11 cannot be read."""
    stage = game()
    stage.lay("r10 ?r7~r11:0.2 r12", "k1 k2 k3")
    return stage


def test_its_place_and_what_it_may_be_are_told_and_it_is_in_no_set(half_read: Any) -> None:
    (one,) = half_read.table.state()["unread"]
    assert one["or"] == ["r7", "r11"]
    assert "r7" not in " ".join(half_read.words())


def test_no_verdict_is_given_before_somebody_says_what_it_is(half_read: Any) -> None:
    with pytest.raises(Conflict, match="cannot read") as refused:
        half_read.table.turn.done(False)
    assert refused.value.more["question"]["kind"] == "unread"
    half_read.table.tiles.add(*unread_at(half_read), "r11")
    assert half_read.table.state()["question"] is None
    verdict = half_read.table.turn.done(False)
    assert (verdict["legal"], verdict["opening_points"]) == (True, 39)
    half_read.run(3)
    assert sorted(half_read.words()) == sorted(OPENING)


def test_though_all_that_is_read_would_be_legal_it_is_asked_about_first(game: Game) -> None:
    """Otherwise it would count for the next player, who never laid it."""
    stage = game()
    stage.lay("r9 r10 r11 ?b12")
    with pytest.raises(Conflict, match="cannot read"):
        stage.table.turn.done(False)
    assert stage.table.turn.done(True)["played"] == ["r9", "r10", "r11"]


def test_what_is_no_tile_is_said_once(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", "?b12")
    stage.table.tiles.free(*unread_at(stage))
    assert stage.table.state()["unread"] == []
    stage.run(3)
    assert stage.table.turn.done(False)["legal"]
    stage.reopen()
    stage.run(2)
    assert stage.table.state()["unread"] == []
    assert len(stage.table.state()["absent"]) == 1


def test_that_it_is_none_is_taken_back(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", "?b12")
    stage.table.tiles.free(*unread_at(stage))
    stage.table.tiles.untell_absent(0)
    stage.run(2)
    assert len(stage.table.state()["unread"]) == 1


def test_where_nothing_is_unread_nobody_can_say_that_it_is_none(half_read: Any) -> None:
    with pytest.raises(BadRequest, match="no unreadable tile"):
        half_read.table.tiles.free(3.0, 3.0)
    with pytest.raises(BadRequest, match="640 × 360"):
        half_read.table.tiles.free(900.0, 3.0)


def test_it_is_read_again_and_again_until_it_can_be_read(half_read: Any) -> None:
    with pytest.raises(Conflict):
        half_read.table.turn.done(False)
    shown = half_read.shown
    half_read.show(*OPENING)
    half_read.reader.learn(shown, half_read.reader.read(half_read.shown))
    half_read.shown = shown
    half_read.run(3)
    assert half_read.words() == list(OPENING)
    assert half_read.table.state()["question"] is None


def test_a_moved_tile_that_cannot_be_read_is_asked_about_before_it_is_missed(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.lay("r10 r11", "k1 k2 k3", ". . ?b12")
    with pytest.raises(Conflict) as refused:
        stage.table.turn.done(False)
    assert refused.value.more["question"]["kind"] == "unread"
    assert stage.table.state()["missing"] == ["r12"]
    stage.table.tiles.add(*unread_at(stage), "r12")
    assert stage.table.state()["missing"] == []


def test_a_turn_with_an_unread_tile_is_never_done_by_itself(game: Game) -> None:
    stage = game({"preset": "original", "turn_seconds": 120})
    stage.table.done_by_itself.choose_seconds(5)
    stage.lay("r9 r10 r11", "?b12")
    stage.run(20)
    assert stage.table.state()["turn"]["number"] == 1
    stage.table.tiles.free(*unread_at(stage))
    stage.run(10)
    assert stage.table.state()["turn"]["number"] == 2


def test_when_the_time_is_over_it_is_asked_about_too(game: Game) -> None:
    stage = game({"preset": "original", "turn_seconds": 30})
    stage.lay("r9 r10 r11 ?r12")
    stage.run(40)
    state = stage.table.state()
    assert (state["turn"]["number"], state["question"]["kind"]) == (1, "unread")
    stage.table.tiles.add(*unread_at(stage), "r12")
    stage.run(2)
    assert stage.table.match.turns()[0]["played"] == 4


def asked(stage: Any) -> str | None:
    """The kind of question that Done brings; None: the turn is judged."""
    try:
        stage.table.turn.done(False)
    except Conflict as refused:
        return str(refused.more["question"]["kind"])
    return None


def middles(stage: Any) -> list[tuple[float, float]]:
    """Centres of all tiles that cannot be read, in pixels."""
    corners = [list(zip(*one["quad"], strict=True)) for one in stage.table.state()["unread"]]
    return [(sum(xs) / 4 * 640, sum(ys) / 4 * 360) for xs, ys in corners]


def test_who_claims_again_says_that_it_is_no_matter(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", "?b12")
    assert (asked(stage), asked(stage)) == ("unread", None)


def test_of_two_each_is_asked_about(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", "?b12", "?k1")
    assert asked(stage) == "unread"
    stage.table.tiles.free(*middles(stage)[0])
    assert asked(stage) == "unread"


def test_another_one_laid_after_the_question_is_asked_about_too(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", "?b12")
    assert asked(stage) == "unread"
    stage.lay("r9 r10 r11", "?b12", "?k1")
    assert asked(stage) == "unread"


def test_whatever_else_is_doubtful_is_asked_as_well(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r3~r12:0.3", "?b1")
    assert [asked(stage) for _ in range(3)] == ["unread", "misread", None]


def test_a_doubtful_tile_alone_is_asked_about_before_it_makes_a_turn_illegal(game: Game) -> None:
    """It may be print on the cloth; it is asked about once, and judged at the second press."""
    stage = game()
    stage.lay("r9 r10 r11", "k1~k7:0.3")
    assert (asked(stage), asked(stage)) == ("lone", None)
    assert not stage.table.match.turns()[-1]["verdict"]["legal"]


def test_a_doubtful_tile_beside_a_set_is_asked_about_before_it_makes_a_turn_illegal(game: Game) -> None:
    """Half of a printed figure shows beside the set, and is read as a tile of it."""
    stage = game()
    stage.lay("r9 r10 r11 b5~b3:0.3")
    assert asked(stage) == "lone"
    question = stage.table.state()["question"]
    stage.table.tiles.correct(question["set"], question["place"], None)
    stage.run(1)
    assert asked(stage) is None
    assert stage.table.match.turns()[-1]["verdict"]["legal"]


def test_a_tile_alone_that_is_surely_read_is_judged(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11", "k1")
    assert asked(stage) is None


def test_two_phones_that_answer_the_same_name_one_tile(half_read: Any) -> None:
    middle = unread_at(half_read)
    for _ in range(2):
        half_read.table.tiles.add(*middle, "r11")
    half_read.run(3)
    assert sorted(half_read.words()) == sorted(OPENING)


def test_the_last_answer_about_a_place_counts(half_read: Any) -> None:
    middle = unread_at(half_read)
    half_read.table.tiles.free(*middle)
    half_read.table.tiles.add(*middle, "r7")
    half_read.table.tiles.add(*middle, "r11")
    half_read.run(3)
    assert (sorted(half_read.words()), half_read.table.state()["absent"]) == (sorted(OPENING), [])


def test_a_hand_that_turns_it_round_after_the_time_is_over_makes_nobody_late(game: Game) -> None:
    stage = game({"preset": "original", "turn_seconds": 30})
    stage.lay("r9 r10 r11 ?r12")
    stage.run(40)
    stage.lay("r9 r10 r11 r12")
    stage.run(3)
    turn = stage.table.match.turns()[0]
    assert (turn["legal"], turn["played"]) == (True, 4)


def test_no_round_begins_while_one_lies_there(stage: Any) -> None:
    stage.lay("?b12")
    stage.table.match.start(["Ada", "Bo"], "original", None, None, False)
    assert [said["code"] for said in stage.table.state()["obstacles"]] == ["obstacle.tiles"]


def test_a_tile_that_is_only_moved_to_where_it_cannot_be_read_is_not_put_back(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11")
    stage.table.turn.done(False)
    stage.lay("r9 r10 r11", "k5")
    stage.table.turn.done(False)
    stage.lay("r9 r10 r11", "", ". . . ?k5")
    assert stage.table.state()["turn"]["phase"] == "restoring"
    stage.lay("r9 r10 r11")
    assert stage.table.state()["turn"]["phase"] == "playing"


def test_a_cup_beside_a_tile_that_was_named_covers_nothing(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 ?r11")
    stage.table.tiles.add(*unread_at(stage), "r11")
    assert asked(stage) is None
    shown = stage.shown.copy()
    cv2.circle(shown, (470, 250), 30, (60, 60, 60), -1)
    stage.reader.learn(shown, stage.reader.read(stage.shown))
    stage.shown = shown
    stage.run(40)
    assert stage.table.state()["camera"]["status"] == "ok"


@pytest.mark.parametrize(("sure", "kind"), [((), "poor"), (("o1 o2 o3", "b7 b8 b9"), "too-many")])
def test_a_picture_in_which_a_quarter_of_the_tiles_is_doubtful_is_too_bad_to_blame_anybody(
    game: Game, sure: tuple[str, ...], kind: str
) -> None:
    stage = game()
    doubtful = ("r10~r11:0.3 r12~r13:0.3 k5", "k1~k4:0.3 k2~k3:0.3 r3")
    stage.lay(*doubtful, "b4 b5 b6", "o7 o8 o9", "k7 k8 k9 k10", *sure)
    with pytest.raises(Conflict):
        stage.table.turn.done(False)
    assert stage.table.state()["question"]["kind"] == kind


def test_doubtful_tiles_that_are_committed_keep_no_foul_from_being_judged(game: Game) -> None:
    stage = game()
    committed = "r10~k10:0.3 r11~k11:0.3 r12~k12:0.3", "b7~k7:0.3 b8~k8:0.3 b9~k9:0.3"
    stage.lay(*committed)
    stage.table.turn.done(False)
    stage.lay(*committed, "o2 k5 b12")
    stage.table.turn.done(False)
    assert [turn["legal"] for turn in stage.table.match.turns()] == [True, False]


def test_a_row_of_sure_tiles_that_is_no_set_is_judged_however_doubtful_others_are(game: Game) -> None:
    stage = game()
    stage.lay("r10~k10:0.3 r11~k11:0.3 r12~k12:0.3", "b7~k7:0.3 b8~k8:0.3 b9~k9:0.3", "o4 o5 o6 o9")
    stage.table.turn.done(False)
    assert [turn["legal"] for turn in stage.table.match.turns()] == [False]
