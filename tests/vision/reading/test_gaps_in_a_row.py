"""A gap in a row as wide as one face is a place to look at, no more."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading.detections import Detections
from vision.reading.proposals import PROPOSED, proposed


def face(x: float, y: float = 50.0, width: float = 30.0, degrees: float = 0.0) -> NDArray[np.float32]:
    """A face with its middle there, 1.4 times as high as wide, turned to the right."""
    a = np.radians(degrees)
    corners = np.array([[-1, -1.4], [1, -1.4], [1, 1.4], [-1, 1.4]]) * width / 2
    turned = corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(turned + (x, y), np.float32)


def faces(*quads: NDArray[np.float32], score: float = 0.9) -> Detections:
    stacked = np.stack(quads) if quads else np.zeros((0, 4, 2), np.float32)
    return Detections(stacked, np.full(len(quads), score, np.float32))


def filled_in(seen: Detections) -> Detections:
    """The faces, and those that they propose."""
    return seen.also(proposed(seen))


def test_between_two_faces_with_room_for_one_a_face_is_proposed() -> None:
    filled = filled_in(faces(face(50), face(114)))
    np.testing.assert_allclose(filled.quads[2], face(82), atol=0.01)
    assert filled.scores[2] == PROPOSED


def test_a_torn_face_is_proposed_whole() -> None:
    torn = face(80, 40, width=20)
    assert len(filled_in(faces(face(50), face(114), torn))) == 4


def test_where_a_row_goes_on_with_parts_of_faces_whole_ones_are_proposed() -> None:
    torn = (face(112, 62, width=18), face(150, 40, width=20))
    filled = filled_in(faces(face(50), face(82), *torn))
    np.testing.assert_allclose(filled.quads[4:], [face(114), face(146)], atol=0.01)


def test_a_neighbour_head_down_does_not_turn_the_outline_inside_out() -> None:
    filled = filled_in(faces(face(50), face(114, degrees=180)))
    np.testing.assert_allclose(filled.quads[2], face(82), atol=0.01)


@pytest.mark.parametrize(
    "seen",
    [
        (),
        (face(50),),
        (face(50), face(82)),
        (face(50), face(150)),
        (face(50), face(114), face(82)),
        (face(50), face(114, 80)),
        (face(50), face(114, width=40)),
        (face(50), face(114, degrees=30)),
    ],
    ids=["nothing", "alone", "side by side", "too far", "whole", "not in line", "another size", "turned"],
)
def test_nothing_is_proposed(seen: tuple[NDArray[np.float32], ...]) -> None:
    assert len(filled_in(faces(*seen))) == len(seen)


def test_two_weak_faces_propose_none() -> None:
    assert len(filled_in(faces(face(50), face(114), score=0.4))) == 2
