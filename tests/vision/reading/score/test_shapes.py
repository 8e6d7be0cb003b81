"""All tiles of a box have the same shape, even on a tilted table: a face that is wider or lower is less likely a
tile."""

import numpy as np
import pytest

from tests.vision.reading.quads import box
from vision.reading.score.evidence import MOST_SHAPE, UNKNOWN_SHAPE, off_in_shape, plane_of

FROM_ABOVE = np.eye(2, dtype=np.float32)
LEANING = np.array([[1, 0.2], [0, 0.5]], np.float32)
"""Matrix of an oblique, rotated view: lengths are halved in one direction, and sheared."""


def of_shape(x: float, y: float, width: float, height: float) -> np.ndarray:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + np.array([x, y], np.float32)


def turned(quad: np.ndarray, degrees: float) -> np.ndarray:
    """The quad rotated about its centre."""
    angle, middle = np.radians(degrees), quad.mean(axis=0)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray((quad - middle) @ turn + middle, np.float32)


TABLE = [turned(box(90 * k, 150 * n), 35 * k + 20 * n) for n in range(3) for k in range(6)]
"""Tiles in different orientations."""


def off(*others: np.ndarray, seen: np.ndarray = FROM_ABOVE, on_side: bool = False) -> np.ndarray:
    """The deviation in shape of the table's tiles, which are sure, and of the other quads."""
    quads = np.stack([*TABLE, *others]) @ seen.T
    sure = np.arange(len(quads)) < len(TABLE)
    return off_in_shape(quads, ~sure & on_side, sure, plane_of(quads, sure))


@pytest.mark.parametrize("seen", [FROM_ABOVE, LEANING])
def test_tiles_are_of_one_shape_however_they_lie(seen: np.ndarray) -> None:
    assert off(turned(box(100, 500), 77), seen=seen) == pytest.approx(0, abs=0.07)


@pytest.mark.parametrize("seen", [FROM_ABOVE, LEANING])
def test_a_square_as_large_as_a_tile_is_off(seen: np.ndarray) -> None:
    side = 30 * 1.4**0.5
    assert off(of_shape(100, 500, side, side), seen=seen)[-1] == pytest.approx(np.log(1.4), abs=0.08)


def test_half_a_tile_is_off_as_far_as_anything_may_be() -> None:
    assert off(of_shape(100, 500, 15, 42))[-1] == pytest.approx(MOST_SHAPE, abs=0.01)


def test_a_tile_that_lies_on_its_side_in_its_outline_is_not() -> None:
    lying = of_shape(100, 500, 42, 30)
    assert off(lying, on_side=True)[-1] == pytest.approx(0, abs=0.05)
    assert off(lying)[-1] > 0.4


def test_one_tile_alone_tells_little_and_none_nothing() -> None:
    one = np.stack([box(0, 0)])
    assert off_in_shape(one, np.array([False]), np.array([True]), plane_of(one, np.array([True]))) < 0.1
    assert off_in_shape(one, np.array([False]), np.array([False]), None) == UNKNOWN_SHAPE


def test_large_print_that_passes_for_sure_does_not_make_all_tiles_too_narrow() -> None:
    print_ = [of_shape(140 * k, 600, 120, 45) for k in range(4)]
    quads = np.stack([*TABLE, *print_])
    sure = np.ones(len(quads), bool)
    assert off_in_shape(quads, ~sure, sure, plane_of(quads, sure))[: len(TABLE)].max() < 0.2
