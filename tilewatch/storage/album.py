"""The album: the camera's pictures before and after each turn, JPEG files in a folder of limited size."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import cv2

from tilewatch.storage.sql.synced import put
from vision.camera import Picture, encoded, picture_size

WIDEST = 1280
"""Pixels of a stored picture's width; wider pictures are scaled down: people look at them, but no tiles are read from
them."""
DEFAULT_CAP = 300_000_000
"""Bytes of the folder: about 1500 turns."""
SIDES = ("before", "after")


class Album:
    """Pictures of turns, of one match after another; beyond `cap` bytes the oldest are deleted.

    `journal`: id of the journal (`Journal.identity`) whose matches they are; several journals may share a folder.
    """

    def __init__(self, folder: Path, cap: int = DEFAULT_CAP, journal: str = "") -> None:
        self._folder, self._cap, self._prefix = folder, cap, f"{journal}-" if journal else ""
        self.trouble: str | None = None
        """Why the last picture could not be stored, in one line; None: it was."""

    def keep(self, match: int, turn: int, side: str, jpeg: bytes) -> None:
        """Stores the picture of one side of a turn; if that fails, `trouble` says why."""
        path = self._path(match, turn, side)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            put(path, jpeg)
            self._keep_to_the_cap(path)
        except OSError as error:
            self.trouble = f"a picture could not be kept: {error.strerror}"
        else:
            self.trouble = None

    def picture(self, match: int, turn: int, side: str, is_lost: bool = False) -> bytes | None:
        """The JPEG of one side of a turn; None: there is none, or it was deleted. `is_lost`: the turn was set aside."""
        try:
            return self._path(match, turn, side, is_lost).read_bytes()
        except OSError:
            return None

    def has(self, match: int, turn: int, side: str, is_lost: bool = False) -> bool:
        """Whether there is a picture of one side of a turn."""
        return self._path(match, turn, side, is_lost).exists()

    def put_aside(self, is_known: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
        """Sets aside the pictures of turns for which `is_known(match, turn)` is false, and yields (match, turn)."""
        for path in sorted(self._folder.glob("*.jpg")):
            found = re.fullmatch(rf"{re.escape(self._prefix)}(\d{{6}})-(\d{{5,}})-(\w+)\.jpg", path.name)
            if found is not None and not is_known(int(found[1]), int(found[2])):
                with suppress(OSError):
                    path.replace(self._path(int(found[1]), int(found[2]), found[3], is_lost=True))
                yield int(found[1]), int(found[2])

    def _path(self, match: int, turn: int, side: str, is_lost: bool = False) -> Path:
        """The file of a picture, named only by two integers and `before` or `after`: no other text reaches the disk."""
        if side not in SIDES:
            raise ValueError(f"{side!r} is no side of a turn")
        return self._folder / f"{self._prefix}{'lost-' * is_lost}{int(match):06d}-{int(turn):05d}-{side}.jpg"

    def _keep_to_the_cap(self, newest: Path) -> None:
        pictures = sorted(self._folder.glob("*-[0-9]*-*.jpg"), key=lambda path: path.stat().st_mtime_ns)
        size = sum(path.stat().st_size for path in pictures)
        for path in pictures:
            if size <= self._cap or path == newest:
                return
            size -= path.stat().st_size
            path.unlink()


def album_jpeg(picture: Picture) -> bytes:
    """A picture as the album stores it, at most WIDEST pixels wide."""
    if isinstance(picture.source, bytes) and picture_size(picture.source)[0] <= WIDEST:
        return picture.source
    pixels = picture.pixels
    height, width = pixels.shape[:2]
    if width > WIDEST:
        size = (WIDEST, round(height * WIDEST / width))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(pixels.dtype, copy=False)
    return encoded(pixels, 82)
