"""A device's focus and exposure are fixed while the table is seen, if the device allows it."""

from threading import Event

import cv2
import numpy as np
import pytest

from vision.camera.picture import Pixels
from vision.camera.steadied import MANUAL_EXPOSURE, PAUSE, PROOF, Steadier, steadied

FOCUS, EXPOSURE = cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_EXPOSURE
SEES = {FOCUS: 1.0, cv2.CAP_PROP_FOCUS: 40.0, EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 157.0}


class Device:
    """A device with these settings, some of which it refuses to lock, or claims to lock without doing so."""

    def __init__(
        self, settings: dict[int, float], refused: tuple[int, ...] = (), ignored: tuple[int, ...] = ()
    ) -> None:
        self.settings, self.refused, self.ignored = dict(settings), refused, ignored
        self.now = 100.0

    def get(self, propId: int, /) -> float:
        return self.settings.get(propId, -1.0)

    def set(self, propId: int, value: float, /) -> bool:
        if propId in self.refused or propId not in self.settings:
            return False
        if propId not in self.ignored:
            self.settings[propId] = value
        return True

    def clock(self) -> float:
        return self.now


def picture(level: int = 120) -> Pixels:
    return np.full((64, 64, 3), level, np.uint8)


def shown(device: Device, *levels: int, is_found: bool = True, every: float = 1.0) -> Steadier:
    """A steadier that has seen pictures of these brightness levels."""
    steadier = Steadier(device, device.clock)
    for level in levels:
        steadier.see(picture(level), is_found)
        device.now += every
    return steadier


def test_before_the_table_is_found_the_device_adjusts_itself() -> None:
    device = Device(SEES)
    shown(device, 120, 120, is_found=False)
    assert device.settings == SEES


def test_with_the_table_found_focus_and_exposure_stay_where_they_are() -> None:
    device = Device(SEES)
    shown(device, 120, 121, 119)
    assert device.settings == SEES | {FOCUS: 0.0, EXPOSURE: MANUAL_EXPOSURE}


def test_an_exposure_is_held_in_which_a_lamp_shows_no_bands() -> None:
    device = Device({**SEES, cv2.CAP_PROP_EXPOSURE: 187.0})
    shown(device, 120, 121, 119)
    assert device.settings[cv2.CAP_PROP_EXPOSURE] == (200.0 if MANUAL_EXPOSURE == 1.0 else 187.0)


@pytest.mark.parametrize(
    "device",
    [Device(SEES, refused=(FOCUS,)), Device(SEES, ignored=(FOCUS,)), Device(SEES, refused=(cv2.CAP_PROP_FOCUS,))],
    ids=["it refuses", "it says it does and does not", "it holds no value"],
)
def test_what_a_device_does_not_let_be_held_stays_automatic(device: Device) -> None:
    shown(device, 120, 120)
    assert (device.settings[FOCUS], device.settings[EXPOSURE]) == (1.0, MANUAL_EXPOSURE)


def test_a_value_that_jumps_when_it_is_held_is_left_to_the_device() -> None:
    class Jumping(Device):
        def set(self, propId: int, value: float, /) -> bool:
            is_set = super().set(propId, value)
            if propId == cv2.CAP_PROP_EXPOSURE:
                self.settings[propId] = 5.0
            return is_set

    device = Jumping(SEES)
    shown(device, 120, 120)
    assert (device.settings[EXPOSURE], device.settings[FOCUS]) == (3.0, 0.0)


def test_a_picture_that_goes_dark_at_once_is_the_fault_of_what_was_held() -> None:
    device = Device(SEES)
    shown(device, 120, 40, *[120] * 30, every=PROOF / 2)
    assert device.settings == SEES


def test_in_another_light_the_device_finds_its_own_again_and_is_held_there() -> None:
    device = Device(SEES)
    steadier = shown(device, 120, 120, 120, 60)
    assert device.settings == SEES
    device.now += PAUSE
    steadier.see(picture(100), True)
    assert device.settings[EXPOSURE] == MANUAL_EXPOSURE


def test_a_device_that_adjusts_nothing_is_left_alone() -> None:
    device = Device({})
    shown(device, 120, 120)
    assert device.settings == {}


def test_in_the_end_everything_is_automatic_again() -> None:
    device, found = Device(SEES), Event()
    found.set()
    pictures = steadied(device, iter([picture(), picture(), picture()]), found)
    next(pictures)
    assert device.settings[FOCUS] == 0.0
    pictures.close()  # type: ignore[attr-defined]
    assert device.settings == SEES
