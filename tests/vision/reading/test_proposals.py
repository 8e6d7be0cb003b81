"""Where else a face may be: hardly seen beside a tile, torn in two halves, or missing in a row."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reading.quads import box
from vision.reading.detect.decode import HINT
from vision.reading.detections import Detections
from vision.reading.proposals import PROPOSED, _wholes, candidates, proposed

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


def part(x: float, y: float, width: float = 30, height: float = 24) -> np.ndarray:
    """A face, or a part of one, whose left top corner lies there."""
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * [width, height] + np.array([x, y])


def whole(*quads: np.ndarray) -> np.ndarray:
    """What is proposed beside four tiles in a row, seen low from one side, and these outlines."""
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
