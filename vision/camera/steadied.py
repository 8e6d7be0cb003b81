"""Focus, exposure and white balance held once the table is found, if the device lets us: hands would change them."""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event
from typing import Protocol

import cv2

from vision.camera.picture import Pixels

AS_ASKED = 0.02
"""Share by which a value that is read back may differ from the one that was set."""
ANOTHER_LIGHT = 0.25
"""Share by which the picture's level may change before the light is another, and the device finds its own again."""
PROOF, PAUSE = 2.0, 10.0
"""Seconds within which a level that changes is the fault of what was held; and those before it is tried again."""
SAMPLE = 16
"""Every so manieth pixel and line tells the level."""

Clock = Callable[[], float]
MANUAL_EXPOSURE = 1.0 if sys.platform == "linux" else 0.25
"""What OpenCV's backends call a manual exposure: V4L2's menu, or a quarter."""


class Adjustable(Protocol):
    """What is asked of a device: cv2.VideoCapture, or a test's own."""

    def get(self, propId: int, /) -> float: ...
    def set(self, propId: int, value: float, /) -> bool: ...


@dataclass(frozen=True)
class Setting:
    """Something that a device adjusts by itself: whether it does, the value for `no`, and what it adjusts."""

    automatic: int
    off: float
    value: int


SETTINGS = (
    Setting(cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    Setting(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    Setting(cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
)


def held(device: Adjustable, setting: Setting) -> float | None:
    """Holds what a device has found by itself. Gives what makes it automatic again; None: it cannot be held."""
    was, value = device.get(setting.automatic), device.get(setting.value)
    if was <= 0 or was == setting.off:
        return None
    is_set = device.set(setting.automatic, setting.off) and device.set(setting.value, value)
    if is_set and device.get(setting.automatic) == setting.off and _is_as_asked(device.get(setting.value), value):
        return was
    device.set(setting.automatic, was)
    return None


def _is_as_asked(value: float, asked: float) -> bool:
    return abs(value - asked) <= AS_ASKED * abs(asked)


class Steadier:
    """Holds a device's settings while the table is found and the light stays."""

    def __init__(self, device: Adjustable, clock: Clock = time.monotonic) -> None:
        self._device, self._clock = device, clock
        self._held: dict[Setting, float] = {}
        self._level, self._since = 0.0, float("-inf")
        self._is_hopeless = False

    def see(self, picture: Pixels, is_found: bool) -> None:
        """Takes the device's next picture. `is_found`: whether the table is in it."""
        level = float(picture[::SAMPLE, ::SAMPLE].mean())
        if self._held and (not is_found or abs(level - self._level) > ANOTHER_LIGHT * self._level):
            self._is_hopeless |= is_found and self._clock() - self._since < PROOF
            self.let_go()
        elif is_found and not self._held and not self._is_hopeless and self._clock() - self._since >= PAUSE:
            self._hold(level)

    def let_go(self) -> None:
        """Leaves everything to the device again."""
        for setting, automatic in self._held.items():
            self._device.set(setting.automatic, automatic)
        self._held, self._since = {}, self._clock()

    def _hold(self, level: float) -> None:
        tried = {setting: held(self._device, setting) for setting in SETTINGS}
        self._held = {setting: was for setting, was in tried.items() if was is not None}
        self._level, self._since = level, self._clock()
        self._is_hopeless = not self._held


def steadied(device: Adjustable, pictures: Iterator[Pixels], is_found: Event) -> Iterator[Pixels]:
    """A device's pictures; its settings are held while the table is found, and let go in the end."""
    steadier = Steadier(device)
    try:
        for picture in pictures:
            steadier.see(picture, is_found.is_set())
            yield picture
    finally:
        steadier.let_go()
