"""The journal: every event of a match, written before anyone is told of it, so that a crash loses nothing.

What cannot be written just now (disk full, database locked) waits in order and is written when it can be;
`trouble` says so meanwhile. Any database that SQLAlchemy knows will do; SQLite needs nothing else.
"""

import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tilewatch.storage.file_lock import Taken, sole_writer

LOCK_PATIENCE_MS = 300
"""How long a locked SQLite file is waited for; players should not wait, the journal can."""

METADATA = MetaData()
EVENTS = Table(
    "events",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("written", Float, nullable=False),
    Column("body", Text, nullable=False),
)
NOTES = Table(
    "notes",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("body", Text, nullable=False),
)

Written = Mapping[str, Any]
"""An event or a note as a JSON object."""


class JournalUnusable(ValueError):
    """What was named cannot be a journal; the message says why."""


class Journal:
    """The events of matches, and a few notes, in a database.

    `place`: a file for SQLite, or an SQLAlchemy URL. `clock`: seconds of the calendar. `durable`: a commit waits
    until it is on the disk; only tests that are about something else do without.
    Raises JournalUnusable: no such database, or it cannot be opened.
    """

    def __init__(self, place: str, clock: Callable[[], float] = time.time, durable: bool = True) -> None:
        self._clock = clock
        self._lock = _lock(place)
        self._engine = _engine(place, "FULL" if durable else "OFF")
        self._quick = _engine(place, "NORMAL" if durable else "OFF")
        self._waiting: deque[tuple[int, int, float, str]] = deque()
        self._notes: dict[str, str] = {}
        self.trouble: str | None = None
        """Why something is not written yet, in one line; None: everything is."""
        try:
            METADATA.create_all(self._engine)
        except SQLAlchemyError as error:
            self._let_go()
            raise JournalUnusable(f"{place}: {_plain(error)}") from error

    def write(self, match: int, number: int, written: Written) -> None:
        """Writes an event of a match, after all that waits; afterwards it is on the disk, or in `trouble`."""
        self._waiting.append((match, number, self._clock(), _text(written)))
        self.flush()

    def note(self, name: str, written: Written) -> None:
        """Writes a note in the place of the one of that name, in the same way."""
        self._notes[name] = _text(written)
        self.flush()

    def beat(self, name: str, written: Written) -> None:
        """Writes a note that survives a crash of the program, but perhaps not of the machine: no disk is waited for.

        One that cannot be written is left out; the next one follows in a second.
        """
        with suppress(SQLAlchemyError), self._quick.begin() as connection:
            _put_note(connection, name, _text(written))

    def flush(self) -> None:
        """Writes what waits, all of it or nothing."""
        if not self._waiting and not self._notes:
            return
        try:
            with self._engine.begin() as connection:
                for match, number, moment, body in self._waiting:
                    row = {"match": match, "number": number, "written": moment, "body": body}
                    connection.execute(insert(EVENTS).values(row))
                for name, body in self._notes.items():
                    _put_note(connection, name, body)
        except (SQLAlchemyError, OSError) as error:
            self.trouble = f"the journal cannot be written just now: {_plain(error)}"
        else:
            self._waiting.clear()
            self._notes.clear()
            self.trouble = None

    def last_match(self) -> int:
        """The number of the match written last; 0: none yet. Raises JournalUnusable."""
        found = self._asked(select(func.max(EVENTS.c.match)))
        return found[0][0] or 0

    def events(self, match: int) -> list[dict[str, Any]]:
        """The events of a match in their order. Raises JournalUnusable."""
        rows = self._asked(select(EVENTS.c.body).where(EVENTS.c.match == match).order_by(EVENTS.c.number))
        return [json.loads(body) for (body,) in rows]

    def noted(self, name: str) -> dict[str, Any] | None:
        """The note of that name, if there is one. Raises JournalUnusable."""
        rows = self._asked(select(NOTES.c.body).where(NOTES.c.name == name))
        return json.loads(rows[0][0]) if rows else None

    def close(self) -> None:
        """Writes what waits, if it can be, and lets the database go."""
        self.flush()
        self._let_go()

    def _let_go(self) -> None:
        self._engine.dispose()
        self._quick.dispose()
        if self._lock is not None:
            self._lock.close()

    def _asked(self, question: Any) -> list[Any]:
        try:
            with self._engine.connect() as connection:
                return list(connection.execute(question).all())
        except SQLAlchemyError as error:
            raise JournalUnusable(f"the journal cannot be read: {_plain(error)}") from error


def _lock(place: str) -> IO[bytes] | None:
    """A file is written by one program at a time; a database server looks after itself."""
    if "://" in place:
        return None
    try:
        return sole_writer(Path(place))
    except Taken as error:
        raise JournalUnusable(str(error)) from error
    except OSError as error:
        raise JournalUnusable(f"{place}: {error.strerror}") from error


def _put_note(connection: Connection, name: str, body: str) -> None:
    connection.execute(delete(NOTES).where(NOTES.c.name == name))
    connection.execute(insert(NOTES).values(name=name, body=body))


def _engine(place: str, synchronous: str) -> Engine:
    url = _url(place)
    try:
        engine = create_engine(url)
    except (SQLAlchemyError, ImportError) as error:
        raise JournalUnusable(f"{place}: {_plain(error)}") from error
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: _set_up(connection, synchronous))
    return engine


def _url(place: str) -> URL:
    if "://" not in place:
        return URL.create("sqlite", database=str(Path(place)))
    try:
        url = make_url(place)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise JournalUnusable(f"{place}: {_plain(error)}") from error
    return url


def _set_up(connection: Any, synchronous: str) -> None:
    """Write-ahead log; with FULL every commit is on the disk before it counts."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={LOCK_PATIENCE_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={synchronous}")
    cursor.close()


def _text(written: Written) -> str:
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def _plain(error: BaseException) -> str:
    """What went wrong in one line, without SQL."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
