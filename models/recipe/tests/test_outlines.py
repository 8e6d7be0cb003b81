"""Quads for training deviate like a detector's: most of them a little, some of them more."""

import numpy as np
import pytest

from models.recipe.training.labelled import slid

FACES = np.array([[[0, 0], [40, 0], [40, 60], [0, 60]]] * 400, np.float32) + np.arange(400)[:, None, None]


def moved(share: float, most: float) -> np.ndarray:
    """How far each outline went across and down, in faces' widths and heights (400, 2)."""
    new = slid(np.random.default_rng(3), FACES, share, most)
    assert np.ptp(new - FACES, axis=1).max() < 1e-3, "an outline changed its shape"
    return (new - FACES)[:, 0] / (40, 60)


def test_none_is_moved_where_none_shall_be():
    assert not moved(0.0, 0.3).any()


@pytest.mark.parametrize("most", [0.1, 0.3])
def test_no_outline_lies_further_aside_than_told(most):
    across, down = np.abs(moved(1.0, most)).T
    assert most / 2 < across.max() <= most + 1e-5
    assert down.max() <= most / 2 + 1e-5


def test_as_many_are_moved_as_told():
    assert 0.15 < moved(0.2, 0.3).any(axis=1).mean() < 0.25
