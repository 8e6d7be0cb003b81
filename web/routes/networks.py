"""This machine's networks: where phones find the page, which devices arrived, and likely reasons if no phone did."""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from referee.messages import Message
from web.access import check_host, check_pin, is_loopback, may_play, the_pin
from web.address import Address, answers, fresh
from web.bodies import ChooseNetworks, Press
from web.contract import Conflict
from web.records.answers import Ok
from web.records.networks import Arrived, DoorsTold, NetworksTold
from web.records.said import told_of
from web.routes.joining import entry
from web.sessions import device_called

PATIENCE = 60.0
"""Seconds after which the page says why perhaps no phone arrives."""
MOST = 50
"""Devices whose arrival is remembered."""
FIREWALLS = {"win32": "door.firewall-windows", "darwin": "door.firewall-mac"}
networks = fresh(Blueprint("networks", __name__, url_prefix="/api"))


class DoorControls(Protocol):
    """Opens the page to this machine's networks. Raises Refused."""

    def let_phones_in(self) -> None:
        """Opens the page to the home network."""

    def choose(self, addresses: Sequence[str]) -> None:
        """Opens the page at these addresses only."""

    def told(self) -> DoorsTold:
        """The networks, and the addresses at which the page is open."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses at which the page is open."""


@dataclass
class Arrivals:
    """Devices on other machines that opened a page here, by address; the newest last."""

    clock: Callable[[], float] = time.monotonic
    _came: dict[str, tuple[str, float, bool]] = field(default_factory=dict)

    def came(self, address: str, device: str, is_inside: bool) -> None:
        """Records that a device opened a page; `is_inside`: it may press."""
        _, moment, was_inside = self._came.pop(address, (device, self.clock(), False))
        self._came[address] = device, moment if was_inside == is_inside else self.clock(), is_inside
        while len(self._came) > MOST:
            del self._came[next(iter(self._came))]

    def listed(self) -> list[Arrived]:
        """The devices, the newest first."""
        now = self.clock()
        return [
            {"device": device, "address": address, "inside": inside, "seconds": round(now - moment, 1)}
            for address, (device, moment, inside) in reversed(self._came.items())
        ]


def notice_arrivals(app: Flask) -> None:
    """Makes an application record which devices on other machines open its pages."""
    app.extensions["tilewatch.arrivals"] = arrivals = Arrivals()

    @app.after_request
    def notice(answer: Response) -> Response:
        address = request.remote_addr or ""
        if answer.mimetype == "text/html" and answer.status_code == 200 and not _is_own(address):
            arrivals.came(address, device_called(request.headers.get("User-Agent", "")), may_play())
        return answer


@networks.get("/networks")
@answers(NetworksTold)
def told_networks() -> Response:
    """This machine's networks, the likeliest for phones first; `ways`: all addresses of the page, with the PIN."""
    check_pin(request.headers.get("X-Table-Pin"))
    told, arrived = _doors().told(), current_app.extensions["tilewatch.arrivals"].listed()
    ways = [entry(way, None, the_pin().pin) for way in told["ways"]]
    why = [told_of(one) for one in reasons(told, arrived)]
    return jsonify({**told, "ways": ways, "arrived": arrived, "reasons": why})


def reasons(told: DoorsTold, arrived: Sequence[Arrived]) -> list[Message]:
    """The likeliest reasons why no phone arrived within PATIENCE, and remedies; empty before, or if one arrived."""
    if arrived or (told["open_for"] or 0.0) < PATIENCE:
        return []
    tunnel = next((one["card"] for one in told["networks"] if one["kind"] == "vpn"), None)
    vpn = Message("door.vpn-phone") if tunnel is None else Message.of("door.vpn", card=tunnel)
    others = [Message("door.guest-wifi"), Message(FIREWALLS.get(sys.platform, "door.firewall"))]
    return [vpn, *others] if tunnel is not None else [*others, vpn]


def choose_networks(body: ChooseNetworks) -> Ok:
    """Lets phones in at these addresses of this machine only; the QR code shows the first."""
    _doors().choose(body.addresses)
    return {"ok": True}


def let_phones_in(_: Press) -> Ok:
    """Lets phones in: opens the page, until now only open to its own machine, to the home network."""
    _doors().let_phones_in()
    return {"ok": True}


def _is_own(address: str) -> bool:
    """Whether an address is one of this machine's."""
    doors: DoorControls | None = current_app.extensions.get("tilewatch.doors")
    return is_loopback(address) or (doors is not None and address in doors.addresses)


def _doors() -> DoorControls:
    """This table's DoorControls. Raises Conflict: there are none, as at the demo's table."""
    doors: DoorControls | None = current_app.extensions.get("tilewatch.doors")
    if doors is None:
        raise Conflict("no-network")
    return doors


NETWORKS: tuple[Address[ChooseNetworks] | Address[Press], ...] = (
    Address("/phones", Press, let_phones_in, who=check_host),
    Address("/networks", ChooseNetworks, choose_networks, who=check_host),
)
