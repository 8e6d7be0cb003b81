"""Serves the page: threads enough for every listener, the addresses it can be reached at, and a QR code."""

import ipaddress
import socket
import sys
from typing import Protocol, TextIO

import segno
from flask import Flask
from waitress.server import create_server

from web.routes.feed import MOST_LISTENERS

BUTTON_THREADS = 8
"""Threads left for buttons and pictures when every listener's place is taken."""
MOST_CONNECTIONS = 400
NOWHERE = "192.0.2.1"
"""An address for documentation (RFC 5737): asking for the way there sends nothing, but tells one's own address."""


class Server(Protocol):
    """A server that is bound to its port."""

    def run(self) -> None:
        """Serves until interrupted."""
        ...

    def close(self) -> None:
        """Lets the port go."""
        ...


class PortTaken(ValueError):
    """The page cannot be served at this address; the message says why."""


def server(app: Flask, host: str, port: int) -> Server:
    """A server that waits for `run`. Raises PortTaken."""
    try:
        made: Server = create_server(
            app,
            host=host,
            port=port,
            threads=MOST_LISTENERS + BUTTON_THREADS,
            connection_limit=MOST_CONNECTIONS,
            channel_timeout=60,
            ident=None,
            clear_untrusted_proxy_headers=True,
        )
        return made
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PortTaken(f"the page cannot be served at {host}:{port}: {reason}") from error


def port_of(made: Server) -> int:
    """The port a server is bound to; of several sockets, the first one's."""
    listening = getattr(made, "effective_listen", None)
    return int(listening[0][1] if listening else made.effective_port)  # type: ignore[attr-defined]


def addresses(host: str, port: int) -> list[str]:
    """Where the page can be opened."""
    if host not in ("0.0.0.0", "::", ""):
        shown = f"[{host}]" if ":" in host else host
        return [f"http://{shown}:{port}"]
    own = _own_address()
    return [f"http://{address}:{port}" for address in ([own] if own else []) + ["127.0.0.1"]]


def _own_address() -> str | None:
    """This machine's address in its own network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_unspecified else address


def announce(host: str, port: int, pin: str | None, out: TextIO = sys.stdout) -> None:
    """Prints where the page is, the PIN, and for other devices a QR code that holds both."""
    page, *others = addresses(host, port)
    print(f"Tilewatch: {page}/" + (f"?pin={pin}" if pin else ""), file=out)
    for other in others:
        print(f"      also {other}/", file=out)
    print(f"PIN: {pin}" if pin else "No PIN: whoever reaches the page may press its buttons.", file=out)
    if others:
        code = segno.make(page + (f"/?pin={pin}" if pin else "/"), error="m")
        code.terminal(out=out, compact=True, border=2)
    out.flush()
