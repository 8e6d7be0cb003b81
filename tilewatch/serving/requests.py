"""A request as it arrives: its body, read within a size and time limit before a thread is used, and the request in
Flask's form (PEP 3333), made from the server's (ASGI)."""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

Receive = Callable[[], Awaitable[Any]]
SECONDS = 10.0
"""Seconds for a body, and for each further SLOWEST bytes that it may have."""
SLOWEST = 200_000
"""Bytes in SECONDS that the slowest phone sends."""
Scope = dict[str, Any]
LONG_NAMES = {"HTTP_CONTENT_TYPE": "CONTENT_TYPE", "HTTP_CONTENT_LENGTH": "CONTENT_LENGTH"}


class Gone(ConnectionError):
    """The client disconnected before the end of its request."""


@dataclass(frozen=True, slots=True)
class Body:
    """The body that was read. A body that is too long is not read, and only `length` is set."""

    read: bytes
    length: int

    @property
    def is_whole(self) -> bool:
        """Whether the whole body was read."""
        return len(self.read) == self.length


async def read_body(headers: list[tuple[bytes, bytes]], receive: Receive, most: int) -> Body:
    """The body of a request, sent in one piece or in chunks; `most`: bytes of the longest.

    Raises Gone; TimeoutError: it comes too slowly.
    """
    length = next((value for name, value in headers if name == b"content-length"), b"0")
    if length.isdigit() and int(length) > most:
        return Body(b"", int(length))
    async with asyncio.timeout(SECONDS * (1 + most // SLOWEST)):
        return await _read(receive, most)


async def _read(receive: Receive, most: int) -> Body:
    read = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        read += message.get("body", b"")
        if len(read) > most:
            return Body(b"", len(read))
        if not message.get("more_body", False):
            return Body(bytes(read), len(read))


def environ_of(scope: Scope, body: Body) -> dict[str, Any]:
    """The WSGI environ of a request whose body was read."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("?", 0)
    fields = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.input": io.BytesIO(body.read),
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    return {**_headers(scope), **fields, "CONTENT_LENGTH": str(body.length)}


def _headers(scope: Scope) -> dict[str, str]:
    """The headers; a name with an underscore is left out, because it could pass for another name."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        if b"_" in name or name == b"transfer-encoding":
            continue
        key = "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        key = LONG_NAMES.get(key, key)
        joined = "; " if name == b"cookie" else ","
        text = value.decode("latin-1")
        headers[key] = f"{headers[key]}{joined}{text}" if key in headers else text
    return headers
