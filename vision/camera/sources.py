"""Which source an address names, and how it is opened. Each source ends in CameraLost."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Event

import cv2

from referee.messages import Message
from vision.camera.device import Size, captured, device_frames
from vision.camera.files import Folder, film_at
from vision.camera.http import http_frames
from vision.camera.picture import CameraLost, CameraUnusable, Pixels
from vision.camera.recognised import CameraMemory, names

OPENS_WITHIN = 3000
"""Milliseconds within which a network stream must open."""
NEXT_WITHIN = 2500
"""Milliseconds within which a source must deliver its next picture."""
FFMPEG_QUIET = "-8"
"""FFmpeg's log level at which it writes nothing to the terminal."""

STREAM = Message("camera.stream")
"""Name of a network camera in messages; players need not see its address."""
OpenSource = Callable[[], Iterator[bytes | Pixels]]
"""A function that opens a source: it returns an iterator of pictures that ends in CameraLost."""
SCHEMES: Mapping[str, str] = {"http": "http", "https": "http", "rtsp": "rtsp", "rtsps": "rtsp"}
"""Kind of stream for each URL scheme."""


def kind_of(address: str) -> str:
    """The kind of source that an address names: `device`, `phone`, `photos`, `none`, `http`, `rtsp`, `film` or
    `folder`.

    Raises CameraUnusable: it names none of these.
    """
    if (address.isdecimal() and len(address) <= 3) or address in names().values():
        return "device"
    if address in ("phone", "photos", "none"):
        return address
    scheme = address.partition("://")[0].lower() if "://" in address else ""
    if scheme:
        if scheme not in SCHEMES:
            raise CameraUnusable("camera.not-a-stream", address=address)
        return SCHEMES[scheme]
    path = Path(address)
    if address.strip() and path.is_dir():
        return "folder"
    if path.is_file() or path.is_char_device():
        return "film"
    raise CameraUnusable("camera.not-a-camera", address=address)


def number_of(address: str) -> int:
    """The number of the device that an address names by number, or by its name.

    Raises CameraLost: no device has that name any more.
    """
    if address.isdecimal():
        return int(address)
    number = next((number for number, name in names().items() if name == address), None)
    if number is None:
        raise CameraLost("camera.cannot-be-opened", name=address)
    return number


def source(
    address: str, size: Size | None = None, is_found: Event | None = None, memory: CameraMemory | None = None
) -> OpenSource:
    """A function that opens the address anew at each call, and yields its pictures until CameraLost.

    `size`: requested from a device; None: the largest that it delivers at ten pictures per second. `is_found`: set
    while the table is in the picture; a device's focus and exposure are then locked. `memory`: knows which device it
    was last time; a device named by its name is taken in any case. Raises CameraUnusable: see kind_of; or the file is
    neither a film nor a picture.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", FFMPEG_QUIET)  # errors are told in one line of ours
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    kind = kind_of(address)
    if kind != "folder" and not _is_text(address):
        raise CameraUnusable("camera.cannot-be-opened", name=address)
    return OPENERS[kind](address, size, is_found, memory if address.isdecimal() else None)


def _is_text(address: str) -> bool:
    """Whether an address is valid text: a file's name may hold any bytes, and OpenCV aborts over invalid ones."""
    return address == address.encode(errors="replace").decode()


def _without(code: str) -> OpenSource:
    """A source that never delivers a picture: a phone sends its own pictures (Camera.sent), or the match is kept by
    hand."""

    def none() -> Iterator[bytes | Pixels]:
        raise CameraLost(code)

    return none


def _http_or_film(address: str) -> Iterator[bytes | Pixels]:
    """JPEGs over HTTP; where the address serves a film, FFmpeg decodes it."""
    is_film = yield from http_frames(address, STREAM)
    if is_film:
        yield from captured(_network_capture(address), STREAM)


def _network_capture(address: str) -> cv2.VideoCapture:
    patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPENS_WITHIN, cv2.CAP_PROP_READ_TIMEOUT_MSEC, NEXT_WITHIN]
    return cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience)


OPENERS: Mapping[str, Callable[[str, Size | None, Event | None, CameraMemory | None], OpenSource]] = {
    "device": lambda address, *wanted: lambda: device_frames(number_of(address), *wanted),
    "phone": lambda *_: _without("camera.no-phone"),
    "photos": lambda *_: _without("camera.by-photos"),
    "none": lambda *_: _without("camera.by-hand"),
    "http": lambda address, *_: lambda: _http_or_film(address),
    "rtsp": lambda address, *_: lambda: captured(_network_capture(address), STREAM),
    "film": lambda address, *_: film_at(Path(address)).frames,
    "folder": lambda address, *_: Folder(Path(address)).frames,
}
"""The function that opens each kind of source, from its address and the size requested of a device."""
