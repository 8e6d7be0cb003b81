"""Step 1: what the network's maps mean, on maps made by hand."""

import numpy as np
import pytest

from vision.reading.detect import AREA, Faces, decode, detect, merge
from vision.reading.geometry import widths


def maps_with(*faces: tuple[float, float, float, float, float], cells: int = 32) -> np.ndarray:
    """Maps (13, cells, cells) that show faces: centre x y, width, height in pixels, degrees turned to the right."""
    maps = np.zeros((13, cells, cells), np.float32)
    maps[0] = -9
    for x, y, width, height, degrees in faces:
        i, j, a = int(y / 4), int(x / 4), np.radians(degrees)
        maps[0, i, j] = 4
        maps[1:, i, j] = [
            x / 4 - j - 0.5,
            y / 4 - i - 0.5,
            np.log(width / 24),
            np.log(height / 24),
            np.cos(2 * a),
            np.sin(2 * a),
            np.cos(2 * a + np.pi),
            np.sin(2 * a + np.pi),
            np.sin(a),
            -np.cos(a),
            0,
            0,
        ]
    return maps


def test_an_empty_map_shows_no_face() -> None:
    assert len(decode(maps_with())) == 0


@pytest.mark.parametrize(
    ("degrees", "first_corner"),
    [(0, (44, 46)), (90, (74, 44)), (180, (76, 74)), (-90, (46, 76))],
    ids=["upright", "top to the right", "head down", "top to the left"],
)
def test_the_first_corner_is_the_top_left_as_the_tile_is_read(
    degrees: float, first_corner: tuple[float, float]
) -> None:
    faces = decode(maps_with((60, 60, 32, 28, degrees)))
    assert faces.quads.shape == (1, 4, 2)
    np.testing.assert_allclose(faces.quads[0, 0], first_corner, atol=0.01)


def test_a_face_seen_twice_is_one() -> None:
    assert len(decode(maps_with((60, 60, 32, 40, 0), (68, 60, 32, 40, 0)))) == 1


def test_tiles_that_touch_are_two() -> None:
    assert len(decode(maps_with((40, 60, 24, 34, 0), (64, 60, 24, 34, 0)))) == 2


class Eye:
    """A network that shows one face in pictures at least so many pixels high, and keeps the heights it was shown."""

    def __init__(self, width: float, least_height: int = 400) -> None:
        self.width, self.least_height, self.heights = width, least_height, list[int]()

    def __call__(self, batch: np.ndarray) -> list[np.ndarray]:
        h, w = batch.shape[1:3]
        self.heights.append(h)
        seen = [(100, 60, self.width, 1.4 * self.width, 0)] if h >= self.least_height else []
        return [maps_with(*seen, cells=800)[None, :, : h // 4, : w // 4]]


def test_faces_come_in_the_pictures_own_pixels() -> None:
    """A picture of four times the area is looked at in half its size."""
    side = int(AREA**0.5)
    faces = detect(Eye(24), np.zeros((2 * side, 2 * side, 3), np.uint8))
    np.testing.assert_allclose(faces.quads[0].mean(axis=0), (200, 120), atol=0.5)
    np.testing.assert_allclose(widths(faces.quads), [48], atol=0.5)


def test_small_tiles_get_a_closer_look() -> None:
    eye = Eye(9)
    detect(eye, np.zeros((1088, 1920, 3), np.uint8))
    assert max(eye.heights) > 1000


def test_tiles_near_the_camera_are_found_from_afar() -> None:
    faces = detect(Eye(40, least_height=100), np.zeros((480, 640, 3), np.uint8))
    np.testing.assert_allclose(sorted(widths(faces.quads)), [40, 40 / 0.3], rtol=0.05)


@pytest.mark.parametrize(("count", "width", "looks"), [(8, 20, 1), (8, 40, 2), (3, 20, 2)])
def test_a_table_full_of_far_tiles_needs_no_look_from_afar(count: int, width: float, looks: int) -> None:
    shown: list[int] = []

    def eye(batch: np.ndarray) -> list[np.ndarray]:
        shown.append(batch.shape[1])
        return [maps_with(*((30 + 50 * n, 60, width, 1.4 * width, 0) for n in range(count)), cells=128)[None]]

    detect(eye, np.zeros((480, 640, 3), np.uint8))
    assert len(shown) == looks


def test_of_a_face_in_both_looks_the_second_is_kept() -> None:
    one = decode(maps_with((60, 60, 24, 34, 0)))
    two = Faces(one.quads + 2, one.scores)
    np.testing.assert_array_equal(merge(one, two).quads, two.quads)
