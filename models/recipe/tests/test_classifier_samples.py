"""Samples for the classifier: crops of a camera's picture, some of them enlarged around small figures."""

import numpy as np
import pytest

from models.recipe.training.classifier_samples import Crops, Part, cut

FACES = np.array([[[100, 100], [196, 100], [196, 228], [100, 228]]], np.float32) + np.array(
    [[[0, 0]], [[150, 0]], [[300, 0]]], np.float32
)
RED_SEVEN, NONE = (6, 1, 1), (-1, -1, 0)


def part(half_width: int, *classes: tuple[int, int, int]) -> Part:
    """Pale faces side by side, each with a dark figure that extends this many pixels to each side of its middle."""
    picture = np.full((320, 560, 3), (60, 90, 120), np.uint8)
    for left in (100, 250, 400):
        picture[100:228, left : left + 96] = 235
        picture[164 - half_width : 164 + half_width, left + 48 - half_width : left + 48 + half_width] = 30
    count = len(classes)
    return Part(picture, FACES[:count], np.array(classes), np.zeros(count), by_camera=True)


def samples(given: Part) -> list[Crops]:
    return [cut(np.random.default_rng(seed), given) for seed in range(40)]


def inked(crops: Crops, which: int) -> float:
    """The share of a crop that is dark."""
    return float((crops.images[which].max(axis=2) < 100).mean())


def test_small_figures_are_looked_at_closer_now_and_then_and_whether_they_are_faces_is_not_asked_then() -> None:
    closer = [sample for sample in samples(part(10, RED_SEVEN)) if sample.face[0] == -1]
    whole = [sample for sample in samples(part(10, RED_SEVEN)) if sample.face[0] == 1]
    assert 5 < len(closer) < 20
    assert {(int(sample.number[0]), int(sample.colour[0])) for sample in closer} == {RED_SEVEN[:2]}
    assert min(inked(sample, 0) for sample in closer) > 2 * max(inked(sample, 0) for sample in whole)


@pytest.mark.parametrize(("half_width", "classes"), [(38, RED_SEVEN), (10, NONE)], ids=["a usual figure", "no tile"])
def test_nothing_else_is(half_width: int, classes: tuple[int, int, int]) -> None:
    assert {int(sample.face[0]) for sample in samples(part(half_width, classes))} == {classes[2]}


def test_of_one_picture_all_or_some_are() -> None:
    given = part(10, RED_SEVEN, RED_SEVEN, NONE)
    looked = {tuple(int(face) for face in sample.face) for sample in samples(given)}
    assert {(1, 1, 0), (-1, -1, 0)} < looked
