"""Threads that answer requests, made when they are needed; they hold nobody up when the program ends.

A long answer is sent as it is made: only one part of it is in memory, and no thread waits for a slow reader.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, TypeVar, cast

from tilewatch.serving.listeners import Send, left
from tilewatch.serving.requests import Receive
from web.contract import Refused

T = TypeVar("T")
Headers = list[tuple[bytes, bytes]]


class Task(Generic[T]):
    """Something to do, and who waits for what comes of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work, self._loop = work, asyncio.get_running_loop()
        self.done: asyncio.Future[T] = self._loop.create_future()

    def run(self) -> None:
        """Does it; whatever goes wrong goes to whoever waits."""
        try:
            self._tell(self.done.set_result, self._work())
        except BaseException as error:
            self._tell(self.done.set_exception, error)

    def _tell(self, how: Callable[[Any], None], what: object) -> None:
        """Tells it to the loop's own thread, unless nobody waits any more."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: None if self.done.done() else how(what))


class Workers:
    """At most `most` threads; what comes while all are busy waits its turn."""

    def __init__(self, most: int) -> None:
        self._tasks: queue.SimpleQueue[Task[object]] = queue.SimpleQueue()
        self._idle, self._places = threading.Semaphore(0), most

    async def run(self, work: Callable[[], T]) -> T:
        """What comes of `work`, done by one of the threads."""
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
