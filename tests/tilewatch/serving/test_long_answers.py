"""Long answers are sent while they are made, and never made further than the client has read."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask, Response

from tests.tilewatch.serving.test_serving import Source, connected, heard, serving
from web.contract import NotReadable

MEGABYTE = b"x" * 1_000_000


class Telling:
    """A page whose answer is made part by part, the second part on request."""

    def __init__(self) -> None:
        self.made, self.go_on, self.closed = 0, threading.Event(), threading.Event()
        self.app = Flask("long")
        self.app.add_url_rule("/parts", "parts", view_func=lambda: Response(self._parts()))
        self.app.add_url_rule("/endless", "endless", view_func=lambda: Response(self._endless()))
        self.app.add_url_rule("/broken", "broken", view_func=lambda: Response(self._broken()))

    def _parts(self) -> Iterator[bytes]:
        yield b"first "
        self.go_on.wait(20)
        yield b""
        yield b"second"

    def _endless(self) -> Iterator[bytes]:
        try:
            while True:
                self.made += 1
                yield MEGABYTE
        finally:
            self.closed.set()

    def _broken(self) -> Iterator[bytes]:
        yield b"first "
        raise NotReadable("not-readable", why="the disk is gone")


@pytest.fixture
def telling() -> Telling:
    return Telling()


@pytest.fixture
def port(telling: Telling) -> Iterator[int]:
    with serving(Source(), app=telling.app) as made:
        yield made.port


def test_a_part_is_sent_before_the_next_one_is_made(telling: Telling, port: int) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/parts")
        answer = connection.getresponse()
        assert answer.read(6) == b"first "
        telling.go_on.set()
        assert answer.read() == b"second"


def test_of_an_answer_that_nobody_takes_no_more_is_made_and_its_making_ends(telling: Telling, port: int) -> None:
    with connected(port, b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n") as listener:
        heard(listener, b"xxxx")
    assert telling.closed.wait(20)
    assert telling.made < 50


def test_an_answer_that_breaks_off_is_not_taken_for_the_whole(port: int) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/broken")
        answer = connection.getresponse()
        with pytest.raises(http.client.IncompleteRead):
            answer.read()
