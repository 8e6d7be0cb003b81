"""The live feed: Server-Sent Events with the state, at once and at each change."""

from collections.abc import Iterator
from typing import Protocol

from flask import Blueprint, Response, request

from web.address import the_table

HEARTBEAT = 10.0
"""Seconds after which a comment is sent, so that a listener that has left is noticed."""
OPENING = "retry: 1000\n"
"""First line of the first event: milliseconds after which a browser reconnects."""
STILL_HERE = ": still here\n\n"
FEED = "tilewatch.feed"
"""Key in a request's environ for its news source, so that a server can stream it without a thread."""
live = Blueprint("live", __name__, url_prefix="/api")


class NewsSource(Protocol):
    """A source of numbered states, such as a live table."""

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for news after `version`, at most `patience` seconds; returns the newest version and its JSON."""


@live.get("/events")
def events() -> Response:
    """Server-Sent Events: the state at once, then an event `state` at each change, `id:` its version."""
    return listening_to(the_table())


def listening_to(source: NewsSource) -> Response:
    """An answer that streams news until the listener leaves."""
    request.environ[FEED] = source
    answer = Response(feed(source), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def feed(source: NewsSource) -> Iterator[str]:
    """The events as text; a slow listener gets the newest state, and misses those between."""
    yield OPENING
    known = -1
    while True:
        version, state = source.changed_since(known, HEARTBEAT)
        yield STILL_HERE if version == known else event(version, state)
        known = version


def event(version: int, state: str) -> str:
    """One event as text."""
    return f"id: {version}\nevent: state\ndata: {state}\n\n"
