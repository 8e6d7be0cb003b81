"""Copies of a journal's file: made while the journal is in use, the last ten kept, and restored.

A copy is made by SQLite's backup interface: a consistent state with everything acknowledged until then. It is a
complete journal, and can be opened as any other.
"""

import errno
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from tilewatch.storage.sql.owned_file import sole_writer
from tilewatch.storage.sql.schema import COUNT, NOTES
from tilewatch.storage.sql.seal import seal_of
from tilewatch.storage.sql.sqlite_file import COMPLETE, keep_private, log_of, look_at
from tilewatch.storage.sql.synced import sync

KEPT = 10
"""Copies kept of a file; the oldest is deleted first."""
ENDING = ".db"
NAME = re.compile(r"\d{8}-\d{6}(-\d+)?\.db")
"""Name of a copy: the local time at which it was made."""
CARRIED = ("pin", "play-pin", "page-sessions", "page-looking", "page-taken-away")
"""Notes that a restored copy takes over from the present journal, so that nobody is locked out or gains access."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy: its file, when it was made (seconds since the epoch), and its number of transactions and bytes."""

    file: Path
    moment: float
    count: int
    size: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.file.name


class NoSuchBackup(ValueError):
    """There is no copy of that name, or it is damaged; the message says which."""


def folder_of(file: Path) -> Path:
    """The folder with the copies of a file."""
    return file.with_name(file.name + ".backups")


def backups_of(file: Path) -> Sequence[Backup]:
    """The copies of a file, the newest first; damaged copies are left out."""
    return sorted(_whole(folder_of(file)), key=lambda one: (one.moment, one.name), reverse=True)


def make_backup(file: Path, copy: Callable[[Path], None], clock: Callable[[], float] = time.time) -> Backup:
    """Makes a copy, and deletes the oldest. `copy`: writes the journal into a new file. Raises OSError."""
    folder = _made(folder_of(file))
    new = folder / "new.part"
    new.unlink(missing_ok=True)
    try:
        copy(new)
        made = _free_name(folder, clock())
        sync(new)
        new.replace(made)
        sync(folder)
    finally:
        new.unlink(missing_ok=True)
    for old in backups_of(file)[KEPT:]:
        old.file.unlink(missing_ok=True)
    try:
        return _read(made)
    except NoSuchBackup as problem:
        raise OSError(errno.EIO, str(problem)) from problem


def copied(source: sqlite3.Connection, to: Path) -> None:
    """Copies a consistent state of the connection's database into a new file. Raises sqlite3.Error."""
    with closing(sqlite3.connect(to)) as target:
        to.chmod(0o600)
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        target.execute(f"PRAGMA user_version={COMPLETE}")
        target.commit()


def copy_by(engine: Engine, to: Path) -> None:
    """Copies the file of an engine into a new file. Raises sqlite3.Error, SQLAlchemyError, OSError."""
    with engine.connect() as connection:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        copied(source, to)


def restore(file: Path, backup: Path) -> Path | None:
    """Puts a copy in place of a file that no program has open; returns where the former file is now, None: there was
    none.

    The former file becomes one of the copies, so that this can be undone. A crash leaves either file in place. Raises
    NoSuchBackup, JournalUnusable, OSError.
    """
    file = file.resolve()
    known = _read(backup)
    with sole_writer(file):
        new = file.with_name(file.name + ".restoring")
        shutil.copy(known.file, new)
        new.chmod(0o600)
        if file.exists():
            with suppress(sqlite3.Error):
                _carry_over(file, new)
        sync(new)
        aside = _put_aside(file) if file.exists() else None
        new.replace(file)
        sync(file.parent)
    return aside


def _put_aside(file: Path) -> Path:
    """Moves a file and its log among its copies, and deletes its seal, which no longer applies."""
    folder = _made(folder_of(file))
    aside = _free_name(folder, time.time())
    try:
        aside.hardlink_to(file)
    except OSError:  # a file system without links
        shutil.copy(file, aside)
    if log_of(file).exists():
        log_of(file).replace(log_of(aside))
    file.with_name(file.name + "-shm").unlink(missing_ok=True)
    seal_of(file).unlink(missing_ok=True)
    keep_private(aside)
    sync(folder)
    return aside


def _carry_over(file: Path, new: Path) -> None:
    """Writes a closed file's log into it, and its CARRIED notes into the copy. Raises sqlite3.Error."""
    marks = ",".join("?" * len(CARRIED))
    asked = f"SELECT name, body, checksum FROM {NOTES.name} WHERE name IN ({marks})"
    with closing(sqlite3.connect(file)) as before:
        before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        notes = before.execute(asked, CARRIED).fetchall()
    with closing(sqlite3.connect(new)) as after:
        after.executemany(f"INSERT OR REPLACE INTO {NOTES.name} VALUES (?, ?, ?)", notes)
        after.commit()


def _made(folder: Path) -> Path:
    """The folder, made if needed, readable by its owner only: the copies contain the PIN."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)
    return folder


def _whole(folder: Path) -> Iterator[Backup]:
    for path in folder.glob("*" + ENDING):
        if NAME.fullmatch(path.name):
            with suppress(NoSuchBackup):
                yield _read(path)


def _read(path: Path) -> Backup:
    """A copy as a record. Raises NoSuchBackup."""
    try:
        look, stat = look_at(path), path.stat()
        if look.strange_tables:
            raise NoSuchBackup(f"{path} is another program's (its tables: {look.strange_tables})")
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as read:
            count = _count(read)
    except OSError as error:
        raise NoSuchBackup(f"{path}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise NoSuchBackup(f"{path} is no backup: {error}") from error
    if look.remark is not None:
        raise NoSuchBackup(look.remark)
    return Backup(path, stat.st_mtime, count, stat.st_size)


def _count(read: sqlite3.Connection) -> int:
    """The number of a journal's transactions; 0: the journal is of an older version."""
    if read.execute("SELECT name FROM sqlite_master WHERE name = ?", (COUNT.name,)).fetchone() is None:
        return 0
    return read.execute(f"SELECT max(count) FROM {COUNT.name}").fetchone()[0] or 0


def _free_name(folder: Path, moment: float) -> Path:
    name = time.strftime("%Y%m%d-%H%M%S", time.localtime(moment))
    names = (folder / f"{name}{f'-{number}' * (number > 1)}{ENDING}" for number in range(1, 1000))
    return next(path for path in names if not path.exists())
