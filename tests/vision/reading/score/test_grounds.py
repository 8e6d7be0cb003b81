"""All tiles of a box have the same ground colour: a face with another ground is less likely a tile."""

import numpy as np
import pytest

from tests.vision.reading.quads import box
from vision.reading.detections import Detections, Names
from vision.reading.geometry import CROP_HEIGHT, CROP_WIDTH, grounds, smaller
from vision.reading.score.evidence import MOST_GROUND, UNKNOWN_GROUND, off_in_ground
from vision.reading.score.select import with_probability

IVORY, GREY, YELLOW, SHADED = (200, 225, 235), (150, 150, 150), (60, 200, 240), (140, 158, 165)


def crop(ground: tuple[int, int, int], ink: tuple[int, int, int] = (20, 20, 20)) -> np.ndarray:
    """A face with this ground colour and a figure in its middle."""
    out = np.empty((CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    out[:] = ground
    out[14:44, 12:36] = ink
    return out


def off(*colours: tuple[int, int, int], sure: int) -> np.ndarray:
    """The deviation of each ground colour; the first faces are sure."""
    quads = np.stack([box(40 * k, 0) for k in range(len(colours))])
    return off_in_ground(quads, np.array(colours, np.uint8), np.arange(len(colours)) < sure)


def test_a_face_s_ground_is_what_its_figure_stands_on() -> None:
    seen = grounds(smaller(np.stack([crop(IVORY), crop(GREY, ink=IVORY)])))
    np.testing.assert_array_equal(seen, [IVORY, GREY])


def test_a_grey_field_and_a_yellow_ruler_are_off_where_tiles_are_ivory() -> None:
    seen = off(*[IVORY] * 4, IVORY, GREY, YELLOW, sure=4)
    assert seen[:5] == pytest.approx(0)
    assert seen[5] > 0.2
    assert seen[6] == MOST_GROUND


def test_a_tile_in_the_shade_is_hardly_off() -> None:
    assert off(*[IVORY] * 4, SHADED, GREY, sure=4)[4] < 0.2


def test_a_box_may_have_tiles_of_two_colours() -> None:
    assert off(IVORY, IVORY, YELLOW, YELLOW, YELLOW, sure=4)[4] == pytest.approx(0)


def test_what_is_sure_but_alone_of_its_colour_is_off_and_does_not_tell_for_itself() -> None:
    assert off(IVORY, IVORY, IVORY, YELLOW, sure=4)[3] == MOST_GROUND


def test_what_is_outlined_twice_does_not_tell_for_itself() -> None:
    quads = np.stack([box(0, 0), box(1, 1), box(2, 0), *(box(40 * k, 0) for k in (2, 3, 4))])
    colours = np.array([YELLOW] * 3 + [IVORY] * 3, np.uint8)
    assert off_in_ground(quads, colours, np.full(6, True))[0] == MOST_GROUND


def test_where_too_few_are_sure_nothing_is_told() -> None:
    assert off(IVORY, YELLOW, sure=1) == pytest.approx(UNKNOWN_GROUND)
    assert off(IVORY, sure=1) == pytest.approx(UNKNOWN_GROUND)
    assert off_in_ground(np.zeros((0, 4, 2)), np.zeros((0, 3), np.uint8), np.zeros(0, bool)).shape == (0,)
    assert grounds(smaller(np.zeros((0, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8))).shape == (0, 3)


def test_what_shows_no_figure_is_no_tile_that_can_be_read() -> None:
    """A tile face down: the detector finds it beside the others."""
    quads = np.stack([box(40 * k, 0) for k in range(3)]).astype(np.float32)
    names = Names(np.full((3, 53), 1 / 53, np.float32), np.full((3, 4), 0.25, np.float32), np.full(3, 0.99, np.float32))
    crops = np.stack([crop(IVORY), crop(IVORY), crop(IVORY, ink=IVORY)])
    found = with_probability(Detections(quads, np.full(3, 0.9, np.float32), crops, names))
    assert (found.probability > 0.9).tolist() == [True, True, False]
    assert found.probability[2] == 0
