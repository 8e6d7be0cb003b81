"""The brightness of a picture, and reflections of lamps in it."""

import numpy as np

from vision.camera import lighting_of


def test_a_lamp_is_found_in_its_ninth_of_the_picture() -> None:
    picture = np.full((90, 160, 3), 100, np.uint8)
    picture[:20, 120:] = 255
    light = lighting_of(picture)
    assert np.argmax(light.white) == 2
    assert sum(share > 0 for share in light.white) == 1
    assert 100 < light.mean < 140


def test_colours_weigh_as_the_eye_has_it() -> None:
    green, blue = np.zeros((9, 9, 3), np.uint8), np.zeros((9, 9, 3), np.uint8)
    green[..., 1] = blue[..., 0] = 200
    assert lighting_of(green).mean > 4 * lighting_of(blue).mean


def test_a_picture_without_colour_is_known_by_one_that_has_any() -> None:
    grey = np.repeat(np.random.default_rng(1).integers(0, 256, (90, 160, 1), np.uint8), 3, axis=2)
    assert not lighting_of(grey).has_colour
    grey[40:44, 80:84] = (60, 40, 160)
    assert lighting_of(grey).has_colour
