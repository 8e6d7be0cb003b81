"""Where a journal is: a file of SQLite's, or a server's URL; why something can be none; and how it is connected to.

Whether a server answers: while it does not, whoever asks is told at once, and a thread looks for it.
"""

import errno
import hashlib
import re
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tilewatch.extras import is_missing, what_brings

KNOWN = ("postgresql", "sqlite")
"""The kinds of database that a journal can be kept in."""
FILE_LOCKED_MS = 300
"""Milliseconds for which a locked file of SQLite's is waited for; players should not wait."""
Hold = Callable[[Any], None]
PAUSE = 0.5
"""Seconds between two tries to find it again."""
GONE = ("08", "57P")
"""How the SQLSTATE of a server begins that broke off or is ending."""
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
"""What the system says of a disk that is full, or lets nobody write."""
CANNOT_WRITE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_CANTOPEN,
}
"""What SQLite says of it."""
FULL = "53300"
"""A server that has no connection left."""


class JournalUnusable(ValueError):
    """What was named cannot be a journal; the message says why."""


class NotAJournal(JournalUnusable):
    """A database that is none, or not ours to read: it is left as it is."""


class InUse(JournalUnusable):
    """Another program writes it."""


def url_of(place: str) -> URL:
    """A database's URL; what is none is a file of SQLite's. Raises JournalUnusable."""
    if "://" not in place:
        try:
            is_folder = Path(place).is_dir()
        except OSError as error:  # a name that no file can have
            raise JournalUnusable(f"{place}: {error.strerror}") from error
        if is_folder:
            raise NotAJournal(f"{Path(place)} is a folder, not a file of matches")
        return URL.create("sqlite", database=str(Path(place)))
    try:
        url = make_url(place)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")  # the driver that the extra `club` brings
        known = url.get_dialect().name in KNOWN
    except (NoSuchModuleError, ArgumentError, ValueError):
        known = False
    if not known:
        raise JournalUnusable(f"{shown(place)}: no database that is known here; postgresql://… or a file is")
    if url.get_backend_name() == "postgresql" and is_missing("psycopg"):
        raise JournalUnusable(f"{shown(place)}: {what_brings('psycopg', 'club')}")
    return url


def shown(place: str) -> str:
    """A database's place as it may be shown: without a password.

    >>> shown("postgresql://ada:secret@club/tilewatch")
    'postgresql://ada:***@club/tilewatch'
    >>> shown("postgresql://ada:secret@club:port/tilewatch")
    'postgresql://ada:***@club:port/tilewatch'
    """
    try:
        return make_url(place).render_as_string() if "://" in place else place
    except (ArgumentError, ValueError):
        return re.sub("(://[^:/]*):.*@", r"\1:***@", place)


def plain(error: BaseException) -> str:
    """What went wrong in one line, without SQL."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def part_of(table: str) -> str:
    """The schema of a server's database that holds a table's events; "": a table that nobody named.

    Names may hold anything, schemas' may not.
    """
    return f"table_{hashlib.sha256(table.encode()).hexdigest()[:16]}" if table else ""


def engine_of(place: str, url: URL, synchronous: str, name: str, hold: Hold | None = None, part: str = "") -> Engine:
    """The connections to a database. `name`: what a server is told of who connects. `hold`: is called with the one
    connection that writes to a server, and makes it the writer's."""
    is_server = url.get_backend_name() == "postgresql"
    try:
        engine = _server_engine(url, name, hold, part) if is_server else create_engine(url)
    except (SQLAlchemyError, ImportError) as error:
        raise JournalUnusable(f"{shown(place)}: {plain(error)}") from error
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: _set_up(connection, synchronous))
    return engine


def _server_engine(url: URL, name: str, hold: Hold | None, part: str) -> Engine:
    from tilewatch.storage.sql import postgresql

    one = {} if hold is None else {"pool_size": 1, "max_overflow": 0, "pool_timeout": postgresql.CONNECT_WITHIN}
    engine = create_engine(url, connect_args=postgresql.connect_args(name, part), pool_pre_ping=True, **one)
    postgresql.give_up_a_server_that_hangs(engine)
    if hold is not None:
        event.listen(engine, "connect", lambda connection, _record: hold(connection))
    return engine


def _set_up(connection: Any, synchronous: str) -> None:
    """Write-ahead log; with FULL every commit is on the disk before it counts. owned_file.py empties the log."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={FILE_LOCKED_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA wal_autocheckpoint=0")
    cursor.execute(f"PRAGMA synchronous={synchronous}")
    cursor.close()


def hold_as_writer(connection: Any, table: str, name: str) -> None:
    """One connection writes, and holds the server's lock for as long as it lives."""
    from tilewatch.storage.sql.postgresql import is_sole_writer

    if not is_sole_writer(connection, table, name):
        connection.close()
        raise InUse("the database is in use by another tilewatch")


def is_gone(sqlstate: str | None) -> bool:
    """Whether an operational error says that the connection is of no use any more; None: nobody answered."""
    return sqlstate is None or sqlstate.startswith(GONE)


def is_full(error: BaseException) -> bool:
    """Whether there is no room on the disk, or it lets nobody write."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError):
        return cause.errno in NO_ROOM
    return isinstance(cause, sqlite3.OperationalError) and getattr(cause, "sqlite_errorcode", None) in CANNOT_WRITE


class Away(OSError):
    """The server does not answer just now; the message says why."""


class Reach:
    """`ask`: asks the server anything, for as long as that takes. Raises SQLAlchemyError, OSError, ValueError."""

    def __init__(self, ask: Callable[[], object]) -> None:
        self._ask, self._lock, self._closed = ask, threading.Lock(), threading.Event()
        self._why: str | None = None

    def check(self) -> None:
        """Nothing, when the server answered last. Raises Away."""
        why = self._why
        if why is not None:
            raise Away(why)

    def lost(self, why: str) -> None:
        """The server did not answer, or broke off; it is looked for from now on."""
        with self._lock:
            is_looked_for, self._why = self._why is not None, why
        if not is_looked_for and not self._closed.is_set():
            threading.Thread(target=self._search, name="looking for the database", daemon=True).start()

    @property
    def is_closed(self) -> bool:
        """Whether nobody asks any more."""
        return self._closed.is_set()

    def close(self) -> None:
        """Nobody looks for it any more."""
        self._closed.set()

    def _search(self) -> None:
        while not self._is_there():
            if self._closed.wait(PAUSE):
                return

    def _is_there(self) -> bool:
        try:
            self._ask()
        except (SQLAlchemyError, OSError, ValueError):
            return False
        with self._lock:
            self._why = None
        return True
