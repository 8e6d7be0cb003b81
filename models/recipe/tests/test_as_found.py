"""Quads that a detector found, matched with the labelled faces."""

import numpy as np
import pytest

from models.recipe.training.mine import matched
from vision.reading.detections import Detections

FACE = np.array([[100, 100], [140, 100], [140, 160], [100, 160]], np.float32)
LABELLED = np.stack([FACE, FACE + [60, 0]]).astype(np.float32)


def found(*quads: np.ndarray) -> Detections:
    return Detections(np.array(quads, np.float32), np.ones(len(quads), np.float32))


def test_an_outline_stands_for_the_face_that_it_covers():
    assert matched(found(LABELLED[1] + 2, LABELLED[0] - 3), LABELLED).owners.tolist() == [1, 0]


@pytest.mark.parametrize("quarters", range(4))
def test_it_begins_at_the_corner_that_is_the_faces_first(quarters):
    given = matched(found(np.roll(FACE + 1, quarters, axis=0)), LABELLED)
    assert np.allclose(given.of(0), FACE + 1)


def test_what_lies_elsewhere_is_no_face():
    given = matched(found(FACE + [0, 200]), LABELLED)
    assert len(given.none) == 1
    assert not len(given.of(0))


def test_half_a_face_is_none():
    assert len(matched(found(FACE + [0, 30]), LABELLED).none) == 1


def test_of_the_better_part_of_a_face_nothing_is_asked():
    assert not len(matched(found(FACE + [0, 23]), LABELLED).quads)


def test_two_outlines_may_be_of_one_face():
    assert len(matched(found(FACE + 1, FACE - 2), LABELLED).of(0)) == 2


def test_without_labelled_faces_nothing_found_is_one():
    assert matched(found(FACE), LABELLED[:0]).owners.tolist() == [-1]


def test_where_nothing_is_found_nothing_is_matched():
    given = matched(Detections(LABELLED[:0], np.zeros(0, np.float32)), LABELLED)
    assert given.quads.shape == (0, 4, 2)
