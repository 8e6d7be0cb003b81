"""Recognises the camera of last time when its device number has changed, by its name and by its last picture."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import CameraLost, Pixels

SYSTEM = Path("/sys/class/video4linux")
"""The folder in which Linux lists cameras with their names."""
SIZE = (32, 18)
"""Width and height of the small pictures that are compared."""
ALIKE = 0.6
"""Correlation from which two pictures show the same table: at least 0.67 within two films, at most 0.53 between three;
of 60 photographs of other tables 95 % of the pairs are below 0.55.
"""
EVERY = 600
"""Number of pictures, about a minute's, after which the small picture is stored again."""
Glance = Callable[[int], Pixels]
"""Takes a picture with the device of a number. Raises CameraLost."""


@dataclass(frozen=True)
class LastSeen:
    """The camera of the last evening: its name ("" if the system gives none), and its last picture of the table,
    reduced to SIZE, in grey levels.
    """

    name: str
    look: bytes


def names(system: Path = SYSTEM) -> dict[int, str]:
    """The names of the devices that give pictures, with serial numbers, by number; empty if the system has none."""
    found = {}
    for place in sorted(system.glob("video*")):
        number = place.name.removeprefix("video")
        if number.isdecimal() and _line(place / "index") in ("", "0"):  # others give no pictures
            words = [*_line(place / "name").split(), *_line(place / "device/../serial").split()]
            found[int(number)] = " ".join(words)
    return {number: name for number, name in found.items() if name}


def _line(place: Path) -> str:
    try:
        return place.read_text(errors="replace").strip()
    except OSError:
        return ""


def look_of(picture: Pixels) -> bytes:
    """The picture in grey, reduced to SIZE."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, SIZE, interpolation=cv2.INTER_AREA), np.uint8).tobytes()


def likeness(look: bytes, other: bytes) -> float:
    """The correlation of two small pictures, -1 to 1; 0 if either is missing or uniform."""
    levels = [_levels(one) for one in (look, other)]
    if any(one.size != SIZE[0] * SIZE[1] or one.std() < 1 for one in levels):
        return 0.0
    return float(np.corrcoef(levels[0], levels[1])[0, 1])


def _levels(look: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(look, np.uint8)


def recognised(asked: int, last: LastSeen, named: Mapping[int, str], numbers: list[int], glance: Glance) -> int:
    """The number of the device that was the camera last time; `asked` if it cannot be recognised.

    `named`: names by number; `numbers`: all possible devices. Pictures are taken only if the names do not decide.
    """
    same = [number for number, name in named.items() if name == last.name]
    if len(same) == 1:
        return same[0]
    if named and last.name and not same:  # it is not connected
        return asked
    found = [asked, *(number for number in same or numbers if number != asked)]
    if len(found) == 1 or not last.look:
        return asked
    best, most = asked, _likeness_at(asked, last, glance)
    for number in found[1:] if most < ALIKE else []:
        alike = _likeness_at(number, last, glance)
        if alike >= ALIKE and alike > most:
            best, most = number, alike
    return best


def _likeness_at(number: int, last: LastSeen, glance: Glance) -> float:
    try:
        return likeness(look_of(glance(number)), last.look)
    except CameraLost:
        return 0.0


class CameraMemory:
    """Remembers the camera of last time, and stores small pictures of the table."""

    def __init__(self) -> None:
        self.last: LastSeen | None = None
        """The camera of last time; None: unknown."""
        self.keep: Callable[[LastSeen], None] = lambda _: None
        """Stores a record for the next start."""
        self.told: Callable[[int, LastSeen], None] = lambda *_: None
        """Called if another device number than the requested one is opened."""

    def number(self, asked: int, numbers: list[int], glance: Glance) -> int:
        """The device number to open instead of `asked`. `numbers`: all possible devices."""
        if self.last is None:
            return asked
        number = recognised(asked, self.last, names(), numbers, glance)
        if number != asked:
            self.told(number, self.last)
        return number

    def remembering(self, number: int, pictures: Iterator[Pixels], is_found: Event | None) -> Iterator[Pixels]:
        """The device's pictures; at intervals a picture is stored in small, while the table is found."""
        name, wait = names().get(number, ""), 0
        for picture in pictures:
            wait -= 1
            if wait <= 0 and is_found is not None and is_found.is_set():
                self.last, wait = LastSeen(name, look_of(picture)), EVERY
                self.keep(self.last)
            yield picture
