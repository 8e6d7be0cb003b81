"""A device is opened at the largest size that it really delivers, even if it announces a larger one."""

import cv2
import numpy as np
import pytest

from vision.camera.device import MOST_TAKEN, Size, best_size, newest
from vision.camera.picture import CameraLost


class FakeCapture:
    """A device with a rate for each size that it has; for another size it delivers its largest smaller size."""

    def __init__(self, rates: dict[Size, float]) -> None:
        self.rates, self.now, self.size = rates, 0.0, (640, 480)
        self.wanted = [640.0, 480.0]
        self.asked: list[Size] = []
        self.pictures = 0
        self.motion_jpeg = False

    def clock(self) -> float:
        return self.now

    def isOpened(self) -> bool:
        return True

    def get(self, propId: int, /) -> float:
        return 0.0

    def set(self, propId: int, value: float, /) -> bool:
        if propId == cv2.CAP_PROP_FOURCC:
            self.motion_jpeg = int(value) == cv2.VideoWriter.fourcc(*"MJPG")
        if propId == cv2.CAP_PROP_FRAME_WIDTH:
            self.wanted[0] = value
        if propId == cv2.CAP_PROP_FRAME_HEIGHT:
            self.wanted[1] = value
            self.asked.append((int(self.wanted[0]), int(self.wanted[1])))
            fitting = [size for size in self.rates if size[0] <= self.wanted[0]]
            self.size = max(fitting, default=min(self.rates))
        return True

    def grab(self) -> bool:
        rate = self.rates[self.size]
        self.now += 1 / rate if rate else 1.0
        return rate > 0

    def retrieve(self) -> tuple[bool, object]:
        self.pictures += 1
        return True, np.zeros((self.size[1], self.size[0], 3), np.uint8)

    def release(self) -> None:
        """Does nothing."""


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ({(1920, 1080): 30, (1280, 720): 60, (640, 480): 30}, (1920, 1080)),
        ({(3840, 2160): 2, (1920, 1080): 5, (1280, 720): 12}, (1280, 720)),
        ({(3840, 2160): 10.5, (1280, 720): 30}, (3840, 2160)),
        ({(640, 480): 30}, (640, 480)),
        ({(1920, 1080): 3, (1280, 720): 6}, (1280, 720)),
    ],
    ids=["all it has", "large ones come too slowly", "just enough", "only a small one", "the fastest of slow ones"],
)
def test_the_largest_size_that_comes_ten_times_a_second_is_taken(rates: dict[Size, float], expected: Size) -> None:
    capture = FakeCapture(rates)
    given = best_size(capture, "camera 0", clock=capture.clock)
    assert (given.size, capture.size) == (expected, expected)
    assert given.rate == pytest.approx(rates[expected], rel=0.1)
    assert capture.motion_jpeg


def test_a_size_that_a_person_names_is_the_only_one_asked_for() -> None:
    capture = FakeCapture({(1920, 1080): 30, (1280, 720): 30})
    assert best_size(capture, "camera 0", ((1280, 720),), capture.clock).size == (1280, 720)
    assert capture.asked == [(1280, 720)]


def test_a_device_without_pictures_is_lost() -> None:
    capture = FakeCapture({(640, 480): 0})
    with pytest.raises(CameraLost, match="camera 0 gives no pictures"):
        best_size(capture, "camera 0", clock=capture.clock)


def test_of_a_fast_device_only_some_pictures_are_decoded() -> None:
    capture = FakeCapture({(640, 480): 60})
    frames = newest(capture, "camera 0", capture.clock)
    for _ in range(30):
        next(frames)
    assert capture.pictures == 30
    assert capture.now == pytest.approx(30 / MOST_TAKEN, rel=0.15)
