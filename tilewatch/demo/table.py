"""The demo at a table of its own, beside the real one: its matches are thrown away, and each time it begins anew."""

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
    """Opened when somebody wants to watch the demo; whoever wants it next sees it from the beginning.

    Whoever begins it may press its buttons; a stranger who finds its port in the network looks on, and keeps the shared
    reader busy with no photograph of a rack. `reader`: shared with the real table. `home`: the port of the real table's
    page. `host`: the addresses at which it is to be reached.
    """

    reader: PictureReader
    home: int
    host: Callable[[], Sequence[str]]
    _open: "_Opened | None" = field(default=None, init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False)

    def begin(self) -> tuple[int, Sessions]:
        """Begins the demo; its page's port, and who may press there. Two who ask at once get one each, the later one
        plays on.

        Raises PortTaken.
        """
        with self._lock:
            self.close()
            self._open = _Opened(self.reader, self.host(), self.home)
            self._open.start()
            return self._open.server.port, self._open.sessions

    def close(self) -> None:
        """Ends the demo that plays, if one does."""
        with self._lock:
            if self._open is not None:
                self._open.close()
            self._open = None


class _Opened:
    """A demo that plays."""

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
        self._threads = Threads(lambda: None)  # a demo that fails is no reason to end the program

    def start(self) -> None:
        """Watches, plays and serves."""
        self._threads.start("asking the demo's camera for pictures", self._camera.watch)
        self._threads.start("watching the demo's table", partial(follow, self._camera, self._table))
        self._threads.start("playing the demo", partial(self._demo.play, self._table))
        self._threads.start("serving the demo", lambda _stopping: self.server.run())

    def close(self) -> None:
        """Ends it, and throws its match away."""
        self.server.close()
        self._threads.stop()
        self._journal.close()
        self._place.cleanup()
