"""Events that were shown are never lost; an event that cannot be written has not happened, and the players are told."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from referee.match.events import Event, Paused, RackCorrected, Resumed, VerdictOverruled
from tests.tilewatch.storage.stores import Store
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import WatchNote
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import NotWritten


def events(count: int, first: int = 0) -> list[Event]:
    """An endless series of pauses: the journal does not check whether an event fits the phase."""
    return [Paused(at=float(number)) for number in range(first, first + count)]


@pytest.fixture
def journal(store: Store) -> Iterator[Journal]:
    journal = Journal(store.place)
    yield journal
    journal.close()


@pytest.fixture
def in_a_file(tmp_path: Path) -> Iterator[Journal]:
    """A journal in a file, for acts and faults that only files have."""
    journal = Journal(str(tmp_path / "file.db"))
    yield journal
    journal.close()


def test_events_are_there_again_in_their_order(journal: Journal, store: Store) -> None:
    journal.append(1, 0, events(2))
    journal.append(1, 2, [RackCorrected(at=2.5, player="Äiti", tiles=3)])
    journal.close()
    again = Journal(store.place)
    assert again.events(1) == [*events(2), RackCorrected(at=2.5, player="Äiti", tiles=3)]
    assert again.last_match() == 1
    again.close()


def test_an_empty_journal_has_no_match(journal: Journal) -> None:
    assert journal.last_match() == 0
    assert journal.events(1) == []
    assert journal.noted("watch", WatchNote) is None


def test_each_commit_is_on_the_disk(in_a_file: Journal) -> None:
    with in_a_file.database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_while_the_database_is_locked_nothing_is_said_to_be_written(journal: Journal, store: Store) -> None:
    with store.locked(), pytest.raises(NotWritten, match="lock"):
        journal.append(1, 0, events(1))
    assert journal.trouble is not None
    assert journal.events(1) == []
    journal.append(1, 0, events(1))
    assert journal.trouble is None
    assert journal.events(1) == events(1)


def test_of_several_events_all_are_written_or_none(journal: Journal, store: Store) -> None:
    with store.full(journal), pytest.raises(NotWritten, match="full"):
        journal.append(1, 0, [*events(1), VerdictOverruled(at=1, legal=True, reason="x" * 20000)])
    assert journal.events(1) == []
    journal.append(1, 0, events(2))
    assert journal.events(1) == events(2)


def test_a_commit_whose_answer_was_lost_did_not_happen(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program reported it as not written, so the next event takes its number."""
    journal.append(1, 0, events(1))

    @contextmanager
    def lost() -> Iterator[Connection]:
        with journal.database.engine.begin() as connection:
            yield connection
        raise NotWritten("not-written", why="the server closed the connection")

    with monkeypatch.context() as patch:
        patch.setattr(journal.database, "writing", lost)
        with pytest.raises(NotWritten):
            journal.append(1, 1, events(2, 1))
    assert len(journal.events(1)) == 3
    journal.append(1, 1, [Resumed(at=9)])
    assert journal.events(1) == [*events(1), Resumed(at=9)]


def test_a_note_takes_the_place_of_the_one_before(journal: Journal) -> None:
    journal.note("watch", WatchNote(1, 1.0))
    journal.note("watch", WatchNote(1, 2.0))
    assert journal.noted("watch", WatchNote) == WatchNote(1, 2.0)


@pytest.mark.parametrize("place", ["nonsense://x", "postgresql+nodriver://x/y", "/no/such/folder/game.db"])
def test_what_cannot_be_a_journal_is_refused_in_one_line(place: str) -> None:
    with pytest.raises(JournalUnusable) as refused:
        Journal(place)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    path.write_text("no database at all, but long enough to look like one " * 40)
    with pytest.raises(JournalUnusable, match="not a database"):
        Journal(str(path))


def test_the_album_throws_the_oldest_pictures_away(tmp_path: Path) -> None:
    album = Album(tmp_path / "album", cap=250)
    for turn in range(4):
        album.keep(1, turn, "after", bytes(100))
    there = [turn for turn in range(4) if album.picture(1, turn, "after")]
    assert there == [2, 3]


def test_an_album_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "album").write_text("a file is in the way")
    album = Album(tmp_path / "album")
    album.keep(1, 1, "before", b"x")
    assert album.trouble is not None
    assert album.picture(1, 1, "before") is None


def test_two_programs_do_not_write_one_journal(store: Store) -> None:
    journal = Journal(store.place)
    with pytest.raises(JournalUnusable, match="in use by another"):
        Journal(store.place)
    journal.append(1, 0, events(1))
    journal.close()
    Journal(store.place).close()


def test_a_deleted_file_is_noticed_at_the_next_press(in_a_file: Journal) -> None:
    in_a_file.append(1, 0, events(1))
    Path(in_a_file.database.place).unlink()
    with pytest.raises(NotWritten, match="was deleted or replaced"):
        in_a_file.append(1, 1, events(1, 1))


def test_a_picture_belongs_to_the_journal_it_was_taken_for(tmp_path: Path) -> None:
    """A new journal at the same path has its own first match."""
    albums = []
    for name in ("first.db", "second.db"):
        journal = Journal(str(tmp_path / name))
        albums.append(Album(tmp_path / "album", journal=journal.identity))
        journal.close()
    albums[0].keep(1, 1, "after", b"first")
    assert albums[1].picture(1, 1, "after") is None
    albums[1].keep(1, 1, "after", b"second")
    assert [album.picture(1, 1, "after") for album in albums] == [b"first", b"second"]


@pytest.mark.skipif(os.name == "nt", reason="rights are others on Windows")
def test_a_new_file_is_its_owner_s_alone_for_the_pin_stands_in_it(in_a_file: Journal) -> None:
    in_a_file.append(1, 0, events(1))
    assert in_a_file.database.file is not None
    beside = in_a_file.database.file.parent.glob("file.db*")
    assert {path.name: path.stat().st_mode & 0o077 for path in beside if not path.name.endswith(".lock")} == {
        "file.db": 0,
        "file.db-seal": 0,
        "file.db-shm": 0,
        "file.db-wal": 0,
    }
