"""What tests of every room may ask for: a PostgreSQL of their own. And how they are dealt out to several processes."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """`--dist loadfile`, one browser at a time; another way that somebody asks for stays as it is."""
    if config.getvalue("dist") != "loadfile":
        return None
    from tests.two_at_once import OneBrowserAtATime

    return OneBrowserAtATime(config, log)
