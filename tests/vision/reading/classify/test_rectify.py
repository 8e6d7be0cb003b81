"""Crops are upright, in whatever direction the tile lay."""

import numpy as np
import pytest

from vision.reading.classify.rectify import rectify
from vision.reading.geometry import CROP_HEIGHT, CROP_WIDTH


def test_no_quads_give_no_crops() -> None:
    assert rectify(np.zeros((20, 20, 3), np.uint8), np.zeros((0, 4, 2), np.float32)).shape == (0, 64, 48, 3)


@pytest.mark.parametrize("size", [1, 3, 8])
def test_the_top_of_the_tile_is_the_top_of_the_crop(size: int) -> None:
    """The tile lies upside down, its upper half red; large tiles are reduced first."""
    h, w = 70 * size, 50 * size
    picture = np.full((h + 20, w + 20, 3), 90, np.uint8)
    picture[10 : 10 + h, 10 : 10 + w] = 255
    picture[10 + h // 2 : 10 + h, 10 : 10 + w] = (0, 0, 255)
    quad = np.array([[10 + w, 10 + h], [10, 10 + h], [10, 10], [10 + w, 10]], np.float32) - 0.5
    crop = rectify(picture, quad[None])[0]
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    np.testing.assert_array_equal(crop[16, 24], (0, 0, 255))
    np.testing.assert_array_equal(crop[48, 24], (255, 255, 255))


@pytest.mark.parametrize(
    ("picture", "quads", "words"),
    [((5, 5), (1, 4, 2), "a picture is"), ((5, 5, 3), (4, 2), "quads are")],
)
def test_arrays_of_another_shape_are_refused(picture: tuple[int, ...], quads: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rectify(np.zeros(picture, np.uint8), np.zeros(quads, np.float32))
