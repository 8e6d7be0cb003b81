"""A request's body, read before a thread is spent on it: within a length and a time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

Receive = Callable[[], Awaitable[Any]]
SECONDS = 10.0
"""For a body, and for each further SLOWEST bytes that it may have."""
SLOWEST = 200_000
"""Bytes in SECONDS of a phone at the far end of the flat."""


class Gone(ConnectionError):
    """Whoever sent the request left before its end."""


@dataclass(frozen=True, slots=True)
class Body:
    """What was read of a body. One that is too long is not read: then `length` alone says so."""

    read: bytes
    length: int

    @property
    def is_whole(self) -> bool:
        """Whether all of it was read."""
        return len(self.read) == self.length


async def read_body(headers: list[tuple[bytes, bytes]], receive: Receive, most: int) -> Body:
    """The body of a request, sent in one piece or in chunks; `most`: its longest length.

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
