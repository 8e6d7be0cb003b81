"""A PostgreSQL server: one program writes a table's matches, and a server that hangs is given up.

Only imported where a database is a server's: the driver comes with the extra `club`.
"""

import queue
import threading
import time
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Engine, event

from tilewatch.storage.sql.place import is_gone

T = TypeVar("T")
SILENT = "the database server does not answer"
ANSWER_WITHIN = 1.0
"""Seconds after which a server that says nothing is given up: nothing that it is asked takes a tenth of it."""
IN_HASTE_WITHIN = 0.3
"""Seconds for the same, and for a connection, while somebody waits who pressed a button."""
_waiting = threading.local()
"""Of each thread that is `in_haste`: until when the server may be silent."""
CONNECT_WITHIN = 2
"""Seconds for a connection; the driver takes no fewer."""
TABLE_LOCKED_MS = 200
"""Milliseconds for which a locked table is waited for: the server says so before it is given up for silent."""
DEAD_AFTER = {"tcp_keepalives_idle": 5, "tcp_keepalives_interval": 2, "tcp_keepalives_count": 3}
"""Seconds and attempts after which the server lets the lock of a machine go that vanished."""
WRITERS = 1_746_311_725
"""The class of the advisory locks of whoever writes a table's matches."""


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer, or says that it is ending.

    A statement's own timeout is the server's to keep: one that stands still keeps none. And nobody else closes one that
    fails before it is in the pool: whatever is asked of it as soon as it is made may meet a server that is dying.
    """

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **options: Any) -> T:
        """Waits for the server's answer. Raises psycopg.OperationalError: it does not come."""
        answer = super().wait(self._answered(gen), *args, **options)
        _hears()
        return answer

    def _answered(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        try:
            wanted, end = next(gen), _end_of_patience()
            while True:
                ready = yield wanted
                if not ready and time.monotonic() > end:
                    raise psycopg.OperationalError(SILENT)
                if ready:
                    _hears()
                    end = _end_of_patience()
                wanted = gen.send(ready)
        except StopIteration as answer:
            result: T = answer.value
            return result
        except psycopg.OperationalError as error:
            if is_gone(error.sqlstate):
                self.pgconn.finish()
            raise


@contextmanager
def in_haste() -> Iterator[None]:
    """Somebody waits who pressed a button: in here a server that falls silent is given up sooner.

    The moments of silence count together until it answers: whoever finds it silent does not wait for a connection, too.
    """
    _waiting.until = time.monotonic() + IN_HASTE_WITHIN
    try:
        yield
    finally:
        _waiting.until = None


def _end_of_patience() -> float:
    """When this thread gives a silent server up."""
    until: float | None = getattr(_waiting, "until", None)
    return time.monotonic() + ANSWER_WITHIN if until is None else until


def _hears() -> None:
    """The server answered: it may think about the next question as long again."""
    if getattr(_waiting, "until", None) is not None:
        _waiting.until = time.monotonic() + IN_HASTE_WITHIN


def connected(connect: Callable[[], ImpatientConnection]) -> ImpatientConnection:
    """A connection, made by a thread of its own in haste: the driver waits two seconds at least.

    Raises psycopg.OperationalError.
    """
    until: float | None = getattr(_waiting, "until", None)
    if until is None:
        return connect()
    if until <= time.monotonic():
        raise psycopg.OperationalError(SILENT)
    attempt = _Attempt(connect)
    threading.Thread(target=attempt.run, name="connecting to the database", daemon=True).start()
    made = attempt.made_until(until)
    _hears()
    return made


class _Attempt:
    """A connection that is being made; one that nobody waits for any more is closed."""

    def __init__(self, connect: Callable[[], ImpatientConnection]) -> None:
        self._connect, self._lock, self._is_late = connect, threading.Lock(), False
        self._made: queue.SimpleQueue[ImpatientConnection | psycopg.Error] = queue.SimpleQueue()

    def run(self) -> None:
        """Makes it."""
        try:
            made = self._connect()
        except psycopg.Error as error:
            self._made.put(error)
            return
        with self._lock:
            self._made.put(made)
            if self._is_late:
                made.close()

    def made_until(self, end: float) -> ImpatientConnection:
        """It, as soon as it is made. Raises psycopg.OperationalError."""
        try:
            made = self._made.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            made = self._given_up()
        if isinstance(made, psycopg.Error):
            raise made
        return made

    def _given_up(self) -> ImpatientConnection | psycopg.Error:
        with self._lock:
            self._is_late = self._made.empty()
            return psycopg.OperationalError(SILENT) if self._is_late else self._made.get()


def connect_args(name: str, part: str = "") -> dict[str, Any]:
    """How to connect; `name` tells the server who it is, `part` is the schema that is meant."""
    limits: dict[str, object] = {"statement_timeout": round(ANSWER_WITHIN * 1000), "lock_timeout": TABLE_LOCKED_MS}
    limits |= DEAD_AFTER | ({"search_path": part} if part else {})
    options = " ".join(f"-c {setting}={value}" for setting, value in limits.items())
    patience = {"connect_timeout": CONNECT_WITHIN, "tcp_user_timeout": round(ANSWER_WITHIN * 2000)}
    return {**patience, "application_name": name, "options": options}


def give_up_a_server_that_hangs(engine: Engine) -> None:
    """Makes every connection of an engine an impatient one."""

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, args: Any, options: Any) -> ImpatientConnection:
        return connected(lambda: ImpatientConnection.connect(*args, **options))


def is_sole_writer(connection: psycopg.Connection[Any], table: str, name: str) -> bool:
    """Whether this connection may write a table's matches: it holds their lock for as long as it lives.

    A connection of the same program (by its `name`) that it gave up, but not yet the server, is ended.
    """
    key = zlib.crc32(table.encode()) - (1 << 31)
    if not _takes(connection, key):
        mine = "application_name = %s AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid, 500) FROM pg_stat_activity WHERE {mine}", (name,))
        if not _takes(connection, key):
            return False
    connection.commit()
    return True


def _takes(connection: psycopg.Connection[Any], key: int) -> bool:
    (taken,) = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (WRITERS, key)).fetchone() or (False,)
    return bool(taken)
