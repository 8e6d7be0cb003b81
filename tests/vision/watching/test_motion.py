"""Motion, and telling hands from it: on small synthetic thumbnails of 320 x 180."""

from collections.abc import Callable
from functools import cache, reduce
from typing import Any

import cv2
import numpy as np
import pytest

from vision.camera.picture import Pixels, thumbnail
from vision.watching.alignment import Similarity
from vision.watching.background import Background
from vision.watching.motion import Light, foreign, light_between, light_of, moved_cells
from vision.watching.occlusion import FEWEST_CELLS, Cause, tile_mask
from vision.watching.shown import FAINT
from vision.watching.surroundings import Surroundings

SHAPE = (180, 320)


def wood(seed: int = 0, light: float = 1.0) -> Pixels:
    """A table of wood in some light, with a camera's noise."""
    return drawn_wood(seed, light).copy()


@cache
def drawn_wood(seed: int, light: float) -> Pixels:
    grain: np.ndarray = np.random.default_rng(1).normal(0, 6, SHAPE)
    grain = cv2.GaussianBlur(grain, (9, 3), 0)
    noise = np.random.default_rng(seed).normal(0, 1.5, (*SHAPE, 3))
    return np.clip((np.array([90, 130, 165]) + grain[..., None]) * light + noise, 0, 255).astype(np.uint8)


def with_hand(picture: Pixels) -> Pixels:
    """An arm from the lower edge to the middle."""
    return cv2.line(picture.copy(), (160, 179), (150, 90), (130, 160, 215), 22).astype(np.uint8)


def with_tile(picture: Pixels, x: int, y: int) -> Pixels:
    return cv2.rectangle(picture.copy(), (x, y), (x + 7, y + 10), (220, 230, 235), -1).astype(np.uint8)


def face(x: int, y: int) -> np.ndarray:
    """The quad of that tile's face."""
    return np.array([[x, y], [x + 8, y], [x + 8, y + 11], [x, y + 11]], np.float32)


ALL = np.ones(SHAPE, bool)
NONE = np.zeros(SHAPE, bool)


def moving(before: Pixels, now: Pixels) -> bool:
    return int(moved_cells(before, now).sum()) >= FEWEST_CELLS


def learnt() -> Background:
    table = Background(wood(1))
    table.learn(wood(1), ALL)
    return table


class Watched:
    """Surroundings that are shown a picture for some seconds, ten times a second or at a given rate."""

    def __init__(self, first: Callable[[int], Pixels] = wood) -> None:
        self.around, self.now, self.hidden = Surroundings(), 0.0, list[np.ndarray]()
        self.around.size = SHAPE
        self.show(first, 1.0)
        self.around.learn()

    def show(self, picture: Callable[[int], Pixels], seconds: float, rate: float = 10.0) -> list[Cause]:
        """Shows a picture for some seconds; returns the causes that freeze places afterwards."""
        for number in range(round(seconds * rate)):
            self.now += 1 / rate
            self.around.see(picture(number), self.now, self.hidden)
        return [region.cause for region in self.around.regions]


def test_noise_alone_does_not_move() -> None:
    assert not moving(wood(1), wood(2))


def test_a_camera_that_changes_its_exposure_does_not_move() -> None:
    assert not moving(wood(1), wood(2, light=1.12))


@pytest.mark.parametrize("step", [1, 3, 40])
def test_a_sliding_tile_moves(step: int) -> None:
    assert moving(with_tile(wood(1), 100, 60), with_tile(wood(2), 100 + step, 60))


@pytest.mark.parametrize("light", [0.7, 1.3])
def test_light_that_goes_up_or_down_by_a_third_does_not_move(light: float) -> None:
    brighter = cv2.convertScaleAbs(with_tile(wood(2), 100, 60), alpha=light).astype(np.uint8)
    assert not moving(with_tile(wood(1), 100, 60), brighter)


@pytest.mark.parametrize("gains", [(1.3, 1.0, 0.75), (0.75, 1.0, 1.3)], ids=["colder", "warmer"])
def test_white_balance_that_changes_does_not_move(gains: tuple[float, float, float]) -> None:
    now = np.clip(with_tile(wood(2), 100, 60) * np.array(gains), 0, 255).astype(np.uint8)
    assert not moving(with_tile(wood(1), 100, 60), now)


