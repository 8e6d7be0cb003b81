"""The database behind a journal: an SQLite file, or a PostgreSQL server. One program writes it."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from copy import copy
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolIsBusy

from tilewatch.storage.sql.owned_file import OwnedFile
from tilewatch.storage.sql.place import (
    FULL,
    InUse,
    JournalUnusable,
    Reach,
    engine_of,
    hold_as_writer,
    is_gone,
    part_of,
    plain,
    url_of,
)
from tilewatch.storage.sql.schema import COUNT
from web.contract import NotWritten


class Database:
    """A database that only this program writes.

    `place`: an SQLite file, or an SQLAlchemy URL. `durable`: a commit waits for the disk. `table`: this table's name,
    where several share a server; each has a schema of its own. `writes`: False only reads, while another program
    writes.

    Raises JournalUnusable: there is no such database, it cannot be opened, or another program writes it.
    """

    def __init__(self, place: str, durable: bool = True, table: str = "", writes: bool = True) -> None:
        self.place, self._url, self._part, self._writes = place, url_of(place), part_of(table), writes
        url = self._url
        self.file = Path(url.database).resolve() if url.get_backend_name() == "sqlite" and url.database else None
        self.owned = None if self.file is None else OwnedFile(self.file, durable, writes)
        writer = f"tilewatch {secrets.token_hex(8)}"
        hold = (lambda one: hold_as_writer(one, table, writer)) if writes else None
        self.engine = engine_of(place, url, "FULL" if durable else "OFF", writer, hold, self._part)
        is_alone = bool(self._part) and writes and self.file is None
        quick = "NORMAL" if durable else "OFF"
        self.quick = self.engine if is_alone else engine_of(place, url, quick, "tilewatch", part=self._part)
        """The engine for reads, and for writes that a crash of the machine may lose. A club's table has one
        connection.
        """
        if self.owned is not None:
            self.owned.listen(self.engine, self.quick)
        self._is_server, self._may_wait = url.get_backend_name() == "postgresql", is_alone
        self._reach = Reach(self._ask)
        self.trouble: str | None = None
        """Why the last write failed, in one line; None: it succeeded."""
        self._prepare: Callable[[], None] | None = None

    def make_part(self) -> None:
        """Creates this table's schema on the server if it is missing. Raises SQLAlchemyError."""
        if self._part and self.file is None:
            engine = engine_of(self.place, self._url, "", "tilewatch")
            with engine.begin() as connection:
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {self._part}"))
            engine.dispose()

    def looking_at(self, table: str) -> "Database":
        """This database, reading another table's schema over the same connections."""
        other = copy(self)
        other.quick = self.quick.execution_options(schema_translate_map={None: part_of(table) or None})
        return other

    @property
    def libpq(self) -> str:
        """The server's URL in the form that libpq reads, with the password."""
        return self._url.set(drivername="postgresql").render_as_string(hide_password=False)

    def take(self) -> None:
        """Marks the file as in use. Raises SQLAlchemyError, OSError."""
        if self.owned is not None:
            self.owned.take(self.engine, self.count())

    def only_read(self, prepare: Callable[[], None], why: str) -> None:
        """Allows reading only, for lack of room: `prepare` is called before each write until it succeeds."""
        self._prepare, self.trouble = prepare, why

    def _prepared(self) -> None:
        if self._prepare is not None:
            self._prepare()
            self._prepare = None

    def count(self) -> int:
        """The number of transactions so far. Raises SQLAlchemyError."""
        with self.quick.connect() as connection:
            return connection.execute(select(COUNT.c.count)).scalar() or 0

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when it ends. Raises NotWritten."""
        try:
            self._prepared()
            if self.owned is not None:
                self.owned.check(self.engine)
            with self.in_reach(in_haste=True), self.engine.begin() as connection:
                count = 0 if self.owned is None else _counted(connection)
                yield connection
            if self.owned is not None:
                self.owned.committed(self.engine, count)
        except (SQLAlchemyError, OSError, JournalUnusable) as error:
            self.trouble = plain(error)
            raise NotWritten("not-written", why=self.trouble) from error
        self.trouble = None
        self.keep_log_short()

    def keep_log_short(self) -> None:
        """Writes a long log of a file back into the file."""
        if self.owned is not None:
            self.owned.keep_log_short(self.engine if self._writes else self.quick)

    def note(self, write: Callable[[Connection], None]) -> None:
        """Writes without waiting for the disk; a write that fails is dropped."""
        with suppress(SQLAlchemyError, OSError, JournalUnusable):
            self._prepared()
            if self.owned is not None:
                self.owned.check(self.engine)
            with self.in_reach(in_haste=True), self.quick.begin() as connection:
                write(connection)
            self.trouble = None

    def asked(self, question: Any, in_haste: bool = False) -> list[Any]:
        """The rows that answer a query; `in_haste`: a player who pressed is waiting. Raises JournalUnusable."""
        try:
            with self.in_reach(in_haste), self.quick.connect() as connection:
                return list(connection.execute(question).all())
        except (SQLAlchemyError, OSError) as error:
            raise JournalUnusable(f"the journal cannot be read: {plain(error)}") from error

    @contextmanager
    def in_reach(self, in_haste: bool = False) -> Iterator[None]:
        """A context for queries: fails at once while the server is away, and notes when it stops answering.

        `in_haste`: a player who pressed is waiting, so the server gets only a short time. Raises Away.
        """
        if not self._is_server:
            yield
            return
        self._reach.check()
        try:
            with nullcontext() if self._may_wait or not in_haste else self._haste():
                yield
        except (SQLAlchemyError, InUse) as error:
            if _is_away(error):
                self.trouble = plain(error)
                self._reach.lost(self.trouble)
            raise

    def _haste(self) -> Any:
        from tilewatch.storage.sql.postgresql import in_haste

        return in_haste()

    def _ask(self) -> None:
        """Sends the server `SELECT 1`, on the writing connection if this program writes."""
        engine = self.engine if self._writes else self.quick
        pool = engine.pool  # engine.dispose() meanwhile would replace the pool
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
        if self._reach.is_closed:
            pool.dispose()
            engine.dispose()

    def close(self) -> None:
        """Closes the database."""
        self._reach.close()
        if self.owned is None:
            self.let_go()
        else:
            self.owned.close((self.engine, self.quick), self._last_count())

    def let_go(self) -> None:
        """Closes all connections; the next query opens new ones."""
        self.engine.dispose()
        self.quick.dispose()

    def _last_count(self) -> int | None:
        with suppress(SQLAlchemyError, OSError):
            return self.count() if self._writes else None
        return None


def _is_away(error: Exception) -> bool:
    """Whether an error is the server's, not the query's: it broke off, is shutting down, or has no free connection."""
    if isinstance(error, OperationalError | InterfaceError):
        state = getattr(error.orig, "sqlstate", None)
        return error.connection_invalidated or is_gone(state) or state == FULL
    return isinstance(error, InUse | PoolIsBusy)


def _counted(connection: Connection) -> int:
    """Counts this transaction, and returns the number so far."""
    if not connection.execute(update(COUNT).values(count=COUNT.c.count + 1)).rowcount:
        connection.execute(insert(COUNT).values(count=1))
    return int(connection.execute(select(COUNT.c.count)).scalar_one())
