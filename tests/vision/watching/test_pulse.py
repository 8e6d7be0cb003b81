"""Bands of mains light and a breathing focus are recognised; hands, drifting light and a hand-held camera are not taken
for them."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.camera import Pixels
from vision.watching.pulse import Pulse
from vision.watching.registration import Registration, warped

HEIGHT, WIDTH = 180, 320
CLOTH = np.random.default_rng(1).integers(40, 220, (HEIGHT // 6, WIDTH // 6, 3)).astype(np.uint8)
TABLE = cv2.GaussianBlur(cv2.resize(CLOTH, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST), (0, 0), 1)
ROWS, COLUMNS = np.arange(HEIGHT)[:, None, None], np.arange(WIDTH)[None, :, None]


def pulse_of(seen: Callable[[int], np.ndarray], seconds: float = 16.0) -> Pulse:
    """The pulse found in ten pictures a second, each registered to the map."""
    pulse, registration = Pulse(), Registration()
    for number in range(round(10 * seconds)):
        noise = np.random.default_rng(number).normal(0, 3, TABLE.shape)
        picture: Pixels = np.clip(seen(number) + noise, 0, 255).astype(np.uint8)
        moved = warped(picture, registration.matrix_of(picture))
        pulse.see(moved, registration.found, number / 10)
    return pulse


def bands(number: int, step: float = 0.13, lines: np.ndarray = ROWS) -> np.ndarray:
    """Pictures under a pulsing lamp, taken line by line."""
    return np.asarray(TABLE * (0.82 + 0.18 * np.sin(2 * np.pi * (lines / 90 + step * number))))


def viewed(times: float, right: float = 0.0) -> np.ndarray:
    view = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 0, times) + [[0, 0, right], [0, 0, 0]]
    return np.asarray(cv2.warpAffine(TABLE, view, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE))


def breathing(number: int) -> np.ndarray:
    return viewed(1 + 0.01 * np.sin(2 * np.pi * number / 50))


def hand(number: int) -> np.ndarray:
    """A hand that works all the time over half of the table's rows and a third of their length."""
    covered = TABLE.astype(float)
    left = 60 + 3 * (number % 20)
    covered[:90, left : left + 100] = (120, 150, 200)
    return covered


def exposure(number: int) -> np.ndarray:
    return np.asarray(TABLE * (0.8 + 0.15 * np.sin(number / 7)))


def lamp_on(number: int) -> np.ndarray:
    """Half of the table gets brighter and stays brighter."""
    return np.asarray(TABLE * np.where(ROWS < 90, 1.0, 0.6 if number < 130 else 0.9))


def held(number: int) -> np.ndarray:
    """A phone held in a hand: it moves nearer and further, and sways."""
    return viewed(1 + 0.006 * np.sin(number / 8), 2.5 * np.sin(number / 5))


def sagged(number: int) -> np.ndarray:
    """A camera whose stand gave way once."""
    return viewed(1.0 if number < 80 else 1.012)


@pytest.mark.parametrize(
    "seen",
    [bands, lambda number: bands(number, 0.01), lambda number: bands(number, lines=COLUMNS)],
    ids=["they run", "they crawl", "a phone that stands upright"],
)
def test_mains_light_in_bands_is_known(seen: Callable[[int], np.ndarray]) -> None:
    pulse = pulse_of(seen, 6.0)
    assert pulse.has_bands
    assert not pulse.breathes


def test_a_focus_that_breathes_is_known() -> None:
    pulse = pulse_of(breathing)
    assert pulse.breathes
    assert not pulse.has_bands


@pytest.mark.parametrize("seen", [lambda _: TABLE, hand, exposure, lamp_on, held, sagged])
def test_what_happens_at_any_table_is_neither(seen: Callable[[int], np.ndarray]) -> None:
    pulse = pulse_of(seen)
    assert (pulse.has_bands, pulse.breathes) == (False, False)


def test_nothing_is_told_of_a_few_pictures() -> None:
    pulse = pulse_of(bands, 1.0)
    assert (pulse.has_bands, pulse.breathes) == (False, False)


def test_another_size_of_pictures_begins_anew() -> None:
    pulse = pulse_of(bands, 6.0)
    pulse.see(np.asarray(cv2.resize(TABLE, (160, 90)), np.uint8), None, 6.1)
    assert not pulse.has_bands
