"""The alarm line that everybody sees: the worst trouble, once it has lasted long enough."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.messages import Message

Game = Callable[..., Any]


def alarm(stage: Any) -> tuple[str, str | None] | None:
    told = stage.table.state()["alarm"]
    return None if told is None else (told["code"], told["mend"])


def test_all_is_well_and_nothing_is_said(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    assert stage.table.state()["alarm"] is None


def test_a_lost_camera_is_told_with_the_seconds_it_is_gone(game: Game) -> None:
    stage = game({"preset": "original", "clock_waits_for_referee": False})
    stage.is_lost = True
    stage.run(12)
    told = stage.table.state()["alarm"]
    assert (told["code"], told["mend"], told["text"]) == ("camera-lost", "camera", "The camera is lost: unplugged")
    assert told["seconds"] == pytest.approx(12, abs=0.3)
    stage.is_lost = False
    stage.run(1)
    assert alarm(stage) is None


def test_why_the_camera_is_lost_is_told_anew_when_it_is_another_reason(game: Game) -> None:
    """The device is being opened, and then it is gone: the first sentence no longer helps."""
    stage = game()
    stage.is_lost = True
    stage.run(0.3)
    stage.trouble = Message("camera.no-phone")
    stage.run(0.3)
    assert stage.table.state()["camera"]["trouble"] == "no phone sends pictures yet"


def test_a_clock_that_stands_for_the_camera_says_so(game: Game) -> None:
    stage = game({"preset": "original", "clock_waits_for_referee": True})
    stage.is_lost = True
    stage.run(2)
    assert alarm(stage) == ("alarm.lost-stands", "camera")


def test_a_hand_is_no_alarm_but_something_left_lying_is(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.show("r10 r11 r12", hand="0")
    stage.run(4)
    assert alarm(stage) is None
    stage.run(7)
    assert alarm(stage) == ("alarm.hidden", "clear")


def test_what_the_players_say_belongs_there_is_no_alarm_any_more(game: Game) -> None:
    stage = game()
    stage.show(hand="over")
    stage.run(11)
    stage.table.tiles.insist()
    stage.run(3)
    assert alarm(stage) is None
    assert stage.table.state()["steady"]


def test_a_paused_clock_says_who_paused_it(game: Game) -> None:
    stage = game({"preset": "original", "turn_seconds": 30})
    stage.table.pause()
    assert alarm(stage) == ("alarm.paused", "resume")
    stage.table.go_on()
    stage.wait(110)  # each turn ends as soon as the table is read
    assert alarm(stage) == ("alarm.nobody", "resume")


def test_a_table_that_lost_a_tile_is_told_with_its_name(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    stage.lay("r10 r11 .")
    assert alarm(stage) is None
    stage.run(6)
    assert alarm(stage) == ("alarm.missing", "point")
    assert "red 12" in stage.table.state()["alarm"]["text"]


def test_everybody_hears_of_an_alarm_without_asking(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    stage.lay("r10 r11 .")
    version = stage.table.state()["version"]
    stage.run(6)
    assert stage.table.changed_since(version, 0)[0] > version
    version = stage.table.state()["version"]
    stage.run(3)
    assert stage.table.changed_since(version, 0)[0] == version  # seconds alone are no news


def test_a_claim_says_at_once_what_happens_now(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = game()
    told: list[Any] = []
    run = stage.run

    def watched(seconds: float) -> None:
        told.append(stage.table.state()["doing"])
        run(seconds)

    stage.show(hand="over")
    stage.run(1.5)
    monkeypatch.setattr(stage, "run", watched)
    with pytest.raises(Exception, match="covers the table"):
        stage.table.turn.done(False)
    assert told[0]["code"] == "doing.done-covered"
    assert stage.table.state()["doing"] is None


def test_a_time_that_is_over_under_a_hand_says_that_it_is_over(game: Game) -> None:
    stage = game({"preset": "original", "turn_seconds": 30})
    stage.run(27)
    stage.show(hand="over")
    stage.run(4.5)
    assert stage.table.state()["doing"]["code"] == "doing.over-covered"
    stage.show()
    stage.run(2)
    state = stage.table.state()
    assert (state["doing"], state["verdict"]["time_over"]) == (None, True)
    stage.table.turn.done(False)
    assert stage.table.state()["verdict"]["time_over"] is False


def test_tiles_that_are_too_small_are_told(game: Game) -> None:
    from tilewatch.view import Alarms, troubles, view_of
    from vision.watching import Snapshot

    view = view_of(Snapshot(steady=True), None, None)
    assert [one.message for one in troubles(view, game().table._situation.standing, False, None, 14.2)] == [
        Message.of("alarm.small", px=14, need=20)
    ]
    assert Alarms(lambda: 0.0).worst(iter(())) is None
