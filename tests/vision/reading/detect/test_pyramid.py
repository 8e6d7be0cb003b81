"""A picture at every scale; each level is made once."""

import numpy as np
import pytest

from vision.reading.classify.rectify import rectify
from vision.reading.detect.scales import Pyramid


def chequered(width: int, height: int) -> np.ndarray:
    """Pixels of 0 and 200 in turn."""
    places = np.add.outer(np.arange(height), np.arange(width)) % 2
    return np.repeat((200 * places).astype(np.uint8)[..., None], 3, axis=2)


def test_each_level_is_made_once() -> None:
    pyramid = Pyramid(chequered(64, 48))
    assert pyramid[1] is pyramid[1]
    assert Pyramid.of(pyramid) is pyramid


@pytest.mark.parametrize(("width", "height"), [(64, 48), (32, 24), (16, 12), (13, 9), (1, 1)])
def test_a_picture_shown_small_does_not_alias(width: int, height: int) -> None:
    small = Pyramid(chequered(64, 48)).resized(width, height)
    assert small.shape == (height, width, 3)
    assert width == 64 or np.ptp(small) == 0


def test_a_pixel_wide_picture_can_be_halved() -> None:
    assert Pyramid(chequered(1, 300))[3].shape == (37, 1, 3)


def test_large_faces_are_cut_the_same_from_pictures_of_odd_size() -> None:
    """Half of an odd size is a little less than a half: corners are mapped by the real ratio."""
    picture = np.zeros((901, 1201, 3), np.uint8)
    picture[100:700, 790:1190, 0] = np.linspace(0, 255, 400).astype(np.uint8)
    quad = np.array([[[790, 100], [1190, 100], [1190, 700], [790, 700]]], np.float32) - 0.5
    crop = rectify(picture, quad)[0].astype(int)
    even = rectify(np.pad(picture, ((0, 1), (0, 1), (0, 0))), quad)[0].astype(int)
    assert np.abs(crop - even)[8:-8, 8:-8].max() <= 3


def test_a_part_is_cut_from_the_smallest_level_that_is_large_enough() -> None:
    picture = np.arange(64 * 48 * 3, dtype=np.uint16).astype(np.uint8).reshape(48, 64, 3)
    pyramid = Pyramid(picture)
    part, times, begins = pyramid.part(np.array([16, 8]), np.array([32, 24]), 0.5)
    assert (times, begins) == (2.0, (8, 4))
    np.testing.assert_array_equal(part.whole, pyramid[1][4:12, 8:16])
