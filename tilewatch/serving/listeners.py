"""Server-Sent Events: one thread per source waits for news, and all listeners get them; no listener needs a thread."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from tilewatch.serving.requests import Receive
from web.routes.feed import HEARTBEAT, OPENING, STILL_HERE, NewsSource, event

Send = Callable[[dict[str, Any]], Awaitable[None]]
GAP = 0.1
"""Seconds between two events; in between only the newest state counts."""
GAP_EACH = 0.001
"""Seconds added, for each stranger who listens, to the gap between two events to a stranger: whatever their number,
they cost a tenth of a core at most."""
LOOKED_AT_EVERY = 1.0
"""Seconds after which the thread checks whether it should end."""


class News:
    """The newest event of a source, as bytes for all its listeners."""

    def __init__(self, source: NewsSource) -> None:
        self._source, self._loop = source, asyncio.get_running_loop()
        self.version, self.newest, self.is_over = -1, b"", False
        self._changed = asyncio.Event()
        threading.Thread(target=self._follow, name="telling the listeners", daemon=True).start()

    async def newer(self, version: int) -> None:
        """Waits for news after `version`, or for the end. A listener that just came may know a newer version than was
        published."""
        while self.version <= version and not self.is_over:
            await self._changed.wait()

    def end(self) -> None:
        """Ends the stream of every listener."""
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
    """All listeners; each holds the place of its connection only."""

    def __init__(self) -> None:
        self._news: dict[int, News] = {}
        self._strangers = 0

    async def tell(
        self, source: NewsSource, fresh: tuple[int, str], belongs: bool, receive: Receive, send: Send
    ) -> None:
        """Streams events to one listener, `fresh` first, until it leaves or the program ends. The more strangers listen
        (`belongs` False), the fewer events each gets."""
        news = self._news_of(source)
        self._strangers += not belongs
        telling = asyncio.ensure_future(_tell(news, fresh, send, partial(self._gap, belongs)))
        leaving = asyncio.ensure_future(left(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._strangers -= not belongs
            telling.cancel()
            leaving.cancel()

    def _gap(self, belongs: bool) -> float:
        """Seconds to wait between two events to a listener."""
        return 0.0 if belongs else self._strangers * GAP_EACH

    def _news_of(self, source: NewsSource) -> News:
        if id(source) not in self._news:
            self._news[id(source)] = News(source)
        return self._news[id(source)]

    def end(self) -> None:
        """Ends the stream of every listener."""
        for news in self._news.values():
            news.end()


async def _tell(news: News, fresh: tuple[int, str], send: Send, gap: Callable[[], float]) -> None:
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
            await asyncio.sleep(gap())
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _part(text: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": text, "more_body": True}


async def left(receive: Receive) -> None:
    """Returns when the client disconnects; what it sends is ignored."""
    while (await receive())["type"] != "http.disconnect":
        """What a listener sends is nobody's."""
