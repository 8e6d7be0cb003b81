"""Objects as large as a tile: on synthetic thumbnails of 320 x 180, in which a tile is 8 x 11 pixels."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import JOKER
from tests.vision.watching.test_motion import SHAPE, with_tile, wood
from vision.camera.picture import Pixels
from vision.reading import KnownFaces, PlacedTile, TableReading
from vision.watching.places import tile_shaped
from vision.watching.strays import Strays
from vision.watching.surroundings import Surroundings

TILE = (8.0, 11.0)
Levels = NDArray[np.float32]


def bare() -> Levels:
    return np.abs(np.random.default_rng(1).normal(0, 1.0, (180, 320))).astype(np.float32)


def with_box(x: int, y: int, width: int, height: int, level: float = 40, angle: float = 0) -> Levels:
    corners = cv2.boxPoints(((x, y), (width, height), angle)).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(bare(), corners, level), np.float32)


def round_shadow() -> Levels:
    soft = cv2.GaussianBlur(cv2.circle(np.zeros((180, 320), np.float32), (160, 90), 8, 60.0, -1), (0, 0), 6)
    return np.asarray(bare() + soft, np.float32)


@pytest.mark.parametrize("angle", [0, 30, 90])
@pytest.mark.parametrize("level", [12, 60], ids=["hardly other than the table", "clearly so"])
def test_a_tile_is_found_however_it_lies(angle: float, level: float) -> None:
    (quad,) = tile_shaped(with_box(160, 90, 7, 10, level, angle), TILE)
    assert np.abs(quad.mean(axis=0) - [160, 90]).max() < 2


def test_a_row_of_tiles_is_as_many_as_would_fit() -> None:
    assert len(tile_shaped(with_box(160, 90, 39, 10), TILE)) == 5


@pytest.mark.parametrize(
    "levels",
    [
        bare(),
        with_box(160, 90, 2, 2),
        with_box(160, 90, 60, 2),
        with_box(160, 90, 80, 50),
        with_box(160, 90, 40, 110, angle=30),
        with_box(160, 178, 8, 11),
        round_shadow(),
    ],
    ids=["nothing", "a crumb", "a pen", "a plate", "an arm", "what reaches in from the edge", "a shadow"],
)
def test_what_is_of_another_size_or_softly_lit_is_none(levels: Levels) -> None:
    assert tile_shaped(levels, TILE) == []


def test_beside_something_larger_that_nobody_has_explained_it_is_no_time_to_ask() -> None:
    hand = np.zeros((180, 320), bool)
    hand[60:160, 166:200] = True
    assert tile_shaped(with_box(160, 90, 7, 10), TILE, [hand]) == []
    assert len(tile_shaped(with_box(100, 90, 7, 10), TILE, [hand])) == 1


def lying(x: int, y: int, width: int = 8, height: int = 11) -> NDArray[np.float32]:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def looked_at(bare_table: Pixels, shown: Pixels, tiles: list[NDArray[np.float32]]) -> Surroundings:
    """The surroundings of these tiles, after a picture of the bare table and one that shows them was read."""
    around = Surroundings()
    around.size, around.tile = SHAPE, TILE
    for moment in (0.0, 1.0):
        around.see(bare_table, moment)
    around.learn()
    around.place_tiles(tiles)
    for moment in (2.0, 3.0, 4.0, 5.0):  # the object that was put down moves first; then it is recognised
        around.see(shown, moment)
    around.was_read(tiles, 5.0, shown)
    return around


def asked_about(bare_table: Pixels, shown: Pixels, tiles: list[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Areas of a picture as large as a tile in which no tile is read."""
    return looked_at(bare_table, shown, tiles).strays(tiles)


def dark(picture: Pixels, quad: NDArray[np.float32], light: float) -> Pixels:
    (left, top), (right, bottom) = quad[0].astype(int), quad[2].astype(int)
    shaded = picture.copy()
    shaded[top:bottom, left:right] = (picture[top:bottom, left:right] * light).astype(np.uint8)
    return shaded


def test_what_looks_dark_and_as_large_as_a_tile_is_asked_about() -> None:
    place = lying(160, 90)
    (quad,) = asked_about(wood(), dark(wood(2), place, 0.6), [])
    assert np.abs(quad.mean(axis=0) - place.mean(axis=0)).max() < 2


def test_a_candidate_is_sought_in_the_mean_that_is_read_and_not_in_the_newest_picture() -> None:
    place = lying(160, 90)
    around = looked_at(wood(), dark(wood(2), place, 0.6), [])
    assert around.lies_there(place)
    around.was_read([], 6.0, wood(3))
    assert around.strays([]) == []
    assert not around.lies_there(place)


