"""A camera watched by its own thread, which keeps the newest picture and reconnects after the source is lost."""

import threading
import time
import zlib
from collections import deque
from collections.abc import Callable

import numpy as np

from referee.messages import Message
from vision.camera.picture import (
    MOST_FRAME_PIXELS,
    SOURCE_ERRORS,
    CameraLost,
    CameraUnusable,
    Picture,
    PictureError,
    Pixels,
    decoded,
    mirror_image,
    picture_size,
)
from vision.camera.sources import OpenSource

LOST_AFTER = 2.5
"""Seconds without a picture after which a source counts as lost; a slow phone still sends one each second."""
STILL_AFTER = 3.0
"""Seconds without a new picture after which a phone's camera counts as still."""
PHONE_LOST_AFTER = 10.0
"""Seconds without a new picture after which a phone's camera counts as lost."""
DIFFERS_FOR = 60.0
"""Seconds without a repeated picture after which a source counts as a live camera, whose sensor noise changes every
picture.

A repeated picture from a live camera means that it hangs. A film, or an app that repeats its own pictures, never goes
that long without a repetition.
"""
SAMPLE = 8
"""Step in rows at which two pictures are compared."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each further attempt to reconnect; the last value repeats."""
PHOTOS = "photos"
"""The sender's name where no camera watches, and players take a photograph after each turn (tilewatch.table.turn)."""
JPEG = b"\xff\xd8"
"""The first bytes of every JPEG."""
RATE_OVER = 3.0
"""Seconds over which the rate of pictures is measured."""


