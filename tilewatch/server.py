"""Serves the page: the HTTP server with its sockets, its addresses, and a QR code."""

import asyncio
import errno
import os
import socket
import ssl
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import segno
import uvicorn
from flask import Flask

from referee.messages import Message, Refusal
from tilewatch.language import said
from tilewatch.networks import networks
from tilewatch.serving.budget import Budget, guarded
from tilewatch.serving.connection import ImpatientProtocol
from tilewatch.serving.gateway import Gateway
from tilewatch.serving.log_lines import say_once_a_minute
from web.access import lets_in

MOST_CONNECTIONS = 6000
"""Largest number of open connections."""
KEPT_BACK = 14
"""File descriptors reserved for files that are opened meanwhile: a picture, a backup, a module."""
KEEP_ALIVE = 15
"""Seconds for which a browser's connection is kept for its next request."""
BACKLOG = 4096
"""Connections that may wait to be accepted."""
HANDSHAKE_WITHIN = 10.0
"""Seconds for the TLS handshake; slower connections are closed, like those that send no request."""
GRACE = 1
"""Seconds for answers in progress when the server stops."""


class PortTaken(Refusal, ValueError):
    """The page cannot be served at this address; the message says why."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files for HTTPS, in PEM: the certificate with its chain, and its key."""

    chain: Path
    key: Path


class Server:
    """A server that is bound to its port; `run` serves. In the main thread SIGINT and SIGTERM end it."""

    def __init__(self, app: Flask, sockets: list[socket.socket], certificate: Certificate | None) -> None:
        budget: Budget = app.extensions.setdefault(
            "tilewatch.budget", _budget_of(app)
        )  # one budget for all ports of a page
        self.sockets: list[socket.socket] = [guarded(one, budget) for one in sockets]
        gateway = Gateway(app, budget)
        self.port = int(self.sockets[0].getsockname()[1])
        secure = {} if certificate is None else {"ssl_certfile": certificate.chain, "ssl_keyfile": certificate.key}
        config = uvicorn.Config(
            gateway,
            http=ImpatientProtocol,
            ws="none",
            loop="asyncio",  # a second worker would accept connections beyond the budget
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=GRACE,
            **secure,  # type: ignore[arg-type]
        )
        config.load()
        self._server, self._ended = _Uvicorn(config, gateway), threading.Event()
        self._ended.set()

    def run(self) -> None:
        """Serves until interrupted, or closed by another thread."""
        self._ended.clear()
        try:
            self._server.run(self.sockets)
        finally:
            self._ended.set()

    def close(self) -> None:
        """Stops serving, and frees the port."""
        self._server.should_exit = True
        self._ended.wait(2 * GRACE)
        for one in self.sockets:
            one.close()


class _Uvicorn(uvicorn.Server):
    """uvicorn's server, which ends the streams of listeners before it waits for answers in progress."""

    def __init__(self, config: uvicorn.Config, gateway: Gateway) -> None:
        super().__init__(config)
        self._gateway = gateway

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self.config.ssl is not None:  # uvicorn has no option for it, and asyncio waits a minute
            loop: Any = asyncio.get_running_loop()
            loop.create_server = partial(loop.create_server, ssl_handshake_timeout=HANDSHAKE_WITHIN)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._gateway.end()
        await super().shutdown(sockets)


def server(app: Flask, host: str | Sequence[str], port: int, certificate: Certificate | None = None) -> Server:
    """A server that is bound, and serves once `run` is called; with a certificate it serves HTTPS only. Raises
    PortTaken.

    `host`: an address or name of this machine, or several. Two servers may serve one page, such as HTTP and HTTPS; the
    second server's `run` is then called in a thread of its own.
    """
    say_once_a_minute()
    try:
        return Server(app, _bound([host] if isinstance(host, str) else host, port), certificate)
    except (OSError, ValueError, ssl.SSLError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise PortTaken("terminal.port-taken", place=f"{host}:{port}") from error
        reason = getattr(error, "strerror", None) or error
        raise PortTaken("terminal.no-port", place=f"{host}:{port}", problem=str(reason)) from error


def _bound(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """A socket for each address of a host name, all on one port."""
    asked = [socket.getaddrinfo(one or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE) for one in hosts]
    found = [one for answer in asked for one in answer]
    bound: list[socket.socket] = []
    try:
        for family, *_, address in dict.fromkeys(found):
            own = address[0], bound[0].getsockname()[1] if bound else port
            bound.append(socket.create_server(own, family=family, backlog=BACKLOG))
    except OSError:
        for one in bound:
            one.close()
        raise
    return bound


def _budget_of(app: Flask) -> Budget:
    """The places for connections: as many as there are file descriptors that the program does not need otherwise."""
    return Budget(max(1, min(MOST_CONNECTIONS, _descriptors() - len(_open_ones()) - KEPT_BACK)), partial(lets_in, app))


def _descriptors() -> int:
    """Largest number of file descriptors, after this program's limit is raised as far as allowed (not on Windows)."""
    wanted = MOST_CONNECTIONS + 2000
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


def _open_ones() -> Sequence[str]:
    """The open file descriptors; empty if the system does not list them."""
    try:
        return os.listdir("/dev/fd")
    except OSError:
        return ()


def entrance(pin: str | None, first: str) -> str:
    """The end of the page's address that lets a device press buttons, and names the screen to open.

    >>> entrance("1234", "setup"), entrance("1234", ""), entrance(None, "setup")
    ('?pin=1234&to=setup', '?pin=1234', 'setup')
    """
    if pin is None:
        return first
    return f"?pin={pin}" + (f"&to={first}" if first else "")


def addresses(host: str, port: int) -> list[str]:
    """The page's addresses: if it is served to the network, this machine's addresses at home first; then its own."""
    if host not in ("0.0.0.0", "::", ""):
        shown = f"[{host}]" if ":" in host else host
        return [f"http://{shown}:{port}/"]
    own = [one for one in networks() if not one.is_ipv6 or host != "0.0.0.0"]
    homes = [one.host for one in own if one.kind.is_at_home] or [one.host for one in own[:1]]
    return [f"http://{one}:{port}/" for one in [*homes, "127.0.0.1"]]


def announce(
    pages: Sequence[str],
    pin: str | None,
    out: TextIO = sys.stdout,
    secure: str | None = None,
    says_pin: bool = True,
    first: str = "",
    guests: str | None = None,
) -> None:
    """Prints the page's addresses, the PIN, and a QR code with both for other devices.

    `pages`: the addresses, the likeliest first; the last of several is for this machine. `secure`: the address over
    HTTPS. `says_pin`: whether the page has buttons. `first`: the screen that the address opens, if it is not the game.
    `guests`: the PIN that only allows playing.
    """
    page, *others = pages
    print(f"Tilewatch: {page}{entrance(pin, first)}", file=out)
    for other in others:
        print("      " + said(Message.of("terminal.also", address=other)), file=out)
    if says_pin:
        print(f"PIN: {pin}" if pin else said("terminal.no-pin"), file=out)
    if guests is not None:
        print(said(Message.of("terminal.guests-pin", pin=guests)), file=out)
    if secure is not None:
        print(f"HTTPS: {secure}\n       {said('terminal.https')}", file=out)
    if others:
        code = segno.make(page + (f"?pin={pin}" if pin else ""), error="m")
        code.terminal(out=out, compact=True, border=2)
    typed = "terminal.type-anywhere" if others else "terminal.type-here"
    print(said(Message.of(typed, page=page)), file=out)
    out.flush()
