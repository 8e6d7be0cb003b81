"""A camera at this machine, opened at the largest size that it really delivers fast enough."""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Protocol

import cv2
import numpy as np

from referee.messages import Message
from vision.camera.picture import CameraLost, Pixels
from vision.camera.steadied import steadied

Size = tuple[int, int]
"""Width and height in pixels."""

SIZES: tuple[Size, ...] = ((3840, 2160), (2560, 1440), (1920, 1080), (1280, 720))
"""What a device is asked for, in turn."""
ENOUGH = 10.0
"""Pictures a second that a size must deliver to be taken."""
MEASURED = 12
"""Pictures over which a size is measured."""
WARMING = 4
"""Pictures before them that do not count."""
TOO_LONG = 3.0
"""Seconds that measuring a size may take."""
MOST_TAKEN = 15.0
"""Pictures a second that are decoded at most; the others are dropped unseen."""
MOST_GUESSED = 4
"""Device numbers tried where the system does not list its cameras."""
Clock = Callable[[], float]


class Capture(Protocol):
    """What is asked of a device: cv2.VideoCapture, or a test's own."""

    def isOpened(self) -> bool: ...
    def get(self, propId: int, /) -> float: ...
    def set(self, propId: int, value: float, /) -> bool: ...
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, object]: ...
    def release(self) -> None: ...


@dataclass(frozen=True)
class Delivered:
    """What a device really gives: the pictures' size, and how many come a second."""

    size: Size
    rate: float


def device_frames(number: int, size: Size | None = None, is_found: Event | None = None) -> Iterator[Pixels]:
    """A device's pictures at its best size, or the nearest it has to `size`; each the newest when it is asked for.

    `is_found`: set while the table is in the picture; then the device's focus and exposure are held.
    Raises CameraLost: no such device, or it gives no more pictures.
    """
    capture = opened(number)
    try:
        best_size(capture, f"camera {number}", (size,) if size else SIZES)
        pictures = newest(capture, f"camera {number}")
        yield from pictures if is_found is None else steadied(capture, pictures, is_found)
    finally:
        capture.release()


def device_numbers() -> list[int]:
    """Numbers that may be devices' here."""
    if sys.platform != "linux":
        return list(range(MOST_GUESSED))
    names = (path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
    return sorted(int(name) for name in names if name.isdecimal())


def opened(number: int) -> Capture:
    """The device of that number.

    Raises CameraLost: it is not there.
    """
    is_linux = sys.platform == "linux"
    if is_linux and not Path(f"/dev/video{number}").exists():
        raise CameraLost("camera.not-connected", number=number)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # the message below says it in one line
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2 if is_linux else cv2.CAP_ANY)
    if not capture.isOpened():
        capture.release()
        raise CameraLost("camera.cannot-be-opened", name=Message.of("camera.number", number=number))
    return capture


def best_size(capture: Capture, name: str, sizes: tuple[Size, ...] = SIZES, clock: Clock = time.monotonic) -> Delivered:
    """Sets the largest of the sizes that comes at ENOUGH pictures a second or more; without one, the fastest.

    Raises CameraLost: no size gives pictures.
    """
    tried: list[tuple[Size, Delivered]] = []
    for size in sizes:
        _ask_for(capture, size)
        given = measured(capture, clock)
        if given is None:
            continue
        tried.append((size, given))
        if given.rate >= ENOUGH:
            break
    if not tried:
        raise CameraLost("camera.gives-none", name=name)
    size, given = max(tried, key=lambda each: (min(each[1].rate, ENOUGH), each[1].size))
    if size != tried[-1][0]:
        _ask_for(capture, size)
    return given


def _ask_for(capture: Capture, size: Size) -> None:
    """Asks for a size in motion JPEG: uncompressed, large pictures come too slowly over USB."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def measured(capture: Capture, clock: Clock = time.monotonic) -> Delivered | None:
    """What comes now, whatever the device says; None: nothing."""
    began = start = clock()
    counted, shape = 0, None
    for n in range(WARMING + MEASURED):
        if not capture.grab():
            break
        if n < WARMING:
            start = clock()
            continue
        there, pixels = capture.retrieve()
        if there and isinstance(pixels, np.ndarray):
            counted, shape = counted + 1, pixels.shape
        if clock() - began > TOO_LONG:
            break
    if shape is None:
        return None
    return Delivered((shape[1], shape[0]), counted / max(clock() - start, 1e-6))


def newest(capture: Capture, name: str, clock: Clock = time.monotonic) -> Iterator[Pixels]:
    """A device's pictures, no more than MOST_TAKEN a second. Raises CameraLost: none comes any more."""
    due = clock()
    while True:
        if not capture.grab():
            raise CameraLost("camera.gives-no-more", name=name)
        if clock() < due:
            continue
        there, pixels = capture.retrieve()
        if not there or not isinstance(pixels, np.ndarray):
            raise CameraLost("camera.gives-no-more", name=name)
        due = max(due + 1 / MOST_TAKEN, clock() - 1 / MOST_TAKEN)
        yield pixels.astype(np.uint8, copy=False)


def captured(capture: cv2.VideoCapture, name: Message | str) -> Iterator[Pixels]:
    """The pictures of an opened capture, every one of them; closes it in the end."""
    try:
        if not capture.isOpened():
            raise CameraLost("camera.cannot-be-opened", name=name)
        while True:
            there, pixels = capture.read()
            if not there:
                raise CameraLost("camera.gives-no-more", name=name)
            yield pixels.astype(np.uint8, copy=False)
    finally:
        capture.release()
