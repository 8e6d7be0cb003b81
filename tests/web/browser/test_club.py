"""A club's page in Chromium: its director types while tables report; tables without a camera; long names."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.rules import Rules
from referee.tournament import Score
from tests.tilewatch.history.made_up import kept_matches, made_up_match
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.club_tables import ClubTables
from tilewatch.club.evenings import Evenings
from tilewatch.club.hall import Club
from tilewatch.server import server
from tilewatch.storage.journal import Journal
from web.club.app import create_club_app
from web.contract import NotReadable

PIN = "482913"
STICKING_OUT = """return [...document.querySelectorAll('.seats > div, .alphabet p, #sheet')]
  .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent);"""
ROUND = """return [...document.querySelectorAll('#matches .portrait')].map((face) => face.getBoundingClientRect())
  .map(({width, height}) => width > 8 && Math.abs(width - height) < 1);"""
EIGHT = ["Ada", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal"]


def away(*_: object) -> Any:
    """The error of a club's database while it is unreachable."""
    raise NotReadable("not-readable", why="connection refused")


class Hall:
    """A club on a file, its tournament's first round seated, and the page that serves it."""

    def __init__(self, folder: Path) -> None:
        place = str(folder / "club.db")
        journal = Journal(place, durable=False)
        kept_matches(journal, [made_up_match(1, ("Ada", "Donaudampfschifffahrtsgesellschaftskapit"))])
        journal.close()
        self._database = ClubDatabase(place)
        self.club = Club(self._database)
        self.evenings = Evenings(place, self.club.hall)
        self.club.book.open("Friday", EIGHT, 3, 4, Rules())
        self.club.book.act(lambda now, at: now.round_seated(1, at))
        self._server = server(create_club_app(self.club, self.evenings, PIN), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.port}/?pin={PIN}"
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()

    def tells(self, name: str, **status: Any) -> None:
        """A table sends its state."""
        nothing: dict[str, Any] = {
            "match": None,
            "result": None,
            "table": [],
            "ends": None,
            "left": None,
            "alarm": None,
            "pool": None,
        }
        ClubTables(self._database).tell(name, json.dumps({**nothing, **status}))
        self.club.hall.poll()

    def reports(self, table: int) -> None:
        """A table sends its result."""
        winner, *others = self.club.book.tournament.now.rounds[-1].tables[table - 1].players
        scores = [Score(winner, 30), *(Score(name, -10) for name in others)]
        self.club.book.act(lambda now, at: now.reported(table, scores, at))

    def end(self) -> None:
        self._server.close()
        self._thread.join(timeout=5)
        self.evenings.close()
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


def test_of_a_table_that_is_kept_by_hand_nothing_is_told_that_nobody_saw(hall: Hall, device: Any) -> None:
    players = [{"name": name, "score": 0, "rack": rack, "opened": False} for name, rack in (("Ada", None), ("Bo", 14))]
    verdict = {"player": "Ada", "played": [], "by_hand": True, "legal": True}
    hall.tells("Kitchen", players=players, phase="playing", player="Bo", verdict=verdict)
    guest = device("guest", 360, 740, hall.address)
    guest.open("")
    guest.says(".hall .card", "▮ 14")
    assert "null" not in guest.text(".hall")
    guest.open("/club-table?n=1")
    guest.says("#board", "Ada is done.")


def test_long_names_break_and_portraits_are_round_on_a_clubs_pages(hall: Hall, device: Any) -> None:
    hall.club.book.open("Friday", ["Donaudampfschifffahrtsgesellschaftskapit", *EIGHT[1:]], 3, 4, Rules())
    hall.club.book.act(lambda now, at: now.round_seated(1, at))
    guest = device("guest", 360, 740, hall.address)
    for screen in ("", "/plan", "/tournament"):
        guest.open(screen)
        guest.one("main h1")
        guest.until("document.querySelector('.hall') || document.querySelector('.seats li')")
        guest.looks_well(f"club-{screen.strip('/')}")
        assert not guest.run(STICKING_OUT)
    guest.open("/tournament")
    guest.press("#round .seats > div:nth-child(2) button")  # the seat with the long name
    guest.one(".result-row input")
    assert not guest.run(STICKING_OUT)
    hall.tells("Kitchen", phase="over", player=None, verdict=None)
    guest.open("/matches")
    guest.says("#matches", "Kitchen")
    assert set(guest.run(ROUND)) == {True}
    guest.open("/players/Ada")
    guest.says("#evenings", "2026")
    assert guest.count("#looks") == 0  # players choose colours at a table; the club's page refuses


def test_the_director_is_told_whose_earlier_round_counts_for_nobody(hall: Hall, device: Any) -> None:
    for table in (1, 2):
        hall.reports(table)
    hall.club.book.act(lambda now, at: now.round_seated(1, at))
    hall.club.book.act(lambda now, at: now.taken_back(3, at))
    director = device("director", 390, 844, hall.address)
    director.open("")
    director.open("/tournament")
    director.says("#director .trouble", "Round 1 of table 2 counts for nobody")
    director.looks_well("director-struck-out")


