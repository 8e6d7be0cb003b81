"""A picture is found in the map of the table, however the camera trembles or its focus breathes."""

import cv2
import numpy as np
import pytest

from vision.camera import Picture, Pixels
from vision.watching.gathered import Gathered
from vision.watching.motion import in_cells
from vision.watching.registration import IDENTITY, Registration, in_pixels, warped

HEIGHT, WIDTH = 180, 320
PLACES = np.array([[20, 20], [300, 160], [160, 90]], np.float32)


def cloth(view: np.ndarray | None = None, seed: int = 0) -> Pixels:
    """A cloth of spots, seen through a homography."""
    spots = np.random.default_rng(1).integers(40, 220, (HEIGHT // 6, WIDTH // 6, 3)).astype(np.uint8)
    picture = cv2.GaussianBlur(cv2.resize(spots, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST), (0, 0), 1)
    if view is not None:
        picture = cv2.warpAffine(picture, view, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.clip(picture + np.random.default_rng(seed).normal(0, 3, picture.shape), 0, 255).astype(np.uint8)


def view(turned: float = 0.0, times: float = 1.0, off: tuple[float, float] = (0, 0)) -> np.ndarray:
    return np.asarray(cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), turned, times)) + [
        [0, 0, off[0]],
        [0, 0, off[1]],
    ]


@pytest.mark.parametrize(
    "seen",
    [view(off=(0.5, 0.3)), view(turned=0.2, off=(2, 1)), view(times=1.012), view(times=0.988)],
    ids=["it trembles", "it sags", "its focus breathes out", "and in"],
)
def test_a_place_is_found_to_a_fifth_of_a_thumbnails_pixel(seen: np.ndarray) -> None:
    registration = Registration()
    registration.matrix_of(cloth())
    matrix = registration.matrix_of(cloth(seen, seed=1))
    back = (PLACES @ seen[:, :2].T + seen[:, 2]) @ matrix[:, :2].T + matrix[:, 2]
    assert np.abs(back - PLACES).max() < 0.2


def test_a_camera_that_stands_still_moves_nothing() -> None:
    registration = Registration()
    registration.matrix_of(cloth())
    assert registration.matrix_of(cloth(seed=1)) is IDENTITY


def test_a_hand_over_a_third_of_the_table_moves_nothing() -> None:
    registration = Registration()
    registration.matrix_of(cloth())
    covered = cloth(seed=1)
    covered[:, 200:310] = (120, 150, 200)
    assert registration.matrix_of(covered) is IDENTITY


def test_after_a_bump_the_map_is_what_is_seen_then() -> None:
    registration, bumped = Registration(), view(off=(12, 5))
    registration.matrix_of(cloth())
    assert registration.matrix_of(cloth(bumped, seed=1)) is IDENTITY
    assert registration.has_jumped
    assert registration.matrix_of(cloth(bumped, seed=2)) is IDENTITY
    assert not registration.has_jumped


def test_a_plain_table_without_a_corner_is_never_moved() -> None:
    registration, plain = Registration(), np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    registration.matrix_of(plain)
    assert registration.matrix_of(plain) is IDENTITY


def test_a_matrix_of_thumbnails_moves_the_picture_by_as_much_more() -> None:
    matrix = np.array([[1.0, 0.0, 1.5], [0.0, 1.0, -0.5]])
    assert in_pixels(matrix, 4.0)[:, 2].tolist() == [6.0, -2.0]
    assert warped(cloth(), in_pixels(IDENTITY, 4.0)).shape == (HEIGHT, WIDTH, 3)


def page() -> np.ndarray:
    """Lines of pale, small print."""
    chance, paper = np.random.default_rng(1), np.full((HEIGHT, WIDTH, 3), 215.0)
    for top in range(4, HEIGHT - 3, 4):
        words = np.repeat(chance.random(WIDTH // 4 + 1) < 0.75, 4)[:WIDTH]
        paper[top : top + 2, words] -= 40
    return np.asarray(cv2.GaussianBlur(paper, (0, 0), 0.8))


def test_bands_of_light_that_wander_move_nothing() -> None:
    registration, print_, rows = Registration(), page(), np.arange(HEIGHT)[:, None, None]
    for number in range(12):
        lit = print_ * (0.82 + 0.18 * np.sin(2 * np.pi * (rows / 90 + 0.13 * number)))
        seen = np.clip(lit + np.random.default_rng(number).normal(0, 2, lit.shape), 0, 255).astype(np.uint8)
        assert registration.matrix_of(seen) is IDENTITY, number


def lies_at(matrix: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Where PLACES come to lie in the map, after a picture moved by `seen`."""
    return np.asarray((PLACES @ seen[:, :2].T + seen[:, 2]) @ matrix[:, :2].T + matrix[:, 2])


def trembled(table: Pixels, chance: np.random.Generator) -> tuple[Pixels, np.ndarray]:
    """The table as a trembling camera sees it, and by how much it is moved."""
    seen = view(off=tuple(chance.normal(0, 0.5, 2)))
    return np.asarray(cv2.warpAffine(table, seen, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8), seen


def test_arms_and_tiles_that_come_and_go_through_a_game_do_not_let_the_map_drift() -> None:
    """Each turn an arm covers half of the table for a while; tiles that stay cover half of it in the end."""
    registration, chance, laid = Registration(), np.random.default_rng(7), cloth()
    registration.matrix_of(laid)
    for turn in range(12):
        arm = laid.copy()
        arm[:, 12 * turn : 12 * turn + WIDTH // 2] = np.roll(cloth(seed=turn), 40 + turn, 0)[:, : WIDTH // 2]
        for _ in range(6):
            registration.matrix_of(trembled(arm, chance)[0])
        laid[:, 13 * turn : 13 * turn + 13] = np.roll(cloth(seed=turn), 90, 0)[:, 13 * turn : 13 * turn + 13]
        shown, seen = trembled(laid, chance)
        assert np.abs(lies_at(registration.matrix_of(shown), seen) - PLACES).max() < 0.2, turn


def test_a_rack_whose_tiles_are_pushed_along_a_plain_table_moves_nothing() -> None:
    registration, table = Registration(), np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    rack = cloth()[:20, :160]
    table[150:170, 40:200] = rack
    registration.matrix_of(table)
    table[150:170, 44:204] = rack
    assert registration.matrix_of(table) is IDENTITY


def test_a_camera_that_is_turned_to_the_table_after_the_start_finds_its_pictures_there() -> None:
    gathered, chance, table = Gathered(), np.random.default_rng(7), np.ascontiguousarray(cloth()[::-1])
    for number in range(40):
        shown, _ = trembled(cloth() if number < 5 else table, chance)
        picture = Picture(np.asarray(cv2.resize(shown, None, fx=4, fy=4), np.uint8), number, number / 10)
        thumbnail = gathered.thumbnail_of(picture)
        unseen = np.full(in_cells(thumbnail.shape), number == 5)
        gathered.add(picture, unseen, True)
    apart = cv2.absdiff(thumbnail, gathered.mean.thumbnail((WIDTH, HEIGHT)))[20:-20, 20:-20]
    raw = cv2.absdiff(shown, gathered.mean.thumbnail((WIDTH, HEIGHT)))[20:-20, 20:-20]
    assert apart.mean() < 0.5 * raw.mean()
