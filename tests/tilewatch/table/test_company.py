"""Players leave, join and are renamed at a live table; scored rounds are corrected; a match is kept without a
camera."""

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
from web.contract import Act, BadRequest, Conflict
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
    mended: Act = lambda match, at: agreeing.round_mended(match, 1, {"Bo": "73"}, at, "misread")  # noqa: E731
    stage.table.act(mended, by="Chrome on Linux")
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
    stage.table.act(lambda match, at: agreeing.rules_changed(match, late, "late", at), by="Chrome on Linux")
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


def test_two_players_who_were_made_one_are_two_again(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    stage.table.match.start(["Ada", "Bob"], "original", None, None, False)
    matches = stage.table.company.played_in("Bo")
    stage.table.company.rename("Bo", "Bob", True)
    stage.table.company.part("Bob", "Bo", matches)
    assert {one["name"]: one["points"] for one in stage.table.history.players()} == {"Ada": 37, "Bo": -37, "Bob": 0}


def test_a_player_who_was_forgotten_is_in_the_table_again(game: Callable[..., Stage]) -> None:
    stage = game()
    scored(stage)
    stage.table.match.start(["Ada", "Cy"], "original", None, None, False)
    stage.table.company.forget("Bo")
    stage.table.company.remember("Bo")
    assert [one["name"] for one in stage.table.history.players() if one["points"] == -37] == ["Bo"]


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
    """`tilewatch play --camera none`: the clock, turns pressed by hand, and racks counted in points."""
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
    moments[0] += 70.0  # the time is over: a program that sees nothing must not pass a player over
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


def undone(stage: Stage) -> str | None:
    """The name of the last act in the state's undo offer, which is then undone."""
    told = stage.table.state()["undo"]
    if told is not None:
        stage.table.undo(told["number"])
    return None if told is None else told["text"]


def test_what_was_done_by_a_slip_is_undone_with_one_tap_for_ten_seconds(game: Callable[..., Stage]) -> None:
    """Leave, strike out, end, rename, merge, forget: every device offers to undo the act."""
    stage = game()
    table = stage.table
    before = table.state()["players"]
    table.act(lambda match, at: agreeing.left(match, "Bo", "pool", at))
    assert (undone(stage), table.state()["players"]) == ("Bo has left.", before)
    assert table.state()["undo"] is None
    scored(stage)
    table.act(lambda match, at: agreeing.round_voided(match, 1, at))
    assert (undone(stage), table.state()["rounds"][0]["void"]) == ("Round 1 was struck out.", False)
    table.act(lambda match, at: match.ended(at))
    assert (undone(stage), table.state()["match"]["ended"]) == ("The evening was ended.", False)
    table.company.rename("Bo", "Bob", False)
    assert undone(stage) == "Bo is called Bob now."
    assert players(stage).keys() == {"Ada", "Bo"}
    table.act(lambda match, at: match.ended(at))
    number = table.state()["undo"]["number"]
    stage.run(11.0)
    table.act(lambda match, at: agreeing.round_mended(match, 1, {}, at))  # as it was counted: nothing is done
    assert table.state()["undo"] is None
    with pytest.raises(Conflict, match="no more"):
        table.undo(number)


def test_a_merge_and_a_forgotten_player_are_undone_with_colour_and_all(game: Callable[..., Stage]) -> None:
    stage = game()
    table = stage.table
    scored(stage)
    table.history.choose_colour("Bo", 3)
    table.match.start(["Ada", "Cy"], "original", None, None, True)
    known = table.history.players()
    table.company.rename("Bo", "Cy", True)
    assert "Bo" not in [one["name"] for one in table.history.players()]
    assert (undone(stage), table.history.players()) == ("Bo and Cy are one person now.", known)
    table.company.forget("Bo")
    assert "Bo" not in [one["name"] for one in table.history.players()]
    assert (undone(stage), table.history.players()) == ("Bo was forgotten.", known)


def test_what_is_put_right_is_told_to_everybody_with_who_did_it_and_undone_with_one_tap(
    game: Callable[..., Stage],
) -> None:
    """Seconds, a rack's count, a turn given to another player: each is signed by the person whose device did it."""
    stage = game()
    table = stage.table
    table.act(lambda match, at: match.clock_corrected(30, at), by="Åsa")
    told = table.state()["undo"]
    assert told is not None
    assert (told["text"], told["by"], told["possible"]) == ("The clock: +30 s", "Åsa", True)
    assert (undone(stage), table.state()["turn"]["seconds"]) == ("The clock: +30 s", 60)
    table.act(lambda match, at: match.rack_corrected("Bo", 12, at), by="Åsa")
    assert (undone(stage), players(stage)["Bo"]["rack"]) == ("Bo's rack: 12", 14)
    table.act(lambda match, at: match.turn_given("Bo", at), by="Åsa")
    assert (undone(stage), table.state()["turn"]["player"]) == ("Bo's turn", "Ada")
    table.company.rename("Bo", "Bob", False, "Åsa")
    told = table.state()["undo"]
    assert told is not None
    assert told["by"] == "Åsa"


def test_seconds_taken_from_a_clock_that_had_fewer_are_given_back_as_they_were(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.run(50.0)
    left = stage.table.state()["turn"]["seconds_left"]
    stage.table.act(lambda match, at: match.clock_corrected(-30, at))
    assert stage.table.state()["turn"]["seconds_left"] == 0
    undone(stage)
    assert stage.table.state()["turn"]["seconds_left"] == left


def test_a_clock_put_right_in_the_turn_before_is_told_and_robs_nobody(game: Callable[..., Stage]) -> None:
    stage = game()
    table = stage.table
    table.act(lambda match, at: match.clock_corrected(30, at), by="Åsa")
    table.turn.done(False)
    told = table.state()["undo"]
    assert told is not None
    assert (told["text"], told["by"], told["possible"]) == ("The clock: +30 s", "Åsa", False)
    with pytest.raises(Conflict, match="no more"):
        table.undo(told["number"])
    assert (table.state()["turn"]["player"], table.state()["turn"]["seconds"]) == ("Bo", 60)
