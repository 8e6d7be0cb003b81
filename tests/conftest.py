"""Fixtures for tests of every room, among them a PostgreSQL server, and the order in which test files begin."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from types import CodeType
from typing import Any

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from referee.tournament import seat_plans, tournament
from tests.cluster import Cluster, NoPostgresql, cluster

# Set before numpy is imported. Tests already run in parallel, and threads for products would wait for each other: a set
# of tiles was learnt in 1.9 s instead of 0.5.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
WAITING = ("tests/games/", "tests/web/browser/")
FRESH_OBJECTS = 20_000
"""Objects allocated between two garbage collections; with Python's 700, collections take a tenth of the suite's
time."""


class Compiled(BytecodeCache):
    """Templates, compiled for the first page and reused for every later page."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Loads a template's bytecode if the template was compiled and has not changed."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps a template's code."""
        self._kept[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(autouse=True, scope="session")
def _seats_quickly() -> Iterator[None]:
    """Lets tournaments seat their players quickly; the quality of the seats is tested in test_seating."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(tournament, "seat_plans", partial(seat_plans, swaps=500))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server for each session and worker. Without PostgreSQL the test is skipped, with the reason."""
    with ExitStack() as closing:
        try:
            server = closing.enter_context(cluster())
        except NoPostgresql as missing:
            pytest.skip(str(missing))
        yield server


@pytest.fixture
def postgresql_database(postgresql: Cluster) -> str:
    """The URL of an empty database, the same for each test; a test that needs several asks for `new_database`."""
    return postgresql.emptied()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Alternates files that wait for a film or a browser with files that only compute and fill the processor."""
    files = {item.nodeid.partition("::")[0]: None for item in items}
    kinds = [[file for file in files if file.startswith(WAITING) is waits] for waits in (True, False)]
    place = {file: number / len(kind) for kind in kinds for number, file in enumerate(kind)}
    items.sort(key=lambda item: place[item.nodeid.partition("::")[0]])


def compiled_once(compiled: Callable[[Rule, bool], Any]) -> Callable[[Rule, bool], Any]:
    """Caches werkzeug's function that compiles the builder of an address, for all pages: a page has some 250
    addresses."""
    known: dict[tuple[object, ...], Any] = {}

    def kept(rule: Rule, append_unknown: bool = True) -> Any:
        key = (*rule._trace, repr(rule.defaults), append_unknown)
        if key not in known:
            known[key] = compiled(rule, append_unknown)
        return known[key]

    return kept


def pytest_collection_finish() -> None:
    """Freezes the objects that the tests consist of, so that garbage collection skips them; compiles templates once."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
    if compiled := getattr(Rule, "_compile_builder", None):
        Rule._compile_builder = compiled_once(compiled)  # type: ignore[assignment, method-assign]
    gc.collect()
    gc.freeze()
    gc.set_threshold(FRESH_OBJECTS)
