"""What can be saved of an SQLite file whose pages are damaged: it is put aside whole, and what can be read copied."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Table

from tilewatch.storage.sql.schema import COUNT, EVENTS, HEADS, NOTES, PRESSES, PROFILES, SCHEMA
from tilewatch.storage.sql.sqlite_file import log_of

Row = tuple[object, ...]


def salvaged(file: Path, why: str) -> str:
    """Puts a damaged file aside and makes a new one of what can be read of it; the sentence that says so.

    Raises OSError, sqlite3.Error: not even that is possible.
    """
    aside = file.with_name(f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    log, shared = log_of(file), file.with_name(file.name + "-shm")
    shared.unlink(missing_ok=True)
    file.rename(aside)
    if log.exists():
        log.rename(log_of(aside))
    with closing(sqlite3.connect(aside)) as damaged, closing(sqlite3.connect(file)) as new:
        for table in (SCHEMA, EVENTS, HEADS, NOTES, PRESSES, PROFILES, COUNT):
            _copy(damaged, new, table)
        new.commit()
    return f"{file.name} is damaged ({why}): it was put aside as {aside.name}, and what could be read was kept"


def _copy(damaged: sqlite3.Connection, new: sqlite3.Connection, table: Table) -> None:
    with suppress(sqlite3.Error):
        (made,) = damaged.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table.name,)).fetchone() or (None,)
        if made is None:
            return
        new.execute(made)
        rows = {row[: len(table.primary_key)]: row for row in _readable(damaged, table)}
        places = ",".join("?" * max(map(len, rows.values()), default=1))
        new.executemany(f"INSERT OR IGNORE INTO {table.name} VALUES ({places})", rows.values())


def _readable(damaged: sqlite3.Connection, table: Table) -> Iterator[Row]:
    """The rows from the first on until one cannot be read, and from the last on backwards."""
    for order in ("ASC", "DESC"):
        by = ", ".join(f'"{column.name}" {order}' for column in table.primary_key)
        with suppress(sqlite3.Error):
            yield from damaged.execute(f"SELECT * FROM {table.name} ORDER BY {by}")
