"""Threads that answer requests, started when needed; they do not delay the end of the program.

A long answer is sent as it is made: only one part is in memory, and no thread waits for a slow client.
"""

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, TypeVar, cast

from tilewatch.serving.listeners import Send, left
from tilewatch.serving.requests import Receive
from web.contract import Refused

T = TypeVar("T")
Headers = list[tuple[bytes, bytes]]
Run = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a function in one of the threads."""


class Task(Generic[T]):
    """A function to run, and the future of its result."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work, self._loop = work, asyncio.get_running_loop()
        self.done: asyncio.Future[T] = self._loop.create_future()

    def run(self) -> None:
        """Runs the function; an exception goes to the future."""
        try:
            self._tell(self.done.set_result, self._work())
        except BaseException as error:
            self._tell(self.done.set_exception, error)

    def _tell(self, how: Callable[[Any], None], what: object) -> None:
        """Sets the result in the loop's thread, unless nobody waits for it."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: None if self.done.done() else how(what))


class Workers:
    """At most `most` threads; work that comes while all are busy waits."""

    def __init__(self, most: int) -> None:
        self._tasks: queue.SimpleQueue[Task[object]] = queue.SimpleQueue()
        self._idle, self._places = threading.Semaphore(0), most

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, run in one of the threads."""
        task = Task(work)
        if not self._idle.acquire(blocking=False) and self._places:
            self._places -= 1
            threading.Thread(target=self._live, name="answering", daemon=True).start()
        self._tasks.put(task)  # type: ignore[arg-type]
        return await task.done

    def _live(self) -> None:
        while True:
            self._tasks.get().run()
            self._idle.release()


def is_long(headers: Headers) -> bool:
    """Whether the response is streamed: it has no Content-Length."""
    return all(name != b"content-length" for name, _ in headers)


def iter_closing(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts; the page's iterator is closed at the end, or when the client leaves."""
    try:
        yield from parts
    finally:
        cast(Any, parts).close()


async def send_parts(
    status: int, headers: Headers, parts: Iterator[bytes], run: Run, receive: Receive, send: Send
) -> None:
    """Makes and sends one part after the other, as fast as the client reads, until it leaves.

    If a part cannot be made the connection is cut, so that the client does not take the answer for complete.
    """
    await send({"type": "http.response.start", "status": status, "headers": headers})
    leaving = asyncio.ensure_future(left(receive))
    try:
        while not leaving.done():
            part = await run(partial(_next, parts))
            await send({"type": "http.response.body", "body": part or b"", "more_body": part is not None})
            if part is None:
                return
    except Refused:
        return
    finally:
        leaving.cancel()
        await run(cast(Any, parts).close)


def _next(parts: Iterator[bytes]) -> bytes | None:
    """The next part that is not empty; None: there is none."""
    return next((part for part in parts if part), None)
