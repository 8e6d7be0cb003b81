"""When a picture is looked at once more: what the detector is sure of cannot be named, or a name is doubted."""

import numpy as np

from tests.vision.reading.outlines import box
from vision.reading.classify import Names
from vision.reading.faces import Faces
from vision.reading.unexplained import doubted, unexplained


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


def is_doubted(*told: tuple[float, float, float]) -> bool:
    """Faces as told: where each lies, how likely it is a tile, and its best name's probability."""
    at, real, named = (np.array(each, np.float32) for each in zip(*told, strict=True))
    faces = Faces(np.array([box(x, 0) for x in at], np.float32), np.full(len(at), 0.8, np.float32))
    tiles = np.zeros((len(at), 53), np.float32)
    tiles[:, 7] = named
    return doubted(faces, Names(tiles, np.zeros((len(at), 4), np.float32), real), real)


def test_where_every_tile_is_sure_one_look_is_enough() -> None:
    assert not is_doubted((0, 0.99, 0.98), (40, 0.99, 0.95))


def test_a_tile_named_unsurely_is_worth_another() -> None:
    assert is_doubted((0, 0.99, 0.98), (40, 0.99, 0.6))


def test_so_is_a_face_that_may_be_a_tile_but_not_what_is_hardly_one() -> None:
    assert is_doubted((0, 0.99, 0.98), (40, 0.55, 0.98))
    assert not is_doubted((0, 0.99, 0.98), (40, 0.4, 0.98))


def test_another_outline_of_a_sure_tile_is_no_doubt() -> None:
    assert not is_doubted((0, 0.99, 0.98), (3, 0.55, 0.98))


def test_doubts_alone_are_no_table() -> None:
    assert not is_doubted((0, 0.55, 0.9), (40, 0.55, 0.9))
    assert not doubted(*_nothing())


def _nothing() -> tuple[Faces, Names, np.ndarray]:
    none = np.zeros(0, np.float32)
    names = Names(np.zeros((0, 53), np.float32), np.zeros((0, 4), np.float32), none)
    return Faces(np.zeros((0, 4, 2), np.float32), none), names, none
