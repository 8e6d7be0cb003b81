"""A table of a tournament offers the players seated at it and refuses others, naming the seated ones."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import FakeTable
from tilewatch.club.at_table import SeatingHere
from web.app import create_app


@pytest.fixture
def seating(director: FlaskClient, place: str) -> Iterator[SeatingHere]:
    asked = {"name": "Friday", "players": ["Ada", "Bo", "Cy", "Di"], "rounds": 2, "seats": 4, "rules": "finnish"}
    assert director.post("/api/club/tournament", json=asked).status_code == 201
    seating = SeatingHere(place, "Table 1")
    yield seating
    seating.close()


@pytest.fixture
def table_page(seating: SeatingHere) -> FlaskClient:
    app = create_app(FakeTable())
    app.extensions["tilewatch.seating"] = seating
    return app.test_client()


def test_nobody_is_offered_before_a_round_is_seated_or_at_a_table_without_a_number(
    seating: SeatingHere, director: FlaskClient, place: str
) -> None:
    assert seating() is None
    director.post("/api/club/round", json={})
    kitchen = SeatingHere(place, "Kitchen")
    assert kitchen() is None
    kitchen.close()


def test_a_seated_round_offers_its_players_and_rules(seating: SeatingHere, director: FlaskClient) -> None:
    director.post("/api/club/round", json={})
    here = seating()
    assert here is not None
    assert (here["tournament"], here["round"], here["table"], here["rules"]) == ("Friday", 1, 1, "finnish")
    assert sorted(here["players"]) == ["Ada", "Bo", "Cy", "Di"]


def test_whoever_is_not_seated_is_refused_with_who_is_unless_the_players_insist(
    table_page: FlaskClient, director: FlaskClient
) -> None:
    director.post("/api/club/round", json={})
    seated = table_page.get("/api/seating").json["seating"]["players"]
    refused = table_page.post("/api/match", json={"players": ["Ada", "Eve"], "rules": "finnish"})
    assert refused.status_code == 409
    assert refused.json["error"] == f"The tournament has not seated Eve at table 1, but {', '.join(seated)}."
    assert table_page.post("/api/match", json={"players": ["Ada", "Eve"], "anyway": True}).status_code == 201
