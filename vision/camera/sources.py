"""Where pictures come from: devices, streams, films, folders. Each is an iterator that ends in CameraLost."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.camera.errors import CameraLost, CameraUnusable
from vision.camera.http import SNAPSHOT_PAUSE, jpegs, open_stream
from vision.camera.picture import Pixels

OPENING_PATIENCE, READING_PATIENCE = 3000, 2500
"""Milliseconds that a network stream may take to open, and between two pictures."""
FOLDER_PAUSE = 1.0
"""Seconds for which each picture of a folder is shown."""
FOLDER_BEAT = 0.1
"""Seconds between two showings of the same picture of a folder."""
PICTURE_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}

Sleep = Callable[[float], object]
OpenSource = Callable[[], Iterator[bytes | Pixels]]
"""Opens a source: its pictures until CameraLost."""


def kind_of(address: str) -> str:
    """What an address names: `device`, `http`, `rtsp`, `film` or `folder`.

    Raises CameraUnusable: it names none of these.
    """
    if address.isdecimal() and len(address) <= 3:
        return "device"
    scheme = address.partition("://")[0].lower() if "://" in address else ""
    if scheme:
        kinds = {"http": "http", "https": "http", "rtsp": "rtsp", "rtsps": "rtsp"}
        if scheme not in kinds:
            raise CameraUnusable(f'"{address}": a stream begins with http://, https:// or rtsp://')
        return kinds[scheme]
    path = Path(address)
    if address.strip() and path.is_dir():
        return "folder"
    if path.is_file() or path.is_char_device():
        return "film"
    raise CameraUnusable(f'"{address}" is no camera: no number, no stream\'s address, no film, no folder')


def source(address: str, sleep: Sleep = time.sleep) -> OpenSource:
    """Opens the address anew at each call and gives its pictures as they come, until CameraLost.

    Raises CameraUnusable: see kind_of.
    """
    kind = kind_of(address)
    if kind == "device":
        return lambda: captured(cv2.VideoCapture(int(address)), f"camera {address}")
    if kind == "http":
        return lambda: http_frames(address, sleep)
    if kind == "rtsp":
        return lambda: captured(_network_capture(address), address)
    if kind == "film":
        return Film(Path(address), sleep).frames
    return lambda: folder_frames(Path(address), sleep)


def _network_capture(address: str) -> cv2.VideoCapture:
    patience = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        OPENING_PATIENCE,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        READING_PATIENCE,
    ]
    return cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience)


def captured(capture: cv2.VideoCapture, name: str) -> Iterator[Pixels]:
    """The pictures of an opened capture; closes it in the end."""
    try:
        if not capture.isOpened():
            raise CameraLost(f"{name} cannot be opened")
        while True:
            there, pixels = capture.read()
            if not there:
                raise CameraLost(f"{name} gives no more pictures")
            yield pixels.astype(np.uint8, copy=False)
    finally:
        capture.release()


def http_frames(address: str, sleep: Sleep) -> Iterator[bytes | Pixels]:
    """A stream of JPEGs; an address of one JPEG is asked again and again; anything else is left to FFmpeg."""
    while True:
        with open_stream(address) as answer:
            kind = answer.headers.get_content_type()
            if kind.startswith("video/"):
                break
            if kind != "image/jpeg":
                yield from jpegs(answer, address)
            yield answer.read()
        sleep(SNAPSHOT_PAUSE)
    yield from captured(_network_capture(address), address)


class Film:
    """A film at its own speed. It plays once: again only when another film lies in its place."""

    def __init__(self, path: Path, sleep: Sleep = time.sleep) -> None:
        self._path, self._sleep = path, sleep
        self._played: tuple[int, int] | None = None

    def frames(self) -> Iterator[Pixels]:
        """Raises CameraLost: the film has ended, or is none."""
        present = self._edition()
        if present == self._played:
            raise CameraLost(f"{self._path} has ended")
        capture = cv2.VideoCapture(str(self._path))
        rate = capture.get(cv2.CAP_PROP_FPS)
        pause = 1 / rate if 1 <= rate <= 240 else 0.1
        due = time.monotonic()
        for pixels in captured(capture, str(self._path)):
            yield pixels
            self._played = present
            due += pause
            self._sleep(max(0.0, due - time.monotonic()))

    def _edition(self) -> tuple[int, int]:
        try:
            status = self._path.stat()
        except OSError as error:
            raise CameraLost(f"{self._path}: {error.strerror}") from error
        return status.st_mtime_ns, status.st_size


def folder_frames(folder: Path, sleep: Sleep) -> Iterator[bytes]:
    """The pictures of a folder by name, then the last one until another appears."""
    shown: set[str] = set()
    last = b""
    while True:
        try:
            there = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURE_ENDINGS)
            new = [path for path in there if path.name not in shown]
            last = new[0].read_bytes() if new else last
        except OSError as error:
            raise CameraLost(f"{folder}: {error.strerror}") from error
        shown |= {p.name for p in new[:1]}
        if not last:
            raise CameraLost(f"{folder} holds no pictures")
        for _ in range(round(FOLDER_PAUSE / FOLDER_BEAT) if new else 1):
            yield last
            sleep(FOLDER_BEAT)
