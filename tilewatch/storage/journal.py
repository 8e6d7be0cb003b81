"""The journal: every event of a match, on the disk before anyone is told of it, so that a crash loses nothing.

An event that cannot be written (disk full, database locked or away) has not happened: NotWritten is raised, and
`trouble` says why until a write succeeds. Damage is found when the journal is opened or read, reported, and never used
in play.
"""

import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from referee.match import Event
from referee.messages import Message
from tilewatch.storage.backups import copy_by, make_backup
from tilewatch.storage.damage.chain import EventRow, KeptPresses, checksum_of, next_row, rows_of, write_rows
from tilewatch.storage.damage.integrity import (
    check_pages,
    damage_in,
    mend_profiles,
    mended,
    salvaged,
    unreadable_notes,
)
from tilewatch.storage.notes import AT_TABLE, IDENTITY, AtTableNote, IdentityNote
from tilewatch.storage.record_codec import event_of, text_of
from tilewatch.storage.sql.database import Database
from tilewatch.storage.sql.place import InUse, JournalUnusable, NotAJournal, is_full, plain, shown
from tilewatch.storage.sql.schema import EVENTS, NOTES, PRESSES
from tilewatch.storage.sql.seal import LookBefore, Missing
from tilewatch.storage.upgrade import is_older, made_ready
from web.contract import NotWritten
from web.decoding import NotUnderstood, R, Record, decode, encode
from web.press import Answer


