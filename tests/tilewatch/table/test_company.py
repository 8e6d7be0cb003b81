"""Players go, come and are renamed at a live table; scored rounds are mended; a match is kept without a camera."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.match import agreeing
from referee.rules import Rules
from tests.tilewatch.conftest import KnowingReader, Stage
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import Camera
from web.contract import BadRequest, Conflict
from web.records.state import PlayerNow


def players(stage: Stage) -> dict[str, PlayerNow]:
    return {one["name"]: one for one in stage.table.state()["players"]}


def scored(stage: Stage) -> None:
    """Ada won the first round, Bo has 37 points."""
    stage.table.act(lambda match, at: match.stopped(at))
    stage.table.act(lambda match, at: match.counted({"Ada": "0", "Bo": "37"}, at, True))


def test_who_leaves_is_marked_and_the_pool_has_the_rack(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.table.act(lambda match, at: agreeing.joined(match, "Cy", at, True))
    stage.table.act(lambda match, at: agreeing.left(match, "Bo", "pool", at))
    assert players(stage)["Bo"]["left"] is True
    assert "left" not in players(stage)["Ada"]
    assert stage.table.state()["pool"] == 106 - 28
    stage.reopen()
    assert players(stage)["Bo"]["left"] is True
    with pytest.raises(Conflict, match="has left already"):
        stage.table.act(lambda match, at: agreeing.left(match, "Bo", "pool", at))


def test_a_mended_round_changes_totals_standings_and_the_all_time_table(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    stage.table.act(lambda match, at: agreeing.round_mended(match, 1, {"Bo": "73"}, at, "misread", "Chrome on Linux"))
    state = stage.table.state()
    assert {name: one["score"] for name, one in players(stage).items()} == {"Ada": 73, "Bo": -73}
    assert state["match"]["mended"] == [1]
    assert state["rounds"][0]["racks"] == {"Ada": "", "Bo": 73}
    assert state["rounds"][0]["mended"]["changed"] == [{"player": "Bo", "was": 37, "is": 73}]
    assert state["rounds"][0]["mended"]["by"] == "Chrome on Linux"
    assert {one["name"]: one["points"] for one in stage.table.history.players()} == {"Ada": 73, "Bo": -73}
    stage.table.act(lambda match, at: agreeing.taken_back(match, at))
    assert players(stage)["Bo"]["score"] == -37
    stage.table.act(lambda match, at: agreeing.round_voided(match, 1, at))
    assert stage.table.state()["match"]["mended"] == [1]
    assert {one["name"]: one["rounds"] for one in stage.table.history.players()} == {"Ada": 0, "Bo": 0}
    stage.table.act(lambda match, at: agreeing.round_unvoided(match, 1, at))
    assert players(stage)["Bo"]["score"] == -37


def test_changed_rules_are_told_with_what_holds_now_alone(game: Callable[..., Stage]) -> None:
    stage = game()
    late = Rules.from_json({"preset": "original", "turn_seconds": 90})
    higher = Rules.from_json({"preset": "original", "turn_seconds": 90, "opening_points": 40})
    stage.table.act(lambda match, at: agreeing.rules_changed(match, late, "late", at, "Chrome on Linux"))
    stage.table.act(lambda match, at: agreeing.rules_changed(match, higher, "so be it", at))
    first, second = stage.table.state()["match"]["rule_changes"]
    assert [told["text"] for told in first["told"]] == ["A turn takes at most 90 seconds."]
    assert [told["text"] for told in second["told"]] == ["The opening is worth at least 40 points."]
    assert first["reason"] == "late"


def test_a_round_of_an_older_match_is_mended_too(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    stage.table.match.start(["Ada", "Cy"], "original", None, None, False)
    stage.table.act(lambda match, at: agreeing.round_mended(match, 1, {"Bo": "73"}, at), 1)
    assert {one["name"]: one["points"] for one in stage.table.history.players()} == {"Ada": 73, "Bo": -73, "Cy": 0}
    assert stage.table.state()["match"]["number"] == 2


def test_a_new_name_is_that_of_every_match_and_two_names_may_be_one_person(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    stage.table.history.choose_colour("Bo", 5)
    stage.table.match.start(["Ada", "Bob"], "original", None, None, False)
    with pytest.raises(Conflict, match="Bob is another player"):
        stage.table.company.rename("Bo", "bob", False)
    with pytest.raises(Conflict, match="same match"):
        stage.table.company.rename("Bo", "Ada", True)
    with pytest.raises(BadRequest, match="Nobody called"):
        stage.table.company.rename("Zoe", "Zo", False)
    stage.table.company.rename("Bo", "bob", True)
    assert {one["name"]: one["points"] for one in stage.table.history.players()} == {"Ada": 37, "Bob": -37}
    stage.table.company.rename("Bob", "Robert", False)
    found = next(one for one in stage.table.history.players() if one["name"] == "Robert")
    assert (found["points"], found["colour"], set(players(stage))) == (-37, 5, {"Ada", "Robert"})
    stage.reopen()
    assert set(players(stage)) == {"Ada", "Robert"}


def test_a_player_who_is_forgotten_is_in_no_table_until_the_next_match(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    with pytest.raises(Conflict, match="plays in the match at the table"):
        stage.table.company.forget("Bo")
    stage.table.match.start(["Ada", "Cy"], "original", None, None, False)
    stage.table.company.forget("Bo")
    assert [one["name"] for one in stage.table.history.players()] == ["Ada", "Cy"]
    assert stage.table.history.player("Bo") is None
    stage.table.match.start(["Ada", "Bo"], "original", None, None, True)
    assert stage.table.history.player("Bo")["points"] == 0  # type: ignore[index]


def test_a_match_is_kept_by_hand_without_any_camera(tmp_path: Path) -> None:
    """`tilewatch play --camera none`: the clock, turns pressed by hand, racks as points."""
    journal = Journal(str(tmp_path / "game.db"), durable=False)
    moments = [100.0]
    table = LiveTable(
        KnowingReader(), journal, Album(tmp_path), Camera(lambda: iter(())), lambda: moments[0], has_no_camera=True
    )
    table.tick()
    state = table.state()
    assert (state["camera"]["status"], state["alarm"], state["camera"]["trouble"]) == ("none", None, None)
    (told,) = table.camera.advice()["advice"]
    assert (told["about"], told["level"], told["message"]["code"]) == ("camera", "better", "advice.by-hand")
    table.match.start(["Ada", "Bo"], "original", None, None, False)
    table.match.begin_round(None, False)
    moments[0] += 70.0  # the time is over: nobody is passed over by a machine that sees nothing
    table.tick()
    verdict = table.turn.done(False)
    assert verdict is not None
    assert ([fault["code"] for fault in verdict["faults"]], verdict["fine"]) == (["time-over"], 3)
    table.turn.overrule(True, "we were counting")
    state = table.state()
    assert (state["turn"]["player"], state["verdict"]["by_hand"], state["players"][0]["rack"]) == ("Bo", True, None)
    drawn = table.turn.done(False, by_hand="nothing")  # "I draw a tile"
    assert drawn is not None
    assert (drawn["player"], drawn["draw"]) == ("Bo", 1)
    table.act(lambda match, at: match.taken_back(at))
    table.turn.overrule(False, "only 27 points")
    assert table.state()["turn"]["player"] == "Bo"
    table.act(lambda match, at: match.stopped(at))
    table.act(lambda match, at: match.counted({"Ada": "0", "Bo": "37"}, at))
    assert [one["score"] for one in table.state()["players"]] == [37, -37]
    table.close()
