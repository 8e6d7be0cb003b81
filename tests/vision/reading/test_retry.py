"""A larger pass over a picture is made if a name is doubtful."""

import numpy as np

from tests.vision.reading.quads import box
from vision.reading.detections import Detections, Names
from vision.reading.proposals import is_in_doubt, with_hope


def is_doubted(*told: tuple[float, float, float]) -> bool:
    """Whether faces with given quads, tile probabilities and probabilities of their best names are doubted."""
    at, real, named = (np.array(each, np.float32) for each in zip(*told, strict=True))
    return is_in_doubt(detections(at, real, named))


def detections(at: np.ndarray, real: np.ndarray, named: np.ndarray) -> Detections:
    tiles = np.zeros((len(at), 53), np.float32)
    tiles[:, 7] = named
    names = Names(tiles, np.zeros((len(at), 4), np.float32), real)
    quads = np.array([box(x, 0) for x in at], np.float32)
    return Detections(quads, np.full(len(at), 0.8, np.float32), names=names, probability=real.astype(np.float64))


def test_where_every_tile_is_sure_one_look_is_enough() -> None:
    assert not is_doubted((0, 0.99, 0.98), (40, 0.99, 0.95))


def test_a_tile_named_unsurely_is_worth_another() -> None:
    assert is_doubted((0, 0.99, 0.98), (40, 0.99, 0.6))


def test_so_is_a_face_that_may_be_a_tile_but_not_what_is_hardly_one() -> None:
    assert is_doubted((0, 0.99, 0.98), (40, 0.55, 0.98))
    assert not is_doubted((0, 0.99, 0.98), (40, 0.4, 0.98))


def test_another_outline_of_a_sure_tile_is_no_doubt() -> None:
    assert not is_doubted((0, 0.99, 0.98), (3, 0.55, 0.98))


def test_no_table_is_empty_before_what_may_be_a_tile_was_looked_at_larger() -> None:
    """A single tile lies on a rug."""
    assert is_doubted((0, 0.24, 0.7))
    assert not is_doubted((0, 0.1, 0.7))
    assert not is_in_doubt(Detections())


def test_what_is_surely_no_tile_is_not_named_twice() -> None:
    real = np.array([0.99, 0.5, 0.01], np.float32)
    assert len(with_hope(detections(np.array([0, 40, 80]), real, real))) == 2
