"""A request's way to the page and back: its body is read, a thread answers it, and the answer is sent.

An answer that says in the request's environ where news come from (web.routes.feed) is told to its listener without
holding the thread.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from flask import Flask

from tilewatch.serving.budget import Budget
from tilewatch.serving.listeners import Listeners, Send
from tilewatch.serving.requests import Body, Gone, Receive, Scope, environ_of, read_body
from tilewatch.serving.workers import Workers, is_long, iter_closing, send_parts
from web.access import shows_what_it_may
from web.routes.feed import FEED, NewsSource
from web.security import LARGEST_BODY, largest_body

MOST_LISTENERS = 1024
"""More are sent away until others leave."""
ANSWERING = 64
"""Threads for buttons and pictures: some wait seconds for a steady table."""
Headers = list[tuple[bytes, bytes]]
TEXT = (b"content-type", b"text/plain; charset=utf-8")
CLOSE = (b"connection", b"close")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page answers; `news`: where its listener's news come from, and the first of them."""

    status: int
    headers: Headers
    body: bytes
    news: NewsSource | None = None
    first: tuple[int, str] = (0, "")
    parts: Iterator[bytes] | None = None
    """What the page is still making of a long answer, in the place of `body`."""


TOO_SLOW = Answer(408, [TEXT, CLOSE], b"the request came too slowly\n")
TOO_MANY = Answer(503, [TEXT, CLOSE, (b"retry-after", b"5")], b"too many listeners\n")


class Gateway:
    """The page as an ASGI application; made inside the server's loop or before it."""

    def __init__(self, page: Flask, budget: Budget) -> None:
        self._page, self._budget = page, budget
        self._workers, self._listeners = Workers(ANSWERING), Listeners(MOST_LISTENERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        try:
            body = await read_body(scope["headers"], receive, await self._longest_body(scope))
        except Gone:
            return
        except TimeoutError:
            await _send(TOO_SLOW, send)
            return
        answer = await self._workers.run(partial(answer_of, self._page, scope, body))
        if scope["method"] == "POST" and answer.status < 300 and scope.get("client"):
            self._budget.plays(scope["client"][0])
        if answer.parts is not None:
            await send_parts(answer.status, answer.headers, answer.parts, self._workers, receive, send)
        elif answer.news is None:
            await _send(answer, send)
        elif self._listeners.are_full:
            await _send(TOO_MANY, send)
        else:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await self._listeners.tell(answer.news, answer.first, receive, send)

    async def _longest_body(self, scope: Scope) -> int:
        """Bytes that are read of a request's body: a photograph's of whoever may send one, lest others fill memory."""
        most = largest_body(scope["path"])
        if most <= LARGEST_BODY or await self._workers.run(partial(may_change, self._page, scope)):
            return most
        return LARGEST_BODY

    def end(self) -> None:
        """Sends the listeners home: the server is about to stop."""
        self._listeners.end()


def may_change(page: Flask, scope: Scope) -> bool:
    """Whether whoever asks may change something, by the head of the request alone."""
    with page.request_context(environ_of(scope, Body(b"", 0))):
        return shows_what_it_may()


def answer_of(page: Flask, scope: Scope, body: Body) -> Answer:
    """What the page answers to a request."""
    environ = environ_of(scope, body)
    started: list[tuple[int, Headers]] = []

    def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
        listed = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        started.append((int(status[:3]), listed if body.is_whole else [*listed, CLOSE]))
        return lambda _data: None

    parts = page(environ, start)
    if FEED not in environ and is_long(started[-1][1]):
        return Answer(*started[-1], b"", parts=iter_closing(parts))
    try:
        news = cast("NewsSource | None", environ.get(FEED))
        text = b"" if news is not None else b"".join(parts)
    finally:
        cast(Any, parts).close()
    first = (0, "") if news is None else news.changed_since(-1, 0.0)
    return Answer(*started[-1], text, news, first)


async def _send(answer: Answer, send: Send) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
