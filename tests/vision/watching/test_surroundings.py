"""Objects on a patterned table are not taken for the table: white paper on brown wood, with a dark photograph."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad
from vision.watching.surroundings import Surroundings

SIZE = (180, 320)
WOOD, PAPER, PHOTO, TILE = (50, 70, 105), (215, 225, 230), (60, 62, 58), (205, 214, 220)


def box(left: int, top: int, right: int, bottom: int) -> Quad:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


LAID = box(150, 80, 158, 91)


def table(*things: tuple[Quad, tuple[int, int, int]], seed: int = 0) -> Pixels:
    picture = np.full((*SIZE, 3), WOOD, np.uint8)
    for place, colour in ((box(90, 40, 230, 140), PAPER), (box(148, 76, 176, 96), PHOTO), *things):
        cv2.fillConvexPoly(picture, place.astype(np.int32), colour)
    grain = np.random.default_rng(seed).normal(0, 1.0, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


@pytest.fixture
def around() -> Surroundings:
    """The table is known, and was read."""
    around = Surroundings()
    around.size, around.tile = SIZE, (8.0, 11.0)
    for moment in (0.0, 1.0):
        around.see(table(seed=int(moment)), moment)
    around.learn()
    return around


def shown(
    around: Surroundings,
    picture: Pixels,
    since: float,
    read: list[NDArray[np.float32]] | None = None,
    print_seen: NDArray[np.bool_] | None = None,
) -> None:
    """Shows a picture for a second; `read`, `print_seen`: what a reading after half of it finds."""
    for number in range(10):
        moment = since + number / 10
        around.see(picture.copy(), moment)
        if number == 5:
            around.was_read(read or [], moment, picture, print_seen)


def test_a_tile_that_was_read_is_not_learnt_as_the_table_though_it_looks_like_the_paper(around: Surroundings) -> None:
    shown(around, table((LAID, TILE), seed=2), 2.0, [LAID])
    around.place_tiles([LAID])
    shown(around, table((LAID, TILE), seed=3), 3.0, [LAID])
    around.place_tiles([])
    shown(around, table(seed=4), 4.0)
    assert not around.regions
    assert around.is_as_before(LAID)


def test_what_was_taken_for_the_table_leaves_nothing_behind(around: Surroundings) -> None:
    """A hand on the photograph resembles the paper around it more than the photograph does."""
    shown(around, table((box(144, 70, 180, 100), (200, 210, 222)), seed=2), 2.0)
    assert not around.regions
    shown(around, table(seed=3), 3.0)
    assert not around.regions


def test_what_lies_there_for_good_does_not_become_the_table_because_it_fits_its_surroundings(
    around: Surroundings,
) -> None:
    shown(around, table((box(240, 100, 280, 130), PAPER), seed=2), 2.0)
    assert around.regions


def in_shadow(picture: Pixels) -> Pixels:
    """The picture with a shadow over its left third."""
    shaded = picture.copy()
    shaded[:, :100] = (shaded[:, :100] * 0.4).astype(np.uint8)
    return shaded


def test_a_shadow_that_lies_still_on_print_is_the_table_in_another_light(around: Surroundings) -> None:
    shown(around, in_shadow(table(seed=2)), 2.0, print_seen=np.ones(SIZE, bool))
    assert not around.regions


def test_an_arm_that_lies_in_its_own_shadow_stays_an_object(around: Surroundings) -> None:
    arm = box(20, 0, 60, 120)
    seen = np.ones(SIZE, bool)
    seen[:124, 16:64] = False
    shown(around, in_shadow(table((arm, (250, 220, 90)), seed=2)), 2.0, print_seen=seen)
    (region,) = around.regions
    assert region.part < 0.2, "its shadow is none of it"
