"""A long answer, sent as it is made: only one part of it is in memory, and no thread waits for a slow reader."""

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, cast

from tilewatch.serving.bodies import Receive
from tilewatch.serving.listeners import Send, left
from tilewatch.serving.workers import Workers
from web.contract import Refused

Headers = list[tuple[bytes, bytes]]


def is_long(headers: Headers) -> bool:
    """Whether the page does not know yet how long its answer will be: it makes it part by part."""
    return all(name != b"content-length" for name, _ in headers)


def iter_closing(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts; the page is told when no more of them are wanted."""
    try:
        yield from parts
    finally:
        cast(Any, parts).close()


async def send_parts(
    status: int, headers: Headers, parts: Iterator[bytes], workers: Workers, receive: Receive, send: Send
) -> None:
    """Makes one part after the other as fast as they are taken, until whoever asked leaves.

    One that cannot be made ends the connection: what was sent is not taken for the whole.
    """
    await send({"type": "http.response.start", "status": status, "headers": headers})
    leaving = asyncio.ensure_future(left(receive))
    try:
        while not leaving.done():
            part = await workers.run(partial(_next, parts))
            await send({"type": "http.response.body", "body": part or b"", "more_body": part is not None})
            if part is None:
                return
    except Refused:
        return
    finally:
        leaving.cancel()
        await workers.run(cast(Any, parts).close)


def _next(parts: Iterator[bytes]) -> bytes | None:
    """The next part that is not empty; None: that was all."""
    return next((part for part in parts if part), None)
