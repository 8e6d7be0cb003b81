"""The live feed: Server-Sent Events, the state at once and then at each change."""

from collections.abc import Iterator
from typing import Protocol

from flask import Blueprint, Response, request

from web.address import the_table

HEARTBEAT = 10.0
"""Seconds after which a comment is sent, so that a listener that is gone is noticed."""
OPENING = "retry: 1000\n"
"""Milliseconds after which a browser comes back: the first line of the first event, which holds the state."""
STILL_HERE = ": still here\n\n"
FEED = "tilewatch.feed"
"""Where the environ of a request says what its listener is told: a server may tell it without holding a thread."""
live = Blueprint("live", __name__, url_prefix="/api")


class NewsSource(Protocol):
    """Whatever counts its changes: a live table."""

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for news after `version`, at most `patience` seconds: the newest version and its JSON."""


@live.get("/events")
def events() -> Response:
    """Server-Sent Events: the state at once, then an event `state` at each change, `id:` its version."""
    return listening_to(the_table())


def listening_to(source: NewsSource) -> Response:
    """An answer that tells whatever is new, until the listener leaves."""
    request.environ[FEED] = source
    answer = Response(feed(source), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def feed(source: NewsSource) -> Iterator[str]:
    """The events as they go over the wire; a slow listener gets the newest state, not all of them."""
    yield OPENING
    known = -1
    while True:
        version, state = source.changed_since(known, HEARTBEAT)
        yield STILL_HERE if version == known else event(version, state)
        known = version


def event(version: int, state: str) -> str:
    """One event as it goes over the wire."""
    return f"id: {version}\nevent: state\ndata: {state}\n\n"
