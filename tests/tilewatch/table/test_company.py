"""Players go, come and are renamed at a live table; scored rounds are mended; a match is kept without a camera."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.messages import Message
from tests.tilewatch.conftest import KnowingReader, Stage
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from web.contract import BadRequest, Conflict


def players(stage: Stage) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in stage.table.state()["players"]}


def scored(stage: Stage) -> None:
    """Ada won the first round, Bo has 37 points."""
    stage.table.match.stop_round()
    stage.table.match.end_round({"Ada": "0", "Bo": "37"}, True)


def test_who_leaves_is_marked_and_the_pool_has_the_rack(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.table.company.join("Cy", True)
    stage.table.company.leave("Bo", "pool")
    assert players(stage)["Bo"]["left"] is True
    assert "left" not in players(stage)["Ada"]
    assert stage.table.state()["pool"] == 106 - 28
    stage.reopen()
    assert players(stage)["Bo"]["left"] is True
    with pytest.raises(Conflict, match="has left already"):
        stage.table.company.leave("Bo", "pool")


def test_a_mended_round_changes_totals_standings_and_the_all_time_table(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    stage.table.company.mend_round(1, {"Bo": "73"}, "misread", "Chrome on Linux", False)
    state = stage.table.state()
    assert {name: one["score"] for name, one in players(stage).items()} == {"Ada": 73, "Bo": -73}
    assert state["match"]["mended"] == [1]
    assert state["rounds"][0]["racks"] == {"Ada": "", "Bo": 73}
    assert state["rounds"][0]["mended"]["changed"] == [{"player": "Bo", "was": 37, "is": 73}]
    assert state["rounds"][0]["mended"]["by"] == "Chrome on Linux"
    assert {one["name"]: one["points"] for one in stage.table.history.players()} == {"Ada": 73, "Bo": -73}
    stage.table.turn.undo()
    assert players(stage)["Bo"]["score"] == -37
    stage.table.company.void_round(1, "", "")
    assert stage.table.state()["match"]["mended"] == [1]
    assert {one["name"]: one["rounds"] for one in stage.table.history.players()} == {"Ada": 0, "Bo": 0}
    stage.table.company.unvoid_round(1, "")
    assert players(stage)["Bo"]["score"] == -37


def test_a_round_of_an_older_match_is_mended_too(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    stage.table.match.start(["Ada", "Cy"], "original", None, None, False)
    stage.table.company.mend_round(1, {"Bo": "73"}, "", "", False, match=1)
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


class NoCamera:
    """What stands where a camera would be: nothing comes of it."""

    newest = size = sender = None
    is_still = False
    is_lost, rate, trouble = True, 0.0, Message("camera.none-yet")

    def choose(self, sender: str | None) -> None: ...

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> bool:
        return False


def test_a_match_is_kept_by_hand_without_any_camera(tmp_path: Path) -> None:
    """`tilewatch play --camera none`: the clock, turns pressed by hand, racks as points."""
    journal = Journal(str(tmp_path / "game.db"), durable=False)
    moments = [100.0]
    table = LiveTable(KnowingReader(), journal, Album(tmp_path), NoCamera(), lambda: moments[0], has_no_camera=True)
    table.tick()
    state = table.state()
    assert (state["camera"]["status"], state["alarm"], state["camera"]["trouble"]) == ("none", None, None)
    table.match.start(["Ada", "Bo"], "original", None, None, False)
    table.match.begin_round(None, False)
    moments[0] += 70.0  # the time is over: nobody is passed over by a machine that sees nothing
    table.tick()
    verdict = table.turn.done(False)
    assert verdict is not None
    assert verdict["legal"] is True
    state = table.state()
    assert (state["turn"]["player"], state["verdict"]["by_hand"], state["players"][0]["rack"]) == ("Bo", True, None)
    table.turn.overrule(False, "only 27 points")
    assert table.state()["turn"]["player"] == "Bo"
    table.match.stop_round()
    table.match.end_round({"Ada": "0", "Bo": "37"}, False)
    assert [one["score"] for one in table.state()["players"]] == [37, -37]
    table.close()
