"""How this program connects to a journal's database: SQLite's way of writing, a server's one connection that writes."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from tilewatch.storage.sql.place import InUse, JournalUnusable, plain, shown

LOCK_PATIENCE_MS = 300
"""How long a locked database is waited for; players should not wait."""
Hold = Callable[[Any], None]


def engine_of(place: str, url: URL, synchronous: str, name: str, hold: Hold | None = None, part: str = "") -> Engine:
    """`name`: who it is that connects to a server. `hold`: makes the one connection that writes there a writer's."""
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
    """Write-ahead log; with FULL every commit is on the disk before it counts."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={LOCK_PATIENCE_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={synchronous}")
    cursor.close()


def hold_as_writer(connection: Any, table: str, name: str) -> None:
    """One connection writes, and holds the server's lock for as long as it lives."""
    from tilewatch.storage.sql.postgresql import is_sole_writer

    if not is_sole_writer(connection, table, name):
        connection.close()
        raise InUse("the database is in use by another tilewatch")
