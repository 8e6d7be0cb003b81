"""A table that is seen from far aside is looked at once more, larger; from above one look is enough."""

import numpy as np
import pytest

from tests.vision.reading.outlines import box
from vision.reading.faces import Faces
from vision.reading.low import is_low, shortened

REAL = 0.99
WAYS = [0, 45, 90, 180, 251]


def aside(degrees: float) -> np.ndarray:
    """A table seen so far from above: shortened from near to far."""
    return np.diag([1, np.cos(np.radians(degrees))]).astype(np.float32)


def turned(degrees: float) -> np.ndarray:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)


def table(degrees: float, tiles: int = 5) -> Faces:
    """Tiles, each lying its own way, seen so far from aside."""
    quads = [box(0, 0) @ turned(way).T @ aside(degrees) + 100 * k for k, way in enumerate(WAYS[:tiles])]
    return Faces(np.array(quads, np.float32).reshape(-1, 4, 2), np.full(len(quads), 0.8, np.float32))


def is_low_with(faces: Faces, real: float = REAL) -> bool:
    return is_low(faces, np.full(len(faces), real))


@pytest.mark.parametrize("degrees", [0, 40, 60])
def test_tiles_are_shortened_alike_whichever_way_they_lie(degrees: float) -> None:
    """Within a tenth: how high tiles are for their width differs from box to box."""
    expected = np.full(len(WAYS), 1 / np.cos(np.radians(degrees)))
    np.testing.assert_allclose(shortened(table(degrees).quads), expected, rtol=0.1)


def test_a_laptop_s_camera_is_low_and_one_on_a_stand_is_not() -> None:
    assert is_low_with(table(60))
    assert not is_low_with(table(0))
    assert not is_low_with(table(50))


def test_only_what_is_surely_a_tile_tells() -> None:
    low, above = table(66), table(0)
    both = low.also(above)
    assert not is_low(both, np.repeat([0.5, REAL], len(WAYS)))
    assert is_low(both, np.repeat([REAL, 0.5], len(WAYS)))


def test_two_tiles_are_too_few_to_tell() -> None:
    assert not is_low_with(table(66, tiles=2))
    assert not is_low_with(table(66, tiles=0))
