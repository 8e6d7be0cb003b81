"""All tiles of a box have the same size: a face much larger or smaller than the sure tiles around it is less likely a
tile."""

import numpy as np
import pytest

from tests.vision.reading.quads import box
from vision.reading.score.evidence import MOST_SIZE, UNKNOWN_SIZE, off_in_size, plane_of


def row(width: float = 30) -> list[np.ndarray]:
    return [box(40 * k, 0, width) for k in range(4)]


def off(quads: list[np.ndarray], sure: int) -> np.ndarray:
    """The deviation in size of each quad; the first ones are sure."""
    return off_in_size(np.stack(quads), plane_of(np.stack(quads), np.arange(len(quads)) < sure))


def test_a_tile_of_the_box_is_not_off() -> None:
    assert off(row(), 4) == pytest.approx(0, abs=0.01)


def test_half_a_tile_and_a_large_card_are_off_the_more_the_less_they_are_of_its_size() -> None:
    others = [box(200, 0, 30 / 2**0.5), box(300, 0, 40), box(400, 0, 90)]
    assert off([*row(), *others], 4)[4:] == pytest.approx([np.log(2) / 2, np.log(4 / 3), MOST_SIZE], abs=0.03)


def test_whichever_way_a_tile_lies_aslant_it_is_as_large() -> None:
    """In an oblique view heights are halved; a tile that lies across is then wider than high."""
    lying = np.array([[0, 0], [1.4, 0], [1.4, 1], [0, 1]], np.float32) * 30 + np.array([200, 0], np.float32)
    assert off([quad * np.array([1, 0.5], np.float32) for quad in (*row(), lying)], 4)[4] == pytest.approx(0, abs=0.01)


def test_farther_away_tiles_are_smaller() -> None:
    away = [box(40 * k, 100 * n, 40 * 0.9**n) for n in range(5) for k in range(4)]
    assert off([*away, box(300, 450, 40 * 0.9**4)], 20).max() < 0.12


def test_of_one_among_many_that_is_of_another_size_the_many_are_right() -> None:
    seen = off([*row(), *row(), box(300, 0, 60)], 9)
    assert seen[:8].max() < 0.05
    assert seen[8] == MOST_SIZE


def test_where_nothing_is_sure_nothing_tells_the_size() -> None:
    assert (off(row(), 0) == UNKNOWN_SIZE).all()
    assert off_in_size(np.zeros((0, 4, 2)), None).shape == (0,)
