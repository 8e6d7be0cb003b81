"""A PostgreSQL server that is killed, cut off, hangs or loses its answer: nothing acknowledged is lost."""

import threading
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from referee.match.events import Event, Paused, Resumed
from tests.cluster import Cluster
from tests.tilewatch.storage.proxy import Wire
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.tournament_book import TournamentChanges
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import WatchNote
from tilewatch.storage.sql import postgresql
from tilewatch.storage.sql.place import JournalUnusable, Reach
from web.contract import NotWritten

SILENT = r"does not answer|timeout expired"


def events(count: int, first: int = 0) -> list[Event]:
    return [Paused(at=float(number)) for number in range(first, first + count)]


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the program search a failed server without pauses, and give it up sooner."""
    monkeypatch.setattr("tilewatch.storage.sql.place.PAUSE", 0.02)
    monkeypatch.setattr(postgresql, "ANSWER_WITHIN", 0.6)


@pytest.fixture
def wire(postgresql: Cluster) -> Iterator[Wire]:
    made = Wire(postgresql.port)
    yield made
    made.hangs.clear()
    made.close()


@pytest.fixture
def place(postgresql: Cluster, postgresql_database: str, wire: Wire) -> str:
    """The database at the end of the wire."""
    return postgresql.url("postgres", wire.port)


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    journal = Journal(place)
    journal.append(1, 0, events(1))
    yield journal
    journal.close()


def is_written(journal: Journal, number: int, event: Event) -> bool:
    try:
        journal.append(1, number, [event])
    except NotWritten:
        return False
    return True


def tried(journal: Journal, number: int, event: Event) -> None:
    """Presses until the event is written, because a server needs a moment to come back."""
    for _ in range(200):
        if is_written(journal, number, event):
            return
        time.sleep(0.05)
    pytest.fail(f"never written again: {journal.trouble}")


def test_a_cut_wire_is_mended_by_the_next_press(journal: Journal, wire: Wire) -> None:
    wire.cut()
    tried(journal, 1, Resumed(at=2))
    assert journal.trouble is None
    assert journal.events(1) == [*events(1), Resumed(at=2)]


def test_while_nobody_can_be_reached_a_press_is_refused_and_says_so(journal: Journal, wire: Wire) -> None:
    wire.close()
    assert not is_written(journal, 1, Resumed(at=2))
    assert journal.trouble is not None
    assert "\n" not in journal.trouble


def test_a_server_that_hangs_is_given_up_and_found_again(journal: Journal, wire: Wire) -> None:
    wire.hangs.set()
    with pytest.raises(NotWritten, match=SILENT):
        journal.append(1, 1, events(1, 1))
    wire.hangs.clear()
    tried(journal, 1, Resumed(at=2))
    assert journal.events(1) == [*events(1), Resumed(at=2)]


def test_a_server_whose_processes_stand_still_is_given_up_too(postgresql: Cluster, journal: Journal) -> None:
    with postgresql.hanging():
        assert not is_written(journal, 1, Paused(at=1))
    tried(journal, 1, Resumed(at=2))
    assert journal.events(1) == [*events(1), Resumed(at=2)]


@pytest.fixture
def patient_but_for_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives every client but a press endless patience, as far as a test can tell."""
    monkeypatch.setattr(postgresql, "ANSWER_WITHIN", 600.0)
    monkeypatch.setattr(postgresql, "CONNECT_WITHIN", 600)


def in_time(work: Callable[[], object]) -> bool:
    """Whether a call returns, long before any client's patience ends."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(20)
    return not thread.is_alive()


@pytest.mark.usefixtures("patient_but_for_presses")
def test_who_presses_while_a_server_hangs_is_told_soon_however_long_others_wait_for_it(
    journal: Journal, wire: Wire
) -> None:
    wire.hangs.set()
    assert in_time(lambda: is_written(journal, 1, Paused(at=1)))
    assert in_time(lambda: journal.beat("watch", WatchNote(1, 5.0)))
    with pytest.raises(NotWritten, match=SILENT):
        journal.append(1, 1, events(1, 1))


def test_while_a_server_is_away_nobody_else_asks_it(
    journal: Journal, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the reconnecting thread asks the server; in this test it has not tried yet."""
    monkeypatch.setattr(Reach, "_search", lambda self: None)
    wire.hangs.set()
    assert not is_written(journal, 1, Paused(at=1))
    wire.hangs.clear()
    journal.beat("watch", WatchNote(1, 5.0))
    with pytest.raises(NotWritten, match=SILENT):
        journal.append(1, 1, events(1, 1))
    with pytest.raises(JournalUnusable, match=SILENT):
        journal.events(1)


def test_a_director_is_told_soon_too(place: str, wire: Wire, patient_but_for_presses: None) -> None:
    club = ClubDatabase(place)
    wire.hangs.set()
    told: list[str] = []

    def press() -> None:
        with pytest.raises(NotWritten, match=SILENT):
            TournamentChanges(club).write(1, 0, "{}")
        told.append("away")

    assert in_time(press)
    assert told == ["away"]
    club.close()


def test_a_commit_whose_reply_is_lost_did_not_happen(journal: Journal, wire: Wire) -> None:
    """The server wrote the event but its reply was lost: the press was refused, and the next event takes its number."""
    wire.lose_answer_to = b"COMMIT"
    assert not is_written(journal, 1, Paused(at=1))
    assert wire.lost  # also for an event that another client wrote at that moment
    wire.lose_answer_to = b""
    tried(journal, 1, Resumed(at=2))
    assert journal.events(1) == [*events(1), Resumed(at=2)]


def test_what_was_acknowledged_outlives_a_server_that_is_killed(postgresql: Cluster, journal: Journal) -> None:
    journal.append(1, 1, events(3, 1))
    postgresql.kill()
    assert not is_written(journal, 4, Resumed(at=9))
    postgresql.start()
    tried(journal, 4, Resumed(at=9))
    assert journal.events(1) == [*events(4), Resumed(at=9)]


def test_a_connection_is_closed_whose_server_says_that_it_is_ending(place: str) -> None:
    connection = postgresql.ImpatientConnection.connect(place.replace("+psycopg", ""))
    with pytest.raises(psycopg.OperationalError, match="terminating connection"):
        connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    assert connection.closed


def test_each_table_of_a_server_has_one_writer(place: str, journal: Journal) -> None:
    with pytest.raises(JournalUnusable, match="in use by another"):
        Journal(place)
    Journal(place, table="window").close()
