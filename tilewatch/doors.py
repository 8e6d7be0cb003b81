"""Opens the page in this machine's browser, and to phones in the house, over HTTP and HTTPS."""

import http.client
import json
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask

from tilewatch.authority import Authority
from tilewatch.certificate import certificate_for
from tilewatch.networks import Look, Network, for_phones, local_name, networks
from tilewatch.server import Certificate, PortTaken, Server, server
from tilewatch.threads import Threads
from web.contract import BadRequest, Conflict
from web.records.networks import DoorsTold, NetworkTold

EVERYWHERE = "0.0.0.0"
ASKED_FOR = 2.0
"""Seconds to wait for an answer from the program that holds the port, which may be another Tilewatch."""
MOST = 4_000_000
"""Bytes read of that program's answer."""
LOOKS_EVERY = 1.5
"""Seconds between two checks of this machine's networks, once phones were let in."""


@dataclass(frozen=True, slots=True)
class _Door:
    """The page in one network: the servers that were started for it, and its addresses over HTTP and HTTPS."""

    network: Network
    served: tuple[Server, ...]
    plain: str
    secure: str | None


@dataclass
class Doors:
    """The page's addresses for phones: opened when a person lets phones in, and updated when this machine's networks
    change.

    Each server is bound to a single address, so that devices in other networks, such as a VPN, cannot connect. `port`:
    of the page, which is served at `host`; HTTPS uses the next port, or any free one. `certificate`: its file.
    `authority`: the CA that signs it, if there is one. `tell`: called with the page's address for phones, None while
    there is none. `has_https`: whether the page is served over HTTPS as well.
    """

    app: Flask
    port: int
    certificate: Path
    threads: Threads
    authority: Authority | None = None
    host: str = "127.0.0.1"
    look: Look = networks
    tell: Callable[[str | None], object] = lambda _address: None
    has_https: bool = True
    _open: dict[str, _Door] = field(default_factory=dict)
    _cards: tuple[str, ...] = ()
    """The interfaces that a person chose, the one for the QR code first; empty: the likeliest one is used."""
    _seen: tuple[Network, ...] | None = None
    _since: float | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def pages(self) -> list[str]:
        """The page's addresses for phones over HTTP, the likeliest first."""
        return [door.plain for door in self._open.values()]

    @property
    def page(self) -> str | None:
        """The first of these addresses, without its final slash; None: there is none."""
        return next((one.rstrip("/") for one in self.pages), None)

    @property
    def secure_page(self) -> str | None:
        """The page's first address for phones over HTTPS; None: there is none."""
        return next((door.secure for door in self._open.values() if door.secure), None)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses to which servers are bound."""
        return tuple(self._open)

    def let_phones_in(self) -> None:
        """Opens the page to the network of this house. Raises Conflict: there is none, or it cannot be opened."""
        with self._lock:
            found = self.look()
            if not self._wanted(found):
                raise Conflict("only-others" if found else "no-network")
            self._arrange(found)
        self.watch()

    def choose(self, addresses: Sequence[str]) -> None:
        """Opens the page at these addresses only; the QR code shows the first. Raises BadRequest, Conflict."""
        with self._lock:
            found = {one.address: one for one in self.look()}
            for address in addresses:
                if address not in found:
                    raise BadRequest("no-such-network", address=address)
            before, self._cards = self._cards, tuple(dict.fromkeys(found[one].card for one in addresses))
            try:
                self._arrange(tuple(found.values()))
            except Conflict:
                self._cards = before
                raise
        self.watch()

    def close(self) -> None:
        """Stops all servers for phones."""
        with self._lock:
            for one in (one for door in self._open.values() for one in door.served):
                one.close()
            self._open.clear()

    def watch(self) -> None:
        """Starts the thread that follows changes of this machine's networks."""
        with self._lock:
            if self._since is None:
                self._since = time.monotonic()
                self.threads.start("following this machine's networks", self._follow)

    def told(self) -> DoorsTold:
        """This machine's networks, the likeliest home network first, and the networks in which the page is open."""
        with self._lock:
            found = self.look()
            listed: list[NetworkTold] = [
                {
                    "address": one.address,
                    "kind": one.kind.name.lower(),
                    "card": one.card,
                    "open": one.address in self._open,
                }
                for one in found
            ]
            since = None if self._since is None or not self._open else time.monotonic() - self._since
            return {"networks": listed, "name": local_name(), "ways": self._ways(), "open_for": since}

    def _ways(self) -> list[str]:
        """Every address at which a device may reach the page."""
        name, secure = local_name(), [door.secure for door in self._open.values() if door.secure]
        named = [urlsplit(one[0]) for one in (self.pages, secure) if one and name]
        return [*self.pages, *secure, *(f"{one.scheme}://{name}:{one.port}/" for one in named)]

    def _follow(self, stopping: threading.Event) -> None:
        while not stopping.wait(LOOKS_EVERY):
            found = self.look()
            if found != self._seen:
                with self._lock, suppress(Conflict):  # an address that is not ready yet is tried again
                    self._arrange(found)

    def _wanted(self, found: tuple[Network, ...]) -> tuple[Network, ...]:
        """The networks in which to open the page: those of its own server, else those chosen, else the likeliest."""
        if self.host == EVERYWHERE:
            everywhere = tuple(one for one in found if self._is_served(one))
            return tuple(sorted(everywhere, key=lambda one: one.card not in self._cards)) if self._cards else everywhere
        chosen = tuple(one for card in self._cards for one in found if one.card == card)
        likeliest = for_phones(found)
        return chosen or (() if likeliest is None else (likeliest,))

    def _is_served(self, network: Network) -> bool:
        """Whether the page's own server is bound to this network's address."""
        return network.address == self.host or (self.host == EVERYWHERE and not network.is_ipv6)

    def _arrange(self, found: tuple[Network, ...]) -> None:
        """Starts and stops servers so that the page is open in the wanted networks, and reports its address. Raises
        Conflict.

        While this machine is in no network the servers keep running: it may return to the same network.
        """
        wanted, before = self._wanted(found), dict(self._open)
        if wanted:
            opened = {one.address: self._open.get(one.address) or self._opened(one, wanted) for one in wanted}
            self._open.clear()
            self._open.update(opened)
            self.app.config["TILEWATCH_ADDRESS"] = self.pages[0]
            self.app.config["TILEWATCH_SECURE"] = self.secure_page
            self.app.config["TILEWATCH_DOORS"] = {
                urlsplit(door.plain).hostname: door.secure for door in opened.values()
            }
            self.app.config["TILEWATCH_WAYS"] = [one.rstrip("/") for one in self._ways()]
            for one in (one for address in before.keys() - opened.keys() for one in before[address].served):
                one.close()
        self._seen = found
        self.tell(self.pages[0] if wanted else None)

    def _opened(self, network: Network, wanted: tuple[Network, ...]) -> _Door:
        """The page, opened in this network. Raises Conflict."""
        served, port = [], self.port
        if not self._is_served(network):
            served.append(self._serve(network.address, self.port))
            port = served[0].port
        secure = None
        if self.has_https:
            served.append(self._serve(network.address, self.port + 1, [one.address for one in wanted]))
            secure = f"https://{network.host}:{served[-1].port}/"
        return _Door(network, tuple(served), f"http://{network.host}:{port}/", secure)

    def _serve(self, host: str, port: int, names: list[str] | None = None) -> Server:
        """A further server of the page, over HTTPS if `names` are given; it uses another port if this one is taken."""
        try:
            certificate = None if names is None else self._certificate(names)
            made = server(self.app, host, port if _is_free(host, port) else 0, certificate)
        except (OSError, PortTaken) as error:
            raise Conflict("no-door", problem=str(error)) from error
        self.threads.start("serving the page to phones", lambda _stopping: made.run())
        return made

    def _certificate(self, names: list[str]) -> Certificate:
        """The certificate for these addresses, signed by the authority if it may sign for all of them."""
        vouches = self.authority is not None and all(map(self.authority.may_vouch_for, names))
        authority = self.authority if vouches else None
        self.app.config["TILEWATCH_AUTHORITY"] = None if authority is None else authority.pem
        return certificate_for(self.certificate, names, authority=authority)


def _is_free(host: str, port: int) -> bool:
    """Whether the port is free."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.create_server((host, port), family=family):
            return True
    except OSError:
        return False


def has_screen() -> bool:
    """Whether a graphical browser can be opened; a text browser would take over the terminal."""
    return os.name == "nt" or sys.platform == "darwin" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def show_page(page: str) -> None:
    """Opens the page in a browser if this machine has a screen."""
    if has_screen():
        webbrowser.open(page)


def page_of_running(port: int) -> str | None:
    """The page of the Tilewatch that holds the port already; None: no program does, or another program."""
    page = f"http://127.0.0.1:{port}/"
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(f"{page}api/state", timeout=ASKED_FOR) as answer:
            state = json.loads(answer.read(MOST))
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return page if isinstance(state, dict) and {"version", "match", "table"} <= state.keys() else None
