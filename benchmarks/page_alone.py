"""The whole page, table and journal without camera and networks, as the benchmarks start and end it.

    python -m benchmarks.page_alone DATABASE [--pin PIN]

serves that file's matches until it is ended, and prints its port; left out: no PIN is needed. `program` starts one that
is forked off a process which has imported everything and opened nothing: a start without a second of imports.
"""

import http.client
import json
import multiprocessing
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from benchmarks.harness import command_line
from tilewatch.club.club_database import ClubDatabase
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.backing_up import BackingUp
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.table.live import LiveTable
from vision.camera import Camera, Pixels
from vision.reading import KnownFaces, TableReading
from web.app import create_app

PROGRAMS = multiprocessing.get_context("forkserver")
PROGRAMS.set_forkserver_preload(["benchmarks.page_alone", "tests.cluster", "tests.onlookers", "psycopg"])


class NoReader:
    """A reader that reads nothing, so that no network is loaded."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        """Raises NotImplementedError."""
        raise NotImplementedError


def no_camera() -> Camera:
    """A camera without pictures."""
    return Camera(lambda: iter(()))


LOOKS_EVERY = 0.05
"""Seconds between two checks of the program's own file, as a club's file is checked."""


def serve(
    place: str,
    tell: Callable[[int], object],
    looks_itself: bool = False,
    makes_backups: bool = False,
    pin: str | None = None,
) -> None:
    """The program that will be killed; it sends its port as soon as it serves."""
    journal = Journal(place)
    table = LiveTable(NoReader(), journal, Album(Path(tempfile.gettempdir()) / "no-album"), no_camera())
    app = create_app(table, pin)
    if makes_backups:
        app.extensions["tilewatch.backups"] = BackingUp(journal, Path(place), lambda: None, lambda _: None)
    page = server(app, "127.0.0.1", 0)
    if looks_itself:
        threading.Thread(target=_look, args=(place,), daemon=True).start()
    tell(page.port)
    page.run()


def _look(place: str) -> None:
    while True:
        with suppress(JournalUnusable), closing(ClubDatabase(place)):
            time.sleep(LOOKS_EVERY)


def _serve_forked(place: str, sender: Connection, looks_itself: bool, makes_backups: bool) -> None:
    serve(place, sender.send, looks_itself, makes_backups)


@contextmanager
def program(
    place: str, looks_itself: bool = False, makes_backups: bool = False
) -> Iterator[tuple[ForkServerProcess, Connection]]:
    """The program on a database, with the pipe that sends its port; it is killed at the end."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = PROGRAMS.Process(target=_serve_forked, args=(place, sender, looks_itself, makes_backups), daemon=True)
    process.start()
    sender.close()
    try:
        yield process, receiver
    finally:
        process.kill()
        process.join()
        process.close()
        receiver.close()


def asked(port: int, method: str, path: str, body: object = None, key: str = "") -> int:
    """Sends a request, or a press with its `key`; returns the answer's status."""
    headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(method, path, json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status


if __name__ == "__main__":
    given = command_line(__doc__, "database", pin=str)
    serve(str(given.database), lambda port: print(port, flush=True), pin=given.pin)
