"""Two halves of one tile, outlined as two: the whole is proposed too."""

import numpy as np

from vision.reading.detections import Detections
from vision.reading.proposals import _wholes


def box(x: float, y: float, width: float = 30, height: float = 24) -> np.ndarray:
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * [width, height] + np.array([x, y])


def proposed(*quads: np.ndarray) -> np.ndarray:
    """What is proposed beside four tiles in a row, seen low from one side, and these outlines."""
    row = [box(32 * k, 0) for k in range(4)]
    faces = Detections(np.array([*row, *quads], np.float32), np.full(4 + len(quads), 0.7, np.float32))
    return _wholes(faces).quads


def test_of_tiles_side_by_side_nothing_is_proposed() -> None:
    assert len(proposed()) == 0


def test_each_digit_of_an_eleven_by_itself_is_half_a_tile() -> None:
    np.testing.assert_allclose(proposed(box(0, 60, 15), box(15, 60, 15)), [box(0, 60)])


def test_a_half_that_is_read_head_down_is_a_half_all_the_same() -> None:
    np.testing.assert_allclose(proposed(box(0, 60, 15), np.roll(box(15, 60, 15), 2, axis=0))[0], box(0, 60))


def test_a_number_and_the_dot_below_it() -> None:
    np.testing.assert_allclose(proposed(box(0, 60, 30, 12), box(0, 72, 30, 12)), [box(0, 60)])


def test_two_small_things_far_from_one_another_are_no_halves() -> None:
    assert len(proposed(box(0, 60, 15), box(30, 60, 15))) == 0


def test_two_things_of_which_both_are_as_large_as_a_tile_are_no_halves() -> None:
    assert len(proposed(box(0, 60), box(24, 60))) == 0


def test_nothing_proposes_nothing() -> None:
    assert len(_wholes(Detections())) == 0