class Journal:
    """The events of matches, and a few notes, in a database.

    `place`: an SQLite file, or an SQLAlchemy URL. `clock`: seconds since the epoch. `durable`: a commit waits for the
    disk; only tests that concern other parts switch it off. `table`: the table whose matches this program writes, where
    several share a server.

    Raises JournalUnusable: there is no such database, it cannot be opened, or another program writes it.
    """

    def __init__(
        self, place: str, clock: Callable[[], float] = time.time, durable: bool = True, table: str = ""
    ) -> None:
        self._clock = clock
        self.database = Database(place, durable, table)
        self.missing = Missing()
        self._doubtful, self._presses = set[str](), KeptPresses(PRESSES)
        try:
            self.damage: tuple[str, ...] = tuple(self._opened())
            """The damage found when the journal was opened, a sentence each."""
        except (SQLAlchemyError, sqlite3.Error, OSError, UnicodeError, JournalUnusable, NotWritten) as error:
            self.database.close()
            kind = InUse if isinstance(error, InUse) else JournalUnusable
            raise kind(f"{shown(place)}: {plain(error)}") from error
        self.remarks = self.damage
        """What is reported at the start."""

    @classmethod
    def looked_at(cls, database: Database) -> "Journal":
        """A journal that another program writes, for reading only."""
        journal = cls.__new__(cls)
        journal.database, journal._clock, journal._doubtful, journal.remarks = database, time.time, set(), ()
        journal._presses, journal.missing, journal.damage = KeptPresses(PRESSES), Missing(), ()
        return journal

    def append(self, match: int, number: int, events: Sequence[Event]) -> None:
        """Writes events of a match, the first with number `number`: all of them, or none.

        Raises NotWritten.
        """
        rows: list[EventRow] = []
        with self.writing() as connection:
            self._forget_doubtful(connection)
            before = _checksum_before(connection, match, number)
            for place, event in enumerate(events, number):
                rows.append(next_row(before, match, place, self._clock(), text_of(event)))
                before = rows[-1].checksum
                self._doubtful.add(before)
            write_rows(connection, rows)
        self._doubtful.clear()
        self._presses.are_sure()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when it ends, with the press being handled in it. Raises NotWritten."""
        with self._presses.doubted(), self.database.writing() as connection:
            yield connection
            self._presses.write(connection)

    def note(self, name: str, note: Record) -> None:
        """Writes a note, replacing the note of that name. Raises NotWritten."""
        with self.writing() as connection:
            _put_note(connection, name, note)

    def beat(self, name: str, note: Record) -> None:
        """Writes a note without waiting for the disk: it survives a crash of the program, but perhaps not of the
        machine.

        A failed write is dropped; the next follows in a second.
        """
        self.database.note(lambda connection: _put_note(connection, name, note))

    def last_match(self) -> int:
        """The number of the newest match; 0: there is none. Raises JournalUnusable."""
        found = self.database.asked(select(func.max(EVENTS.c.match)))
        return found[0][0] or 0

    def has(self, match: int) -> bool:
        """Whether there is a match of that number. Raises JournalUnusable."""
        return bool(self.database.asked(select(EVENTS.c.number).where(EVENTS.c.match == match).limit(1)))

    def events(self, match: int) -> list[Event]:
        """The events of a match in order. Raises JournalUnusable: they cannot be read, or some are missing."""
        try:
            with self.database.in_reach(), self.database.quick.connect() as connection:
                rows = rows_of(connection, match)
                damage = damage_in(connection, match, rows)
        except (SQLAlchemyError, OSError) as error:
            raise JournalUnusable(f"the journal cannot be read: {plain(error)}") from error
        if damage is not None:
            raise JournalUnusable(f"match {match} of the journal: {damage.why}")
        try:
            return [event_of(row.body) for row in rows]
        except NotUnderstood as error:
            raise JournalUnusable(f"match {match} of the journal cannot be read: {error}") from error

    def noted(self, name: str, kind: type[R]) -> R | None:
        """The note of that name; None: there is none that can be read. Raises JournalUnusable."""
        for body, checksum in self.database.asked(select(NOTES.c.body, NOTES.c.checksum).where(NOTES.c.name == name)):
            with suppress(NotUnderstood):
                return decode(body, kind) if checksum == checksum_of(name, body) else None
        return None

    def answered(self, key: str) -> Answer | None:
        """The answer to a press; None: it was not handled. Raises JournalUnusable."""
        asked = self._presses.asked(key)
        for status, body in [] if asked is None else self.database.asked(asked, in_haste=True):
            return Answer(key, status, body)
        return None

    def keep_answer(self, answer: Answer) -> None:
        """Writes the answer to a press. Raises NotWritten."""
        with self.database.writing() as connection:
            self._presses.correct(connection, answer)

    @property
    def identity(self) -> str:
        """A random id, unique among all journals that were ever at its place."""
        noted = self.noted(IDENTITY, IdentityNote)
        return "" if noted is None else noted.id

    @property
    def behind(self) -> Message | None:
        """The events that another copy of this journal lacks (mirrored.py); None: no events, or there is no copy."""
        return None

    @property
    def trouble(self) -> str | None:
        """Why the last write failed, in one line; None: it succeeded."""
        return self.database.trouble

    def close(self) -> None:
        """Closes the database."""
        self.database.close()

    def _opened(self) -> list[str]:
        """Prepares and checks the database; returns the remarks to report."""
        database = self.database
        look = None if database.owned is None else database.owned.look
        before = None if look is None or database.file is None else LookBefore(database.file, look)
        remarks = [] if look is None or look.remark is None else [look.remark]
        try:
            remarks += self._checked()
        except (SQLAlchemyError, UnicodeError, JournalUnusable, OSError) as error:  # damaged text may not be UTF-8
            if database.file is None or isinstance(error, NotAJournal):
                raise
            if is_full(error):
                return [*remarks, *self._only_read(plain(error))]
            database.let_go()
            remarks += [salvaged(database.file, plain(error)), *self._checked()]
        if before is not None:
            count = database.count()
            self.missing = before.missing(count, len(remarks))
            database.let_go()
            said = before.remark(count, len(remarks))
            remarks += [] if said is None else [said]
        try:
            self._take()
        except (SQLAlchemyError, OSError) as error:
            if database.file is None or not is_full(error):
                raise
            self._only_read(plain(error))
        return remarks

    def _only_read(self, why: str) -> list[str]:
        """Opens the journal for reading on a full disk; it is checked once there is room.

        Raises JournalUnusable: it cannot even be read.
        """
        try:
            self.last_match()
        except JournalUnusable as error:
            raise JournalUnusable(f"there is no room on the disk, or nobody may write there ({why})") from error

        def prepare() -> None:
            self.damage += tuple(self._checked())
            self._take()

        self.database.only_read(prepare, why)
        return []

    def _take(self) -> None:
        """Marks the journal as in use, and gives it an identity. Raises SQLAlchemyError, OSError."""
        self.database.take()
        if self.noted(IDENTITY, IdentityNote) is None:
            with self.database.engine.begin() as connection:
                _put_note(connection, IDENTITY, IdentityNote(secrets.token_hex(4)))

    def _checked(self) -> list[str]:
        database = self.database
        check_pages(database.engine)
        database.make_part()
        if database.file is not None and is_older(database.engine):
            make_backup(database.file, partial(copy_by, database.engine))
        made_ready(database.engine)
        noted = self.noted(AT_TABLE, AtTableNote)
        with database.engine.begin() as connection:
            self._presses.begin(connection)
            matches = list(mended(connection, database.file, None if noted is None else noted.match))
            notes = unreadable_notes(connection)
            return [*matches, *notes, *self._presses.mend(connection), *mend_profiles(connection)]

    def _forget_doubtful(self, connection: Connection) -> None:
        """Deletes events and presses that a failed commit may have written: the caller was told they were not."""
        if self._doubtful:
            connection.execute(delete(EVENTS).where(EVENTS.c.checksum.in_(self._doubtful)))
        self._presses.forget_doubtful(connection)


def _checksum_before(connection: Connection, match: int, number: int) -> str:
    before = (EVENTS.c.match == match) & (EVENTS.c.number == number - 1)
    found: str | None = connection.execute(select(EVENTS.c.checksum).where(before)).scalar()
    if found is None and number:
        raise OSError(f"event {number - 1} of match {match} is not there any more")
    return found or ""


def _put_note(connection: Connection, name: str, note: Record) -> None:
    body = encode(note)
    connection.execute(delete(NOTES).where(NOTES.c.name == name))
    connection.execute(insert(NOTES).values(name=name, body=body, checksum=checksum_of(name, body)))
