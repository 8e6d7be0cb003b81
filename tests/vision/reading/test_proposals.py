"""Proposals for faces that the detector missed: split in two, missing in a row, or pale at its end."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading.detections import PROPOSED, Detections
from vision.reading.proposals import _wholes, proposed
from vision.reading.read import located


def part(x: float, y: float, width: float = 30, height: float = 24) -> np.ndarray:
    """A face, or a part of a face, with its top-left corner at a point."""
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * [width, height] + np.array([x, y])


def whole(*quads: np.ndarray) -> np.ndarray:
    """Proposals beside four tiles in a row, seen at a low angle from the side, given these quads."""
    row = [part(32 * k, 0) for k in range(4)]
    faces = Detections(np.array([*row, *quads], np.float32), np.full(4 + len(quads), 0.7, np.float32))
    return _wholes(faces).quads


def test_of_tiles_side_by_side_nothing_is_proposed() -> None:
    assert len(whole()) == 0


def test_each_digit_of_an_eleven_by_itself_is_half_a_tile() -> None:
    np.testing.assert_allclose(whole(part(0, 60, 15), part(15, 60, 15)), [part(0, 60)])


def test_a_half_that_is_read_head_down_is_a_half_all_the_same() -> None:
    np.testing.assert_allclose(whole(part(0, 60, 15), np.roll(part(15, 60, 15), 2, axis=0))[0], part(0, 60))


def test_a_number_and_the_dot_below_it() -> None:
    np.testing.assert_allclose(whole(part(0, 60, 30, 12), part(0, 72, 30, 12)), [part(0, 60)])


def test_two_small_things_far_from_one_another_are_no_halves() -> None:
    assert len(whole(part(0, 60, 15), part(30, 60, 15))) == 0


def test_two_things_of_which_both_are_as_large_as_a_tile_are_no_halves() -> None:
    assert len(whole(part(0, 60), part(24, 60))) == 0


def test_nothing_proposes_no_whole() -> None:
    assert len(_wholes(Detections())) == 0


def face(x: float, y: float = 50.0, width: float = 30.0, degrees: float = 0.0) -> NDArray[np.float32]:
    """The quad of a face with a given centre, 1.4 times as high as wide, rotated to the right."""
    a = np.radians(degrees)
    corners = np.array([[-1, -1.4], [1, -1.4], [1, 1.4], [-1, 1.4]]) * width / 2
    turned = corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(turned + (x, y), np.float32)


def faces(*quads: NDArray[np.float32], score: float = 0.9) -> Detections:
    stacked = np.stack(quads) if quads else np.zeros((0, 4, 2), np.float32)
    return Detections(stacked, np.full(len(quads), score, np.float32))


def filled_in(seen: Detections) -> Detections:
    """The faces, and the faces that they propose."""
    return seen.also(proposed(seen))


def test_between_two_faces_with_room_for_one_a_face_is_proposed() -> None:
    filled = filled_in(faces(face(50), face(114)))
    np.testing.assert_allclose(filled.quads[2], face(82), atol=0.01)
    assert filled.scores[2] == PROPOSED


def test_a_torn_face_is_proposed_whole() -> None:
    torn = face(80, 40, width=20)
    np.testing.assert_allclose(filled_in(faces(face(50), face(114), torn)).quads[3:], [face(82)], atol=0.01)


def test_at_both_ends_of_a_row_another_face_may_lie() -> None:
    """By lamp light a pale number is hardly seen; its neighbours tell where to search."""
    filled = filled_in(faces(face(50), face(82)))
    np.testing.assert_allclose(filled.quads[2:], [face(114), face(18)], atol=0.01)


def test_a_neighbour_head_down_does_not_turn_the_outline_inside_out() -> None:
    filled = filled_in(faces(face(50), face(114, degrees=180)))
    np.testing.assert_allclose(filled.quads[2], face(82), atol=0.01)


@pytest.mark.parametrize(
    "seen",
    [
        (),
        (face(50),),
        (face(50), face(150)),
        (face(50), face(114, 80)),
        (face(50), face(114, width=40)),
        (face(50), face(114, degrees=30)),
    ],
    ids=["nothing", "alone", "too far", "not in line", "another size", "turned"],
)
def test_nothing_is_proposed(seen: tuple[NDArray[np.float32], ...]) -> None:
    assert len(filled_in(faces(*seen))) == len(seen)


def test_where_a_whole_face_was_seen_none_is_proposed() -> None:
    filled = filled_in(faces(face(50), face(114), face(82)))
    np.testing.assert_allclose(filled.quads[3:], [face(18), face(146)], atol=0.01)


def test_a_proposed_place_that_shows_no_figure_is_not_asked_about() -> None:
    """Most places at the ends of rows are bare table: locating and naming them would take a third of a reading's
    time."""
    table = np.full((100, 160, 3), 90, np.uint8)
    row = faces(face(50), face(82))
    assert len(located(as_they_are, table, row)) == 2
    table[42:58, 110:118] = 20
    np.testing.assert_allclose(located(as_they_are, table, row).quads[2:], [face(114)], atol=0.01)


def as_they_are(crops: NDArray[np.generic]) -> list[NDArray[np.float32]]:
    """A corner network that moves no corner."""
    return [np.zeros((len(crops), 8), np.float32)]
