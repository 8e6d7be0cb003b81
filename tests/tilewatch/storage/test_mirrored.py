"""A table's journal in a club: played on while the database is away, caught up in order, never two writers."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.match.events import Event, MatchBegan, Paused, Resumed, RoundBegan
from referee.rules import Rules
from tests.cluster import Cluster
from tilewatch.storage import mirrored
from tilewatch.storage.copying import caught_up, imported
from tilewatch.storage.journal import Journal
from tilewatch.storage.mirrored import MirroredJournal
from tilewatch.storage.sql.place import InUse, JournalUnusable
from web.contract import NotWritten

BEGINNING: list[Event] = [MatchBegan(at=0, players=("Ada", "Bo"), rules=Rules()), RoundBegan(at=0, first="Ada")]
Opened = Callable[..., MirroredJournal]


@pytest.fixture
def url(postgresql: Cluster) -> str:
    """A club's database."""
    return postgresql.new_database()


@pytest.fixture
def opened(url: str, tmp_path: Path) -> Iterator[Opened]:
    """Opens a table's journal, with the thread that copies it."""
    stop, journals, threads = threading.Event(), list[Journal](), list[threading.Thread]()

    def open_(table: str = "Table 7", machine: str = "one") -> MirroredJournal:
        journal = MirroredJournal(str(tmp_path / f"{machine}.db"), url, table, durable=False)
        threads.append(threading.Thread(target=journal.catch_up, args=(stop,), daemon=True))
        threads[-1].start()
        journals.append(journal)
        return journal

    yield open_
    stop.set()
    for thread in threads:
        thread.join(10)
    for journal in journals:
        journal.close()


def wait_until(is_so: Callable[[], bool]) -> None:
    passing = threading.Event()
    for _ in range(100):
        if is_so():
            break
        passing.wait(0.1)
    assert is_so()


def wait_until_copied(journal: MirroredJournal) -> None:
    wait_until(lambda: journal.behind is None)


def in_the_club(url: str, table: str = "Table 7") -> list[Event]:
    """The events of a table's first match, read while no table writes it."""
    journal = Journal(url, durable=False, table=table)
    try:
        return journal.events(1)
    finally:
        journal.close()


def test_what_is_played_is_in_the_club_s_database_under_the_table_s_name(opened: Opened, url: str) -> None:
    seven, eight = opened(), opened("Table 8", "another")
    seven.append(1, 0, BEGINNING)
    eight.append(1, 0, BEGINNING[:1])
    for journal in (seven, eight):
        wait_until_copied(journal)  # a server on a busy machine may answer after a press stops waiting
    assert (seven.behind, eight.behind) == (None, None)
    seven.close(), eight.close()
    assert in_the_club(url) == BEGINNING
    assert in_the_club(url, "Table 8") == BEGINNING[:1]


def test_one_program_plays_at_a_table(opened: Opened) -> None:
    opened()
    with pytest.raises(InUse, match=r"Another computer plays as “Table 7” already\. Start this one with another name"):
        opened("Table 7", "another")


def test_two_computers_of_one_name_that_began_while_the_database_was_away_are_told_so(
    opened: Opened, postgresql: Cluster
) -> None:
    """One of the two writes the club's copy; the other plays on, and does not report the database as unreachable."""
    postgresql.kill()
    first, second = opened(machine="one"), opened(machine="two")
    first.append(1, 0, BEGINNING)
    second.append(1, 0, [*BEGINNING, Paused(at=1.0)])
    postgresql.start()
    wait_until(lambda: [first.behind, second.behind].count(None) == 1)
    has_it, other = (first, second) if first.behind is None else (second, first)

    def is_told() -> bool:
        return other.behind is not None and other.behind.code == "club-table-twice"

    wait_until(is_told)
    assert "Another computer is called “Table 7”, too" in str(other.behind and other.behind.text)
    has_it.close()
    other.append(1, len(other.events(1)), [Resumed(at=3.0)])
    assert is_told()


def test_a_table_plays_on_while_the_database_is_away_and_catches_up_in_order(
    opened: Opened, postgresql: Cluster, url: str
) -> None:
    journal = opened()
    journal.append(1, 0, BEGINNING)
    wait_until_copied(journal)
    postgresql.kill()
    for number in range(2, 6):
        journal.append(1, number, [Paused(at=number) if number % 2 else Resumed(at=number)])
    assert journal.behind is not None
    assert "4 entries wait" in journal.behind.text
    assert "has not happened" not in journal.behind.text
    assert len(journal.events(1)) == 6
    postgresql.start()
    wait_until_copied(journal)
    known = journal.events(1)
    journal.close()
    assert in_the_club(url) == known


def test_another_machine_goes_on_where_the_table_stood(opened: Opened) -> None:
    first = opened()
    first.append(1, 0, BEGINNING)
    first.close()
    second = opened(machine="two")
    assert second.events(1) == BEGINNING
    second.append(1, 2, [Paused(at=1.0)])
    second.close()
    assert opened().events(1) == [*BEGINNING, Paused(at=1.0)]


def test_what_waits_for_a_slow_database_is_there_when_the_table_is_closed(url: str, tmp_path: Path) -> None:
    """No copy is made meanwhile; a thread that starts copying only now comes too late and holds no lock any more."""
    first = MirroredJournal(str(tmp_path / "one.db"), url, "Table 7", durable=False)
    first.append(1, 0, BEGINNING)
    assert first.behind is not None
    first.close()
    first.catch_up(threading.Event())
    assert in_the_club(url) == BEGINNING


def test_two_machines_that_went_different_ways_are_told_apart(opened: Opened, tmp_path: Path) -> None:
    alone = Journal(str(tmp_path / "two.db"), durable=False)
    alone.append(1, 0, [*BEGINNING, Paused(at=1.0)])
    alone.close()
    first = opened()
    first.append(1, 0, BEGINNING)
    first.close()
    with pytest.raises(JournalUnusable, match=r"Another computer played as “Table 7”.*match 1 went on differently"):
        opened(machine="two")


def test_import_copies_what_is_not_there_yet_and_leaves_the_rest(tmp_path: Path) -> None:
    old, new = Journal(str(tmp_path / "old.db"), durable=False), Journal(str(tmp_path / "new.db"), durable=False)
    new.append(1, 0, BEGINNING[:1])
    old.append(1, 0, BEGINNING)
    old.append(2, 0, BEGINNING[:1])
    told = imported(old, new)
    assert (told.matches, told.events, told.there) == (2, 3, 0)
    assert (new.events(2), new.events(3)) == (BEGINNING, BEGINNING[:1])
    again = imported(old, new)
    assert (again.matches, again.events, again.there) == (0, 0, 2)
    old.append(2, 1, BEGINNING[1:])
    assert imported(old, new).events == 1
    assert new.events(3) == BEGINNING
    assert caught_up(new, new) == 0
    old.close(), new.close()


def test_a_table_whose_beginning_cannot_be_copied_leaves_both_databases_free(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(mirrored, "caught_up", full)
        with pytest.raises(NotWritten):
            MirroredJournal(str(tmp_path / "one.db"), url, "Table 7", durable=False)
    MirroredJournal(str(tmp_path / "one.db"), url, "Table 7", durable=False).close()


def full(*_: object) -> None:
    raise NotWritten("not-written", why="no room")