def test_a_director_goes_back_from_a_tournament_that_was_opened_by_mistake(hall: Hall, device: Any) -> None:
    hall.club.book.open("Saturday", EIGHT, 3, 4, Rules())
    director = device("director", 390, 844, hall.address)
    director.open("")
    director.open("/tournament")
    director.says("#title", "Saturday")
    director.press("#back")
    director.says("#sheet", "Saturday goes, with its players.")
    director.press("#back-sure")
    director.says("#title", "Friday")
    director.says("#round", "being played")
    assert director.count("#back") == 0


def test_the_television_calls_the_final_by_its_name(hall: Hall, device: Any) -> None:
    for table in (1, 2):
        hall.reports(table)
    hall.club.book.act(lambda now, at: now.final_seated(1, at))
    television = device("television", 1920, 1080, hall.address)
    television.open("")
    television.open("/hall-tv")
    television.says("#name", "Friday · Final")


def test_a_tournament_that_cannot_be_read_is_none_to_open_anew(
    hall: Hall, device: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = device("director", 390, 844, hall.address)
    director.open("")
    with monkeypatch.context() as patched:
        patched.setattr(hall.club, "now", away)
        director.open("/tournament")
        director.until("performance.getEntriesByName(location.origin + '/api/club/tournament').length > 1")
        assert director.all("#opening", "hidden") == [True]
    director.says("#title", "Friday")


def test_a_television_opened_while_the_database_is_away_shows_the_tournament_once_it_is_back(
    hall: Hall, device: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    television = device("television", 1920, 1080, hall.address)
    television.open("")
    with monkeypatch.context() as patched:
        patched.setattr(hall.club, "now", away)
        television.open("/hall-tv")
        television.until("performance.getEntriesByName(location.origin + '/api/club/tournament').length > 0")
        television.says("#name", "All tables")
    television.says("#name", "Friday")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_an_entry_list_is_read_as_a_spreadsheet_saved_it(
    hall: Hall, device: Any, tmp_path: Path, encoding: str
) -> None:
    (tmp_path / "list.csv").write_text("navn;klub\nÆgir;Nord\nÅse;Syd\n", encoding)
    director = device("director", 390, 844, hall.address)
    director.open("")
    director.open("/tournament")
    director.send("#t-file", tmp_path / "list.csv")
    director.until("document.getElementById('t-players').value.startsWith('navn;klub\\nÆgir;Nord\\nÅse')")


def test_a_table_s_page_finds_its_matches_behind_those_of_others_once_they_can_be_read(
    hall: Hall, device: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.tells("Table 1", phase="over", player=None, verdict=None)
    (own,) = hall.evenings.matches()
    kept: list[Any] = [*({**own, "number": number, "table": "Table 2"} for number in range(1, 61)), own]
    guest = device("guest", 320, 640, hall.address)
    guest.open("")
    with monkeypatch.context() as patched:
        patched.setattr(hall.evenings, "matches", away)
        guest.open("/club-table?n=1")
        guest.until("performance.getEntriesByType('resource').some((one) => one.name.includes('/api/matches'))")
        assert guest.count("#matches p") == 0
        patched.setattr(hall.evenings, "matches", lambda *_: kept)
        guest.says("#matches", "2026")


def test_who_works_by_keyboard_stays_where_the_hall_and_its_tournament_are_drawn_anew(hall: Hall, device: Any) -> None:
    def focused(what: str) -> str:
        return str(director.run(f"return document.activeElement.getAttribute('{what}')"))

    for name in ("Table 1", "Table 2"):
        hall.tells(name, players=[], phase="playing", player=None, verdict=None, left=50)
    director = device("director", 390, 844, hall.address)
    director.open("")
    director.says(".hall a:nth-of-type(2)", "0:50")
    director.run("document.querySelector('.hall a:nth-of-type(2)').focus()")
    hall.tells("Table 1", players=[], phase="over", player=None, verdict=None)
    director.says(".hall", "round over")
    assert focused("href") == "/club-table?n=2"
    director.open("/tournament")
    director.says("#round", "being played")
    director.run("document.querySelectorAll('#round .seats button')[1].focus()")
    hall.club.book.act(lambda now, at: now.entered("Ida", at))
    director.says(".changes", "Ida")
    assert focused("aria-label") == "Enter the result: Table 2, round 1"
    director.press("#result-1-2")
    for place, points in enumerate((30, -10, -10, -10)):
        director.write(f"#points-{place}", str(points))
    director.press(".sheet form button[type=submit]")
    director.says("#result-1-2", "Correct")
    assert focused("id") == "result-1-2"
