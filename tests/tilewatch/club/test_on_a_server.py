"""The club's database on PostgreSQL: news arrive without polling, and the club reconnects to a server that was
unreachable."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.match.events import Event, MatchBegan
from referee.rules import Rules
from tests.cluster import Cluster
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.club_tables import ClubTables
from tilewatch.club.evenings import Evenings
from tilewatch.club.hall import Club
from tilewatch.club.tournament_book import Taken, TournamentChanges
from tilewatch.storage.mirrored import MirroredJournal


@pytest.fixture
def url(postgresql: Cluster) -> str:
    return postgresql.new_database()


@pytest.fixture
def database(url: str) -> Iterator[ClubDatabase]:
    made = ClubDatabase(url)
    yield made
    made.close()


@pytest.fixture
def followed(database: ClubDatabase) -> Iterator[Club]:
    """A club whose page follows the tables."""
    club, stop = Club(database), threading.Event()
    thread = threading.Thread(target=club.hall.follow, args=(stop,), daemon=True)
    thread.start()
    yield club
    stop.set()
    thread.join(10)


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether a condition holds within ten seconds."""
    end = time.monotonic() + 10
    while not is_so() and time.monotonic() < end:
        threading.Event().wait(0.02)
    return is_so()


def test_a_table_s_news_reach_the_page_by_themselves(followed: Club, url: str) -> None:
    own = ClubDatabase(url)
    table = ClubTables(own)
    table.tell("Table 7", '{"phase": "playing"}')
    assert soon(lambda: [one["name"] for one in followed.hall.tables()] == ["Table 7"])
    known, _ = followed.hall.changed_since(-1, 0.0)
    table.tell("Table 7", '{"phase": "over"}')
    version, news = followed.hall.changed_since(known, 10.0)
    assert version > known
    assert '"phase":"over"' in news
    table.beat("Table 7")
    assert table.rows()[0].silent < 5
    own.close()


def test_a_change_of_a_tournament_has_one_writer(database: ClubDatabase) -> None:
    changes = TournamentChanges(database)
    changes.write(1, 0, "{}")
    with pytest.raises(Taken):
        changes.write(1, 0, "[]")
    assert changes.texts(1) == ["{}"]


def test_a_table_that_is_switched_on_waits_for_nobody(database: ClubDatabase, url: str, postgresql: Cluster) -> None:
    """The schema already exists, so a program that is just creating other tables blocks nobody."""
    import psycopg

    with psycopg.connect(url) as maker:
        maker.execute("SELECT pg_advisory_xact_lock(7463117252)")
        ClubDatabase(url).close()


def test_a_page_finds_its_database_again(followed: Club, postgresql: Cluster, url: str) -> None:
    postgresql.kill()
    assert soon(lambda: followed.hall.trouble is not None)
    postgresql.start()
    assert soon(lambda: followed.hall.trouble is None)
    table = ClubDatabase(url)
    ClubTables(table).tell("Table 7", "{}")
    table.close()
    assert soon(lambda: len(followed.hall.tables()) == 1)


def test_matches_of_all_tables_are_told_as_one_club_s(
    database: ClubDatabase, followed: Club, url: str, tmp_path: Path
) -> None:
    began: list[Event] = [MatchBegan(at=0, players=("Ada", "Bo"), rules=Rules())]
    stop = threading.Event()
    for number in (1, 2):
        journal = MirroredJournal(str(tmp_path / f"{number}.db"), url, f"Table {number}", durable=False)
        thread = threading.Thread(target=journal.catch_up, args=(stop,), daemon=True)
        thread.start()
        journal.append(1, 0, began)
        assert soon(lambda: journal.behind is None)  # noqa: B023 (asked in this very round)
        stop.set()
        thread.join(10)
        stop.clear()
        journal.close()
        ClubTables(database).tell(f"Table {number}", f'{{"part": "Table {number}", "phase": "over", "match": null}}')
    assert soon(lambda: len(followed.hall.tables()) == 2)
    evenings = Evenings(url, followed.hall)
    matches = evenings.matches()
    assert sorted((match["number"], match["table"]) for match in matches) == [(100001, "Table 1"), (200001, "Table 2")]
    assert evenings.match(200001)["players"] == ["Ada", "Bo"]
    assert evenings.match(300001) is None
    evenings.close()
