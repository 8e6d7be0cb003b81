"""What is kept for all tables together, in the database that their journals are in; and how news come from it."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, extract, func, insert, literal, select, text, update
from sqlalchemy.exc import IntegrityError, ProgrammingError, SQLAlchemyError

from tilewatch.club.listen import listened
from tilewatch.club.schema import CHANGES, CLUB_VERSION, METADATA, NOTES, PRESSES, TABLES, VERSION
from tilewatch.storage.damage.chain import KeptPresses, checksum_of
from tilewatch.storage.sql.database import Database
from tilewatch.storage.sql.place import JournalUnusable, NotAJournal, plain, shown
from tilewatch.storage.sql.reach import Away
from tilewatch.storage.sql.schema import add_missing_columns
from tilewatch.storage.sql.seal import unseal
from tilewatch.storage.sql.sqlite_file import keep_private
from web.contract import NotWritten
from web.decoding import NotUnderstood, R, Record, decode, encode
from web.press import Answer

CHANNEL = "tilewatch_club"
TOURNAMENT = ""
"""The news that a tournament changed; every other news is a table's name."""
POLLED = 0.5
"""Seconds between two looks at a database that tells nothing by itself: a file of SQLite's."""


class Taken(Exception):
    """Somebody else wrote the change of that number first."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is written down; `silent`: seconds since it was heard of; `changed`: the calendar's moment."""

    name: str
    number: int
    silent: float
    changed: float
    status: str


