"""Where a journal is: an SQLite file or a server's URL; why a place cannot be a journal; and how to connect.

Also whether a server answers: while it does not, queries fail at once, and a thread tries to reach it.
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
"""Kinds of databases that a journal can be in."""
FILE_LOCKED_MS = 300
"""Milliseconds to wait for a locked SQLite file; players should not wait."""
Hold = Callable[[Any], None]
PAUSE = 0.5
"""Seconds between two attempts to reach the server."""
GONE = ("08", "57P")
"""Prefixes of the SQLSTATE of a server that broke off or is shutting down."""
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
"""Error numbers of a disk that is full or read-only."""
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
"""SQLite's error codes for a disk that is full or read-only."""
FULL = "53300"
"""SQLSTATE of a server without a free connection."""


class JournalUnusable(ValueError):
    """The place cannot be used as a journal; the message says why."""


class NotAJournal(JournalUnusable):
    """The database is no journal, or must not be read; it is left unchanged."""


class InUse(JournalUnusable):
    """Another program writes the journal."""


def url_of(place: str) -> URL:
    """The URL of a database; a place without "://" is an SQLite file. Raises JournalUnusable."""
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
    """A database's place without its password.

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
    """The cause of an error in one line, without SQL."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def part_of(table: str) -> str:
    """The schema of a server's database with a table's events, named by a hash, because a table's name may hold any
    character; "": a table without a name."""
    return f"table_{hashlib.sha256(table.encode()).hexdigest()[:16]}" if table else ""


def engine_of(place: str, url: URL, synchronous: str, name: str, hold: Hold | None = None, part: str = "") -> Engine:
    """The connections to a database. `name`: the application name shown to a server. `hold`: called with the one
    connection that writes to a server, to lock it for this program."""
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
    """Sets up write-ahead logging; with FULL every commit waits for the disk. owned_file.py empties the log."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={FILE_LOCKED_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA wal_autocheckpoint=0")
    cursor.execute(f"PRAGMA synchronous={synchronous}")
    cursor.close()


def hold_as_writer(connection: Any, table: str, name: str) -> None:
    """Takes the writer's lock on the server for as long as the connection lives. Raises InUse."""
    from tilewatch.storage.sql.postgresql import is_sole_writer

    if not is_sole_writer(connection, table, name):
        connection.close()
        raise InUse("the database is in use by another tilewatch")


def is_gone(sqlstate: str | None) -> bool:
    """Whether an operational error means that the connection is useless; None: nobody answered."""
    return sqlstate is None or sqlstate.startswith(GONE)


def is_full(error: BaseException) -> bool:
    """Whether an error means that the disk is full or read-only."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError):
        return cause.errno in NO_ROOM
    return isinstance(cause, sqlite3.OperationalError) and getattr(cause, "sqlite_errorcode", None) in CANNOT_WRITE


class Away(OSError):
    """The server does not answer now; the message says why."""


class Reach:
    """Whether a server can be reached. `ask`: sends it any query, and may take long. Raises SQLAlchemyError, OSError,
    ValueError."""

    def __init__(self, ask: Callable[[], object]) -> None:
        self._ask, self._lock, self._closed = ask, threading.Lock(), threading.Event()
        self._why: str | None = None

    def check(self) -> None:
        """Checks that the server answered last. Raises Away."""
        why = self._why
        if why is not None:
            raise Away(why)

    def lost(self, why: str) -> None:
        """Notes that the server does not answer, and starts a thread that tries to reach it."""
        with self._lock:
            is_looked_for, self._why = self._why is not None, why
        if not is_looked_for and not self._closed.is_set():
            threading.Thread(target=self._search, name="looking for the database", daemon=True).start()

    @property
    def is_closed(self) -> bool:
        """Whether `close` ended the search for the server."""
        return self._closed.is_set()

    def close(self) -> None:
        """Ends the search for the server."""
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
