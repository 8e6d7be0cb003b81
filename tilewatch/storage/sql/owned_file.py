"""An SQLite file that this program has open, and its log; nothing else in the program opens the file.

POSIX drops all locks that a process holds on a file as soon as it closes any descriptor of the file
(sqlite.org/howtocorrupt.html, 2.2). If this program read an open file by itself, the next other program that closes the
file would delete its log, and every later press with it. So a file is inspected only before it is opened.

If somebody deletes the log all the same, its content is written into the file, and nothing more is written until the
program is restarted: new connections of SQLite would use another log.

The log is emptied by this module, not by SQLite: a checkpoint has to leave "in use" in the file, and "complete" in the
log.
"""

import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from tilewatch.storage.sql.place import InUse, JournalUnusable, NotAJournal
from tilewatch.storage.sql.seal import Seal, Sealed, digest_of
from tilewatch.storage.sql.sqlite_file import (
    COMPLETE,
    Look,
    has_other_names,
    is_open_elsewhere,
    keep_private,
    log_of,
    look_at,
    other_name,
    same_file,
)

LOG_FULL = 4_000_000
"""Bytes of a log from which it is written back into the file: some 200 presses."""
_open_here: list[Path] = []
"""The files that this program has open, one entry for each time."""
_opening = threading.Lock()


class OwnedFile:
    """A file, from before it is opened until it is closed.

    `file`: its resolved name. `writes`: no other program may write matches meanwhile. Raises NotAJournal, InUse,
    JournalUnusable.
    """

    def __init__(self, file: Path, durable: bool, writes: bool) -> None:
        self.file, self._writes = file, writes
        self._is_new = not file.exists()
        try:
            with _opening:
                self.look = None if _is_open_here(file) else _looked_at(file, writes)
                """The inspection before the file was opened; None: this program had it open already."""
                self._lock = sole_writer(file) if writes else None
                _open_here.append(file)
        except OSError as error:
            raise JournalUnusable(f"{file}: {error.strerror}") from error
        self._seal = Seal(file, durable)
        self._inode: int | None = None
        self._log: int | None = None
        self._emptied_at = LOG_FULL
        self._renewing, self._is_closed = threading.Lock(), False

    def take(self, engine: Engine, count: int) -> None:
        """Marks the file as in use; `count`: its number of transactions. Raises SQLAlchemyError, OSError."""
        if self._is_new:
            keep_private(self.file)
        _empty_log(engine)
        self._inode, self._log = same_file(self.file), same_file(log_of(self.file))
        self._seal.begin(Sealed(count, time.time()))

    def check(self, engine: Engine) -> None:
        """Checks that file and log were not deleted or replaced. Raises OSError, SQLAlchemyError."""
        if self._inode is None:
            return
        if same_file(self.file) != self._inode:
            raise OSError(f"{self.file} was deleted or replaced")
        if same_file(log_of(self.file)) != self._log:
            _write_into_file(engine)
            raise OSError(f"{log_of(self.file)} was deleted or replaced: end the program, and start it again")

    def listen(self, *engines: Engine) -> None:
        """Makes new connections of these engines raise OSError if they would use another log than the first."""
        for engine in engines:
            event.listen(engine, "connect", lambda *_: self._check_log())

    def _check_log(self) -> None:
        if self._inode is not None and same_file(log_of(self.file)) != self._log:
            raise OSError(f"{log_of(self.file)} was deleted or replaced")

    def committed(self, engine: Engine, count: int) -> None:
        """Makes a committed transaction durable, and seals it. Raises OSError, SQLAlchemyError."""
        if same_file(log_of(self.file)) != self._log:
            _write_into_file(engine)
        self._seal.write(Sealed(count, time.time()))

    def keep_log_short(self, engine: Engine) -> None:
        """Writes a long log back into the file; skipped while the log is being read."""
        with suppress(SQLAlchemyError, OSError):
            if log_of(self.file).stat().st_size < self._emptied_at or not self._renewing.acquire(blocking=False):
                return
            try:
                self._shorten(engine)
            finally:
                self._emptied_at = log_of(self.file).stat().st_size + LOG_FULL
                self._renewing.release()

    def _shorten(self, engine: Engine) -> None:
        if self._writes:
            _empty_log(engine)
            return
        with engine.connect() as connection:
            _checkpoint(connection)

    def close(self, engines: tuple[Engine, Engine], count: int | None) -> None:
        """Closes the file and its connections, the durable engine first. `count`: of transactions; None: unknown."""
        is_ours = count is not None and self._inode is not None and same_file(self.file) == self._inode
        if is_ours:
            with suppress(SQLAlchemyError, OSError), engines[0].connect() as connection:
                _mark(connection, COMPLETE)
                _checkpoint(connection)
        for engine in engines:
            engine.dispose()
        if self._is_closed:
            return
        self._is_closed = True
        with _opening, suppress(OSError):
            _open_here.remove(self.file)
            is_alone = not log_of(self.file).exists() and not _is_open_here(self.file)
            if is_ours and count is not None and is_alone:
                self._seal.write(Sealed(count, time.time(), digest_of(self.file)))
        if self._lock is not None:
            self._lock.close()


