"""The demo at a table of its own beside the real one; its matches are not stored, and each start begins anew."""

import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tilewatch.commands.places import random_pin
from tilewatch.demo.player import Demo
from tilewatch.server import Server, server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable, follow
from tilewatch.threads import Threads
from vision.camera import Camera
from vision.watching import PictureReader
from web.app import create_app
from web.sessions import Sessions


@dataclass
class DemoTable:
    """Starts the demo on request, each time from the beginning.

    Only the device that started the demo may press its buttons; others may watch, and cannot occupy the shared reader
    with photographs of racks. `reader`: shared with the real table. `home`: port of the real table's page. `host`:
    addresses at which the demo is served.
    """

    reader: PictureReader
    home: int
    host: Callable[[], Sequence[str]]
    _open: "_Opened | None" = field(default=None, init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False)

    def begin(self) -> tuple[int, Sessions]:
        """Starts the demo; returns the port of its page, and the sessions that may press there. If two devices start it
        at the same time each gets its own demo, and only the later demo goes on. Raises PortTaken.
        """
        with self._lock:
            self.close()
            self._open = _Opened(self.reader, self.host(), self.home)
            self._open.start()
            return self._open.server.port, self._open.sessions

    def close(self) -> None:
        """Ends the running demo, if there is one."""
        with self._lock:
            if self._open is not None:
                self._open.close()
            self._open = None


class _Opened:
    """A running demo."""

    def __init__(self, reader: PictureReader, host: Sequence[str], home: int) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="tilewatch-demo-")
        folder = Path(self._place.name)
        self._demo = Demo()
        self._camera = Camera(self._demo.frames)
        self._journal = Journal(str(folder / "demo.db"))
        self._table = LiveTable(reader, self._journal, Album(folder / "album"), self._camera)
        page = create_app(self._table, random_pin())
        self.sessions: Sessions = page.extensions["tilewatch.sessions"]
        self.sessions.name = "demo"
        page.config["TILEWATCH_HOME"] = home
        self.server: Server = server(page, host, 0)
        self._threads = Threads(lambda: None)  # a failing demo must not end the program

    def start(self) -> None:
        """Starts the camera, the players and the page."""
        self._threads.start("asking the demo's camera for pictures", self._camera.watch)
        self._threads.start("watching the demo's table", partial(follow, self._camera, self._table))
        self._threads.start("playing the demo", partial(self._demo.play, self._table))
        self._threads.start("serving the demo", lambda _stopping: self.server.run())

    def close(self) -> None:
        """Ends the demo, and deletes its match."""
        self.server.close()
        self._threads.stop()
        self._journal.close()
        self._place.cleanup()
