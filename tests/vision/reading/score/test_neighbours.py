"""Faces beside tiles are tiles; the fields of a bingo card make each other less likely to be tiles."""

import numpy as np
import pytest

from tests.vision.reading.quads import box
from vision.reading.score.evidence import BESIDE, MOST_BESIDE, none_beside

TILE, NONE = 0.99, 0.01
IVORY = (200, 225, 235)


def alike(count: int) -> np.ndarray:
    """The ground colours of faces of the same material."""
    return np.full((count, 3), IVORY, np.uint8)


def beside(*real: float, apart: float = 34, widths: tuple[float, ...] = ()) -> np.ndarray:
    """The scores of faces in a row, given their tile probabilities."""
    sizes = widths or (30.0,) * len(real)
    quads = np.stack([box(apart * k, 0, width=width) for k, width in enumerate(sizes)])
    return none_beside(quads, np.array(real), alike(len(real)))


def test_a_field_between_fields_that_are_none_is_told_so() -> None:
    assert beside(NONE, TILE, NONE)[1] == pytest.approx(1.96)


def test_however_many_are_none_they_count_as_two() -> None:
    quads = np.stack([box(34 * x, 46 * y) for y in range(3) for x in range(3)])
    assert none_beside(quads, np.array([NONE] * 4 + [TILE] + [NONE] * 4), alike(9))[4] == MOST_BESIDE


def test_tiles_beside_it_are_set_against_those_that_are_none() -> None:
    assert beside(NONE, TILE, TILE)[1] == pytest.approx(0)


def test_in_a_row_of_tiles_and_by_itself_nothing_is_told() -> None:
    assert not beside(TILE, TILE, TILE).any()
    assert not beside(TILE).any()
    assert none_beside(np.zeros((0, 4, 2)), np.zeros(0), alike(0)).shape == (0,)


def test_what_is_as_likely_a_tile_as_not_counts_on_neither_side() -> None:
    assert beside(0.5, TILE, 0.5)[1] == pytest.approx(0)


def test_what_lies_further_away_tells_nothing() -> None:
    assert not beside(NONE, TILE, NONE, apart=BESIDE[1] * 60)[1]


def test_what_is_much_smaller_tells_nothing() -> None:
    assert not beside(NONE, TILE, NONE, widths=(14, 30, 14))[1]


def test_another_outline_of_the_same_thing_is_not_beside_it() -> None:
    assert not beside(NONE, TILE, apart=6)[1]


def test_what_is_found_in_a_rug_tells_nothing_of_a_tile_upon_it() -> None:
    quads = np.stack([box(34 * k, 0) for k in range(3)])
    rug = np.array([[60, 40, 120], IVORY, [60, 40, 120]], np.uint8)
    assert none_beside(quads, np.array([NONE, TILE, NONE]), rug)[1] == pytest.approx(0)
