"""What the detector hardly saw is worth a name only beside a tile of its row, and as large and of the same shape."""

import numpy as np

from tests.vision.reading.quads import box
from vision.reading.detect.decode import HINT
from vision.reading.detections import Detections
from vision.reading.proposals import candidates

ROW = [box(32 * k, 0) for k in range(6)]


def kept(*faint: np.ndarray, row: list[np.ndarray] = ROW, score: float = 0.8) -> int:
    """How many of these faint ones are kept, beside a row that was seen."""
    scores = np.array([score] * len(row) + [HINT + 0.02] * len(faint), np.float32)
    faces = candidates(Detections(np.array([*row, *faint], np.float32), scores))
    assert (faces.scores == score).sum() == len(row)
    return len(faces) - len(row)


def test_the_next_tile_of_a_row_may_be_faint() -> None:
    assert kept(box(32 * 6, 0)) == 1


def test_a_faint_thing_by_itself_is_not_worth_a_name() -> None:
    assert kept(box(400, 400)) == 0


def test_nor_is_one_of_another_size_or_shape() -> None:
    assert kept(box(32 * 6, 0, 20)) == 0
    assert kept(box(32 * 6, 0, 30) * np.array([1, 0.5]) + np.array([0, 10])) == 0


def test_nor_one_turned_against_its_row() -> None:
    assert kept(np.roll(box(32 * 6, 0), 1, axis=0)) == 0


def test_of_few_sure_tiles_nobody_knows_how_tiles_look_here() -> None:
    assert kept(box(32 * 3, 0), row=ROW[:3]) == 0
    assert kept(box(32 * 6, 0), score=0.4) == 0


def test_without_faint_ones_nothing_changes() -> None:
    assert kept() == 0
    assert len(candidates(Detections())) == 0
