"""Which device is the camera of last time, though its number is another: by its name, and by what it saw."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import CameraLost, Pixels

SYSTEM = Path("/sys/class/video4linux")
"""Where Linux tells the names of its cameras."""
SIZE = (32, 18)
"""Width and height to which a picture is reduced to be recognised."""
ALIKE = 0.6
"""Correlation from which two pictures show one place: 0.67 at least within two films, 0.53 at most between three; 60
photographs of other tables are below 0.55 in 95 of 100 pairs."""
EVERY = 600
"""Pictures, about a minute's, after which what is seen is kept again."""
Glance = Callable[[int], Pixels]
"""A picture of the device with a number. Raises CameraLost."""


@dataclass(frozen=True)
class LastSeen:
    """A camera: its name, "" where the system tells none, and its last picture of the table in small, SIZE grey
    levels."""

    name: str
    look: bytes


def names(system: Path = SYSTEM) -> dict[int, str]:
    """The names of the devices that give pictures, by number, with their serial number; empty where none are told."""
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
    """What a device sees, in small."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, SIZE, interpolation=cv2.INTER_AREA), np.uint8).tobytes()


def likeness(look: bytes, other: bytes) -> float:
    """How alike two looks are: their correlation, -1 to 1; 0 where one is plain or none."""
    levels = [_levels(one) for one in (look, other)]
    if any(one.size != SIZE[0] * SIZE[1] or one.std() < 1 for one in levels):
        return 0.0
    return float(np.corrcoef(levels[0], levels[1])[0, 1])


def _levels(look: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(look, np.uint8)


def recognised(asked: int, last: LastSeen, named: Mapping[int, str], numbers: list[int], glance: Glance) -> int:
    """The number of the device that was the camera last time; `asked`, where nobody can tell.

    `named`: names by number; `numbers`: all devices there may be. A picture is taken only where names do not tell.
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
    """Knows the camera of last time, and keeps what it sees."""

    def __init__(self) -> None:
        self.last: LastSeen | None = None
        """The camera of last time; None: nobody knows."""
        self.keep: Callable[[LastSeen], None] = lambda _: None
        """Keeps a record for the next start."""
        self.told: Callable[[int, LastSeen], None] = lambda *_: None
        """Hears of the number that is opened in the place of the one asked for."""

    def number(self, asked: int, numbers: list[int], glance: Glance) -> int:
        """The number to be opened where this one is asked for. `numbers`: of all devices there may be."""
        if self.last is None:
            return asked
        number = recognised(asked, self.last, names(), numbers, glance)
        if number != asked:
            self.told(number, self.last)
        return number

    def remembering(self, number: int, pictures: Iterator[Pixels], is_found: Event | None) -> Iterator[Pixels]:
        """The device's pictures; those of a found table are kept now and then."""
        name, wait = names().get(number, ""), 0
        for picture in pictures:
            wait -= 1
            if wait <= 0 and is_found is not None and is_found.is_set():
                self.last, wait = LastSeen(name, look_of(picture)), EVERY
                self.keep(self.last)
            yield picture
