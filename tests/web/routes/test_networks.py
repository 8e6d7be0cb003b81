"""This machine's networks as a page shows them: the devices that arrived, and likely reasons if none do."""

from collections.abc import Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import PIN
from web.records.networks import DoorsTold
from web.routes.networks import MOST, Arrivals, reasons

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
HOME = {"address": "192.168.1.20", "kind": "wifi", "card": "wlan0", "open": True}
VPN = {"address": "10.8.0.2", "kind": "vpn", "card": "tun0", "open": False}


class FakeDoors:
    """Doors that are open for a while."""

    def __init__(self) -> None:
        self.chosen: Sequence[str] = ()
        self.open_for = 59.0
        self.addresses = ("192.168.1.20",)

    def let_phones_in(self) -> None:
        """Opens no network."""

    def choose(self, addresses: Sequence[str]) -> None:
        self.chosen = addresses

    def told(self) -> DoorsTold:
        ways = ["http://192.168.1.20:8017/"]
        return {"networks": [HOME, VPN], "name": None, "ways": ways, "open_for": self.open_for}  # type: ignore[list-item]


@pytest.fixture
def doors(app: Flask) -> FakeDoors:
    made = FakeDoors()
    app.extensions["tilewatch.doors"] = made
    return made


def test_who_may_not_press_is_told_nothing_of_the_networks(doors: FakeDoors, client: FlaskClient) -> None:
    assert client.get("/api/networks").status_code == 403
    assert client.post("/api/networks", json={"addresses": ["10.8.0.2"]}).status_code == 403
    assert doors.chosen == ()


def test_the_host_chooses_an_address(doors: FakeDoors, host: FlaskClient) -> None:
    assert host.post("/api/networks", json={"addresses": ["10.8.0.2"]}).status_code == 200
    assert doors.chosen == ("10.8.0.2",)
    assert host.post("/api/networks", json={"addresses": []}).status_code == 400


def test_a_phone_that_arrives_is_seen_first_before_the_door_and_then_inside(
    doors: FakeDoors, app: Flask, host: FlaskClient
) -> None:
    phone = {"environ_base": {"REMOTE_ADDR": "192.168.1.50"}, "headers": {"User-Agent": IPHONE, "Accept": "text/html"}}
    at_home = app.test_client()
    at_home.get("/", **phone)
    arrived = host.get("/api/networks").json["arrived"]  # type: ignore[index]
    assert [(one["device"], one["inside"]) for one in arrived] == [("Safari on iPhone", False)]
    at_home.get(f"/?pin={PIN}", **phone)
    at_home.get("/", **phone)
    assert host.get("/api/networks").json["arrived"][0]["inside"]  # type: ignore[index]


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.20"])
def test_this_machine_itself_is_no_phone_that_arrived(
    doors: FakeDoors, app: Flask, host: FlaskClient, address: str
) -> None:
    app.test_client().get("/", environ_base={"REMOTE_ADDR": address})
    assert host.get("/api/networks").json["arrived"] == []  # type: ignore[index]


def test_where_none_arrives_within_a_minute_the_three_likeliest_reasons_are_told(doors: FakeDoors) -> None:
    assert reasons(doors.told(), []) == []
    doors.open_for = 60.0
    told = [one.code for one in reasons(doors.told(), [])]
    assert told[:2] == ["door.vpn", "door.guest-wifi"]
    assert told[2].startswith("door.firewall")
    arrived = Arrivals()
    arrived.came("192.168.1.50", "Safari on iPhone", False)
    assert reasons(doors.told(), arrived.listed()) == []


def test_however_many_devices_come_few_are_remembered() -> None:
    arrivals = Arrivals(lambda: 0.0)
    for number in range(MOST + 9):
        arrivals.came(f"10.0.0.{number}", "curl", False)
    assert len(arrivals.listed()) == MOST
