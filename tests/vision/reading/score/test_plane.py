"""The plane of the table, fitted to the sizes of the tiles: far tiles are smaller and more foreshortened."""

import numpy as np
import pytest

from tests.vision.reading.quads import box
from vision.reading.geometry import axes, centres
from vision.reading.score.evidence import plane_of

TILTED = np.array([[1.0, 0.1, 0], [0, 0.7, 0], [0, 0.001, 1.6]])
"""A camera's view of the table: the upper end is nearer."""


def laid_out() -> np.ndarray:
    """Five rows of six tiles on a table, (30, 4, 2)."""
    return np.stack([box(90 * k, 130 * n) for n in range(5) for k in range(6)])


def seen(quads: np.ndarray) -> np.ndarray:
    moved = np.concatenate([quads, np.ones((*quads.shape[:2], 1))], axis=2) @ TILTED.T
    return moved[..., :2] / moved[..., 2:]


def test_seen_from_above_the_table_is_even() -> None:
    quads = laid_out()
    plane = plane_of(quads, np.full(30, True))
    assert plane is not None
    assert plane.size == pytest.approx(30 * 1.4**0.5)
    assert plane.nearness(centres(quads)) == pytest.approx(1)


def test_what_lies_farther_away_is_less_near() -> None:
    quads = seen(laid_out())
    plane = plane_of(quads, np.full(30, True))
    assert plane is not None
    near = plane.nearness(centres(quads)).reshape(5, 6).mean(axis=1)
    assert (np.diff(near) < -0.03).all()


def test_on_the_table_all_tiles_are_of_one_shape() -> None:
    """In the picture the near tiles are 1.2 times as wide as the far ones, and by a larger factor higher."""
    quads = seen(laid_out())
    plane = plane_of(quads, np.full(30, True))
    assert plane is not None
    for side in axes(quads):
        in_picture, on_table = np.linalg.norm(side, axis=1), plane.from_above(centres(quads), side)
        assert in_picture.max() / in_picture.min() > 1.2
        assert np.abs(on_table - on_table.mean(axis=0)).max() < 0.1 * np.linalg.norm(on_table, axis=1).mean()


def test_of_one_among_many_that_is_of_another_size_the_many_are_right() -> None:
    quads = np.stack([*(box(40 * k, 0) for k in range(8)), box(320, 0, 60)])
    plane = plane_of(quads, np.full(9, True))
    assert plane is not None
    assert plane.size * plane.nearness(centres(quads))[:8] ** 1.5 == pytest.approx(30 * 1.4**0.5, rel=0.05)


def test_the_horizon_is_never_crossed() -> None:
    quads = seen(laid_out())
    plane = plane_of(quads, np.full(30, True))
    assert plane is not None
    beyond = np.array([[0, 1e5], [1e5, -1e5]])
    assert (plane.nearness(beyond) > 0).all()
    assert np.isfinite(plane.from_above(beyond, np.array([[30.0, 0], [0, 40.0]]))).all()


def test_where_nothing_is_sure_there_is_none() -> None:
    assert plane_of(laid_out(), np.full(30, False)) is None
    assert plane_of(np.zeros((0, 4, 2)), np.zeros(0, bool)) is None