class Camera:
    """The newest picture of a source, however rarely it is asked for.

    `frames` opens the source: it returns an iterator of pictures that ends in CameraLost. A phone that sends its own
    pictures replaces the source until somebody chooses the source again.
    """

    def __init__(self, frames: OpenSource, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames, self._clock = frames, clock
        self._news = threading.Condition()
        self._newest: Picture | None = None
        self._number = 0
        self._moments: deque[float] = deque(maxlen=400)
        self._came_at = time.time()
        self._trouble = Message("camera.none-yet")
        self._sender: str | None = None
        self._is_chosen = False
        self.is_turned = False
        """Whether the sender's pictures are mirrored; they are flipped back here."""
        self._last_sent: tuple[str, int, int] | None = None
        self._last_frame: bytes | Pixels = b""
        self._differs_since, self._hangs = float("inf"), False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.watch, args=(self._stop,), name="camera", daemon=True)

    def start(self) -> None:
        """Starts watching in a new thread, without waiting for the first picture."""
        self._thread.start()

    def stop(self) -> None:
        """Stops watching; a source that hangs is abandoned after a second."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=1.0)

    def watch(self, stopping: threading.Event) -> None:
        """Watches until `stopping` is set; runs in the camera's own thread, or in a supervised one."""
        self._stop = stopping
        failures = 0
        while not self._stop.is_set():
            before = self._number
            if self._sender is None:
                self._watch_once()
            failures = failures + 1 if self._number == before and self._sender is None else 0
            self._stop.wait(PAUSES[min(failures, len(PAUSES) - 1)])

    def newer_than(self, number: int, patience: float) -> Picture | None:
        """The newest picture, as soon as its number is above `number`; None after `patience` seconds without one."""
        with self._news:
            self._news.wait_for(lambda: self._number > number, patience)
            return self._newest if self._number > number else None

    @property
    def newest(self) -> Picture | None:
        """The newest picture; None before the first."""
        return self._newest

    @property
    def is_lost(self) -> bool:
        """Whether no new picture has come for LOST_AFTER seconds, or from a phone for PHONE_LOST_AFTER."""
        return self._newest is None or self._age > (LOST_AFTER if self._sender is None else PHONE_LOST_AFTER)

    @property
    def is_still(self) -> bool:
        """Whether a phone has sent nothing new for STILL_AFTER seconds, so its last picture may be out of date."""
        return self._sender is not None and self._newest is not None and self._age > STILL_AFTER

    @property
    def _age(self) -> float:
        """Seconds since the newest picture came."""
        return 0.0 if self._newest is None else self._clock() - self._newest.moment

    @property
    def trouble(self) -> Message:
        """Why the camera was last lost, as a message to players."""
        if self._sender is None:
            return self._trouble
        return Message.of("camera.phone-silent", since=time.strftime("%H:%M:%S", time.localtime(self._came_at)))

    @property
    def sender(self) -> str | None:
        """The device that sends pictures in the source's place; None: the source itself is used."""
        return self._sender

    def choose(self, sender: str | None) -> None:
        """Uses this device's pictures from now on; None: the source's pictures."""
        with self._news:
            self._is_of(sender)
            self._is_chosen, self._came_at = True, time.time()

    def _is_of(self, sender: str | None) -> None:
        """Sets the sender; the pictures of another device are flipped back only once they are known to be mirrored."""
        self.is_turned = self.is_turned and sender == self._sender
        self._sender = sender

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> bool:
        """Takes a JPEG that a device sent by itself; returns False where another camera was chosen, or is already
        sending.

        `page`, `number`: identify the picture within an opened page. A picture sent before is ignored: a page in the
        background sends its last picture for ever. Raises PictureError: this is no JPEG, or a damaged or too large one.
        """
        if not picture.startswith(JPEG):
            raise PictureError("picture.not-a-picture")
        picture_size(picture, MOST_FRAME_PIXELS)
        with self._news:
            if sender != self._sender and (self._is_chosen or self._sender is not None):
                return False
            self._is_of(sender)  # a phone stays the camera after a restart of the program
            if self._is_news(page, number, picture):
                self.keep(picture)
        return True

    def _is_news(self, page: str, number: int | None, picture: bytes) -> bool:
        """Whether a picture was not sent before."""
        before, check = self._last_sent, zlib.crc32(picture)
        is_late = before is not None and number is not None and before[0] == page and number <= before[1]
        is_same = before is not None and check == before[2]
        if not is_late:
            self._last_sent = page, -1 if number is None else number, check
        return not (is_late or is_same)

    def _is_again(self, frame: bytes | Pixels) -> bool:
        """Whether a live camera repeats its last picture, which means that it hangs."""
        is_same, now = _are_same(self._last_frame, frame), self._clock()
        self._last_frame = frame
        if is_same and now - self._differs_since >= DIFFERS_FOR:
            return True
        if is_same or self._hangs or self._differs_since > now:
            self._differs_since = now
        return False

    @property
    def rate(self) -> float:
        """Pictures per second over the last RATE_OVER seconds."""
        now = self._clock()
        with self._news:
            recent = [moment for moment in self._moments if now - moment <= RATE_OVER]
        return 0.0 if len(recent) < 2 else (len(recent) - 1) / max(now - recent[0], 1e-6)

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the newest picture in pixels; None: no readable picture."""
        newest = self._newest
        try:
            return None if newest is None else newest.size
        except PictureError:
            return None

    def keep(self, frame: bytes | Pixels) -> None:
        """Stores a picture as the newest, and wakes all who wait for one."""
        with self._news:
            self._number += 1
            moment = self._clock()
            self._newest = Picture(_turned_back(frame) if self.is_turned else frame, self._number, moment)
            self._moments.append(moment)
            self._came_at = time.time()
            self._news.notify_all()

    def _watch_once(self) -> None:
        """Keeps the source's pictures until it is lost, or a phone takes its place."""
        try:
            for frame in self._frames():
                with self._news:  # a phone may have been chosen since the picture came
                    if self._stop.is_set() or self._sender is not None:
                        return
                    self._hangs = self._is_again(frame)
                    if not self._hangs:
                        self.keep(frame)
                    elif self._age > LOST_AFTER:
                        raise CameraLost("camera.hangs")
            self._trouble = Message("camera.pictures-ended")
        except (CameraLost, CameraUnusable) as lost:
            self._trouble = lost.message
        except SOURCE_ERRORS as error:
            self._trouble = Message.of("camera.failed", problem=f"{type(error).__name__}: {error}")


def _turned_back(frame: bytes | Pixels) -> bytes | Pixels:
    """The picture mirrored back; unchanged where it cannot be decoded, which is reported later."""
    try:
        return mirror_image(decoded(frame) if isinstance(frame, bytes) else frame)
    except PictureError:
        return frame


def _are_same(frame: bytes | Pixels, other: bytes | Pixels) -> bool:
    if isinstance(frame, bytes) or isinstance(other, bytes):
        return type(frame) is type(other) and frame == other
    return np.array_equal(frame[::SAMPLE], other[::SAMPLE])
