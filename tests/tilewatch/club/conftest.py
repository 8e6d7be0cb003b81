"""A club on a file: its page, and tables that report their states."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.club_tables import ClubTables
from tilewatch.club.evenings import Evenings
from tilewatch.club.hall import Club
from tilewatch.storage.journal import Journal
from web.club.app import create_club_app

PIN = "482913"
Told = Callable[..., None]


@pytest.fixture
def place(tmp_path: Path) -> str:
    """A file in which a table's matches are."""
    Journal(str(tmp_path / "matches.db"), durable=False).close()
    return str(tmp_path / "matches.db")


@pytest.fixture
def database(place: str) -> Iterator[ClubDatabase]:
    made = ClubDatabase(place)
    yield made
    made.close()


@pytest.fixture
def club(database: ClubDatabase) -> Club:
    return Club(database)


@pytest.fixture
def looker_on(club: Club, place: str) -> Iterator[FlaskClient]:
    """A device that may only look."""
    evenings = Evenings(place, club.hall)
    app = create_club_app(club, evenings, PIN)
    app.testing = True
    yield app.test_client()
    evenings.close()


@pytest.fixture
def director(looker_on: FlaskClient) -> FlaskClient:
    """A device that showed the PIN."""
    client = looker_on.application.test_client()
    assert client.post("/api/pin", json={"pin": PIN}).status_code == 200
    return client


@pytest.fixture
def tell(database: ClubDatabase, club: Club) -> Told:
    """Sends a table's state to the club and waits until the page has it."""

    def told(name: str, **status: Any) -> None:
        whole = {"match": None, "players": [], "phase": "setup", "player": None, "result": None, "table": [], **status}
        ClubTables(database).tell(name, json.dumps(whole))
        club.hall.poll()

    return told