def test_the_shadow_beside_a_tile_is_none() -> None:
    tile, shadow = lying(166, 90), lying(159, 90, width=7)
    shown = with_tile(dark(wood(2), shadow, 0.6), 166, 90)
    assert asked_about(wood(), shown, [tile]) == []


def test_where_a_hand_was_taken_for_the_table_nothing_lies_once_it_has_gone() -> None:
    place = lying(160, 90)
    assert asked_about(dark(wood(), place, 0.6), wood(2), []) == []


@pytest.mark.parametrize("squares", [8, 12, 16])
def test_a_tile_that_is_laid_as_a_sharp_shadow_comes_is_asked_about(squares: int) -> None:
    """In the shadow the tile looks as the cloth's bright squares did before; the cloth around it is in the shadow,
    too."""
    cloth = np.full((*SHAPE, 3), (90, 130, 165), np.uint8)
    cloth[(np.add.outer(np.arange(SHAPE[0]) // squares, np.arange(SHAPE[1]) // squares) % 2).astype(bool)] //= 2
    shadow = lying(200, 0, 60, SHAPE[0])
    tile = lying(225, 85)
    shown = cloth.copy()
    cv2.fillConvexPoly(shown, tile.astype(np.int32), (215, 228, 235))
    (found,) = asked_about(cloth, dark(shown, shadow, 0.5), [])
    assert np.abs(found.mean(axis=0) - tile.mean(axis=0)).max() < 2
    assert asked_about(cloth, dark(cloth, shadow, 0.5), []) == []


class ReadsNothing:
    """A reader that names no tile."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        return TableReading(picture.shape[1], picture.shape[0], (), (), {})


def test_nothing_is_asked_about_at_a_place_that_a_tile_takes_up_in_part() -> None:
    """Two tiles cannot overlap: a narrow proposal beside half a tile is dropped once the tile is seen whole."""
    strays, around, tile = Strays(ReadsNothing()), Surroundings(), lying(133, 90, 40, 54)
    around.size = (180, 320)
    narrow = lying(124, 90, 22, 54)
    nothing = TableReading(320, 180, (), (), {})
    strays.joined(nothing, wood(), [narrow], around)
    assert len(strays.seen) == 1
    strays.found(replace(nothing, tiles=(PlacedTile(JOKER, tile, 0.99),)), around)
    assert strays.seen == ()


class ReadsWhite(ReadsNothing):
    """A reader that reads every white area as one tile."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        left, top, width, height = cv2.boundingRect((picture.min(axis=2) > 200).astype(np.uint8))
        tiles = (PlacedTile(JOKER, lying(left, top, width, height), 0.99),) if width else ()
        return TableReading(picture.shape[1], picture.shape[0], tiles, (), {})


def test_one_tile_that_is_found_at_two_places_is_one_tile() -> None:
    """The positions are guesses; the reading gives the tile's real position."""
    picture, around = wood(), Surroundings()
    picture[60:88, 60:80] = 230
    around.size = (180, 320)
    nothing = TableReading(320, 180, (), (), {})
    guesses = [lying(53, 60, 20, 28), lying(67, 60, 20, 28)]
    (tile,) = Strays(ReadsWhite()).joined(nothing, picture, guesses, around).tiles
    assert np.abs(tile.quad.mean(axis=0) - [70, 74]).max() < 1


def test_a_candidate_over_half_a_tile_goes_once_the_tile_is_read_however_flat_it_is_seen() -> None:
    """A face seen at a low angle is wider than high: a distance of 13 pixels is half a width, and most of a height."""
    tile = np.array([[0, 0], [27, 0], [27, 19], [0, 19]], np.float32) + np.array([200, 100])
    half, next_to_it = tile + np.array([-13, 2]), tile + np.array([28, 0])
    strays = Strays(ReadsNothing())
    strays.seen = tuple(PlacedTile(JOKER, np.asarray(quad, np.float32), 0.0) for quad in (half, next_to_it))
    strays.forget([np.asarray(tile, np.float32)])
    assert [stray.quad[0, 0] for stray in strays.seen] == [228.0]


def test_a_tiles_front_is_no_other_tile_but_a_tile_that_touches_it_below_is() -> None:
    """From aslant a tile's front is seen below its face, as dark as a tile's plastic in the shade."""
    tile, front, touching = lying(200, 100, 30, 18), lying(206, 119, 24, 11), lying(200, 118, 30, 18)
    strays = Strays(ReadsNothing())
    strays.seen = tuple(PlacedTile(JOKER, quad, 0.0) for quad in (front, touching))
    strays.forget([tile])
    assert [stray.quad[0, 1] for stray in strays.seen] == [118.0]
