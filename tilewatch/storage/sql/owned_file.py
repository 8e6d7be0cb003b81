"""An SQLite file that this program has open, and its log: nothing else in the program opens the file.

POSIX drops all locks that a program holds on a file as soon as the program closes any descriptor of it
(sqlite.org/howtocorrupt.html, 2.2). Whoever read a byte of an open file would let the next stranger who leaves it
delete its log, with every later press. So a file is looked at before it is opened, and only then.

Where somebody deletes the log all the same, it is written into the file itself, and nothing more is written until the
program is started again: SQLite's connections that are made from then on would take another log for the same.

The log is emptied here, not by SQLite: a checkpoint has to leave "in use" in the file, and "complete" in the log.
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
    IN_USE,
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
"""Bytes of a log after which it is emptied into the file: some 200 presses."""
_open_here: list[Path] = []
"""The files that this program has open, each as often as it has."""
_opening = threading.Lock()


class OwnedFile:
    """A file, from before it is opened until it is closed.

    `file`: its name, links followed. `writes`: no other program may write matches while this one does.
    Raises NotAJournal, InUse, JournalUnusable.
    """

    def __init__(self, file: Path, durable: bool, writes: bool) -> None:
        self.file, self._writes = file, writes
        self._is_new = not file.exists()
        try:
            with _opening:
                self.look = None if _is_open_here(file) else _looked_at(file, writes)
                """What it said before it was opened; None: this program had it open already."""
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
        """Marks the file as in use; `count`: its transactions. Raises SQLAlchemyError, OSError."""
        if self._is_new:
            keep_private(self.file)
        _empty_log(engine)
        self._inode, self._log = same_file(self.file), same_file(log_of(self.file))
        self._seal.begin(Sealed(count, time.time()))

    def check(self, engine: Engine) -> None:
        """Nothing, when the names still mean the file and its log. Raises OSError, SQLAlchemyError."""
        if self._inode is None:
            return
        if same_file(self.file) != self._inode:
            raise OSError(f"{self.file} was deleted or replaced")
        if same_file(log_of(self.file)) != self._log:
            _write_into_file(engine)
            raise OSError(f"{log_of(self.file)} was deleted or replaced: end the program, and start it again")

    def listen(self, *engines: Engine) -> None:
        """Lets connections be made only as long as they take the same log as those before. They raise OSError else."""
        for engine in engines:
            event.listen(engine, "connect", lambda *_: self._check_log())

    def _check_log(self) -> None:
        if self._inode is not None and same_file(log_of(self.file)) != self._log:
            raise OSError(f"{log_of(self.file)} was deleted or replaced")

    def committed(self, engine: Engine, count: int) -> None:
        """Makes sure of a transaction that was committed, and seals it. Raises OSError, SQLAlchemyError."""
        if same_file(log_of(self.file)) != self._log:
            _write_into_file(engine)
        self._seal.write(Sealed(count, time.time()))

    def keep_log_short(self, engine: Engine) -> None:
        """Empties a long log into the file; one that somebody reads just now is left."""
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
        """Closes it, and its connections, the durable ones first. `count`: its transactions; None: nobody knows."""
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
    """What a file says before it is opened. Raises OSError, NotAJournal, InUse, JournalUnusable."""
    look = check_ours(file)
    if writes and has_other_names(file):
        _check_name(file, look)
    return look


def check_ours(file: Path) -> Look:
    """What a file says that this program has not open. Raises NotAJournal: it is another program's; OSError."""
    look = look_at(file)
    if look.strange_tables:
        raise NotAJournal(f"{file} is another program's (its tables: {look.strange_tables}); name another file")
    return look


def _check_name(file: Path, look: Look) -> None:
    """Raises InUse, JournalUnusable: another name of the file is in use, or was when the program was killed."""
    if is_open_elsewhere(file):
        raise InUse(f"{file} is in use by another program, by another name")
    other = other_name(file) if look.is_in_use and not log_of(file).exists() else None
    if other is not None:
        raise JournalUnusable(f"{file} was written as {other}, and what was played last is in the log there: name that")


def _empty_log(engine: Engine) -> None:
    """Writes the log into the file, and into the file alone that it is in use. Raises SQLAlchemyError.

    Most is written before the mark: a stranger's copy between the marks says that it lacks its log, and does not.
    """
    with engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)"))
        _mark(connection, IN_USE)
        _checkpoint(connection)
        _mark(connection, COMPLETE)


def _write_into_file(engine: Engine) -> None:
    """Writes into the file what stands in a log that somebody deleted; SQLite has it open still.

    Raises OSError: somebody reads just now. SQLAlchemyError.
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
    """A lock beside the file, held until it is closed or the program ends, however it ends.

    `path`: the file itself, links followed, so that whatever name it was given the lock is the same.
    Raises InUse; OSError: the folder cannot be written.
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
