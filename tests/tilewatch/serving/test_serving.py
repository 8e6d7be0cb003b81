"""The server on loopback: whole requests are answered, listeners cost no thread, and slow clients are dropped."""

import http.client
import json
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, request

import tilewatch.server
from tests.web.conftest import PIN, FakeTable
from tilewatch.certificate import certificate_for
from tilewatch.server import Certificate, PortTaken, Server, server
from tilewatch.serving import budget, connection, gateway, places, requests
from web.app import create_app
from web.routes.feed import listening_to
from web.security import LARGEST_BODY

HELLO = b"GET /hello HTTP/1.1\r\nHost: localhost\r\n"


class Source:
    """A news source driven by a test."""

    def __init__(self) -> None:
        self.version, self.news = 1, threading.Condition()

    def tell(self) -> None:
        with self.news:
            self.version += 1
            self.news.notify_all()

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        with self.news:
            self.news.wait_for(lambda: self.version > version, min(patience, 0.05))
            return self.version, json.dumps({"version": self.version})


@pytest.fixture
def source() -> Source:
    return Source()


def page(source: Source) -> Flask:
    app = Flask("page")

    @app.get("/hello")
    def hello() -> dict[str, Any]:
        return {"scheme": request.scheme, "from": request.remote_addr, "cookies": dict(request.cookies)}

    @app.post("/length")
    def length() -> dict[str, Any]:
        return {"length": len(request.get_data()), "told": request.content_length}

    @app.get("/events")
    def events() -> Response:
        return listening_to(source)

    return app


@contextmanager
def serving(source: Source, certificate: Certificate | None = None, app: Flask | None = None) -> Iterator[Server]:
    made = server(app or page(source), "127.0.0.1", 0, certificate)
    thread = threading.Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        made.close()
        thread.join()


@pytest.fixture
def port(source: Source) -> Iterator[int]:
    with serving(source) as made:
        yield made.port


def asked(port: int, method: str, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request(method, path, body, **options)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()) if answer.status == 200 else answer.read()


