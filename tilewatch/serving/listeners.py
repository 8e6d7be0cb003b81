"""Listeners to Server-Sent Events: one thread waits for news, and all of them hear it; none costs a thread."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

from tilewatch.serving.requests import Receive
from web.routes.feed import HEARTBEAT, OPENING, STILL_HERE, NewsSource, event

Send = Callable[[dict[str, Any]], Awaitable[None]]
GAP = 0.1
"""Seconds between two pieces of news: who would hear more often hears the newest."""
LOOKED_AT_EVERY = 1.0
"""Seconds after which the thread looks whether it is still wanted."""


class News:
    """What a source tells, for everybody who listens to it: the newest event as it goes over the wire."""

    def __init__(self, source: NewsSource) -> None:
        self._source, self._loop = source, asyncio.get_running_loop()
        self.version, self.newest, self.is_over = -1, b"", False
        self._changed = asyncio.Event()
        threading.Thread(target=self._follow, name="telling the listeners", daemon=True).start()

    async def newer(self, version: int) -> None:
        """Waits for news after `version`, or for the end; whoever came in between may know more than was published."""
        while self.version <= version and not self.is_over:
            await self._changed.wait()

    def end(self) -> None:
        """Sends everybody home."""
        self.is_over = True
        self._wake()

    def _follow(self) -> None:
        version = -1
        pause = threading.Event()
        while not self.is_over:
            known, (version, state) = version, self._source.changed_since(version, LOOKED_AT_EVERY)
            if version != known:
                self._tell(version, event(version, state).encode())
                pause.wait(GAP)

    def _tell(self, version: int, newest: bytes) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._publish, version, newest)

    def _publish(self, version: int, newest: bytes) -> None:
        self.version, self.newest = version, newest
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class Listeners:
    """Everybody who listens, at most `most`."""

    def __init__(self, most: int) -> None:
        self._most, self._count = most, 0
        self._news: dict[int, News] = {}

    @property
    def are_full(self) -> bool:
        """Whether there is no place for another one."""
        return self._count >= self._most

    async def tell(self, source: NewsSource, fresh: tuple[int, str], receive: Receive, send: Send) -> None:
        """Tells one listener, `fresh` first, until it leaves or the program ends."""
        news = self._news_of(source)
        self._count += 1
        telling = asyncio.ensure_future(_tell(news, fresh, send))
        leaving = asyncio.ensure_future(left(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._count -= 1
            telling.cancel()
            leaving.cancel()

    def _news_of(self, source: NewsSource) -> News:
        if id(source) not in self._news:
            self._news[id(source)] = News(source)
        return self._news[id(source)]

    def end(self) -> None:
        """Sends everybody home."""
        for news in self._news.values():
            news.end()


async def _tell(news: News, fresh: tuple[int, str], send: Send) -> None:
    known = fresh[0]
    await send(_part(OPENING.encode() + event(*fresh).encode()))
    while not news.is_over:
        try:
            async with asyncio.timeout(HEARTBEAT):
                await news.newer(known)
        except TimeoutError:
            await send(_part(STILL_HERE.encode()))
            continue
        if news.version > known:
            known = news.version
            await send(_part(news.newest))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _part(text: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": text, "more_body": True}


async def left(receive: Receive) -> None:
    """Ends when whoever asked leaves."""
    while (await receive())["type"] != "http.disconnect":
        """What a listener sends is nobody's."""
