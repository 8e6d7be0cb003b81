"""The live feed: Server-Sent Events, the state at once and then at each change."""

import threading
from collections.abc import Iterator

from flask import Blueprint, Response

from web.contract import TableControls
from web.routes.buttons import the_table

HEARTBEAT = 10.0
"""Seconds after which a comment is sent, so that a listener that is gone is noticed and its thread freed."""
RETRY = 1000
"""Milliseconds after which a browser comes back."""
MOST_LISTENERS = 96
"""More are sent away until others leave; each holds a thread of the server."""
live = Blueprint("live", __name__, url_prefix="/api")
_places = threading.BoundedSemaphore(MOST_LISTENERS)


@live.get("/events")
def events() -> Response:
    """The state's events, for as long as the listener stays."""
    if not _places.acquire(blocking=False):
        return Response("too many listeners\n", 503, {"Retry-After": "5"}, mimetype="text/plain")
    answer = Response(feed(the_table()), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(_places.release)
    return answer


def feed(table: TableControls, heartbeat: float = HEARTBEAT) -> Iterator[str]:
    """The events as they go over the wire; a slow listener gets the newest state, not all of them."""
    yield f"retry: {RETRY}\n\n"
    known = -1
    while True:
        version, state = table.changed_since(known, heartbeat)
        yield ": still here\n\n" if version == known else f"id: {version}\nevent: state\ndata: {state}\n\n"
        known = version
