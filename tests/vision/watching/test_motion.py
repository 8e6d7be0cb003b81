"""What moves, and what is a hand: on small made-up thumbnails of 320 x 180."""

import cv2
import numpy as np
import pytest

from vision.camera.picture import Pixels
from vision.watching.motion import BareTable, moving, tile_mask

SHAPE = (180, 320)


def wood(seed: int = 0, light: float = 1.0) -> Pixels:
    """A table of wood in some light, with a camera's noise."""
    grain = np.random.default_rng(1).normal(0, 6, SHAPE)
    grain = cv2.GaussianBlur(grain, (9, 3), 0)
    noise = np.random.default_rng(seed).normal(0, 1.5, (*SHAPE, 3))
    return np.clip((np.array([90, 130, 165]) + grain[..., None]) * light + noise, 0, 255).astype(np.uint8)


def with_hand(picture: Pixels) -> Pixels:
    """An arm from the lower edge to the middle."""
    return cv2.line(picture.copy(), (160, 179), (150, 90), (130, 160, 215), 22).astype(np.uint8)


def with_tile(picture: Pixels, x: int, y: int) -> Pixels:
    return cv2.rectangle(picture.copy(), (x, y), (x + 7, y + 10), (220, 230, 235), -1).astype(np.uint8)


NO_TILES = np.zeros(SHAPE, bool)


def test_noise_alone_does_not_move() -> None:
    assert not moving(wood(1), wood(2))


def test_a_camera_that_changes_its_exposure_does_not_move() -> None:
    assert not moving(wood(1), wood(2, light=1.12))


@pytest.mark.parametrize("step", [1, 3, 40])
def test_a_sliding_tile_moves(step: int) -> None:
    assert moving(with_tile(wood(1), 100, 60), with_tile(wood(2), 100 + step, 60))


def test_a_sleeve_at_the_margin_does_not_disturb() -> None:
    sleeve = wood(1)
    sleeve[:, :12] = (40, 30, 30)
    assert not moving(sleeve, wood(2))


def test_at_the_margin_a_tile_that_moves_counts() -> None:
    tiles = tile_mask([np.array([[2, 60], [10, 60], [10, 70], [2, 70]], np.float32)], SHAPE, SHAPE)
    assert moving(with_tile(wood(1), 2, 60), wood(2), tiles)


def test_a_hand_that_lies_still_is_an_arm_over_the_table() -> None:
    table = BareTable()
    table.learn(wood(1), NO_TILES)
    found = table.intrusion(with_hand(wood(2)), NO_TILES)
    assert found is not None
    assert found.is_arm
    assert 0.02 < found.part < 0.08


def test_the_bare_table_in_another_light_is_no_intruder() -> None:
    table = BareTable()
    table.learn(wood(1), NO_TILES)
    assert table.intrusion(wood(2, light=0.9), NO_TILES) is None


def test_tiles_are_no_intruders() -> None:
    table = BareTable()
    table.learn(wood(1), NO_TILES)
    picture, quads = wood(2), []
    for place in range(12):
        x = 60 + 9 * place
        picture = with_tile(picture, x, 90)
        quads.append(np.array([[x, 90], [x + 7, 90], [x + 7, 100], [x, 100]], np.float32))
    assert table.intrusion(picture, tile_mask(quads, SHAPE, SHAPE)) is None


def test_a_cup_put_down_is_an_intruder_but_no_arm() -> None:
    table = BareTable()
    table.learn(wood(1), NO_TILES)
    cup = cv2.circle(wood(2).copy(), (200, 80), 18, (240, 240, 240), -1).astype(np.uint8)
    found = table.intrusion(cup, NO_TILES)
    assert found is not None
    assert not found.is_arm


def test_what_was_learnt_as_table_is_no_intruder() -> None:
    table = BareTable()
    table.learn(wood(1), NO_TILES)
    cup = cv2.circle(wood(2).copy(), (200, 80), 18, (240, 240, 240), -1).astype(np.uint8)
    table.learn(cup, NO_TILES)
    assert table.intrusion(cup, NO_TILES) is None


def test_the_table_may_look_as_it_did_before_the_cup_was_put_down() -> None:
    table = BareTable()
    table.learn(wood(1), NO_TILES)
    cup = cv2.circle(wood(2).copy(), (200, 80), 18, (240, 240, 240), -1).astype(np.uint8)
    table.learn_another(cup, NO_TILES)
    assert table.intrusion(cup, NO_TILES) is None
    assert table.intrusion(wood(3), NO_TILES) is None
    assert table.intrusion(with_hand(wood(3)), NO_TILES) is not None
