"""The part of a database that belongs to no single table of play: notes, presses, and notifications."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    extract,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import ProgrammingError, SQLAlchemyError

from tilewatch.storage.damage.chain import KeptPresses
from tilewatch.storage.sql.database import Database
from tilewatch.storage.sql.place import Away, JournalUnusable, NotAJournal, plain, shown
from tilewatch.storage.sql.schema import add_missing_columns, presses_table
from tilewatch.storage.sql.seal import unseal
from tilewatch.storage.sql.sqlite_file import keep_private
from web.contract import NotWritten
from web.decoding import NotUnderstood, R, Record, decode, encode
from web.press import Answer

VERSION = 1
METADATA = MetaData()
CLUB_VERSION = Table("club_version", METADATA, Column("version", Integer, primary_key=True, autoincrement=False))
TABLES = Table(
    "club_tables",
    METADATA,
    Column("name", String(60), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("told", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("status", Text, nullable=False),
)
"""The state of each table; `told`: when its program was last heard of, `changed`: when it last reported something new.
Both are seconds by the database's clock, so that the clocks of a hundred small computers do not matter."""
WRITTEN_CHANGES = Table(
    "club_changes",
    METADATA,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
)
"""Every change of every tournament; the primary key rejects a number that another program wrote."""
NOTES = Table(
    "club_notes", METADATA, Column("name", String(40), primary_key=True), Column("body", Text, nullable=False)
)
"""Sessions, invitations and the PIN."""
PRESSES = presses_table("club_presses", METADATA)
"""Presses on the club's page with their answers."""


CHANNEL = "tilewatch_club"
POLLED = 0.5
"""Seconds between two checks of a database without notifications: an SQLite file."""
STOP_WITHIN = 0.5
"""Seconds that a listener waits for news before it checks whether it should end."""
QUIET = 5.0
"""Seconds after which a listener checks everything: a silent table sends no news, and news may be lost."""


