"""A camera attached to this machine, opened at the largest size that it delivers fast enough."""

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
from vision.camera.recognised import CameraMemory
from vision.camera.steadied import steadied

Size = tuple[int, int]
"""Width and height in pixels."""

SIZES: tuple[Size, ...] = ((3840, 2160), (2560, 1440), (1920, 1080), (1280, 720))
"""Sizes that a device is asked for, in this order."""
ENOUGH = 10.0
"""Pictures per second that a size must reach to be chosen."""
MEASURED = 12
"""Number of pictures over which a size is measured."""
WARMING = 4
"""Number of first pictures that are not measured."""
TOO_LONG = 3.0
"""Seconds that measuring a size may take."""
MOST_TAKEN = 15.0
"""Greatest number of pictures decoded per second; others are dropped undecoded."""
MOST_GUESSED = 4
"""Number of device numbers tried where the system does not list its cameras."""
Clock = Callable[[], float]


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used; tests bring their own."""

    def isOpened(self) -> bool: ...
    def get(self, propId: int, /) -> float: ...
    def set(self, propId: int, value: float, /) -> bool: ...
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, object]: ...
    def release(self) -> None: ...


@dataclass(frozen=True)
class Delivered:
    """What a device really delivers: the size of its pictures in pixels, and their rate per second."""

    size: Size
    rate: float


def device_frames(
    number: int, size: Size | None = None, is_found: Event | None = None, memory: CameraMemory | None = None
) -> Iterator[Pixels]:
    """A device's pictures at its best size, or at the nearest that it has to `size`; each is the newest at its request.

    `is_found`: set while the table is in the picture; the device's focus and exposure are then locked. `memory`: knows
    which device it was last time. Raises CameraLost: there is no such device, or it delivers no more pictures.
    """
    number = number if memory is None else memory.number(number, device_numbers(), glance)
    capture = opened(number)
    try:
        best_size(capture, f"camera {number}", (size,) if size else SIZES)
        pictures = newest(capture, f"camera {number}")
        pictures = pictures if memory is None else memory.remembering(number, pictures, is_found)
        yield from pictures if is_found is None else steadied(capture, pictures, is_found)
    finally:
        capture.release()


def device_numbers() -> list[int]:
    """The numbers of this machine's cameras, or of possible cameras."""
    if sys.platform != "linux":
        return list(range(MOST_GUESSED))
    names = (path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
    return sorted(int(name) for name in names if name.isdecimal())


def opened(number: int) -> Capture:
    """The device with this number, opened.

    Raises CameraLost: it is not connected, or cannot be opened.
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


def glance(number: int) -> Pixels:
    """A picture of the device with this number. Raises CameraLost."""
    capture = opened(number)
    try:
        best_size(capture, f"camera {number}", SIZES[-1:])
        return next(newest(capture, f"camera {number}"))
    finally:
        capture.release()


def best_size(capture: Capture, name: str, sizes: tuple[Size, ...] = SIZES, clock: Clock = time.monotonic) -> Delivered:
    """Sets the largest size that reaches ENOUGH pictures per second, else the fastest; returns the size and rate
    delivered.

    Raises CameraLost: no size delivers pictures.
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
    """Requests a size in motion JPEG: large uncompressed pictures come too slowly over USB."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def measured(capture: Capture, clock: Clock = time.monotonic) -> Delivered | None:
    """The size and rate really delivered now, whatever the device claims; None: no picture came."""
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
    """A device's pictures, at most MOST_TAKEN per second. Raises CameraLost: no more come."""
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
    """All pictures of an opened capture, which is closed at the end. Raises CameraLost: not open, or no more come."""
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
