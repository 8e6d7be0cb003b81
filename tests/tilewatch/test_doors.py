"""How phones reach the page: over HTTP, and over HTTPS with this machine's own certificate."""

import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tilewatch import doors as opening
from tilewatch.doors import Doors
from tilewatch.networks import Kind, Network
from tilewatch.server import server
from tilewatch.threads import Threads
from web.contract import BadRequest, Conflict

HOME, WORK = Network("127.0.0.2", Kind.WIFI, "wlan0"), Network("127.0.0.3", Kind.VPN, "tun0")
"""The home network, and a VPN's, both on this machine itself."""


@pytest.fixture
def doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Doors]:
    """Doors of a page whose network is this machine itself; they are closed at the end."""
    served = []
    monkeypatch.setattr(opening, "server", lambda *asked: served.append(server(*asked)) or served[-1])
    page = Flask("page")
    page.add_url_rule("/", view_func=lambda: "the page")
    threads = Threads(lambda: None)
    yield Doors(page, 0, tmp_path / "game.https.pem", threads, look=lambda: (HOME, WORK))
    for one in served:
        one.close()
    threads.stop()


def read(address: str, trusted: Path | None = None) -> str:
    context = ssl.create_default_context(cafile=trusted) if trusted else None
    with urllib.request.urlopen(address, timeout=20, context=context) as answer:
        return str(answer.read().decode())


def test_phones_are_let_in_over_http_and_over_https(doors: Doors) -> None:
    """The certificate names the address: a phone that trusts the certificate shows no warning."""
    doors.let_phones_in()
    assert read(doors.app.config["TILEWATCH_ADDRESS"]) == "the page"
    assert read(doors.app.config["TILEWATCH_SECURE"], doors.certificate) == "the page"


def test_letting_phones_in_twice_opens_nothing_more(doors: Doors) -> None:
    doors.let_phones_in()
    before = dict(doors.app.config)
    doors.let_phones_in()
    assert dict(doors.app.config) == before


@pytest.mark.parametrize(("found", "said"), [((), "in no network:"), ((WORK,), "only in those of a VPN")])
def test_a_machine_in_no_network_of_this_house_says_so(doors: Doors, found: tuple[Network, ...], said: str) -> None:
    doors.look = lambda: found
    with pytest.raises(Conflict, match=said):
        doors.let_phones_in()
    assert doors.told()["ways"] == []


def test_another_network_is_open_once_somebody_chose_it_and_the_first_is_shut(doors: Doors) -> None:
    doors.let_phones_in()
    first = doors.pages[0]
    doors.choose([WORK.address])
    assert read(doors.app.config["TILEWATCH_ADDRESS"]) == "the page"
    assert [one["open"] for one in doors.told()["networks"]] == [False, True]
    with pytest.raises(urllib.error.URLError):
        read(first)


def test_what_is_no_address_of_this_machine_cannot_be_chosen(doors: Doors) -> None:
    with pytest.raises(BadRequest, match=r"192\.0\.2\.7"):
        doors.choose(["192.0.2.7"])


def test_where_this_machine_leaves_its_network_the_door_waits_for_it(doors: Doors) -> None:
    told: list[str | None] = []
    doors.tell = told.append
    doors.let_phones_in()
    doors._arrange(())
    assert told == [doors.pages[0], None]
    doors._arrange((HOME,))
    assert (told[2], read(doors.pages[0])) == (told[0], "the page")