class ClubDatabase:
    """The part of a database that concerns all tables. May be called from any thread.

    `place`: an SQLite file, or an SQLAlchemy URL. Raises JournalUnusable.
    """

    def __init__(self, place: str) -> None:
        self._database, self._presses = Database(place, writes=False), KeptPresses(PRESSES)
        file = self._database.file
        is_new = file is not None and not file.exists()
        if file is not None:
            unseal(file)
        self.is_server = self._database.quick.dialect.name == "postgresql"
        try:
            self._made_ready()
            if file is not None and is_new:
                keep_private(file)
        except (SQLAlchemyError, OSError) as error:
            raise JournalUnusable(f"{shown(place)}: {plain(error)}") from error

    def now(self) -> float:
        """Seconds since the epoch by the database's clock, which all programs of the club share. Raises
        JournalUnusable."""
        if not self.is_server:
            return time.time()
        with self.reading() as connection:
            return float(connection.execute(select(self.moment())).scalar_one())

    def note(self, name: str, note: Record) -> None:
        """Writes a note, replacing the note of that name. Raises NotWritten."""
        with self.pressed() as connection:
            connection.execute(delete(NOTES).where(NOTES.c.name == name))
            connection.execute(insert(NOTES).values(name=name, body=encode(note)))

    def noted(self, name: str, kind: type[R]) -> R | None:
        """The note of that name; None: there is none. Raises JournalUnusable, also if the note is damaged."""
        with self.reading() as connection:
            body = connection.execute(select(NOTES.c.body).where(NOTES.c.name == name)).scalar()
        try:
            return None if body is None else decode(body, kind)
        except NotUnderstood as error:
            raise JournalUnusable(f"the note {name!r} in the club's database is damaged: {error}") from error

    def answered(self, key: str) -> Answer | None:
        """The answer to a press; None: it was not handled. Raises JournalUnusable."""
        asked = self._presses.asked(key)
        with self.reading() as connection:
            for status, body in [] if asked is None else connection.execute(asked).all():
                return Answer(key, status, body)
        return None

    def keep_answer(self, answer: Answer) -> None:
        """Writes the answer to a press. Raises NotWritten."""
        with self.writing() as connection:
            self._presses.correct(connection, answer)

    def news(self, stop: threading.Event) -> Iterator[set[str] | None]:
        """Yields what changed: names of tables, or TOURNAMENT; None: anything may have changed. Ends when `stop` is
        set.

        Raises JournalUnusable: the database is away.
        """
        if self.is_server:
            yield from listened(self._database.libpq, CHANNEL, stop)
        while not stop.wait(POLLED):
            yield None

    def close(self) -> None:
        """Closes the database."""
        self._database.close()
        if self._database.file is not None:
            unseal(self._database.file)

    def moment(self) -> Any:
        """An SQL expression for the present moment by the database's clock; for a file, this machine's."""
        return extract("epoch", func.clock_timestamp()) if self.is_server else time.time()

    def lock(self, connection: Connection) -> None:
        """Lets one program at a time add a table, or create the missing tables."""
        if self.is_server:
            connection.execute(text("SELECT pg_advisory_xact_lock(7463117252)"))

    def notify(self, connection: Connection, news: str, in_haste: bool = False) -> None:
        """Notifies all listeners at the commit; `in_haste`: the commit does not wait for the disk."""
        if self.is_server:
            haste = ", set_config('synchronous_commit', 'off', true)" if in_haste else ""
            asked = text(f"SELECT pg_notify(:channel, :news){haste}")
            connection.execute(asked, {"channel": CHANNEL, "news": news})

    @contextmanager
    def pressed(self) -> Iterator[Connection]:
        """A transaction with the press being handled in it. Raises NotWritten.

        If the answer to the commit is lost, the database decides: a repeated press is found there, or handled.
        """
        with self.writing() as connection:
            yield connection
            self._presses.write(connection)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction. Raises NotWritten."""
        try:
            with self._database.in_reach(in_haste=True), self._database.quick.begin() as connection:
                yield connection
        except (SQLAlchemyError, Away) as error:
            raise NotWritten("not-written", why=plain(error)) from error
        self._database.keep_log_short()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading. Raises JournalUnusable."""
        try:
            with self._database.in_reach(in_haste=True), self._database.quick.connect() as connection:
                yield connection
        except (SQLAlchemyError, Away) as error:
            raise JournalUnusable(plain(error)) from error

    def _made_ready(self) -> None:
        if self.is_server and self._is_ready():
            return
        with self._database.quick.begin() as connection:
            self.lock(connection)
            METADATA.create_all(connection)
            add_missing_columns(connection, PRESSES)
            self._presses.begin(connection)
            found = connection.execute(select(CLUB_VERSION.c.version)).scalar()
            if found is None:
                connection.execute(insert(CLUB_VERSION).values(version=VERSION))
            elif found > VERSION:
                raise NotAJournal(f"it was written by a newer tilewatch (club's version {found})")

    def _is_ready(self) -> bool:
        """Whether everything is created, so that a hundred tables switched on together need not wait for each other."""
        with suppress(ProgrammingError), self._database.quick.begin() as connection:
            connection.execute(select(PRESSES).limit(0))
            self._presses.begin(connection)
            return connection.execute(select(CLUB_VERSION.c.version)).scalar() == VERSION
        return False


def listened(url: str, channel: str, stop: threading.Event) -> Iterator[set[str] | None]:
    """Yields the notifications of a channel; None: anything may have changed. Ends when `stop` is set. Raises
    JournalUnusable."""
    import psycopg

    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
            connection.execute(f"LISTEN {channel}".encode())
            looked = float("-inf")
            while not stop.is_set():
                if time.monotonic() - looked > QUIET:
                    looked = time.monotonic()
                    yield None
                heard = {one.payload for one in connection.notifies(timeout=STOP_WITHIN, stop_after=1)}
                heard |= {one.payload for one in connection.notifies(timeout=0)}
                if heard:
                    yield heard
    except psycopg.Error as error:
        raise JournalUnusable(plain(error)) from error
