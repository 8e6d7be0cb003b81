"""A household's computer without a camera: its page, its ports for phones, and the view of a phone's camera."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tilewatch import doors as opening
from tilewatch.doors import Doors
from tilewatch.networks import Kind, Network
from tilewatch.server import Server, server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable, follow
from tilewatch.threads import Threads
from vision.camera import Camera, load_picture, source
from vision.reading import Reader
from web.app import create_app

PIN = "482913"
AT_HOME = Network("127.0.0.1", Kind.WIFI, "wlan0")
DEMO = Path(opening.__file__).parent / "demo"
PICTURES_A_SECOND = 6
"""Pictures per second of the phone's camera: the page sends fewer, and thirty keep the browser busy."""


class House:
    """The program on that computer; it may be ended and started again on the same database and ports."""

    def __init__(self, folder: Path, patched: pytest.MonkeyPatch) -> None:
        self.folder, self.film = folder, folder / "phone.y4m"
        self.port = self.secure_port = 0
        self._served: list[Server] = []
        patched.setattr(opening, "server", self._kept)

    def begin(self) -> None:
        """Starts the program as `tilewatch play --camera auto` does on a computer without a camera."""
        self.eye = Camera(source("phone"))
        self._journal = Journal(str(self.folder / "house.db"))
        self.table = LiveTable(Reader(), self._journal, Album(self.folder / "album"), self.eye)
        app = create_app(self.table, PIN)
        page = self._kept(app, "127.0.0.1", self.port)
        self.port, self._threads = page.port, Threads(lambda: None)
        doors = Doors(app, (self.secure_port or page.port + 1) - 1, self.folder / "house.pem", self._threads, host="")
        doors.look, doors.tell = lambda: (AT_HOME,), self.table.say_where
        app.extensions["tilewatch.doors"] = doors
        self._threads.start("asking the camera for pictures", self.eye.watch)
        self._threads.start("watching the table", lambda stopping: follow(self.eye, self.table, stopping))
        self._threads.start("serving", lambda _stopping: page.run())
        if self.secure_port:
            doors.let_phones_in()
        self.app = app

    def _kept(self, *asked: Any) -> Server:
        self._served.append(server(*asked))
        return self._served[-1]

    def sees(self, frame: int) -> None:
        """Puts a picture before the phone's camera, from the next time that its browser opens the camera."""
        draft = self.film.with_suffix(".new")
        draft.write_bytes(b"".join(in_life(DEMO / f"f{frame:03d}.jpg")))
        draft.replace(self.film)

    def end(self) -> None:
        """Ends the program."""
        self.secure_port = int(self.app.config.get("TILEWATCH_SECURE", ":0").rstrip("/").rpartition(":")[2])
        for one in self._served:
            one.close()
        self._served.clear()
        self._threads.stop()
        self.eye.stop()
        self.table.close()

    @property
    def address(self) -> str:
        """The page on the computer itself."""
        return f"http://127.0.0.1:{self.port}/?pin={PIN}&to=setup"

    @property
    def names(self) -> list[list[str]]:
        """The rows that the program reads on the table."""
        return [row["tiles"] for row in self.table.state()["table"]]


def in_life(picture: Path) -> Iterator[bytes]:
    """A still picture as a camera delivers it, as YUV4MPEG2: with noise, so that no two frames are identical."""
    pixels, noise = load_picture(picture), np.random.default_rng(1)
    yield f"YUV4MPEG2 W{pixels.shape[1]} H{pixels.shape[0]} F{PICTURES_A_SECOND}:1 Ip A1:1 C420jpeg\n".encode()
    for _ in range(7):
        seen = cv2.add(pixels, noise.integers(0, 3, pixels.shape, np.uint8))
        yield b"FRAME\n" + cv2.cvtColor(seen, cv2.COLOR_BGR2YUV_I420).tobytes()


def wait_until(is_so: Any, patience: float = 60.0) -> None:
    """Waits until a condition holds."""
    pause = threading.Event()
    for _ in range(int(patience / 0.05)):
        if is_so():
            return
        pause.wait(0.05)
    raise AssertionError("it never was so")
