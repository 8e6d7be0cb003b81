"""What tests of every room may ask for: a PostgreSQL of their own."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.cluster import Cluster, NoPostgresql, cluster


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server, one a session and worker; left out, with the reason, where there is none."""
    with ExitStack() as closing:
        try:
            server = closing.enter_context(cluster())
        except NoPostgresql as missing:
            pytest.skip(str(missing))
        yield server


@pytest.fixture
def postgresql_database(postgresql: Cluster) -> str:
    """The URL of an empty database on it, the same each time; who needs several asks for `new_database`."""
    return postgresql.emptied()
