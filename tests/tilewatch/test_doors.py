"""How phones come in: over HTTP, and over HTTPS with a certificate that was made here."""

import ssl
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tilewatch import doors as opening
from tilewatch.doors import Doors
from tilewatch.server import server
from tilewatch.threads import Threads
from web.contract import Conflict


@pytest.fixture
def doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Doors]:
    """Doors of a page on this machine, whose network is the machine itself; they close in the end."""
    served = []
    monkeypatch.setattr(opening, "own_address", lambda: "127.0.0.1")
    monkeypatch.setattr(opening, "server", lambda *asked: served.append(server(*asked)) or served[-1])
    page = Flask("page")
    page.add_url_rule("/", view_func=lambda: "the page")
    threads = Threads(lambda: None)
    yield Doors(page, 0, tmp_path / "game.https.pem", threads)
    for one in served:
        one.close()
    threads.stop()


def read(address: str, trusted: Path | None = None) -> str:
    context = ssl.create_default_context(cafile=trusted) if trusted else None
    with urllib.request.urlopen(address, timeout=20, context=context) as answer:
        return str(answer.read().decode())


def test_phones_are_let_in_over_http_and_over_https(doors: Doors) -> None:
    """The certificate names the address: whoever trusts it gets no warning at all."""
    doors.let_phones_in()
    assert read(doors.app.config["TILEWATCH_ADDRESS"]) == "the page"
    assert read(doors.app.config["TILEWATCH_SECURE"], doors.certificate) == "the page"


def test_letting_phones_in_twice_opens_nothing_more(doors: Doors) -> None:
    doors.let_phones_in()
    before = dict(doors.app.config)
    doors.let_phones_in()
    assert dict(doors.app.config) == before


def test_a_machine_in_no_network_says_so(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "own_address", lambda: None)
    with pytest.raises(Conflict, match="in no network"):
        doors.let_phones_in()
