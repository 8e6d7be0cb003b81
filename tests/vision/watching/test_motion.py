"""What moves, and what is a hand: on small made-up thumbnails of 320 x 180."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from vision.watching.covering import BareTable, Intrusion, Light, light_of, tile_mask

from vision.camera.picture import Pixels, thumbnail
from vision.watching.motion import moving

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


@pytest.mark.parametrize("light", [0.7, 1.3])
def test_light_that_goes_up_or_down_by_a_third_does_not_move(light: float) -> None:
    assert not moving(with_tile(wood(1), 100, 60), cv2.convertScaleAbs(with_tile(wood(2), 100, 60), alpha=light))


@pytest.mark.parametrize("gains", [(1.3, 1.0, 0.75), (0.75, 1.0, 1.3)], ids=["colder", "warmer"])
def test_white_balance_that_changes_does_not_move(gains: tuple[float, float, float]) -> None:
    now = np.clip(with_tile(wood(2), 100, 60) * np.array(gains), 0, 255).astype(np.uint8)
    assert not moving(with_tile(wood(1), 100, 60), now)


@pytest.mark.parametrize("shake", [(0.7, 0.0), (-0.5, 0.5), (0.0, -0.7), (1.2, -0.6)])
def test_a_camera_that_trembles_does_not_move(shake: tuple[float, float]) -> None:
    """By pixels of a picture 1280 wide."""
    whole = cv2.resize(detailed(), (1280, 720), interpolation=cv2.INTER_NEAREST)
    off = np.array([[1, 0, shake[0]], [0, 1, shake[1]]], np.float32)
    shaken = cv2.warpAffine(whole, off, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
    assert not moving(thumbnail(whole.astype(np.uint8)), thumbnail(shaken.astype(np.uint8)))


def detailed() -> Pixels:
    """Many tiles on wood, each with a figure."""
    picture = wood(1)
    for place in range(48):
        x, y = 30 + 9 * (place % 24), 40 + 50 * (place // 24)
        picture = with_tile(picture, x, y)
        picture[y + 3 : y + 7, x + 2 : x + 5] = (30, 30, 160)
    return picture


@pytest.mark.parametrize(
    "change",
    [
        lambda table: np.zeros_like(table),
        lambda table: np.full_like(table, 255),
        lambda table: (table * 0.05).astype(np.uint8),
        lambda table: table[::-1, ::-1].copy(),
        lambda table: np.concatenate([table[:90], newspaper()[90:]]),
        lambda table: newspaper(),
    ],
    ids=["black lens", "white-out", "light to 5 %", "turned round", "newspaper over half", "newspaper over all"],
)
def test_a_picture_that_is_another_counts_as_motion(change: Callable[[Pixels], Pixels]) -> None:
    table = detailed()
    assert moving(table, change(table))


def newspaper() -> Pixels:
    """Grey lines of print on white."""
    lines = np.random.default_rng(5).integers(60, 255, (SHAPE[0] // 3, SHAPE[1], 1))
    return np.repeat(np.repeat(lines, 3, axis=0), 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize(
    ("level", "light"),
    [(0.0, Light.DARK), (0.05, Light.DARK), (0.4, Light.GOOD), (1.0, Light.GOOD), (9.0, Light.BLINDED)],
)
def test_without_light_nothing_is_seen(level: float, light: Light) -> None:
    assert light_of(cv2.convertScaleAbs(detailed(), alpha=level).astype(np.uint8)) is light


def test_a_thing_that_lies_still_long_enough_was_put_down() -> None:
    place = np.zeros(SHAPE, bool)
    assert not Intrusion(False, 0.02, place).is_put_down(5)
    assert Intrusion(False, 0.02, place).is_put_down(9)
    assert not Intrusion(True, 0.02, place).is_put_down(9), "at the edge it may be an arm"
    assert Intrusion(True, 0.02, place).is_put_down(31)
    assert not Intrusion(True, 0.06, place).is_put_down(600), "as large as a hand"


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
    assert found.is_at_edge
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
    assert not found.is_at_edge


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
