"""The demo beside the real table: with a page of its own and a new match each time."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tilewatch.demo.table import DemoTable
from vision.reading import TableReading


class SeesNothing:
    """A reader to which every table is empty."""

    def read(self, picture: np.ndarray, known: object = None) -> TableReading:
        return TableReading(picture.shape[1], picture.shape[0], (), (), {})


@pytest.fixture
def demo() -> Iterator[DemoTable]:
    demo = DemoTable(SeesNothing(), 8017, lambda: ["127.0.0.1"])
    yield demo
    demo.close()


def read(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        return str(answer.read().decode())


def test_it_plays_at_a_page_of_its_own_that_leads_back(demo: DemoTable) -> None:
    port, _ = demo.begin()
    assert 'href="http://127.0.0.1:8017/"' in read(port, "/")
    state: dict[str, Any] = {"match": None}
    while state["match"] is None:
        state = json.loads(read(port, "/api/state"))
    assert [player["name"] for player in state["players"]] == ["Ada", "Bo", "Cy"]


def test_whoever_wants_it_again_sees_it_from_the_beginning(demo: DemoTable) -> None:
    first, _ = demo.begin()
    second, _ = demo.begin()
    assert second != first
    assert read(second, "/more")
    with pytest.raises(urllib.error.URLError):
        read(first, "/more")


def pressed(port: int, cookie: str) -> int:
    """How an empty photograph of a rack is answered."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/rack", b"", {"Cookie": cookie})
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_only_whoever_began_it_presses_its_buttons(demo: DemoTable) -> None:
    """A stranger must not keep the reader busy, which the real table shares."""
    port, sessions = demo.begin()
    assert pressed(port, "") == 403
    assert pressed(port, f"tilewatch-demo={sessions.begin('tablet')}") == 400


def test_of_several_who_want_it_at_once_one_demo_is_left(demo: DemoTable) -> None:
    with ThreadPoolExecutor(2) as devices:
        ports = list(devices.map(lambda _device: demo.begin()[0], range(2)))
    served = 0
    for port in ports:
        try:
            served += bool(read(port, "/more"))
        except urllib.error.URLError:
            continue
    assert served == 1
