"""Between rounds: what blocks the first turn, impossible racks, and a game that nobody plays."""

from collections.abc import Callable
from typing import Any

import pytest

from web.contract import Conflict

Game = Callable[..., Any]


def codes(stage: Any) -> list[str]:
    return [one["code"] for one in stage.table.state()["obstacles"]]


def test_a_match_begins_with_dealing_and_no_clock_runs(stage: Any) -> None:
    stage.table.match.start(["Ada", "Bo"], "original", None, None, False)
    turn = stage.table.state()["turn"]
    assert (turn["phase"], turn["player"], turn["seconds_left"]) == ("ready", None, None)
    stage.wait(90)
    stage.table.match.begin_round("Bo", False)
    turn = stage.table.state()["turn"]
    assert (turn["phase"], turn["player"], turn["seconds_left"]) == ("playing", "Bo", 60.0)


def test_tiles_of_the_last_round_are_in_the_way_of_the_next(stage: Any) -> None:
    stage.lay("r10 r11 r12")
    stage.table.match.start(["Ada", "Bo"], "original", None, None, False)
    assert codes(stage) == ["obstacle.tiles"]
    with pytest.raises(Conflict, match="3 tiles are still on the table") as refused:
        stage.table.match.begin_round(None, False)
    assert [one["code"] for one in refused.value.more["obstacles"]] == ["obstacle.tiles"]
    stage.lay()
    stage.table.match.begin_round(None, False)
    assert codes(stage) == []


def test_what_is_read_before_a_round_begins_anyway_is_print_and_no_part_of_it(stage: Any) -> None:
    """The figures of a newspaper, for example: by starting although tiles are read, the player says that they are
    print."""
    stage.lay("r10 r11 r12")
    stage.table.match.start(["Ada", "Bo"], "original", None, None, False)
    stage.table.match.begin_round("Ada", True)
    stage.run(1.0)
    assert stage.words() == []
    stage.lay("r10 r11 r12", "k11 k12 k13")
    assert stage.words() == ["k11 k12 k13"]
    assert sorted(stage.table.turn.done(False)["played"]) == ["k11", "k12", "k13"]


def test_players_may_begin_although_something_is_in_the_way(stage: Any) -> None:
    stage.table.match.start(["Ada", "Bo"], "original", None, None, False)
    stage.is_lost = True
    stage.run(0.2)
    assert codes(stage) == ["camera-lost"]
    with pytest.raises(Conflict, match="The camera is lost"):
        stage.table.match.begin_round(None, False)
    stage.table.match.begin_round(None, True)
    assert stage.table.state()["turn"]["number"] == 1


def test_more_tiles_than_a_rack_held_are_asked_about_never_swallowed(game: Game) -> None:
    stage = game({"preset": "original", "dealt": 5})
    stage.lay("r10 r11 r12", "k1 k2 k3")
    with pytest.raises(Conflict, match="6 tiles from a rack of 5"):
        stage.table.turn.done(False)
    assert stage.table.state()["question"]["kind"] == "too-many"
    assert stage.table.turn.done(False)["legal"]  # a second claim confirms it


def test_more_of_a_tile_than_the_box_holds_is_asked_about_before_the_turn_is_condemned(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "r10 k10 b10", "r10 k10 o10")
    with pytest.raises(Conflict, match="3 × red 10, but the box holds 2"):
        stage.table.turn.done(False)
    assert stage.table.state()["question"]["kind"] == "too-often"
    assert not stage.table.turn.done(False)["legal"]  # a second claim confirms it


def test_a_round_may_be_ended_early_and_that_may_be_undone(game: Game) -> None:
    stage = game()
    stage.table.act(lambda match, at: match.stopped(at))
    assert stage.table.state()["turn"]["phase"] == "counting"
    stage.table.act(lambda match, at: match.taken_back(at))
    assert stage.table.state()["turn"]["phase"] == "playing"


def test_a_turn_is_taken_back_only_if_it_is_the_one_that_is_meant(game: Game) -> None:
    stage = game()
    stage.table.turn.done(False)
    stage.table.turn.done(False)
    with pytest.raises(Conflict, match="Only the last turn can be taken back"):
        stage.table.act(lambda match, at: match.taken_back(at, 1))
    stage.table.act(lambda match, at: match.taken_back(at, 2))
    with pytest.raises(Conflict):
        stage.table.act(lambda match, at: match.taken_back(at, 2))


def test_a_turn_that_was_taken_back_counts_after_all(game: Game) -> None:
    """Its overruling, too; after the next act it is too late."""
    stage = game()
    stage.lay("r1 r2 r3")
    assert not stage.table.turn.done(False)["legal"]
    stage.table.turn.overrule(True, "we agreed so")
    before = stage.table.state()
    stage.table.act(lambda match, at: match.taken_back(at, 1))
    assert (stage.table.state()["taken_back"], stage.table.match.turns()) == (1, [])
    stage.reopen()
    with pytest.raises(Conflict, match="No turn was taken back just now"):
        stage.table.act(lambda match, at: match.counting_again(at, 2))
    stage.table.act(lambda match, at: match.counting_again(at, 1))
    after = stage.table.state()
    assert [after[name] for name in ("players", "verdict", "pool")] == [
        before[name] for name in ("players", "verdict", "pool")
    ]
    assert (after["turn"]["number"], after["taken_back"]) == (2, None)
    stage.table.act(lambda match, at: match.taken_back(at, 1))
    stage.table.pause()
    assert stage.table.state()["taken_back"] is None
    with pytest.raises(Conflict):
        stage.table.act(lambda match, at: match.counting_again(at))


def test_a_game_that_nobody_plays_stops_its_clock_by_itself(game: Game) -> None:
    stage = game({"preset": "original", "turn_seconds": 30})
    stage.wait(110)
    state = stage.table.state()
    assert (state["turn"]["phase"], state["paused_by"]) == ("paused", "nobody")
    assert len(stage.table.match.turns()) == 3
    stage.wait(60)
    assert len(stage.table.match.turns()) == 3
    stage.table.go_on()
    assert stage.table.state()["turn"]["phase"] == "playing"
    stage.run(0.2)
    assert stage.table.state()["paused_by"] is None


def test_a_clock_is_given_seconds_and_they_are_taken_back(game: Game) -> None:
    stage = game()
    stage.table.act(lambda match, at: match.clock_corrected(30, at))
    assert stage.table.state()["turn"]["seconds_left"] == 90.0
    stage.table.act(lambda match, at: match.clock_corrected(-30, at))
    assert stage.table.state()["turn"]["seconds_left"] == 60.0


def test_the_players_say_whose_turn_it_is(game: Game) -> None:
    stage = game()
    stage.run(20)
    stage.table.act(lambda match, at: match.turn_given("Bo", at))
    turn = stage.table.state()["turn"]
    assert (turn["number"], turn["player"], turn["phase"], turn["seconds_left"]) == (1, "Bo", "playing", 60.0)
    stage.table.pause()
    stage.table.act(lambda match, at: match.turn_given("Ada", at))
    stage.run(5)
    turn = stage.table.state()["turn"]
    assert (turn["player"], turn["phase"], turn["seconds_left"]) == ("Ada", "paused", 60.0)


def test_tiles_too_small_to_read_are_told_before_the_first_turn(stage: Any) -> None:
    stage.tile_width = 14
    stage.lay("r10 r11 r12")
    stage.table.match.start(["Ada", "Bo"], "original", None, None, False)
    assert codes(stage) == ["obstacle.tiles", "alarm.small"]