@contextmanager
def connected(port: int, said: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(said)
        yield connection


def heard(connection: socket.socket, until: bytes) -> bytes:
    """The bytes that come over the wire, up to the given ones or to the end."""
    told = b""
    with suppress(ConnectionResetError):
        while until not in told and (part := connection.recv(4096)):
            told += part
    return told


def test_the_page_hears_who_asks_and_how(port: int) -> None:
    told = {"scheme": "http", "from": "127.0.0.1", "cookies": {"a": "1", "b": "2"}}
    assert asked(port, "GET", "/hello", headers={"Cookie": "a=1; b=2", "X-Forwarded-For": "10.0.0.1"}) == (200, told)


def test_a_body_may_come_in_one_piece_or_in_chunks(port: int) -> None:
    whole = {"length": 3000, "told": 3000}
    assert asked(port, "POST", "/length", bytes(3000)) == (200, whole)
    assert asked(port, "POST", "/length", iter([bytes(1000)] * 3), encode_chunked=True) == (200, whole)


def test_of_a_body_in_chunks_no_more_is_read_than_of_one_whose_length_is_told(port: int) -> None:
    """The page refuses bodies of this length (web.security); the page of this test does not, so it shows the server's
    own limit."""
    chunks = iter([bytes(1000)] * (LARGEST_BODY // 1000 + 1))
    status, told = asked(port, "POST", "/length", chunks, encode_chunked=True)
    assert (status, told["length"]) == (200, 0)
    assert told["told"] > LARGEST_BODY


def test_a_listener_hears_the_news_and_goes_home_when_the_server_stops(source: Source) -> None:
    with serving(source) as made, connected(made.port, HELLO.replace(b"hello", b"events") + b"\r\n") as listener:
        assert b'data: {"version": 1}' in heard(listener, b'{"version": 1}\n\n')
        source.tell()
        assert b"id: 2\nevent: state\n" in heard(listener, b'{"version": 2}\n\n')
        made.close()
        assert heard(listener, b"0\r\n\r\n").endswith(b"0\r\n\r\n")


def test_listeners_cost_no_threads(port: int, source: Source) -> None:
    before = threading.active_count()
    listeners = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(40)]
    for listener in listeners:
        listener.sendall(HELLO.replace(b"hello", b"events") + b"\r\n")
        heard(listener, b'{"version": 1}\n\n')
    assert threading.active_count() < before + 20
    source.tell()
    for listener in listeners:
        assert b'{"version": 2}' in heard(listener, b'{"version": 2}\n\n')
        listener.close()


@pytest.mark.parametrize("said", [b"", b"\r\n", HELLO])
def test_who_does_not_say_what_is_wanted_is_shed(said: bytes, monkeypatch: pytest.MonkeyPatch, source: Source) -> None:
    monkeypatch.setattr(connection, "HEAD_WITHIN", 0.1)
    with serving(source) as made, connected(made.port, said) as dawdler:
        heard(dawdler, b"nothing of the kind")


def test_a_stranger_too_many_makes_room_by_its_own_oldest_and_who_was_let_in_stays(
    monkeypatch: pytest.MonkeyPatch, source: Source
) -> None:
    """Two streams of a stranger hold all places for strangers; a third stream replaces the first."""
    monkeypatch.setattr(budget, "OWN_ADDRESSES", ())
    monkeypatch.setattr(tilewatch.server, "MOST_CONNECTIONS", 8)
    listen = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n"
    app = create_app(FakeTable(), PIN)
    cookie = app.test_client().post("/api/pin", json={"pin": PIN}).headers["Set-Cookie"].partition(";")[0]
    with serving(source, app=app) as made, connected(made.port) as family:
        family.sendall(listen + b"Cookie: " + cookie.encode() + b"\r\n\r\n")
        assert heard(family, b"event: state").startswith(b"HTTP/1.1 200 ")
        with ExitStack() as closing:
            strangers = []
            for _ in range(3):
                strangers.append(closing.enter_context(connected(made.port, listen + b"\r\n")))
                assert heard(strangers[-1], b"event: state").startswith(b"HTTP/1.1 200 ")
            heard(strangers[0], b"the end: it is sent away")
            family.settimeout(0.05)
            with pytest.raises(TimeoutError):
                heard(family, b"nothing of the kind")


def test_a_stranger_who_comes_again_and_again_is_let_go_before_its_request_is_awaited(
    monkeypatch: pytest.MonkeyPatch, source: Source
) -> None:
    monkeypatch.setattr(budget, "OWN_ADDRESSES", ())
    monkeypatch.setattr(tilewatch.server, "MOST_CONNECTIONS", 8)
    monkeypatch.setattr(places, "COMES_AGAIN", 0)
    with serving(source) as made, connected(made.port, HELLO), connected(made.port, HELLO) as slow:
        with connected(made.port) as third:
            assert heard(third, b"nothing of the kind") == b""
        slow.sendall(b"\r\n")
        assert heard(slow, b"}").startswith(b"HTTP/1.1 200 ")


def test_strangers_wait_for_their_few_threads_and_the_family_does_not(
    monkeypatch: pytest.MonkeyPatch, source: Source
) -> None:
    monkeypatch.setattr(gateway, "FOR_STRANGERS", 1)
    monkeypatch.setattr(budget, "OWN_ADDRESSES", ())
    app, is_let_go = page(source), threading.Event()
    app.add_url_rule("/wait", view_func=lambda: {"waited": is_let_go.wait(20)})
    with serving(source, app=app) as made:
        belongs = app.extensions["tilewatch.budget"].belongs
        app.extensions["tilewatch.budget"].belongs = lambda address, headers: (b"family", b"1") in headers
        assert not belongs("10.0.0.1", [])
        with connected(made.port, b"GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n") as waiting:
            assert asked(made.port, "GET", "/hello", headers={"Family": "1"})[0] == 200
            is_let_go.set()
            assert heard(waiting, b"}").startswith(b"HTTP/1.1 200 ")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address, Windows no limit")
@pytest.mark.parametrize("limit", [40, 256])
def test_with_few_descriptors_strangers_are_let_go_and_one_line_says_so(limit: int) -> None:
    """Runs as a program of its own, because the limit applies to a process."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.tilewatch.serving.few_descriptors", str(limit)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ended.stdout == "200\n"
    assert "Traceback" not in ended.stderr
    said = ended.stderr.splitlines()
    assert len(set(said)) == len(said) <= 2, "once for what is no request, once for the system's refusal"


def test_a_head_without_an_end_is_not_kept(port: int) -> None:
    endless = (b"X-More: " + b"x" * 1000 + b"\r\n") * 40
    with connected(port, HELLO + endless) as talker:
        assert heard(talker, b"nothing of the kind") == b""


def test_a_body_that_comes_too_slowly_is_refused(monkeypatch: pytest.MonkeyPatch, source: Source) -> None:
    monkeypatch.setattr(requests, "SECONDS", 0.1)
    head = b"POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
    with serving(source) as made, connected(made.port, head + b"1") as dawdler:
        assert heard(dawdler, b"nothing of the kind").startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("kind", [b"Content-Length: 9000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n20000\r\n"])
def test_a_photograph_is_read_only_of_whom_may_send_one(source: Source, kind: bytes) -> None:
    """A client without a session could otherwise fill the machine's memory with photographs."""
    head = b"POST /api/rack HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n"
    with serving(source, app=create_app(FakeTable(), PIN)) as made:
        with connected(made.port, head + kind + bytes(0x10000)) as guest:
            guest.sendall(bytes(100))
            assert heard(guest, b"}").startswith(b"HTTP/1.1 403 ")
        form = b'--b\r\nContent-Disposition: form-data; name="player"\r\n\r\n' + b"x" * LARGEST_BODY + b"\r\n--b--"
        told = {"Content-Type": "multipart/form-data; boundary=b", "X-Table-Pin": PIN}
        assert asked(made.port, "POST", "/api/rack", form, headers=told)[0] == 400


def test_a_port_that_is_taken_is_said(port: int, source: Source) -> None:
    with pytest.raises(PortTaken, match=f"127.0.0.1:{port}"):
        server(page(source), "127.0.0.1", port)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not here to make a certificate")
def test_with_a_certificate_it_speaks_https(tmp_path: Path, source: Source) -> None:
    made = Certificate(tmp_path / "chain.pem", tmp_path / "key.pem")
    names = ["-subj", "/CN=table", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(made.key), "-out", str(made.chain)]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subprocess.run(["openssl", "req", "-x509", *kind, *names, *files], check=True, capture_output=True)
    trusting = ssl.create_default_context(cafile=str(made.chain))
    with serving(source, made) as secure:
        connection = http.client.HTTPSConnection("127.0.0.1", secure.port, timeout=20, context=trusting)
        with closing(connection):
            connection.request("GET", "/hello")
            assert json.loads(connection.getresponse().read())["scheme"] == "https"


def test_who_connects_over_https_and_then_says_nothing_is_shed_like_who_sends_no_request(
    tmp_path: Path, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tilewatch.server, "HANDSHAKE_WITHIN", 0.2, raising=False)
    with (
        serving(source, certificate_for(tmp_path / "kept.pem", ["127.0.0.1"])) as secure,
        connected(secure.port) as guest,
    ):
        assert heard(guest, b"anything") == b""
