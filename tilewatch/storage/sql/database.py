"""The database behind a journal: a file of SQLite's, or whatever server SQLAlchemy knows. One program writes it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tilewatch.storage.sql.file_lock import Taken, sole_writer
from tilewatch.storage.sql.sqlite_file import CLOSED, IN_USE, mark, remark_before_opening, same_file
from web.contract import NotWritten

LOCK_PATIENCE_MS = 300
"""How long a locked database is waited for; players should not wait."""
SERVER_PATIENCE = 2
"""Seconds that a database server may take for anything."""
WRITER = 7_463_117_251
"""The advisory lock of whoever writes a database server's journal."""


class JournalUnusable(ValueError):
    """What was named cannot be a journal; the message says why."""


class NotAJournal(JournalUnusable):
    """A database that is none, or not ours to read: it is left as it is."""


class Database:
    """A database that only this program writes.

    `place`: a file for SQLite, or an SQLAlchemy URL. `durable`: a commit waits until it is on the disk.
    Raises JournalUnusable: no such database, it cannot be opened, or another program writes it.
    """

    def __init__(self, place: str, durable: bool = True) -> None:
        self.place, url = place, url_of(place)
        self.file = Path(url.database).resolve() if url.get_backend_name() == "sqlite" and url.database else None
        self._lock = None if self.file is None else _lock(self.file)
        self.remark = None if self.file is None else remark_before_opening(self.file)
        """What was wrong with the file before it was opened."""
        self.engine = _engine(place, url, "FULL" if durable else "OFF", writes=True)
        self.quick = _engine(place, url, "NORMAL" if durable else "OFF", writes=False)
        """For what may be lost when the machine crashes, and for reading."""
        self._inode: int | None = None
        self.trouble: str | None = None
        """Why the last thing could not be written, in one line; None: it could."""

    def take(self) -> None:
        """Notes in the file that it is in use. Raises SQLAlchemyError."""
        if self.file is not None:
            mark(self.engine, IN_USE)
            self._inode = same_file(self.file)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when it ends. Raises NotWritten."""
        try:
            if self.file is not None and same_file(self.file) != self._inode:
                raise OSError(f"{self.file} was deleted or replaced")
            with self.engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError, JournalUnusable) as error:
            self.trouble = plain(error)
            raise NotWritten("not-written", why=self.trouble) from error
        self.trouble = None

    @contextmanager
    def noting(self) -> Iterator[Connection]:
        """A transaction for which no disk is waited; what cannot be written is left out."""
        with suppress(SQLAlchemyError):
            with self.quick.begin() as connection:
                yield connection
            self.trouble = None

    def asked(self, question: Any) -> list[Any]:
        """The rows that answer a question. Raises JournalUnusable."""
        try:
            with self.quick.connect() as connection:
                return list(connection.execute(question).all())
        except SQLAlchemyError as error:
            raise JournalUnusable(f"the journal cannot be read: {plain(error)}") from error

    def close(self) -> None:
        """Lets the database go."""
        if self.file is not None and self._inode is not None and same_file(self.file) == self._inode:
            with suppress(SQLAlchemyError):
                mark(self.engine, CLOSED)
        self.engine.dispose()
        self.quick.dispose()
        if self._lock is not None:
            self._lock.close()


def url_of(place: str) -> URL:
    """A database's URL; what is none is a file of SQLite's. Raises JournalUnusable."""
    if "://" not in place:
        return URL.create("sqlite", database=str(Path(place)))
    try:
        url = make_url(place)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")  # the driver that the extra `club` brings
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise JournalUnusable(f"{place}: {plain(error)}") from error
    return url


def plain(error: BaseException) -> str:
    """What went wrong in one line, without SQL."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def _lock(file: Path) -> IO[bytes]:
    try:
        return sole_writer(file)
    except Taken as error:
        raise JournalUnusable(str(error)) from error
    except OSError as error:
        raise JournalUnusable(f"{file}: {error.strerror}") from error


def _engine(place: str, url: URL, synchronous: str, writes: bool) -> Engine:
    server = url.get_backend_name() == "postgresql"
    one = {"pool_size": 1, "max_overflow": 0, "pool_timeout": SERVER_PATIENCE} if server and writes else {}
    try:
        engine = create_engine(url, connect_args=_limits() if server else {}, pool_pre_ping=server, **one)
    except (SQLAlchemyError, ImportError) as error:
        raise JournalUnusable(f"{place}: {plain(error)}") from error
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: _set_up(connection, synchronous))
    elif server and writes:
        event.listen(engine, "connect", lambda connection, _record: _hold(connection))
    return engine


def _limits() -> dict[str, Any]:
    """A server that hangs or is gone is noticed: nobody waits for it longer than this."""
    milliseconds = SERVER_PATIENCE * 1000
    options = f"-c statement_timeout={milliseconds} -c lock_timeout={LOCK_PATIENCE_MS}"
    return {"connect_timeout": SERVER_PATIENCE, "tcp_user_timeout": milliseconds, "options": options}


def _set_up(connection: Any, synchronous: str) -> None:
    """Write-ahead log; with FULL every commit is on the disk before it counts."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={LOCK_PATIENCE_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={synchronous}")
    cursor.close()


def _hold(connection: Any) -> None:
    """One connection writes, and holds the server's lock for as long as it lives."""
    held = connection.execute(f"SELECT pg_try_advisory_lock({WRITER})").fetchone()[0]
    connection.commit()
    if not held:
        connection.close()
        raise JournalUnusable("the database is in use by another tilewatch")
