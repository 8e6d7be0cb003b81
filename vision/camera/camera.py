"""A camera watched by a thread of its own, which keeps the newest picture and comes back when it is lost."""

import threading
import time
from collections import deque
from collections.abc import Callable

from referee.messages import Message
from vision.camera.decode import picture_size
from vision.camera.errors import SOURCE_ERRORS, CameraLost, CameraUnusable, PictureError
from vision.camera.picture import MOST_FRAME_PIXELS, Picture, Pixels
from vision.camera.sources import OpenSource

LOST_AFTER = 2.5
"""Seconds without a picture after which a camera counts as lost; a slow phone still sends one a second."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each further attempt to come back; the last one is kept."""
JPEG = b"\xff\xd8"
"""How every JPEG begins."""
RATE_OVER = 3.0
"""Seconds over which pictures are counted for the rate."""


class Camera:
    """The newest picture of a source, however slowly somebody looks.

    `frames` opens the source: it gives an iterator of pictures that ends in CameraLost. A phone that sends pictures by
    itself takes the source's place until somebody wants the source back.
    """

    def __init__(self, frames: OpenSource, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames, self._clock = frames, clock
        self._news = threading.Condition()
        self._newest: Picture | None = None
        self._number = 0
        self._moments: deque[float] = deque(maxlen=400)
        self._trouble = Message("camera.none-yet")
        self._sender: str | None = None
        self._is_chosen = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.watch, args=(self._stop,), name="camera", daemon=True)

    def start(self) -> None:
        """Begins to watch in a thread of its own, without waiting for the first picture."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the watching; a source that hangs is left to itself."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=1.0)

    def watch(self, stopping: threading.Event) -> None:
        """Watches until `stopping` is set: what its thread does, or one that somebody watches over."""
        self._stop = stopping
        self._watch()

    def newer_than(self, number: int, patience: float) -> Picture | None:
        """The newest picture as soon as it has a higher number; None when `patience` seconds have passed."""
        with self._news:
            self._news.wait_for(lambda: self._number > number, patience)
            return self._newest if self._number > number else None

    @property
    def newest(self) -> Picture | None:
        """The newest picture, None before the first."""
        return self._newest

    @property
    def is_lost(self) -> bool:
        """Whether no picture has come for LOST_AFTER seconds."""
        return self._newest is None or self._clock() - self._newest.moment > LOST_AFTER

    @property
    def trouble(self) -> Message:
        """Why the camera was lost last."""
        return self._trouble if self._sender is None else Message("camera.phone-silent")

    @property
    def sender(self) -> str | None:
        """The device that sends its pictures in the source's place; None: the source's are taken."""
        return self._sender

    def choose(self, sender: str | None) -> None:
        """Takes a device's pictures from now on, or the source's."""
        with self._news:
            self._sender, self._is_chosen = sender, True

    def sent(self, sender: str, picture: bytes) -> bool:
        """Takes a JPEG that a device sent by itself; False: another camera was chosen, or sends already.

        Raises PictureError: it is no JPEG.
        """
        if not picture.startswith(JPEG):
            raise PictureError("picture.not-a-picture")
        picture_size(picture, MOST_FRAME_PIXELS)
        with self._news:
            if sender != self._sender and (self._is_chosen or not self._may_begin):
                return False
            self._sender = sender  # after a start of the program the phone is still the camera
            self.keep(picture)
        return True

    @property
    def _may_begin(self) -> bool:
        """Whether a device that nobody chose may be the camera: no other one sends."""
        return self._sender is None or self.is_lost

    @property
    def rate(self) -> float:
        """Pictures a second over the last seconds."""
        now = self._clock()
        with self._news:
            recent = [moment for moment in self._moments if now - moment <= RATE_OVER]
        return 0.0 if len(recent) < 2 else (len(recent) - 1) / max(now - recent[0], 1e-6)

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of its newest picture; None: there is none that can be read."""
        newest = self._newest
        try:
            return None if newest is None else newest.size
        except PictureError:
            return None

    def keep(self, frame: bytes | Pixels) -> None:
        """Takes a picture as the newest."""
        with self._news:
            self._number += 1
            moment = self._clock()
            self._newest = Picture(frame, self._number, moment)
            self._moments.append(moment)
            self._news.notify_all()

    def _watch(self) -> None:
        failures = 0
        while not self._stop.is_set():
            before = self._number
            if self._sender is None:
                self._watch_once()
            failures = failures + 1 if self._number == before and self._sender is None else 0
            self._stop.wait(PAUSES[min(failures, len(PAUSES) - 1)])

    def _watch_once(self) -> None:
        """Watches until the source is lost."""
        try:
            for frame in self._frames():
                if self._stop.is_set() or self._sender is not None:
                    return
                self.keep(frame)
            self._trouble = Message("camera.pictures-ended")
        except (CameraLost, CameraUnusable) as lost:
            self._trouble = lost.message
        except SOURCE_ERRORS as error:
            self._trouble = Message.of("camera.failed", problem=f"{type(error).__name__}: {error}")
