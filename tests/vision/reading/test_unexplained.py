"""When a picture is looked at once more: what the detector is sure of and the classifier cannot name."""

import numpy as np

from tests.vision.reading.outlines import box
from vision.reading.detect import Faces
from vision.reading.unexplained import unexplained


def seen(
    named: int, not_named: int, score: float = 0.8, at: tuple[float, float] = (0, 200)
) -> tuple[Faces, np.ndarray]:
    """So many tiles in a row, and so many faces that no name fits in another."""
    quads = [box(40 * k, 0) for k in range(named)] + [box(at[0] + 40 * k, at[1]) for k in range(not_named)]
    faces = Faces(np.array(quads, np.float32).reshape(-1, 4, 2), np.full(len(quads), score, np.float32))
    return faces, np.array([0.99] * named + [0.02] * not_named)


def test_where_every_face_has_a_name_one_look_is_enough() -> None:
    assert not unexplained(*seen(8, 0))


def test_many_sure_faces_without_a_name_are_worth_another() -> None:
    assert unexplained(*seen(8, 3))


def test_a_few_among_many_tiles_are_not() -> None:
    assert not unexplained(*seen(8, 2))
    assert not unexplained(*seen(40, 3))


def test_nor_are_faces_that_the_detector_itself_doubts() -> None:
    assert not unexplained(*seen(8, 3, score=0.5))


def test_what_lies_upon_a_tile_is_a_part_of_it() -> None:
    assert not unexplained(*seen(8, 3, at=(5, 5)))


def test_where_nothing_can_be_named_nothing_is_a_tile() -> None:
    """A board of another game is not searched twice."""
    assert not unexplained(*seen(0, 30))
    assert not unexplained(*seen(0, 0))
