"""Pictures from files: a film at its own speed, or a folder's pictures one after the other."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2

from vision.camera.device import captured
from vision.camera.picture import CameraLost, CameraUnusable, PictureError, Pixels, load_picture

FOLDER_PAUSE = 1.0
"""Seconds for which each picture of a folder is shown."""
FOLDER_BEAT = 0.1
"""Seconds between two deliveries of the same picture of a folder."""
MOST_BEATS = 50
"""Beats for which an incomplete picture may still be in writing; afterwards it is skipped."""
PICTURE_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}

Sleep = Callable[[float], object]
Edition = tuple[int, int]
"""When a file was last changed, in nanoseconds, and its size in bytes; another edition means another content."""


def edition(path: Path) -> Edition:
    """The edition of a file. Raises CameraLost: the file is missing."""
    try:
        status = path.stat()
    except OSError as error:
        raise CameraLost("at", place=str(path), problem=str(error.strerror)) from error
    return status.st_mtime_ns, status.st_size


def film_at(path: Path) -> "Film":
    """The film in a file, or its single picture. Raises CameraUnusable: it is neither."""
    if path.is_file() and not cv2.VideoCapture(str(path)).grab():
        raise CameraUnusable("camera.gives-none", name=str(path))
    return Film(path)


class Film:
    """A film played once at its own speed; it plays again only when another film replaces the file."""

    def __init__(self, path: Path, sleep: Sleep = time.sleep) -> None:
        self._path, self._sleep = path, sleep
        self._played: Edition | None = None

    def frames(self) -> Iterator[Pixels]:
        """The film's pictures. Raises CameraLost: the film has ended, or the file is no film."""
        present = edition(self._path)
        if present == self._played:
            raise CameraLost("camera.has-ended", name=str(self._path))
        capture = cv2.VideoCapture(str(self._path))
        rate = capture.get(cv2.CAP_PROP_FPS)
        pause = 1 / rate if 1 <= rate <= 240 else 0.1
        due = time.monotonic()
        for pixels in captured(capture, str(self._path)):
            yield pixels
            self._played = present
            due += pause
            self._sleep(max(0.0, due - time.monotonic()))


class Folder:
    """The pictures of a folder in order of name; the last is repeated until another appears or is written anew.

    Pictures already shown are not shown again after the folder was away for a while.
    """

    def __init__(self, path: Path, sleep: Sleep = time.sleep) -> None:
        self._path, self._sleep = path, sleep
        self._shown: dict[str, Edition] = {}
        self._last = b""
        self._waited: tuple[Path, Edition, int] | None = None

    def frames(self) -> Iterator[bytes]:
        """The folder's pictures as they come. Raises CameraLost: the folder is missing, or holds no pictures."""
        while True:
            new = self._next()
            if not self._last:
                raise CameraLost("camera.no-pictures-there", name=str(self._path))
            for _ in range(round(FOLDER_PAUSE / FOLDER_BEAT) if new else 1):
                yield self._last
                self._sleep(FOLDER_BEAT)

    def _next(self) -> bool:
        """Takes the next complete picture; returns whether it found a picture."""
        for path, present in self._waiting():
            try:
                content = path.read_bytes()
                load_picture(content)
            except (OSError, PictureError):
                if self._is_being_written(path, present):
                    return False
                self._shown[path.name] = present
                continue
            self._shown[path.name], self._last = present, content
            return True
        return False

    def _waiting(self) -> list[tuple[Path, Edition]]:
        """The pictures that were not shown yet, in order of name."""
        try:
            there = sorted(path for path in self._path.iterdir() if path.suffix.lower() in PICTURE_ENDINGS)
        except OSError as error:
            raise CameraLost("at", place=str(self._path), problem=str(error.strerror)) from error
        editions = [(path, edition(path)) for path in there]
        return [(path, present) for path, present in editions if self._shown.get(path.name) != present]

    def _is_being_written(self, path: Path, present: Edition) -> bool:
        """Whether an incomplete picture may still be in writing, because it changed recently."""
        same = self._waited is not None and self._waited[:2] == (path, present)
        beats = self._waited[2] + 1 if same and self._waited else 0
        self._waited = path, present, beats
        return beats < MOST_BEATS
