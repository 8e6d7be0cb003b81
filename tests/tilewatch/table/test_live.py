"""A game before the camera: hands, doubts, failed turns, lost cameras, and the clock."""

from collections.abc import Callable
from typing import Any

import pytest

from tilewatch.table.camera import pictures
from tilewatch.telling.listeners import Listeners
from vision.camera import encoded
from web.contract import BadRequest, Conflict, TableNotSeen

OPENING = ("r10 r11 r12", "k1 k2 k3")  # 33 + 6 points
Game = Callable[..., Any]


def turn(stage: Any) -> tuple[str, str]:
    now = stage.table.state()["turn"]
    return now["player"], now["phase"]


def test_before_a_match_the_table_is_read_already(stage: Any) -> None:
    stage.show("b4 b5 b6")
    stage.run(0.8)
    state = stage.table.state()
    assert state["turn"]["phase"] == "setup"
    assert stage.words() == ["b4 b5 b6"]
    assert state["steady"]


def test_a_turn_is_judged_when_somebody_says_done(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    assert turn(stage) == ("Ada", "playing")
    verdict = stage.table.turn.done(False)
    assert verdict["legal"]
    assert verdict["opening_points"] == 39
    assert turn(stage) == ("Bo", "playing")
    ada = stage.table.state()["players"][0]
    assert (ada["opened"], ada["rack"]) == (True, 8)


def test_a_turn_does_not_end_because_a_hand_left(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.wait(20)
    assert turn(stage) == ("Ada", "playing")
    assert stage.table.match.turns() == []


def test_from_the_hand_leaving_to_the_new_table_less_than_a_second_passes(game: Game) -> None:
    stage = game()
    stage.show(*OPENING, hand="over")
    stage.run(1.0)
    assert not stage.table.state()["steady"]
    stage.show(*OPENING)
    stage.run(0.6)
    assert stage.table.state()["steady"]
    assert stage.words() == list(OPENING)


def test_a_hand_held_still_over_the_table_is_not_the_table(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.show(*OPENING, hand="1")
    stage.wait(60)
    state = stage.table.state()
    assert not state["steady"]
    assert state["camera"]["status"] == "covered"
    assert stage.words() == list(OPENING)
    with pytest.raises(TableNotSeen):
        stage.table.turn.done(False)


def test_hands_in_every_third_picture_never_become_the_table(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    for number in range(60):
        stage.show(*OPENING, hand="0" if number % 3 == 0 else None)
        stage.run(0.1)
        assert stage.words() == list(OPENING)
    stage.run(0.8)
    assert stage.table.state()["steady"]


def test_nothing_played_draws_a_tile(game: Game) -> None:
    stage = game()
    verdict = stage.table.turn.done(False)
    assert verdict["draw"] == 1
    assert stage.table.state()["players"][0]["rack"] == 15


def test_a_failed_turn_waits_until_the_old_table_lies_there_again(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 k12", "k1 k2 k3")
    assert not stage.table.turn.done(False)["legal"]
    assert turn(stage) == ("Ada", "restoring")
    restore = stage.table.state()["restore"]
    assert [move["done"] for move in restore["moves"]] == [False] * 6
    stage.lay("r10 r11 k12")
    moves = stage.table.state()["restore"]["moves"]
    assert sorted(move["tile"] for move in moves if not move["done"]) == ["k12", "r10", "r11"]
    stage.lay()
    assert turn(stage) == ("Bo", "playing")
    assert stage.table.state()["players"][0]["rack"] == 17


def test_who_says_restored_too_early_hears_what_is_left(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 k12")
    stage.table.turn.done(False)
    with pytest.raises(Conflict, match="black 12 back to the rack, for a start"):
        stage.table.turn.restored(False)
    stage.table.turn.restored(True)
    assert turn(stage) == ("Bo", "playing")


def test_a_missing_tile_is_a_question_first(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.lay("r10 r11 r12", "k1 k2 .")
    state = stage.table.state()
    assert state["missing"] == ["k3"]
    assert state["camera"]["status"] == "covered"
    assert not state["steady"]
    with pytest.raises(Conflict, match="Not visible: black 3"):
        stage.table.turn.done(False)
    assert stage.table.state()["question"]["tiles"] == ["k3"]
    assert turn(stage) == ("Bo", "playing")


def test_who_claims_again_after_the_question_means_it(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.lay("r10 r11 r12", "k1 k2 .")
    with pytest.raises(Conflict):
        stage.table.turn.done(False)
    verdict = stage.table.turn.done(False)
    assert "tile-missing" in {fault["code"] for fault in verdict["faults"]}


def test_a_doubtful_tile_that_makes_the_turn_illegal_is_asked_about(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r5~r12:0.2", "k1 k2 k3")
    assert [one["or"] for one in stage.table.state()["unsure"]] == [["r12"]]
    with pytest.raises(Conflict, match="Is this red 5, or red 12"):
        stage.table.turn.done(False)
    stage.table.tiles.correct(0, 2, "r12")
    assert stage.words()[0] == "r10 r11 r12"
    assert stage.table.turn.done(False)["legal"]


def test_a_correction_sticks_while_the_tile_lies_there_even_after_a_restart(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r9", "k1 k2 k3")
    stage.table.tiles.correct(0, 2, "r12")
    stage.table.turn.done(False)
    stage.lay("r10 r11 r9", "k1 k2 k3", "b5 b6 b7")
    assert stage.words()[0] == "r10 r11 r12"
    stage.reopen()
    stage.run(0.8)
    assert stage.words()[0] == "r10 r11 r12"


def test_a_correction_of_no_tile_is_refused(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r9")
    for wrong in ((0, 3, "r12"), (5, 0, "r12"), (0, 0, "x1")):
        with pytest.raises(BadRequest):
            stage.table.tiles.correct(*wrong)


def test_two_rows_that_touch_are_told_apart_before_a_fault_is_claimed(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12 k1 k2 k3")
    assert stage.words() == ["r10 r11 r12", "k1 k2 k3"]
    assert stage.table.turn.done(False)["legal"]


def test_the_camera_may_be_bumped(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.show(*OPENING, shift=(23, 9))
    stage.run(1.5)
    state = stage.table.state()
    assert (state["steady"], state["missing"]) == (True, [])
    assert stage.words() == list(OPENING)


def test_a_cup_put_down_is_part_of_the_table_after_a_while(game: Game) -> None:
    stage = game()
    cup = stage.shown.copy()
    cup[200:240, 300:340] = 250
    stage.reader.learn(cup, stage.reader.read(stage.shown))
    stage.shown = cup
    stage.run(2)
    assert stage.table.state()["camera"]["status"] == "covered"
    stage.run(9)
    assert stage.table.state()["steady"]


def test_players_who_insist_play_beside_whatever_lies_there(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.show(*OPENING, hand="over")
    stage.run(2)
    assert stage.table.turn.done(True)["legal"]


def test_a_lost_camera_is_told_and_the_clock_waits(game: Game) -> None:
    stage = game()
    stage.wait(10)
    stage.is_lost = True
    stage.run(0.2)
    state = stage.table.state()
    told = {"code": "unplugged", "values": {}, "text": "unplugged"}
    assert state["camera"] == {
        "status": "lost",
        "fps": 10.0,
        "size": (640, 360),
        "trouble": "unplugged",
        "message": told,
    }
    assert state["turn"]["phase"] == "paused"
    with pytest.raises(TableNotSeen, match="The camera is lost: unplugged"):  # not: no turn is played
        stage.table.turn.done(False)
    stage.wait(100)
    stage.is_lost = False
    stage.run(0.8)
    state = stage.table.state()
    assert (state["turn"]["phase"], state["camera"]["status"]) == ("playing", "ok")
    assert 48 < state["turn"]["seconds_left"] < 51


def test_in_a_tournament_the_clock_does_not_wait(game: Game) -> None:
    stage = game({"preset": "original", "clock_waits_for_referee": False})
    stage.is_lost = True
    stage.run(5)
    assert turn(stage) == ("Ada", "playing")
    with pytest.raises(TableNotSeen, match="The camera is lost: unplugged"):
        stage.table.turn.done(False)


def test_at_zero_a_finished_table_counts(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.wait(60)
    stage.run(1)
    (only,) = stage.table.match.turns()
    assert (only["player"], only["legal"]) == ("Ada", True)
    assert turn(stage) == ("Bo", "playing")


def test_at_zero_an_unfinished_table_is_a_failed_turn(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11")
    stage.wait(60)
    stage.run(1)
    verdict = stage.table.state()["verdict"]
    assert "time-over" in {fault["code"] for fault in verdict["faults"]}
    assert turn(stage) == ("Ada", "restoring")


def test_at_zero_with_nothing_played_one_tile_is_drawn(game: Game) -> None:
    stage = game()
    stage.wait(61)
    stage.run(1)
    assert stage.table.state()["players"][0]["rack"] == 15
    assert turn(stage) == ("Bo", "playing")


def test_a_hand_that_stays_past_zero_is_a_failed_turn(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.wait(50)
    stage.show(*OPENING, "b5 b6 b7", hand="over")
    stage.wait(20, every=1)
    assert turn(stage) == ("Ada", "playing")  # nobody is judged by what a hand hides
    stage.show(*OPENING, "b5 b6 b7")
    stage.run(1)
    assert turn(stage) == ("Ada", "restoring")


def test_pause_and_resume(game: Game) -> None:
    stage = game()
    stage.wait(10)
    stage.table.pause()
    stage.wait(100)
    with pytest.raises(Conflict):
        stage.table.turn.done(False)
    stage.table.go_on()
    assert 49 < stage.table.state()["turn"]["seconds_left"] < 51


def test_overrule_and_undo(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 k12")
    stage.table.turn.done(False)
    stage.table.turn.overrule(True, "We play that way.", "Bo")
    assert turn(stage) == ("Bo", "playing")
    assert stage.table.state()["verdict"]["overruled_by"] == "Bo"
    assert stage.table.match.turns()[0]["overruled"] == "We play that way."
    stage.table.act(lambda match, at: match.taken_back(at))
    assert turn(stage) == ("Ada", "playing")
    assert stage.table.match.turns() == []


def test_two_devices_that_press_for_one_turn_end_one_turn(game: Game) -> None:
    stage = game()
    first = stage.table.state()["turn"]["number"]
    stage.table.turn.done(False, first)
    with pytest.raises(Conflict, match="That turn is over"):
        stage.table.turn.done(False, first)


def test_each_turn_keeps_its_pictures(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    number = stage.table.state()["turn"]["number"]
    stage.table.turn.done(False)
    before, after = (stage.table.pictures.of_turn(number, side) for side in ("before", "after"))
    assert before is not None
    assert after is not None
    assert before != after
    assert stage.table.match.turns()[0]["pictures"] == {
        "before": f"/api/turns/{number}/before.jpg",
        "after": f"/api/turns/{number}/after.jpg",
    }


def test_after_a_restart_the_match_goes_on_with_the_seconds_it_had(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.wait(20)
    shown = stage.table.state()
    stage.now += 5000
    stage.reopen()
    stage.run(0.5)
    state = stage.table.state()
    assert state["players"] == shown["players"]
    assert state["turn"]["number"] == shown["turn"]["number"]
    assert shown["turn"]["seconds_left"] - 2 < state["turn"]["seconds_left"] <= shown["turn"]["seconds_left"] + 1


def test_a_round_ends_with_the_racks_and_the_next_begins(game: Game) -> None:
    stage = game({"preset": "original", "dealt": 6})
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    assert stage.table.state()["turn"]["phase"] == "counting"
    with pytest.raises(Conflict, match="Bo's rack holds 1 tile"):
        stage.table.act(lambda match, at: match.counted({"Bo": "r5"}, at))
    with pytest.raises(BadRequest, match="the rack of Bo"):
        stage.table.act(lambda match, at: match.counted({}, at))
    stage.table.act(lambda match, at: match.counted({"Bo": "r5 r6 r7 r8 r9 b1"}, at))
    state = stage.table.state()
    assert [player["score"] for player in state["players"]] == [36, -36]
    assert state["turn"]["phase"] == "over"
    stage.table.act(lambda match, at: match.round_ready(at))
    assert stage.table.state()["match"]["round"] == 2


def test_a_match_is_not_begun_over_another_by_accident(game: Game) -> None:
    stage = game()
    with pytest.raises(Conflict):
        stage.table.match.start(["Cy", "Di"], "original", None, None, False)
    stage.table.match.start(["Cy", "Di"], "finnish", None, None, True)
    assert stage.table.state()["match"]["rules"] == "finnish"


@pytest.mark.parametrize(
    ("players", "rules"),
    [(["Ada"], "original"), (["Ada", "Ada"], "original"), (["Ada", "Bo"], "poker"), (["Ada", "Bo"], {"x": 1})],
)
def test_a_match_that_cannot_be_is_refused(stage: Any, players: list[str], rules: object) -> None:
    with pytest.raises(BadRequest):
        stage.table.match.start(players, rules, None, None, False)


def test_the_state_is_looked_at_once_for_all_changes_before_it_is_asked_for() -> None:
    looked: list[int] = []
    light = {"seconds_left": None, "phase": "ready"}

    def state() -> Any:
        looked.append(len(looked))
        return {**dict.fromkeys(("alarm", "by_itself", "undo", "pressed")), "turn": light, "camera": {}, "table": []}

    listeners = Listeners(state, lambda: 0.0)
    before = listeners.state()["version"]
    light["phase"] = "playing"
    for _ in range(3):
        listeners.tell()
    assert listeners.state()["version"] == before + 1
    assert len(looked) == 2


def test_the_version_grows_with_what_matters_only(game: Game) -> None:
    stage = game()
    stage.run(1)
    version = stage.table.state()["version"]
    stage.run(5)
    assert stage.table.state()["version"] == version
    stage.lay(*OPENING)
    told, text = stage.table.changed_since(version, 0)
    assert told > version
    assert f'"version": {told}' in text


def test_the_newest_picture_with_and_without_the_reading(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    plain, with_reading = stage.table.pictures.newest(True), stage.table.pictures.newest(False)
    assert plain is not None
    assert with_reading is not None
    assert plain[:2] == with_reading[:2] == b"\xff\xd8"
    assert plain != with_reading


def test_a_rack_is_read_without_a_match_and_in_a_match_it_is_somebodys(stage: Any, game: Game) -> None:
    stage.show("r5 r6 r7")
    rack = stage.reader.read(stage.shown)
    stage.reader.read = lambda *_: rack
    photo = encoded(stage.shown)
    read = stage.table.pictures.rack(None, photo)
    assert (read["player"], read["tiles"], read["points"], read["expected"]) == (None, ["r5", "r6", "r7"], 18, None)
    with pytest.raises(Conflict, match="No match"):
        stage.table.pictures.rack("Ada", photo)
    with pytest.raises(Conflict, match="whose rack"):
        game().table.pictures.rack(None, photo)


def test_a_photograph_of_a_rack_is_read(game: Game) -> None:
    stage = game()
    with pytest.raises(BadRequest, match="The photograph is not a picture"):
        stage.table.pictures.rack("Ada", b"no picture")
    with pytest.raises(BadRequest, match="Nobody called"):
        stage.table.pictures.rack("Zoe", b"no picture")


def test_however_many_ask_for_the_newest_picture_the_reading_is_drawn_on_it_once(
    stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture is public: a hundred televisions, or a stranger, must not keep the machine busy with it."""
    stage.show("b4 b5 b6")
    stage.run(0.8)
    times: list[object] = []
    monkeypatch.setattr(pictures, "drawn", lambda *drawn: times.append(drawn) or b"drawn")
    assert [stage.table.pictures.newest(False) for _ in range(3)] == [b"drawn"] * 3
    assert len(times) == 1
    stage.run(0.2)
    stage.table.pictures.newest(False)
    assert len(times) == 2
