"""Locks a device's focus, exposure and white balance while the table is found, as hands would change them."""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event
from typing import Protocol

import cv2

from vision.camera.picture import Pixels

AS_ASKED = 0.02
"""Relative difference allowed between a value that was set and the value read back."""
ANOTHER_LIGHT = 0.25
"""Relative change of the picture's brightness above which the light changed, and the device adjusts itself again."""
PROOF = 2.0
"""Seconds after locking within which a change of brightness is blamed on the locked settings."""
PAUSE = 10.0
"""Seconds before locking is tried again."""
SAMPLE = 16
"""Step in pixels and rows at which brightness is sampled."""

Clock = Callable[[], float]
FLICKER = 100.0
"""Exposure of one flicker of a lamp at 50 Hz, in V4L2's unit of 0.1 ms; whole multiples show no bands."""
NEAR = 0.15
"""Greatest relative change by which an exposure is moved to a multiple of the flicker; a larger change would alter the
picture."""
MANUAL_EXPOSURE = 1.0 if sys.platform == "linux" else 0.25
"""Value for manual exposure in OpenCV's backends: V4L2's menu entry, or a quarter."""


class Adjustable(Protocol):
    """The part of cv2.VideoCapture that is used; tests bring their own."""

    def get(self, propId: int, /) -> float: ...
    def set(self, propId: int, value: float, /) -> bool: ...


@dataclass(frozen=True)
class Setting:
    """A setting that a device adjusts by itself: the property that switches the automatic mode, its value for off, and
    the adjusted property.
    """

    automatic: int
    off: float
    value: int


SETTINGS = (
    Setting(cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    Setting(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    Setting(cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
)


def held(device: Adjustable, setting: Setting) -> float | None:
    """Locks a setting at the value that the device found; an exposure is moved to a nearby one without bands.

    Returns the value that makes the setting automatic again; None: it cannot be locked.
    """
    was, value = device.get(setting.automatic), device.get(setting.value)
    value = without_bands(value) if setting.value == cv2.CAP_PROP_EXPOSURE else value
    if was <= 0 or was == setting.off:
        return None
    is_set = device.set(setting.automatic, setting.off) and device.set(setting.value, value)
    if is_set and device.get(setting.automatic) == setting.off and _is_as_asked(device.get(setting.value), value):
        return was
    device.set(setting.automatic, was)
    return None


def without_bands(exposure: float) -> float:
    """The nearest exposure of whole flickers of mains light, if it is near; else the given exposure. Only on Linux,
    where the unit is known.

    >>> without_bands(157.0), without_bands(3.0)
    (157.0, 3.0)
    """
    whole = max(1, round(exposure / FLICKER)) * FLICKER
    is_near = sys.platform == "linux" and abs(whole - exposure) <= NEAR * exposure
    return whole if is_near else exposure


def _is_as_asked(value: float, asked: float) -> bool:
    return abs(value - asked) <= AS_ASKED * abs(asked)


class Steadier:
    """Locks a device's settings while the table is found and the light stays the same."""

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
        """Returns all settings to the device's own control."""
        for setting, automatic in self._held.items():
            self._device.set(setting.automatic, automatic)
        self._held, self._since = {}, self._clock()

    def _hold(self, level: float) -> None:
        tried = {setting: held(self._device, setting) for setting in SETTINGS}
        self._held = {setting: was for setting, was in tried.items() if was is not None}
        self._level, self._since = level, self._clock()
        self._is_hopeless = not self._held


def steadied(device: Adjustable, pictures: Iterator[Pixels], is_found: Event) -> Iterator[Pixels]:
    """A device's pictures; its settings are locked while the table is found, and released at the end."""
    steadier = Steadier(device)
    try:
        for picture in pictures:
            steadier.see(picture, is_found.is_set())
            yield picture
    finally:
        steadier.let_go()
