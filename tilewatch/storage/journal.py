"""The journal: every event of a match, on the disk before anyone is told of it, so that a crash loses nothing.

What cannot be written (disk full, database locked or away) has not happened: NotWritten says so, and `trouble` until
something could be written again. Any database that SQLAlchemy knows will do; SQLite needs nothing else.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from decoding.decode import R, Record, decode, encode
from decoding.explain import NotUnderstood
from referee.match.events import Event
from tilewatch.storage.chain import EventRow, checksum_of, first_damage
from tilewatch.storage.database import JournalUnusable, engine_of, plain
from tilewatch.storage.event_codec import event_of, text_of
from tilewatch.storage.file_lock import Taken, sole_writer
from tilewatch.storage.schema import EVENTS, HEADS, NOTES
from tilewatch.storage.upgrade import made_ready
from web.contract import NotWritten


class Journal:
    """The events of matches, and a few notes, in a database.

    `place`: a file for SQLite, or an SQLAlchemy URL. `clock`: seconds of the calendar. `durable`: a commit waits
    until it is on the disk; only tests that are about something else do without.
    Raises JournalUnusable: no such database, or it cannot be opened.
    """

    def __init__(self, place: str, clock: Callable[[], float] = time.time, durable: bool = True) -> None:
        self._clock = clock
        self._lock = _lock(place)
        self._engine = engine_of(place, "FULL" if durable else "OFF")
        self._quick = engine_of(place, "NORMAL" if durable else "OFF")
        self.trouble: str | None = None
        """Why the last thing could not be written, in one line; None: it could."""
        try:
            made_ready(self._engine)
        except (SQLAlchemyError, JournalUnusable) as error:
            self._let_go()
            raise JournalUnusable(f"{place}: {plain(error)}") from error

    def append(self, match: int, number: int, events: Sequence[Event]) -> None:
        """Writes events of a match, the first of them the match's event `number`: all of them, or none.

        Raises NotWritten.
        """
        with self._writing() as connection:
            checksum = _checksum_before(connection, match, number)
            for place, event in enumerate(events, number):
                moment, body = self._clock(), text_of(event)
                checksum = checksum_of(checksum, match, place, moment, body)
                row = {"match": match, "number": place, "written": moment, "body": body, "checksum": checksum}
                connection.execute(insert(EVENTS).values(row))
            connection.execute(delete(HEADS).where(HEADS.c.match == match))
            head = {"match": match, "number": number + len(events) - 1, "checksum": checksum}
            connection.execute(insert(HEADS).values(head))

    def note(self, name: str, note: Record) -> None:
        """Writes a note in the place of the one of that name. Raises NotWritten."""
        with self._writing() as connection:
            _put_note(connection, name, note)

    def beat(self, name: str, note: Record) -> None:
        """Writes a note that survives a crash of the program, but perhaps not of the machine: no disk is waited for.

        One that cannot be written is left out; the next one follows in a second.
        """
        with suppress(SQLAlchemyError):
            with self._quick.begin() as connection:
                _put_note(connection, name, note)
            self.trouble = None

    def last_match(self) -> int:
        """The number of the match written last; 0: none yet. Raises JournalUnusable."""
        found = self._asked(select(func.max(EVENTS.c.match)))
        return found[0][0] or 0

    def events(self, match: int) -> list[Event]:
        """The events of a match in their order. Raises JournalUnusable: they cannot be read, or are not all there."""
        columns = (EVENTS.c.number, EVENTS.c.written, EVENTS.c.body, EVENTS.c.checksum)
        question = select(*columns).where(EVENTS.c.match == match).order_by(EVENTS.c.number)
        rows = [EventRow(*row) for row in self._asked(question)]
        if (damage := first_damage(match, rows)) is not None:
            raise JournalUnusable(f"match {match} of the journal: {damage[1]}")
        try:
            return [event_of(row.body) for row in rows]
        except NotUnderstood as error:
            raise JournalUnusable(f"match {match} of the journal cannot be read: {error}") from error

    def noted(self, name: str, kind: type[R]) -> R | None:
        """The note of that name, if there is one that can be read. Raises JournalUnusable."""
        rows = self._asked(select(NOTES.c.body).where(NOTES.c.name == name))
        with suppress(NotUnderstood):
            return decode(rows[0][0], kind) if rows else None
        return None

    def close(self) -> None:
        """Lets the database go."""
        self._let_go()

    def _let_go(self) -> None:
        self._engine.dispose()
        self._quick.dispose()
        if self._lock is not None:
            self._lock.close()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when it ends. Raises NotWritten."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            self.trouble = f"the journal cannot be written just now: {plain(error)}"
            raise NotWritten(self.trouble) from error
        self.trouble = None

    def _asked(self, question: Any) -> list[Any]:
        try:
            with self._engine.connect() as connection:
                return list(connection.execute(question).all())
        except SQLAlchemyError as error:
            raise JournalUnusable(f"the journal cannot be read: {plain(error)}") from error


def _checksum_before(connection: Connection, match: int, number: int) -> str:
    """The checksum of the event before this one.

    Events from this number on are thrown away: a commit whose answer was lost, of something that was refused then.
    """
    later = (EVENTS.c.match == match) & (EVENTS.c.number >= number)
    connection.execute(delete(EVENTS).where(later))
    before = (EVENTS.c.match == match) & (EVENTS.c.number == number - 1)
    found = connection.execute(select(EVENTS.c.checksum).where(before)).scalar()
    if found is None and number:
        raise OSError(f"event {number - 1} of match {match} is not there any more")
    return found or ""


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


def _put_note(connection: Connection, name: str, note: Record) -> None:
    body = encode(note)
    connection.execute(delete(NOTES).where(NOTES.c.name == name))
    connection.execute(insert(NOTES).values(name=name, body=body))