def below_a_tube(picture: Pixels, phase: float, depth: float = 0.12) -> Pixels:
    """A picture under a tube that pulses a hundred times a second, taken row by row."""
    rows = 1 - (depth - 0.12) + depth * np.sin(2 * np.pi * (np.arange(SHAPE[0]) / 90 + phase))
    return np.clip(picture * rows[:, None, None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("depth", [0.12, 0.35], ids=["a tube", "a lamp that is out in between"])
def test_the_bands_of_a_tubes_light_do_not_move_and_a_hand_in_them_does(depth: float) -> None:
    before = below_a_tube(detailed(), 0.1, depth)
    assert not moving(before, below_a_tube(detailed(), 0.5, depth))
    assert moving(before, below_a_tube(with_hand(detailed()), 0.5, depth))


def test_the_bands_of_a_tubes_light_are_the_bare_table_and_an_arm_from_the_side_in_them_is_not() -> None:
    arm = cv2.line(wood(2), (0, 62), (230, 62), (130, 160, 215), 16).astype(np.uint8)
    assert foreign(learnt().shown_in(below_a_tube(wood(2), 0.5)).apart()).mean() < 0.01
    assert foreign(learnt().shown_in(below_a_tube(arm, 0.5)).apart())[54:70, :220].mean() > 0.9


@pytest.mark.parametrize(
    "light", [0.8, 1.2, np.linspace(0.8, 1.2, SHAPE[0])[:, None, None]], ids=["dim", "lit", "slope"]
)
def test_in_another_light_the_table_between_tiles_is_the_bare_table(light: Any) -> None:
    tiles = wood(2)
    for x in (10, 70, 130, 190):
        cv2.rectangle(tiles, (x, 60), (x + 30, 72), (220, 230, 235), -1)
    apart = learnt().shown_in(np.clip(tiles * light, 0, 255).astype(np.uint8)).apart()
    assert apart[62:70, 230:].max() < FAINT


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


def cup(picture: Pixels) -> Pixels:
    return cv2.circle(picture.copy(), (200, 80), 18, (240, 240, 240), -1).astype(np.uint8)


def with_wooden_arm(picture: Pixels, left: int, seed: int) -> Pixels:
    """The picture with a sleeve from the lower edge in the table's own colours."""
    arm = np.zeros(SHAPE, np.uint8)
    cv2.line(arm, (left, 179), (left, 60), 1, 30)
    return np.where(arm[..., None] > 0, wood(seed + 50), picture)


def plate(picture: Pixels) -> Pixels:
    return cv2.ellipse(picture.copy(), (150, 90), (45, 36), 0, 0, 360, (235, 238, 240), -1).astype(np.uint8)


@pytest.mark.parametrize("thing", [cup, plate])
def test_a_thing_that_lies_still_for_three_seconds_is_part_of_the_table(thing: Callable[[Pixels], Pixels]) -> None:
    watched = Watched()
    assert watched.show(lambda number: thing(wood(number)), 2.0) == [Cause.LIES]
    assert watched.show(lambda number: thing(wood(number)), 2.0) == []
    assert watched.around.taken_up > 0.01
    assert watched.show(wood, 0.4) == []
    assert watched.show(wood, 4.0) == []
    assert watched.around.taken_up == 0, "it is forgotten when it has gone for as long"


def test_a_thing_stays_one_while_an_arm_passes_that_looks_like_the_table() -> None:
    watched = Watched()
    watched.show(lambda number: plate(wood(number)), 5.0)
    before = watched.around.taken_up
    watched.show(lambda number: with_wooden_arm(plate(wood(number)), 60 + 20 * number, number), 0.9)
    assert watched.show(lambda number: plate(wood(number)), 0.5) == []
    assert watched.around.taken_up == before > 0.01


def test_tiles_that_were_taken_for_a_thing_are_none_once_they_are_read() -> None:
    """A slow laptop reads them for the second time only after the time from which an object counts as put down."""
    watched = Watched()
    quads = [face(x, 70) for x in (40, 48, 56)]

    def row(number: int) -> Pixels:
        return reduce(lambda shown, x: with_tile(shown, x, 70), (40, 48, 56), plate(wood(number)))

    watched.show(row, 7.0)
    both = watched.around.taken_up
    watched.around.place_tiles(quads)
    watched.around.learn()
    assert 0 < watched.around.taken_up < both, "the plate is a thing still"
    assert not watched.around.background.things[72:80, 40:64].any()


def test_a_row_may_go_on_where_the_picture_ends_and_beside_a_thing() -> None:
    watched = Watched()
    beside_a_plate, alone, row, at_the_edge = (200, 84), (40, 40), [(200, 20), (208, 20)], (310, 100)
    tiles = np.stack([face(*place) for place in (beside_a_plate, alone, *row, at_the_edge)])
    assert watched.around.may_go_on(tiles, []).tolist() == [False, False, False, False, True]
    watched.show(lambda number: plate(wood(number)), 1.0)
    assert watched.around.may_go_on(tiles, []).tolist() == [False, False, False, False, True], "it may be a hand"
    watched.show(lambda number: plate(wood(number)), 4.0)
    assert watched.around.may_go_on(tiles, []).tolist() == [True, False, False, False, True]
    like_a_bottle = [face(50, 40)]
    assert watched.around.may_go_on(tiles, like_a_bottle).tolist() == [True, True, False, False, True]


def test_a_place_is_as_before_where_the_bare_table_is_seen_and_no_thing_like_it() -> None:
    watched, place = Watched(), face(196, 75)
    watched.around.place_tiles([place])
    assert watched.around.is_as_before(place)
    watched.show(lambda number: cup(wood(number)), 1.0)
    assert not watched.around.is_as_before(place)
    watched.around.place_tiles([])
    watched.show(lambda number: cup(wood(number)), 5.0)
    assert not watched.around.is_as_before(place)
    watched.show(wood, 4.0)
    assert watched.around.is_as_before(place)


def test_glare_takes_up_its_part_of_the_picture_and_white_tiles_none() -> None:
    watched, light = Watched(), np.ones((*SHAPE, 1))
    light[30:150, 40:240] = 3
    watched.show(lambda number: with_tile(wood(number), 190, 70), 0.2)
    assert watched.around.taken_up == 0
    watched.show(lambda number: np.clip(wood(number) * light, 0, 255).astype(np.uint8), 0.2)
    assert watched.around.taken_up > 1 / 3


def test_a_sheet_that_saturates_one_colour_is_no_glare() -> None:
    """Cream paper by a warm lamp: tiles on it are visible."""
    watched = Watched()

    def paper(number: int) -> Pixels:
        return cv2.rectangle(wood(number), (40, 30), (240, 150), (225, 244, 255), -1).astype(np.uint8)

    watched.show(paper, 0.2)
    assert watched.around.taken_up == 0


def test_an_arm_over_half_of_white_paper_on_dark_wood_changes_the_light_of_neither() -> None:
    """Most of the picture is unchanged, though its median level is now the wood's."""
    paper = wood()
    paper[:95] = (205, 215, 220)
    with_arm = paper.copy()
    with_arm[40:70, 60:] = (40, 60, 30)
    gain = light_between(with_arm.reshape(-1, 3), paper.reshape(-1, 3))
    assert np.abs(gain - 1).max() < 0.02


def test_what_reaches_in_from_the_edge_may_be_an_arm_and_has_to_rest_longer() -> None:
    watched = Watched()
    assert watched.show(lambda number: with_hand(wood(number)), 25.0, rate=2) == [Cause.LIES]
    assert watched.show(lambda number: with_hand(wood(number)), 7.0, rate=2) == []


def test_a_sheet_at_the_edge_is_no_arm() -> None:
    def sheet(number: int) -> Pixels:
        return cv2.rectangle(wood(number), (120, 110), (220, 179), (236, 240, 242), -1).astype(np.uint8)

    watched = Watched()
    assert watched.show(sheet, 5.0, rate=2) == [Cause.LIES]
    assert watched.show(sheet, 2.0, rate=2) == []


def test_what_lies_over_a_tile_is_never_part_of_the_table() -> None:
    watched = Watched()
    quad = np.array([[190, 70], [198, 70], [198, 81], [190, 81]], np.float32)
    watched.around.place_tiles([quad])
    watched.hidden = [quad]
    assert watched.show(lambda number: cup(wood(number)), 9.0, rate=2) == [Cause.LIES]


def test_what_was_there_at_first_and_goes_was_no_part_of_the_table() -> None:
    watched = Watched(lambda number: with_hand(wood(number)))
    assert watched.show(wood, 0.5) == []


def test_a_sleeve_at_the_margin_does_not_disturb() -> None:
    def sleeve(number: int) -> Pixels:
        picture = wood(number)
        picture[:, :12] = (40, 30, 30)
        return picture

    assert Watched().show(sleeve, 0.3) == []


def test_a_player_who_sorts_a_rack_at_the_edge_holds_nothing_back_for_long() -> None:
    def sorts(number: int) -> Pixels:
        return cv2.circle(wood(number), (150 + 12 * (number % 3), 8), 12, (130, 160, 215), -1).astype(np.uint8)

    watched = Watched()
    assert watched.show(sorts, 1.0) != []
    assert watched.show(sorts, 5.0) == []


def test_a_hand_that_moves_holds_back_only_its_place() -> None:
    watched = Watched()
    watched.show(wood, 0.1)
    watched.show(lambda number: with_hand(wood(number)), 0.1)
    under, far = (np.array([[x, 100], [x + 8, 100], [x + 8, 111], [x, 111]], np.float32) for x in (148, 40))
    assert watched.around.is_over(Cause.MOVES, under)
    assert not watched.around.is_over(Cause.MOVES, far)


def test_the_bare_table_in_another_light_is_the_bare_table() -> None:
    assert not foreign(learnt().shown_in(wood(2, light=0.9)).apart()).any()


def test_a_shadow_over_a_third_is_the_bare_table() -> None:
    light = np.ones((*SHAPE, 1))
    light[:, 20:120] = 0.65
    shaded = wood(2) * cv2.GaussianBlur(light, (0, 0), 6)[..., None]
    assert foreign(learnt().shown_in(shaded.astype(np.uint8)).apart()).mean() < 0.02


def test_the_edge_of_a_shadow_on_a_chequered_cloth_is_the_bare_table() -> None:
    cloth = np.kron(np.indices((9, 16)).sum(axis=0) % 2, np.ones((20, 20)))[..., None] * 120 + (70, 80, 90)
    table, light = Background(cloth.astype(np.uint8)), np.ones((*SHAPE, 1))
    table.learn(cloth.astype(np.uint8), ALL)
    light[:, 20:130] = 0.6
    shaded = cloth * cv2.GaussianBlur(light, (0, 0), 3)[..., None]
    assert not foreign(table.shown_in(shaded.astype(np.uint8)).apart()).any()


def test_what_is_as_large_as_a_tile_where_a_rack_is_sorted_is_the_rack() -> None:
    def sorts(number: int) -> Pixels:
        return with_tile(wood(number), 150 + 6 * (number % 3), 4)

    watched, at_rack, away = (
        Watched(),
        *(np.array([[x, 4], [x + 8, 4], [x + 8, 15], [x, 15]], np.float32) for x in (150, 30)),
    )
    watched.show(sorts, 5.0)
    assert watched.around.is_busy(at_rack)
    assert not watched.around.is_busy(away)


def test_after_a_bump_the_table_is_the_bare_table_where_it_lies_now() -> None:
    lines = cv2.GaussianBlur(np.random.default_rng(2).normal(0, 60, (*SHAPE, 1)), (0, 0), 3)[..., None] * 9

    def veined(number: int) -> Pixels:
        return np.clip(wood(number) + lines, 0, 255).astype(np.uint8)

    def bumped(number: int) -> Pixels:
        return np.roll(veined(number), (9, 14), (0, 1))

    watched = Watched(veined)
    watched.show(bumped, 0.1)
    before = watched.around.background
    watched.around.bumped(Similarity(np.array([[1.0, 0, 13], [0, 1, 8]])))  # found by three tiles, and a pixel beside
    now = watched.around.background
    apart, was = (np.maximum(table.shown_in(bumped(7)).apart(), 0).mean() for table in (now, before))
    assert apart < 0.6 * was


def test_a_set_that_was_pushed_alone_is_no_bump() -> None:
    watched = Watched()
    before = watched.around.background
    watched.around.bumped(Similarity(np.array([[1.0, 0, 40], [0, 1, 0]])))
    assert watched.around.background is before


def test_a_hand_is_foreign() -> None:
    assert 0.02 < foreign(learnt().shown_in(with_hand(wood(2))).apart()).mean() < 0.08


def test_where_a_tile_lay_from_the_beginning_the_table_around_tells_what_is_bare() -> None:
    table, place = Background(wood(1)), np.zeros(SHAPE, bool)
    place[70:81, 190:198] = True
    mask = tile_mask([np.array([[190, 70], [198, 70], [198, 81], [190, 81]], np.float32)], SHAPE, SHAPE)
    table.learn(with_tile(wood(1), 190, 70), ~mask)
    assert table.shown_in(wood(2)).is_bare(place, NONE, mask)
    assert not table.shown_in(with_tile(wood(2), 190, 70)).is_bare(place, NONE, mask)
    assert not table.shown_in(cup(wood(2))).is_bare(place, NONE, mask)


def test_where_a_tile_lay_while_the_white_balance_drifted_the_table_is_seen_again() -> None:
    """Twenty times by two per cent, and once at a stroke."""
    for drifts in (20, 1):
        table, tile = Background(wood(1)), np.zeros(SHAPE, bool)
        table.learn(wood(1), np.ones(SHAPE, bool))
        tile[40:70, 60:90] = True
        for drift in range(1, drifts + 1):
            gain = 1 + drift / drifts * np.array([-0.4, 0.0, 0.3])
            table.learn(np.clip(wood(1 + drift) * gain, 0, 255).astype(np.uint8), ~tile)
        warm = np.clip(wood(99) * np.array([0.6, 1.0, 1.3]), 0, 255).astype(np.uint8)
        assert table.shown_in(warm).is_as_before(tile)
