"""A club's page in Chromium: its director types while tables report."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: browser tests are left out")

from referee.rules import Rules
from referee.tournament import Score
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.evenings import Evenings
from tilewatch.club.hall import Club
from tilewatch.server import server
from tilewatch.storage.journal import Journal
from web.club.app import create_club_app

PIN = "482913"
EIGHT = ["Ada", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal"]


class Hall:
    """A club on a file, its tournament's first round seated, and the page that serves it."""

    def __init__(self, folder: Path) -> None:
        place = str(folder / "club.db")
        Journal(place, durable=False).close()
        self._database = ClubDatabase(place)
        self.club = Club(self._database)
        self._evenings = Evenings(place, self.club.hall)
        self.club.book.open("Friday", EIGHT, 3, 4, Rules())
        self.club.book.act(lambda now, at: now.round_seated(1, at))
        self._server = server(create_club_app(self.club, self._evenings, PIN), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.port}/?pin={PIN}"
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()

    def reports(self, table: int) -> None:
        """A table tells its result."""
        winner, *others = self.club.book.tournament.now.rounds[-1].tables[table - 1].players
        scores = [Score(winner, 30), *(Score(name, -10) for name in others)]
        self.club.book.act(lambda now, at: now.reported(table, scores, at))

    def end(self) -> None:
        self._server.close()
        self._thread.join(timeout=5)
        self._evenings.close()
        self._database.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.end()


def test_what_the_director_types_is_not_lost_when_a_table_reports(hall: Hall, device: Any) -> None:
    director = device("director", 390, 844, hall.address)
    director.open("")
    director.open("/tournament")
    director.write("#latecomer", "Ida")
    director.choose("#leaving", "Cy")
    hall.reports(1)
    director.says("#round", "reported")
    director.until("document.activeElement.id === 'latecomer'")
    director.press("#director form button")
    director.says(".changes", "Ida")
    director.until("document.getElementById('latecomer').value === ''")
    director.press("#leaves")
    director.says("#sheet", "Cy is seated in no further round.")
    director.press("#leaves-sure")
    director.says(".standings", "Cy (has left)")
    director.looks_well("director")
