"""News as a PostgreSQL server tells them by itself, the moment they are committed."""

import threading
import time
from collections.abc import Iterator

from tilewatch.storage.sql.place import JournalUnusable, plain

STOP_WITHIN = 0.5
"""Seconds that a listener waits for news before it looks whether it is still wanted."""
QUIET = 5.0
"""Seconds after which a listener looks by itself: a table that fell silent tells nothing, and news may be lost."""


def listened(url: str, channel: str, stop: threading.Event) -> Iterator[set[str] | None]:
    """What is told on a channel; None: anything may have changed. Ends when `stop` is set. Raises JournalUnusable."""
    import psycopg

    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
            connection.execute(f"LISTEN {channel}".encode())
            looked = float("-inf")
            while not stop.is_set():
                if time.monotonic() - looked > QUIET:
                    looked = time.monotonic()
                    yield None
                heard = {one.payload for one in connection.notifies(timeout=STOP_WITHIN, stop_after=1)}
                heard |= {one.payload for one in connection.notifies(timeout=0)}
                if heard:
                    yield heard
    except psycopg.Error as error:
        raise JournalUnusable(plain(error)) from error
