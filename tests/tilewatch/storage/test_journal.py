"""What was shown is never lost; what cannot be written waits, and the players hear of it."""

import sqlite3
from pathlib import Path

import pytest

from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal, JournalUnusable


def numbers(journal: Journal, match: int = 1) -> list[int]:
    return [event["n"] for event in journal.events(match)]


def test_events_are_there_again_in_their_order(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "game.db"))
    for number in range(5):
        journal.write(1, number, {"n": number, "name": "Äiti"})
    journal.close()
    again = Journal(str(tmp_path / "game.db"))
    assert numbers(again) == [0, 1, 2, 3, 4]
    assert again.last_match() == 1
    again.close()


def test_an_empty_journal_has_no_match(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "game.db"))
    assert journal.last_match() == 0
    assert journal.noted("alive") is None
    journal.close()


def test_each_commit_is_on_the_disk(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "game.db"))
    journal.write(1, 0, {"n": 0})
    with journal._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    journal.close()


def test_while_the_database_is_locked_events_wait_and_then_are_written(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    journal = Journal(str(path))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    journal.write(1, 0, {"n": 0})
    assert journal.trouble is not None
    assert "locked" in journal.trouble
    other.execute("ROLLBACK")
    other.close()
    journal.write(1, 1, {"n": 1})
    assert journal.trouble is None
    assert numbers(journal) == [0, 1]
    journal.close()


def test_a_full_disk_is_told_and_what_is_missing_written_when_it_can_be(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "game.db"))
    with journal._engine.begin() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    journal.write(1, 0, {"n": 0, "ballast": "x" * 20000})
    assert journal.trouble is not None
    assert "full" in journal.trouble
    with journal._engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=100000")
    journal.flush()
    assert journal.trouble is None
    assert numbers(journal) == [0]
    journal.close()


def test_a_note_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "game.db"))
    journal.note("alive", {"moment": 1.0})
    journal.note("alive", {"moment": 2.0})
    assert journal.noted("alive") == {"moment": 2.0}
    journal.close()


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


def test_two_programs_do_not_write_one_journal(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "game.db"))
    with pytest.raises(JournalUnusable, match="in use by another"):
        Journal(str(tmp_path / "game.db"))
    journal.close()
    Journal(str(tmp_path / "game.db")).close()
