"""The two databases that can hold a journal, and the faults of each."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import psycopg

from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.schema import DAMAGED, EVENTS


class Store(Protocol):
    """A database for a journal."""

    place: str

    def execute(self, statement: str) -> list[Any]:
        """Runs a statement in the database as another client; returns the rows."""
        ...

    def locked(self) -> Any:
        """A block in which another client locks the events."""
        ...

    def full(self, journal: Journal) -> Any:
        """A block in which the disk has no room for a long event."""
        ...

    def put_aside(self) -> int:
        """How many damaged events were put aside."""
        ...


class SqliteStore:
    """A store in an SQLite file."""

    def __init__(self, file: Path) -> None:
        self.file, self.place = file, str(file)

    def execute(self, statement: str) -> list[Any]:
        with closing(sqlite3.connect(self.file)) as database:
            rows = database.execute(statement).fetchall()
            database.commit()
            return rows

    @contextmanager
    def locked(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    @contextmanager
    def full(self, journal: Journal) -> Iterator[None]:
        with journal.database.engine.begin() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        yield
        with journal.database.engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=100000")

    def put_aside(self) -> int:
        aside = self.file.parent.glob(f"{self.file.name}.damaged-*.jsonl")
        return sum(file.read_text(encoding="utf-8").count("\n") for file in aside)


class PostgresqlStore:
    """A server's database."""

    def __init__(self, url: str) -> None:
        self.place = url

    def execute(self, statement: str) -> list[Any]:
        with psycopg.connect(self.place, autocommit=True) as database:
            cursor = database.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def locked(self) -> Iterator[None]:
        with psycopg.connect(self.place) as other:
            other.execute(f"LOCK TABLE {EVENTS.name} IN EXCLUSIVE MODE".encode())
            yield
            other.rollback()

    @contextmanager
    def full(self, journal: Journal) -> Iterator[None]:
        self.execute(f"ALTER TABLE {EVENTS.name} ADD CONSTRAINT is_full CHECK (length(body) < 1000)")
        yield
        self.execute(f"ALTER TABLE {EVENTS.name} DROP CONSTRAINT is_full")

    def put_aside(self) -> int:
        ((is_there,),) = self.execute(f"SELECT to_regclass('{DAMAGED.name}') IS NOT NULL")
        return len(self.execute(f"SELECT * FROM {DAMAGED.name}")) if is_there else 0
