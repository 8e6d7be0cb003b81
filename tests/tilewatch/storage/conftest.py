"""Rules for a journal hold for both databases: each test with a `store` runs on SQLite and on PostgreSQL."""

from pathlib import Path

import pytest

from tests.tilewatch.storage.stores import PostgresqlStore, SqliteStore, Store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """An empty database for a journal."""
    if request.param == "sqlite":
        return SqliteStore(tmp_path / "game.db")
    return PostgresqlStore(request.getfixturevalue("postgresql_database"))
