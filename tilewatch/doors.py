"""How people come in: in this machine's browser, and on phones by its address in its own network, HTTP and HTTPS."""

import http.client
import json
import os
import socket
import sys
import urllib.request
import webbrowser
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from tilewatch.authority import Authority
from tilewatch.certificate import certificate_for
from tilewatch.server import Certificate, PortTaken, Server, own_address, server
from tilewatch.threads import Threads
from web.contract import Conflict

EVERYWHERE = "0.0.0.0"
ASKED_FOR = 2.0
"""Seconds for which a program that may be this one is asked."""
MOST = 4_000_000
"""Bytes of its answer that are looked at."""


@dataclass
class Doors:
    """The addresses for phones, opened at the start or when somebody lets phones in.

    `port`: the page's own; HTTPS is on the one after it, or on any that is free. `certificate`: where it is kept.
    `authority`: who vouches for it, where somebody made one.
    """

    app: Flask
    port: int
    certificate: Path
    threads: Threads
    authority: Authority | None = None

    @property
    def are_open(self) -> bool:
        """Whether the page is reached from other machines."""
        return bool(self.app.config.get("TILEWATCH_ADDRESS"))

    def let_phones_in(self) -> None:
        """Opens the page, until now open to this machine alone, to its network. Raises Conflict: that cannot be."""
        address = own_address()
        if address is None:
            raise Conflict("no-network")
        if not self.are_open:
            made = self._serve(address, self.port)
            self.app.config["TILEWATCH_ADDRESS"] = f"http://{address}:{made.port}/"
        self.speak_https()

    def speak_https(self) -> str | None:
        """Opens the page over HTTPS, too; its address, None where this machine is in no network. Raises Conflict."""
        address = own_address()
        if address is not None and not self.app.config.get("TILEWATCH_SECURE"):
            made = self._serve(EVERYWHERE, self.port + 1, [address])
            self.app.config["TILEWATCH_SECURE"] = f"https://{address}:{made.port}/"
        secure: str | None = self.app.config.get("TILEWATCH_SECURE")
        return secure

    def _serve(self, host: str, port: int, names: list[str] | None = None) -> Server:
        """A further server of the page, over HTTPS where it has `names`; on another port where this one is taken."""
        try:
            certificate = None if names is None else self._certificate(names)
            made = server(self.app, host, port if _is_free(host, port) else 0, certificate)
        except (OSError, PortTaken) as error:
            raise Conflict("no-door", problem=str(error)) from error
        self.threads.start("serving the page to phones", lambda _stopping: made.run())
        return made

    def _certificate(self, names: list[str]) -> Certificate:
        """The certificate for these addresses; the authority vouches for it where it may for all of them."""
        vouches = self.authority is not None and all(map(self.authority.may_vouch_for, names))
        authority = self.authority if vouches else None
        self.app.config["TILEWATCH_AUTHORITY"] = None if authority is None else authority.pem
        return certificate_for(self.certificate, names, authority=authority)


def _is_free(host: str, port: int) -> bool:
    """Whether nobody serves on a port yet."""
    try:
        with socket.create_server((host, port)):
            return True
    except OSError:
        return False


def show_page(page: str) -> None:
    """Opens the page where there is a screen to show it; a text browser would take the terminal."""
    has_screen = os.name == "nt" or sys.platform == "darwin" or "DISPLAY" in os.environ
    if has_screen or "WAYLAND_DISPLAY" in os.environ:
        webbrowser.open(page)


def page_of_running(port: int) -> str | None:
    """The page of the program that runs here already on a port; None: none does, or it is another program."""
    page = f"http://127.0.0.1:{port}/"
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(f"{page}api/state", timeout=ASKED_FOR) as answer:
            state = json.loads(answer.read(MOST))
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return page if isinstance(state, dict) and {"version", "match", "table"} <= state.keys() else None
