"""Copies of a journal's file: made while it is played, the last ten kept, and put back in its place.

A copy is SQLite's own (its backup interface): one moment of the journal, with everything that was acknowledged until
then. It is a whole journal by itself, and can be opened as any other.
"""

import os
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

KEPT = 10
"""Copies that are kept of a file; the oldest goes first."""
ENDING = ".db"
NAME = re.compile(r"\d{8}-\d{6}(-\d+)?\.db")
"""What a copy is called: when it was made, by this machine's calendar."""
CARRIED = ("pin", "page-sessions")
"""Notes that stay as they are when a copy is put back: nobody is locked out by it."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy: its file, when it was made (calendar), and how many transactions and bytes it has."""

    file: Path
    moment: float
    count: int
    size: int

    @property
    def name(self) -> str:
        """What it is called."""
        return self.file.name


class NoSuchBackup(ValueError):
    """There is no copy of that name, or it is not whole; the message says which."""


def folder_of(file: Path) -> Path:
    """Where the copies of a file are."""
    return file.with_name(file.name + ".backups")


def backups_of(file: Path) -> Sequence[Backup]:
    """The copies of a file, the newest first; those that are not whole are left out."""
    return sorted(_whole(folder_of(file)), key=lambda one: (one.moment, one.name), reverse=True)


def make_backup(file: Path, copy: Callable[[Path], None], clock: Callable[[], float] = time.time) -> Backup:
    """Makes a copy, and throws the oldest ones away. `copy`: writes the journal into a new file. Raises OSError."""
    folder = _made(folder_of(file))
    new = folder / "new.part"
    new.unlink(missing_ok=True)
    try:
        copy(new)
        made = _free_name(folder, clock())
        _sync(new)
        new.replace(made)
        _sync(folder)
    finally:
        new.unlink(missing_ok=True)
    for old in backups_of(file)[KEPT:]:
        old.file.unlink(missing_ok=True)
    return _read(made)


def copied(source: sqlite3.Connection, to: Path) -> None:
    """Copies what a connection reads at one moment into a new file. Raises sqlite3.Error."""
    with closing(sqlite3.connect(to)) as target:
        to.chmod(0o600)
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        target.execute(f"PRAGMA user_version={COMPLETE}")
        target.commit()


def copy_by(engine: Engine, to: Path) -> None:
    """Copies what stands in an engine's file into a new one. Raises sqlite3.Error, SQLAlchemyError, OSError."""
    with engine.connect() as connection:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        copied(source, to)


def restore(file: Path, backup: Path) -> Path | None:
    """Puts a copy in the place of a file that no program has open; where the file is now that was there before.

    It is among the copies then, so that this can be undone. Whoever is killed meanwhile leaves the one or the other.
    Raises NoSuchBackup, JournalUnusable, OSError.
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
        _sync(new)
        aside = _put_aside(file) if file.exists() else None
        new.replace(file)
        _sync(file.parent)
    return aside


def _put_aside(file: Path) -> Path:
    """Puts a file among its copies, with what is left of its log; its seal belongs to nothing any more."""
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
    _sync(folder)
    return aside


def _carry_over(file: Path, new: Path) -> None:
    """Takes the log into a file that nobody has open, and who may press into the copy. Raises sqlite3.Error."""
    marks = ",".join("?" * len(CARRIED))
    asked = f"SELECT name, body, checksum FROM {NOTES.name} WHERE name IN ({marks})"
    with closing(sqlite3.connect(file)) as before:
        before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        notes = before.execute(asked, CARRIED).fetchall()
    with closing(sqlite3.connect(new)) as after:
        after.executemany(f"INSERT OR REPLACE INTO {NOTES.name} VALUES (?, ?, ?)", notes)
        after.commit()


def _made(folder: Path) -> Path:
    """A folder that only its owner reads: the PIN stands in the copies."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)
    return folder


def _whole(folder: Path) -> Iterator[Backup]:
    for path in folder.glob("*" + ENDING):
        if NAME.fullmatch(path.name):
            with suppress(NoSuchBackup):
                yield _read(path)


def _read(path: Path) -> Backup:
    """What a copy says. Raises NoSuchBackup: it is none."""
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
    """How many transactions a journal has; 0: it is of an older version."""
    if read.execute("SELECT name FROM sqlite_master WHERE name = ?", (COUNT.name,)).fetchone() is None:
        return 0
    return read.execute(f"SELECT max(count) FROM {COUNT.name}").fetchone()[0] or 0


def _free_name(folder: Path, moment: float) -> Path:
    name = time.strftime("%Y%m%d-%H%M%S", time.localtime(moment))
    names = (folder / f"{name}{f'-{number}' * (number > 1)}{ENDING}" for number in range(1, 1000))
    return next(path for path in names if not path.exists())


def _sync(path: Path) -> None:
    """What was written is on the disk; Windows has no such call for folders."""
    if os.name == "nt" and path.is_dir():
        return
    opened = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
