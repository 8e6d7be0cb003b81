"""The way of a request: its body is read, a thread computes the answer, and the answer is sent.

An answer with a news source in the request's environ (web.routes.feed) is streamed to its listener without occupying
the thread.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

from flask import Flask

from tilewatch.serving.budget import Budget
from tilewatch.serving.listeners import Listeners, Send
from tilewatch.serving.requests import Body, Gone, Receive, Scope, environ_of, read_body
from tilewatch.serving.workers import Run, Workers, is_long, iter_closing, send_parts
from web.access import shows_what_it_may
from web.routes.feed import FEED, NewsSource
from web.security import LARGEST_BODY, largest_body

ANSWERING = 64
"""Threads for buttons and pictures; some wait seconds for a steady table."""
FOR_STRANGERS = 4
"""Threads among these that may answer strangers at the same time, so that the family is always served."""
T = TypeVar("T")
Headers = list[tuple[bytes, bytes]]
TEXT = (b"content-type", b"text/plain; charset=utf-8")
CLOSE = (b"connection", b"close")


@dataclass(frozen=True, slots=True)
class Answer:
    """The page's answer; `news`: the source of its listener's news, `first`: the version and text to send first."""

    status: int
    headers: Headers
    body: bytes
    news: NewsSource | None = None
    first: tuple[int, str] = (0, "")
    parts: Iterator[bytes] | None = None
    """The parts of a long answer, made one by one, instead of `body`."""


TOO_SLOW = Answer(408, [TEXT, CLOSE], b"the request came too slowly\n")


class Gateway:
    """The page as an ASGI application; made inside the server's loop or before it starts."""

    def __init__(self, page: Flask, budget: Budget) -> None:
        self._page, self._budget = page, budget
        self._workers, self._listeners = Workers(ANSWERING), Listeners()
        self._strangers = asyncio.Semaphore(FOR_STRANGERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        belongs = self._budget.belongs(_address(scope), scope["headers"])
        run = self._workers.run if belongs else self._run_for_a_stranger
        try:
            body = await read_body(scope["headers"], receive, await self._longest_body(scope, run))
        except Gone:
            return
        except TimeoutError:
            await _send(TOO_SLOW, send)
            return
        answer = await run(partial(answer_of, self._page, scope, body))
        if scope["method"] == "POST" and answer.status < 300:
            self._budget.plays(_address(scope))
        if answer.parts is not None:
            await send_parts(answer.status, answer.headers, answer.parts, run, receive, send)
        elif answer.news is None:
            await _send(answer, send)
        else:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await self._listeners.tell(answer.news, answer.first, belongs, receive, send)

    async def _run_for_a_stranger(self, work: Callable[[], T]) -> T:
        async with self._strangers:
            return await self._workers.run(work)

    async def _longest_body(self, scope: Scope, run: Run) -> int:
        """Bytes to read of a request's body: a photograph's size only for clients that may send one, so that others
        cannot fill the memory."""
        most = largest_body(scope["path"])
        if most <= LARGEST_BODY or await run(partial(may_change, self._page, scope)):
            return most
        return LARGEST_BODY

    def end(self) -> None:
        """Ends all listeners' connections: the server is about to stop."""
        self._listeners.end()


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("?",))[0])


def may_change(page: Flask, scope: Scope) -> bool:
    """Whether the client may change anything, judged by the request's head alone."""
    with page.request_context(environ_of(scope, Body(b"", 0))):
        return shows_what_it_may()


def answer_of(page: Flask, scope: Scope, body: Body) -> Answer:
    """The page's answer to a request."""
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
