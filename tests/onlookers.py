"""Programs that read a table's file while the match is played, each in a process of its own."""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from tilewatch.club.club_database import ClubDatabase
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import PinNote
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.storage.sql.sqlite_file import log_of
from web.contract import NotWritten


def reads(file: Path) -> None:
    """Reads a row, as any program with SQLite does."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(file)) as database:
        database.execute("SELECT * FROM match_events LIMIT 1").fetchall()


def reads_for_long(file: Path) -> None:
    """Reads in one transaction that stays open until the log has grown."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("BEGIN")
        before = database.execute("SELECT count(*) FROM match_events").fetchone()
        with closing(sqlite3.connect(file)) as other:
            for _ in range(50):
                if other.execute("SELECT count(*) FROM match_events").fetchone() != before:
                    break


def backs_up(file: Path) -> None:
    """Backs the file up with `sqlite3 FILE ".backup …"`: the copy is whole, and sqlite3 reports no error."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        with closing(sqlite3.connect(file)) as database, closing(sqlite3.connect(copy)) as to:
            database.backup(to)
        with closing(Journal(str(copy), durable=False)) as journal:
            assert journal.remarks == (), journal.remarks


def copies(file: Path) -> None:
    """Copies the bytes of the file and its log."""
    with tempfile.TemporaryDirectory() as folder, suppress(FileNotFoundError):
        shutil.copy(file, folder)
        shutil.copy(log_of(file), folder)


def starts_again(file: Path) -> None:
    """Starts the program a second time: it is refused because of the file's name."""
    is_refused(file)


def starts_by_another_name(file: Path) -> None:
    """Starts the program a second time, by a hard link: it is refused, too."""
    link = file.with_name(f"link-{file.name}")
    with suppress(FileExistsError):
        link.hardlink_to(file)
    try:
        is_refused(link)
    finally:
        for name in (link.name, f"{link.name}.lock"):
            link.with_name(name).unlink(missing_ok=True)


def is_refused(file: Path) -> None:
    """Raises AssertionError: a second program may write the file."""
    try:
        Journal(str(file)).close()
    except JournalUnusable:
        return
    raise AssertionError(f"{file} is written by two")


def shows_the_club(file: Path) -> None:
    """Runs `tilewatch club` on the file, in which the club stores notes of its own."""
    with suppress(JournalUnusable, NotWritten), closing(ClubDatabase(str(file))) as club:
        club.note("pin", PinNote("1234"))


KINDS: tuple[Callable[[Path], None], ...] = (
    reads,
    reads_for_long,
    backs_up,
    copies,
    starts_again,
    starts_by_another_name,
    shows_the_club,
)
