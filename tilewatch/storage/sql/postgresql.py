"""A PostgreSQL server: one program writes a table's matches, and a server that hangs is given up.

Imported only for a database on a server: the driver comes with the extra `club`.
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
"""Seconds of silence after which a server is given up; no query takes a tenth of it."""
IN_HASTE_WITHIN = 0.3
"""Seconds for an answer, and for a connection, while a player who pressed is waiting."""
_waiting = threading.local()
"""For each thread that is `in_haste`: until when the server may be silent, in monotonic seconds."""
CONNECT_WITHIN = 2
"""Seconds for a connection; the driver's minimum."""
TABLE_LOCKED_MS = 200
"""Milliseconds to wait for a locked table: the server reports it before it is given up as silent."""
DEAD_AFTER = {"tcp_keepalives_idle": 5, "tcp_keepalives_interval": 2, "tcp_keepalives_count": 3}
"""Seconds and attempts after which the server releases the lock of a machine that vanished."""
WRITERS = 1_746_311_725
"""Class of the advisory locks held by writers of a table's matches."""


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that closes itself when the server does not answer, or is shutting down.

    A statement's timeout is enforced by the server, which cannot do so while it hangs. It also closes itself if it
    fails before it is in the pool, which would not close it: the first query after connecting may meet a server that is
    shutting down.
    """

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **options: Any) -> T:
        """The server's answer. Raises psycopg.OperationalError: it does not come."""
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
    """A context in which a silent server is given up sooner, because a player who pressed is waiting.

    Silences add up until the server answers: a thread that found it silent does not also wait for a connection.
    """
    _waiting.until = time.monotonic() + IN_HASTE_WITHIN
    try:
        yield
    finally:
        _waiting.until = None


def _end_of_patience() -> float:
    """When this thread gives a silent server up, in monotonic seconds."""
    until: float | None = getattr(_waiting, "until", None)
    return time.monotonic() + ANSWER_WITHIN if until is None else until


def _hears() -> None:
    """Restarts the time limit: the server answered."""
    if getattr(_waiting, "until", None) is not None:
        _waiting.until = time.monotonic() + IN_HASTE_WITHIN


def connected(connect: Callable[[], ImpatientConnection]) -> ImpatientConnection:
    """A connection; in haste it is made in a thread of its own, because the driver waits at least two seconds.

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
    """A connection being made; it is closed if nobody waits for it any more."""

    def __init__(self, connect: Callable[[], ImpatientConnection]) -> None:
        self._connect, self._lock, self._is_late = connect, threading.Lock(), False
        self._made: queue.SimpleQueue[ImpatientConnection | psycopg.Error] = queue.SimpleQueue()

    def run(self) -> None:
        """Makes the connection."""
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
        """The connection, once it is made, at latest by `end` in monotonic seconds. Raises psycopg.OperationalError."""
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
    """The driver's arguments; `name`: the application name for the server, `part`: the schema."""
    limits: dict[str, object] = {"statement_timeout": round(ANSWER_WITHIN * 1000), "lock_timeout": TABLE_LOCKED_MS}
    limits |= DEAD_AFTER | ({"search_path": part} if part else {})
    options = " ".join(f"-c {setting}={value}" for setting, value in limits.items())
    patience = {"connect_timeout": CONNECT_WITHIN, "tcp_user_timeout": round(ANSWER_WITHIN * 2000)}
    return {**patience, "application_name": name, "options": options}


def give_up_a_server_that_hangs(engine: Engine) -> None:
    """Makes every connection of an engine an ImpatientConnection."""

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, args: Any, options: Any) -> ImpatientConnection:
        return connected(lambda: ImpatientConnection.connect(*args, **options))


def is_sole_writer(connection: psycopg.Connection[Any], table: str, name: str) -> bool:
    """Whether this connection holds the lock to write a table's matches, for as long as it lives.

    An older connection of the same program (by its `name`), closed here but still open on the server, is ended first.
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