def _is_open_here(file: Path) -> bool:
    known = file.stat() if file.exists() else None
    return any(path == file or (known and path.exists() and path.stat().st_ino == known.st_ino) for path in _open_here)


def _looked_at(file: Path, writes: bool) -> Look:
    """The inspection of a file before it is opened. Raises OSError, NotAJournal, InUse, JournalUnusable."""
    look = check_ours(file)
    if writes and has_other_names(file):
        _check_name(file, look)
    return look


def check_ours(file: Path) -> Look:
    """The inspection of a file that this program has not open. Raises NotAJournal: another program's; OSError."""
    look = look_at(file)
    if look.strange_tables:
        raise NotAJournal(f"{file} is another program's (its tables: {look.strange_tables}); name another file")
    return look


def _check_name(file: Path, look: Look) -> None:
    """Checks the file's other names. Raises InUse, JournalUnusable: one is in use, or was when the program died."""
    if is_open_elsewhere(file):
        raise InUse(f"{file} is in use by another program, by another name")
    other = other_name(file) if look.is_in_use and not log_of(file).exists() else None
    if other is not None:
        raise JournalUnusable(f"{file} was written as {other}, and what was played last is in the log there: name that")


def _empty_log(engine: Engine) -> None:
    """Writes the log into the file, and marks the file alone as in use. Raises SQLAlchemyError."""
    with engine.connect() as connection:
        _mark(connection, int(connection.execute(text("PRAGMA schema_version")).scalar_one()))
        _checkpoint(connection)
        _mark(connection, COMPLETE)


def _write_into_file(engine: Engine) -> None:
    """Writes the content of a deleted log, which SQLite still has open, into the file.

    Raises OSError: a reader is in the way. SQLAlchemyError.
    """
    with engine.connect() as connection:
        if _checkpoint(connection):
            raise OSError("the log beside the file was deleted")


def _mark(connection: Connection, how: int) -> None:
    connection.execute(text(f"PRAGMA user_version={how}"))
    connection.commit()


def _checkpoint(connection: Connection) -> bool:
    """Writes the log into the file; whether a reader was in the way. Raises SQLAlchemyError."""
    return bool(connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).scalar())


def sole_writer(path: Path) -> IO[bytes]:
    """A lock beside the file, held until it is closed or the process ends.

    `path`: the resolved name, so that all names of the file share a lock. Raises InUse; OSError: the folder cannot be
    written.
    """
    lock = path.with_name(path.name + ".lock").open("ab")
    try:
        _hold(lock)
    except OSError as error:
        lock.close()
        raise InUse(f"{path} is in use by another tilewatch") from error
    return lock


if sys.platform == "win32":
    import msvcrt

    def _hold(lock: IO[bytes]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(lock: IO[bytes]) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
