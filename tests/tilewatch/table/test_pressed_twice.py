"""A press that is sent again after a crash is not carried out again, whether or not its answer was written."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.match.events import RackCorrected
from tilewatch.storage.sql.place import JournalUnusable
from web.app import create_app
from web.idempotency import Answers

COUNTED = {"player": "Bo", "tiles": 9}


def page(stage: Any) -> FlaskClient:
    """The page of the program that is now running."""
    return create_app(stage.table).test_client()


def pressed(client: FlaskClient, key: str, path: str = "/api/rack/count", body: object = None) -> TestResponse:
    return client.post(path, json=COUNTED if body is None else body, headers={"Idempotency-Key": key})


def counts(stage: Any) -> list[int]:
    """The number of tiles at each count of Bo's rack."""
    found = stage.table._situation.at_table()[1].events
    return [event.tiles for event in found if isinstance(event, RackCorrected)]


def unreadable(*_: object) -> None:
    raise JournalUnusable("the server is away")


@pytest.fixture
def crash(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes the program die before it stores an answer, from now on."""
    return lambda: monkeypatch.setattr(Answers, "done", lambda *_: None)


def test_what_was_written_is_not_done_again_though_nobody_was_answered(
    game: Callable[..., Any], crash: Callable[[], None]
) -> None:
    stage = game()
    crash()
    pressed(page(stage), "a")
    stage.reopen()
    assert pressed(page(stage), "b", body={**COUNTED, "tiles": 12}).status_code == 200
    again = pressed(page(stage), "a")
    assert again.status_code == 200
    assert counts(stage) == [9, 12]


def test_a_verdict_is_told_again_after_a_crash(game: Callable[..., Any], crash: Callable[[], None]) -> None:
    stage = game()
    crash()
    first = pressed(page(stage), "a", "/api/turn/done", {})
    stage.reopen()
    stage.run(0.8)
    again = pressed(page(stage), "a", "/api/turn/done", {})
    assert again.json == first.json
    assert len(stage.table.match.turns()) == 1


def test_a_match_that_began_is_begun_once(game: Callable[..., Any], crash: Callable[[], None]) -> None:
    stage = game()
    crash()
    body = {"players": ["Cy", "Di"], "rules": "original", "anyway": True}
    pressed(page(stage), "a", "/api/match", body)
    stage.reopen()
    assert pressed(page(stage), "a", "/api/match", body).status_code == 201
    assert stage.table.state()["match"]["number"] == 2


def test_a_press_that_could_not_be_written_may_be_sent_again(game: Callable[..., Any]) -> None:
    stage = game()
    (stage.folder / "game.db").rename(stage.folder / "away.db")
    assert pressed(page(stage), "a").status_code == 503
    (stage.folder / "away.db").rename(stage.folder / "game.db")
    assert pressed(page(stage), "a").status_code == 200
    assert counts(stage) == [9]


def test_while_it_cannot_be_told_how_a_press_was_answered_nobody_judges_it_anew(
    game: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round was paused and still is: if the press were carried out again without its stored answer, it would be
    refused."""
    stage = game()
    assert pressed(page(stage), "a", "/api/pause", {}).status_code == 200
    client = page(stage)
    with monkeypatch.context() as away:
        away.setattr(type(stage.table._journal), "answered", unreadable)
        again = pressed(client, "a", "/api/pause", {})
        assert (again.status_code, again.json["code"]) == (503, "not-readable")
    assert pressed(client, "a", "/api/pause", {}).status_code == 200


def test_a_refusal_is_a_refusal_after_a_crash_too(game: Callable[..., Any]) -> None:
    stage = game()
    assert pressed(page(stage), "a", "/api/resume", {}).status_code == 409
    stage.table.pause()
    stage.reopen()
    assert pressed(page(stage), "a", "/api/resume", {}).status_code == 409
    assert stage.table.state()["turn"]["phase"] == "paused"


def test_a_round_that_two_devices_score_alike_is_scored_once(game: Callable[..., Any]) -> None:
    client = page(game())
    client.post("/api/round/stop")
    scored = {"racks": {"Ada": "", "Bo": 37}, "anyway": True}
    for key in ("a phone", "a tablet"):
        answer = pressed(client, key, "/api/round/end", scored)
        assert (answer.status_code, answer.get_json()["match"]["mended"]) == (200, [])
