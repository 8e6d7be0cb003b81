"""A table's file has one owner: another program that reads it, at any moment, costs no acknowledged event."""

import multiprocessing
import os
import random
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from referee.match.events import Event, Paused, Resumed
from tests import onlookers
from tilewatch.club.club_database import ClubDatabase
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql import owned_file
from tilewatch.storage.sql.sqlite_file import log_of
from web.contract import NotWritten

PROGRAMS = multiprocessing.get_context("forkserver")
PROGRAMS.set_forkserver_preload(["tests.onlookers"])


def event(number: int) -> Event:
    return Paused(at=float(number)) if number % 2 else Resumed(at=float(number))


def plays(file: Path, acknowledged: Connection) -> None:
    """A table that writes an event each time it is asked to, and reads its own file like a club's page."""
    journal = Journal(str(file))
    number = len(journal.events(1))
    acknowledged.send(number)
    while acknowledged.recv():
        with closing(ClubDatabase(str(file))):
            journal.append(1, number, [event(number)])
            number += 1
            acknowledged.send(number)


def looks(kind: Callable[[Path], None], file: Path) -> None:
    process = PROGRAMS.Process(target=kind, args=(file,))
    process.start()
    process.join()
    assert process.exitcode == 0, kind.__name__


@pytest.mark.parametrize("kind", onlookers.KINDS, ids=lambda kind: kind.__name__)
def test_whoever_looks_into_the_file_costs_no_event_that_was_acknowledged(
    kind: Callable[[Path], None], tmp_path: Path
) -> None:
    chance, file = random.Random(kind.__name__), tmp_path / "game.db"
    here, there = PROGRAMS.Pipe()
    table = PROGRAMS.Process(target=plays, args=(file, there))
    table.start()
    written = here.recv()
    for _ in range(3):
        looks(kind, file)
        for _ in range(chance.randrange(1, 6)):
            here.send(True)
            written = here.recv()
    table.kill()
    table.join()
    with closing(Journal(str(file))) as journal:
        assert journal.remarks == ()
        assert len(journal.events(1)) == written


def test_nothing_in_the_program_opens_a_file_that_is_open_in_it(tmp_path: Path) -> None:
    """Closing a second handle would release SQLite's locks. SQLite itself does not use Python's `open`."""
    file, opened, is_over = tmp_path / "game.db", list[str](), False

    def hears(name: str, arguments: tuple[object, ...]) -> None:
        is_raw = name == "open" or (name == "sqlite3.connect" and "immutable" in str(arguments[0]))
        if (
            is_raw
            and not is_over
            and str(file) in str(arguments[0])
            and not str(arguments[0]).endswith(("-seal", ".new", ".lock"))
        ):
            opened.append(name)

    with closing(Journal(str(file), durable=False)) as journal:
        sys.addaudithook(hears)
        for number in range(3):
            journal.append(1, number, [event(number)])
            ClubDatabase(str(file)).close()
        with pytest.raises(ValueError, match="in use"):
            Journal(str(file))
        is_over = True
    assert opened == []


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no file that is open")
def test_whoever_deletes_the_log_costs_no_event_and_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.db"
    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0), event(1)])
        log_of(file).unlink()
        with pytest.raises(NotWritten):
            journal.append(1, 2, [event(2)])
        assert "was deleted" in str(journal.trouble)
        copy = tmp_path / "as-a-kill-leaves-it.db"
        copy.write_bytes(file.read_bytes())
        with closing(Journal(str(copy), durable=False)) as left:
            assert (left.remarks, left.events(1)) == ((), [event(0), event(1)])


def test_a_long_log_is_emptied_and_a_copy_of_the_file_alone_still_says_that_its_log_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owned_file, "LOG_FULL", 100_000)
    file, copy = tmp_path / "game.db", tmp_path / "copy.db"
    with closing(Journal(str(file), durable=False)) as journal:
        for number in range(60):
            journal.append(1, number, [event(number)])
        assert log_of(file).stat().st_size < 200_000
        looks(onlookers.backs_up, file)
        copy.write_bytes(file.read_bytes())
    with closing(Journal(str(copy), durable=False)) as copied:
        assert copied.remarks == (f"{copy}-wal is missing: what was played last may be lost",)


def test_a_copy_that_sqlite_makes_while_the_file_is_being_marked_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy is made between the two marks that are written when the log is emptied."""
    file, copy = tmp_path / "game.db", tmp_path / "copy.db"
    checkpoint = owned_file._checkpoint

    def copied_before(connection: Any) -> bool:
        copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        return checkpoint(connection)

    monkeypatch.setattr(owned_file, "LOG_FULL", 50_000)
    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0), event(1)])
        monkeypatch.setattr(owned_file, "_checkpoint", copied_before)
        for number in range(2, 40):
            journal.append(1, number, [event(number)])
        monkeypatch.undo()
    with closing(Journal(str(copy), durable=False)) as copied:
        assert copied.remarks == ()
        assert copied.events(1)[:2] == [event(0), event(1)]
