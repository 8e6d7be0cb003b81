"""The database behind a journal: a file of SQLite's, or whatever server SQLAlchemy knows."""

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

LOCK_PATIENCE_MS = 300
"""How long a locked SQLite file is waited for; players should not wait, the journal can."""


class JournalUnusable(ValueError):
    """What was named cannot be a journal; the message says why."""


def engine_of(place: str, synchronous: str) -> Engine:
    """The way to a database. `synchronous`: how long SQLite waits for the disk. Raises JournalUnusable."""
    url = url_of(place)
    try:
        engine = create_engine(url)
    except (SQLAlchemyError, ImportError) as error:
        raise JournalUnusable(f"{place}: {plain(error)}") from error
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: _set_up(connection, synchronous))
    return engine


def url_of(place: str) -> URL:
    """A database's URL; what is none is a file of SQLite's. Raises JournalUnusable."""
    if "://" not in place:
        return URL.create("sqlite", database=str(Path(place)))
    try:
        url = make_url(place)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise JournalUnusable(f"{place}: {plain(error)}") from error
    return url


def _set_up(connection: Any, synchronous: str) -> None:
    """Write-ahead log; with FULL every commit is on the disk before it counts."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={LOCK_PATIENCE_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={synchronous}")
    cursor.close()


def plain(error: BaseException) -> str:
    """What went wrong in one line, without SQL."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