class ClubDatabase:
    """The part of a database that is about all tables. Every method may be called from any thread.

    `place`: a file of SQLite's, or an SQLAlchemy URL. Raises JournalUnusable.
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

    def tell(self, name: str, status: str) -> None:
        """A table tells how it stands. Raises NotWritten."""
        with self._writing() as connection:
            told = {"status": status, "told": self._moment(), "changed": self._moment()}
            if not connection.execute(update(TABLES).where(TABLES.c.name == name).values(told)).rowcount:
                self._lock(connection)
                number = (connection.execute(select(func.max(TABLES.c.number))).scalar() or 0) + 1
                connection.execute(insert(TABLES).values(name=name, number=number, **told))
            self._notify(connection, name, in_haste=True)

    def beat(self, name: str) -> None:
        """A table has nothing new to tell, but is there. Raises NotWritten."""
        with self._writing() as connection:
            connection.execute(update(TABLES).where(TABLES.c.name == name).values(told=self._moment()))

    def forget(self, name: str) -> None:
        """A table is not shown any more until it tells something; its matches stay. Raises NotWritten."""
        with self._writing() as connection:
            connection.execute(delete(TABLES).where(TABLES.c.name == name))
            self._notify(connection, name)

    def keep_only(self, name: str) -> None:
        """No other table is shown: a file holds one, which may have been called otherwise. Raises NotWritten."""
        with self._writing() as connection:
            connection.execute(delete(TABLES).where(TABLES.c.name != name))

    def tables(self, names: Sequence[str] | None = None) -> list[TableRow]:
        """Tables as they stand: all, or those of these names. Raises JournalUnusable."""
        now = literal(self._moment()) if not self.is_server else self._moment()
        asked = select(TABLES, now.label("now"))
        if names is not None:
            asked = asked.where(TABLES.c.name.in_(names))
        with self._reading() as connection:
            rows = connection.execute(asked.order_by(TABLES.c.number)).all()
        return [TableRow(row.name, row.number, float(row.now) - row.told, row.changed, row.status) for row in rows]

    def now(self) -> float:
        """The moment, by the calendar that all programs on this database share. Raises JournalUnusable."""
        if not self.is_server:
            return time.time()
        with self._reading() as connection:
            return float(connection.execute(select(self._moment())).scalar_one())

    def last_tournament(self) -> int:
        """The number of the tournament that was opened last; 0: none. Raises JournalUnusable."""
        with self._reading() as connection:
            return connection.execute(select(func.max(CHANGES.c.tournament))).scalar() or 0

    def changes(self, tournament: int, first: int = 0) -> list[str]:
        """The changes of a tournament from a number on, as JSON. Raises JournalUnusable: one is damaged, too."""
        asked = select(CHANGES).where((CHANGES.c.tournament == tournament) & (CHANGES.c.number >= first))
        with self._reading() as connection:
            rows = connection.execute(asked.order_by(CHANGES.c.number)).all()
        for place, row in enumerate(rows, first):
            if row.number != place or row.checksum != checksum_of(tournament, row.number, row.body):
                raise JournalUnusable(f"change {place} of tournament {tournament} is damaged or missing")
        return [row.body for row in rows]

    def write_change(self, tournament: int, number: int, body: str) -> None:
        """Writes a change of a tournament. Raises Taken: somebody else wrote that number. NotWritten."""
        row = {"tournament": tournament, "number": number, "body": body}
        try:
            with self._pressed() as connection:
                connection.execute(insert(CHANGES).values(**row, checksum=checksum_of(tournament, number, body)))
                self._notify(connection, TOURNAMENT)
        except NotWritten as error:
            if isinstance(error.__cause__, IntegrityError):
                raise Taken from error
            raise

    def note(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name. Raises NotWritten."""
        with self._pressed() as connection:
            connection.execute(delete(NOTES).where(NOTES.c.name == name))
            connection.execute(insert(NOTES).values(name=name, body=encode(note)))

    def noted(self, name: str, kind: type[R]) -> R | None:
        """The note of that name, if there is one. Raises JournalUnusable: it is damaged, too."""
        with self._reading() as connection:
            body = connection.execute(select(NOTES.c.body).where(NOTES.c.name == name)).scalar()
        try:
            return None if body is None else decode(body, kind)
        except NotUnderstood as error:
            raise JournalUnusable(f"the note {name!r} in the club's database is damaged: {error}") from error

    def answered(self, key: str) -> Answer | None:
        """How a press was answered; None: it never was. Raises JournalUnusable."""
        asked = self._presses.asked(key)
        with self._reading() as connection:
            for status, body in [] if asked is None else connection.execute(asked).all():
                return Answer(key, status, body)
        return None

    def keep_answer(self, answer: Answer) -> None:
        """Writes how a press was answered. Raises NotWritten."""
        with self._writing() as connection:
            self._presses.correct(connection, answer)

    def news(self, stop: threading.Event) -> Iterator[set[str] | None]:
        """What changed: names of tables, or TOURNAMENT; None: anything may have. Ends when `stop` is set.

        Raises JournalUnusable: the database is away.
        """
        if self.is_server:
            yield from listened(self._database.libpq, CHANNEL, stop)
        while not stop.wait(POLLED):
            yield None

    def close(self) -> None:
        """Lets the database go."""
        self._database.close()
        if self._database.file is not None:
            unseal(self._database.file)

    def _made_ready(self) -> None:
        if self.is_server and self._is_ready():
            return
        with self._database.quick.begin() as connection:
            self._lock(connection)
            METADATA.create_all(connection)
            add_missing_columns(connection, PRESSES)
            self._presses.forget_old(connection)
            found = connection.execute(select(CLUB_VERSION.c.version)).scalar()
            if found is None:
                connection.execute(insert(CLUB_VERSION).values(version=VERSION))
            elif found > VERSION:
                raise NotAJournal(f"it was written by a newer tilewatch (club's version {found})")

    def _is_ready(self) -> bool:
        """Whether all is there: a hundred tables that are switched on together must not wait for each other."""
        with suppress(ProgrammingError), self._database.quick.begin() as connection:
            connection.execute(select(PRESSES).limit(0))
            self._presses.forget_old(connection)
            return connection.execute(select(CLUB_VERSION.c.version)).scalar() == VERSION
        return False

    def _moment(self) -> Any:
        """Now, by the database's calendar; a file has this machine's."""
        return extract("epoch", func.clock_timestamp()) if self.is_server else time.time()

    def _lock(self, connection: Connection) -> None:
        """One program at a time adds a table, or makes what is missing."""
        if self.is_server:
            connection.execute(text("SELECT pg_advisory_xact_lock(7463117252)"))

    def _notify(self, connection: Connection, news: str, in_haste: bool = False) -> None:
        """Tells everybody who listens, with the commit; `in_haste`: that waits for no disk."""
        if self.is_server:
            haste = ", set_config('synchronous_commit', 'off', true)" if in_haste else ""
            asked = text(f"SELECT pg_notify(:channel, :news){haste}")
            connection.execute(asked, {"channel": CHANNEL, "news": news})

    @contextmanager
    def _pressed(self) -> Iterator[Connection]:
        """A transaction with the press under way in it. Raises NotWritten.

        Where the commit's answer was lost, what is there counts: whoever presses again finds it, or does it.
        """
        with self._writing() as connection:
            yield connection
            self._presses.write(connection)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._database.in_reach(in_haste=True), self._database.quick.begin() as connection:
                yield connection
        except (SQLAlchemyError, Away) as error:
            raise NotWritten("not-written", why=plain(error)) from error

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._database.in_reach(in_haste=True), self._database.quick.connect() as connection:
                yield connection
        except (SQLAlchemyError, Away) as error:
            raise JournalUnusable(plain(error)) from error
