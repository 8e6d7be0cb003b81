"""Pictures of one still table joined into one."""

import cv2
import numpy as np
import pytest

from vision.camera.picture import Pixels
from vision.watching.still import joined, of_one_table


def table() -> Pixels:
    """Tiles with figures on a plain table."""
    picture = np.full((240, 360, 3), (90, 130, 165), np.uint8)
    for place in range(12):
        x, y = 30 + 50 * (place % 6), 40 + 90 * (place // 6)
        cv2.rectangle(picture, (x, y), (x + 34, y + 46), (215, 228, 235), -1)
        cv2.putText(picture, str(place + 1), (x + 3, y + 30), 0, 0.7, (40, 40, 190), 2)
    return picture


def taken(seed: int, noise: float = 20.0, off: tuple[float, float] = (0, 0), blur: float = 0.0) -> Pixels:
    """A weak camera's picture of the table."""
    matrix = np.array([[1, 0, off[0]], [0, 1, off[1]]], np.float32)
    moved = cv2.warpAffine(table(), matrix, (360, 240), borderMode=cv2.BORDER_REPLICATE)
    picture: np.ndarray = moved.astype(np.float64)
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    return np.clip(picture + np.random.default_rng(seed).normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def difference(picture: Pixels) -> float:
    return float(np.abs(picture.astype(float) - table()).mean())


def test_noise_is_averaged_away() -> None:
    assert difference(joined([taken(seed) for seed in range(8)])) < 0.5 * difference(taken(0))


def test_pictures_of_a_camera_that_trembles_are_aligned() -> None:
    rng = np.random.default_rng(4)
    first = taken(0, noise=12)  # the picture with the most detail
    trembling = [taken(seed, 8, tuple(rng.uniform(-2, 2, 2))) for seed in range(1, 8)]
    unaligned = np.mean([first, *trembling], axis=0).astype(np.uint8)
    assert difference(joined([first, *trembling])) < 0.75 * difference(unaligned)


def test_a_single_tile_at_the_edge_is_not_doubled() -> None:
    """At the edge, noise alone suggests how far the camera was moved."""
    still = np.full((360, 640, 3), 170, np.uint8)
    still[330:352, 610:626] = 230
    seen = [still + np.random.default_rng(seed).normal(0, 3, still.shape) for seed in range(8)]
    ghosts = joined([np.asarray(one, np.uint8) for one in seen]).astype(float) - still
    assert np.abs(cv2.GaussianBlur(ghosts, (0, 0), 2)).max() < 12


def test_a_blurred_picture_among_sharp_ones_is_left_out() -> None:
    sharp, blurred = [taken(1, 3), taken(3, 3)], taken(2, 3, blur=4)
    np.testing.assert_array_equal(joined([sharp[0], blurred, sharp[1]]), joined(sharp))


def test_the_mean_of_the_same_picture_is_that_picture() -> None:
    picture = taken(1)
    np.testing.assert_array_equal(joined([picture] * 7), picture)


def test_without_a_picture_there_is_none() -> None:
    with pytest.raises(ValueError, match="no picture"):
        joined([])


def test_a_picture_that_is_unsharp_darker_or_a_little_off_shows_the_same_table() -> None:
    dim = (taken(4) * 0.75).astype(np.uint8)
    assert of_one_table([taken(1), taken(2, blur=3), dim, taken(3, off=(1.5, -1))]) == [0, 1, 2, 3]


def test_of_two_tables_the_one_that_most_pictures_show_is_taken() -> None:
    other = table()[::-1, ::-1].copy()
    assert of_one_table([other, taken(1), taken(2), taken(3)[:200]]) == [1, 2]


@pytest.mark.parametrize("size", [(1, 1), (2, 2000), (4, 2000), (2000, 4), (2000, 1)])
def test_pictures_however_thin_are_joined(size: tuple[int, int]) -> None:
    thin = np.full((*size, 3), 90, np.uint8)
    assert of_one_table([thin, thin]) == [0, 1]
    np.testing.assert_array_equal(joined([thin, thin]), thin)
