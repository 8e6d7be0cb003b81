"""Turns that a damaged journal lost are shown on the page, with their pictures, until a person has seen them."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.documented import undocumented
from tests.tilewatch.conftest import LAID
from web.app import create_app


@pytest.fixture
def lost(stage: Any) -> Any:
    """A stage whose program was killed after six turns, and of whose log the end is gone."""
    stage.play_and_die()
    return stage


def page(stage: Any) -> FlaskClient:
    return create_app(stage.table).test_client()


def test_lost_turns_are_told_with_their_pictures_until_somebody_has_seen_them(lost: Any) -> None:
    there = len(lost.table.match.turns())
    assert 0 < there < len(LAID)
    for _ in range(2):
        client = page(lost)
        alarm, told = client.get("/api/state").json["alarm"], client.get("/api/lost").json
        assert (alarm["kind"], alarm["code"], alarm["mend"]) == ("lost", "lost-presses", "lost")
        assert "cannot be read" in told["told"][0]["text"]
        assert undocumented(client, "/api/lost") == []
        assert [one["turn"] for one in told["turns"]] == list(range(there + 1, len(LAID) + 1))
        for one in told["turns"]:
            assert client.get(one["pictures"]["after"]).data.startswith(b"\xff\xd8")
        lost.reopen()
    client = page(lost)
    assert client.post("/api/lost/seen").json["alarm"] is None
    assert client.get("/api/lost").json == {"told": [], "turns": []}
    lost.reopen()
    assert lost.table.state()["alarm"] is None


def test_a_turn_that_is_played_anew_has_its_own_pictures(lost: Any) -> None:
    client = page(lost)
    turn = client.get("/api/lost").json["turns"][0]
    first = client.get(turn["pictures"]["after"]).data
    lost.lay("o1 o2 o3", *LAID)
    lost.table.turn.done(True)
    assert client.get(f"/api/turns/{turn['turn']}/after.jpg").data != first
    assert client.get(turn["pictures"]["after"]).data == first


def test_whoever_lost_nothing_is_told_nothing(game: Callable[..., Any]) -> None:
    client = page(game())
    assert client.get("/api/lost").json == {"told": [], "turns": []}
    assert client.get("/api/lost/1/1/after.jpg").status_code == 404
