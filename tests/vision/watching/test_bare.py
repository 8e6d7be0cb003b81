"""Print on the table is told from tiles by comparison with the bare table."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.bare import Bare
from vision.watching.mean import MOST, StillMean

HEIGHT, WIDTH = 360, 640
CELLS = (HEIGHT // 8, WIDTH // 8)
HEADLINE = np.array([[100, 80], [130, 80], [130, 120], [100, 120]], np.float32)
"""Quad of the 4 that is printed on the paper."""
ABOVE = HEADLINE - np.array([0, 50], np.float32)
"""Quad of a tile that lies above the headline."""


def paper(*, light: float = 1.0, off: float = 0.0, seed: int = 0, noise: float = 2.0) -> Pixels:
    """A newspaper with a headline "4"."""
    picture = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    for line in range(6, HEIGHT, 9):
        cv2.putText(picture, "the mayor said 7 and 13 in the rain " * 3, (2, line), 0, 0.25, (90, 90, 90), 1)
    cv2.rectangle(picture, (90, 70), (140, 130), (200, 200, 200), -1)
    cv2.putText(picture, "4", (102, 114), 0, 1.2, (30, 30, 30), 3)
    trembled = np.array([[1, 0, off], [0, 1, off]])
    moved = cv2.warpAffine(picture, trembled, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
    grain = np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(moved * light + grain, 0, 255).astype(np.uint8)


def with_tile(picture: Pixels, word: str) -> Pixels:
    """The picture with a tile on the headline."""
    laid = picture.copy()
    cv2.fillConvexPoly(laid, HEADLINE.astype(np.int32), (215, 220, 225))
    cv2.putText(laid, word, (106, 108), 0, 0.7, (40, 40, 180), 2)
    return laid


def known() -> Bare:
    bare = Bare()
    bare.learn(paper())
    return bare


def is_bare(picture: Pixels, bare: Bare | None = None) -> bool:
    return bool((bare or known()).shows_at(picture, HEADLINE[None])[0])


@pytest.mark.parametrize(
    "picture",
    [paper(seed=1), paper(light=0.7, seed=1), paper(off=0.4, seed=1), paper(noise=6, seed=1)],
    ids=["as it was", "in less light", "by a camera that trembles", "with a webcam's noise"],
)
def test_print_that_looks_as_it_did_is_the_bare_table(picture: Pixels) -> None:
    assert is_bare(picture)


@pytest.mark.parametrize("word", ["4", "1", "12"])
def test_a_tile_upon_print_is_not_the_bare_table(word: str) -> None:
    assert not is_bare(with_tile(paper(seed=1), word))
    assert not is_bare(with_tile(paper(light=0.7, seed=1), word))


def test_where_the_bare_table_is_printed_is_known_whatever_lies_there() -> None:
    bare, plain = Bare(), HEADLINE + np.array([230, 140], np.float32)
    bare.learn(cv2.rectangle(paper(), (300, 200), (400, 300), (200, 200, 200), -1).astype(np.uint8))
    assert not bare.is_printed_at(paper(seed=1), plain)
    assert bare.is_printed_at(with_tile(paper(seed=1), "12"), HEADLINE)
    assert not Bare().is_printed_at(paper(), HEADLINE)


def test_in_a_shadow_the_print_is_seen_and_below_a_hand_it_is_not() -> None:
    picture = paper(seed=1)
    picture[:, 160:220] = (picture[:, 160:220] * 0.7).astype(np.uint8)
    picture[:, 220:300] = (90, 110, 150)
    seen = known().seen_in(picture, (WIDTH // 4, HEIGHT // 4))
    assert seen is not None
    assert seen[:, 5:50].mean() > 0.9
    assert not seen[:, 58:72].any()


def test_what_is_not_known_is_not_called_bare() -> None:
    assert not is_bare(paper(), Bare())


def test_a_tile_that_nobody_noticed_does_not_become_the_table() -> None:
    bare, laid = known(), with_tile(paper(seed=1), "12")
    bare.learn(laid)
    assert not is_bare(laid, bare)


def test_a_table_seen_from_elsewhere_when_a_round_begins_is_learnt_anew() -> None:
    bare, turned = known(), cv2.warpAffine(paper(seed=1), np.array([[0.9, 0.3, 40], [-0.3, 0.9, 60]]), (WIDTH, HEIGHT))
    bare.learn(np.asarray(turned, np.uint8))
    assert bare.picture is not None
    assert np.abs(bare.picture.astype(int) - turned).mean() < 3


def test_after_a_bump_the_print_is_known_where_it_lies_now() -> None:
    bare, bump = known(), np.array([[1.0, 0, 24], [0, 1.0, 16]])
    bare.move(bump)
    bumped = cv2.warpAffine(paper(seed=1), bump, (WIDTH, HEIGHT)).astype(np.uint8)
    assert bare.shows_at(bumped, (HEADLINE + np.array([24, 16], np.float32))[None])[0]
    assert (contrast(bare.subtracted_from(bumped))[100:500] < 25).all()


def contrast(picture: Pixels) -> NDArray[np.int64]:
    """The levels between the darkest and the brightest pixel in each column of the headline's rows, (W,)."""
    return np.asarray(np.ptp(picture[85:115].astype(int).mean(axis=2), axis=0), np.int64)


def test_after_a_bump_that_is_known_by_a_few_pixels_only_the_print_is_found_exactly() -> None:
    bump = np.array([[1.01, 0.02, 12], [-0.02, 1.01, 9], [2e-5, 0, 1]])
    bumped = np.asarray(cv2.warpPerspective(with_tile(paper(seed=1), "12"), bump, (WIDTH, HEIGHT)), np.uint8)
    bare, nearly = known(), np.array([[1.01, 0.02, 14], [-0.02, 1.01, 7]])
    bare.move(nearly)
    foreground = bare.subtracted_from(bumped)
    assert contrast(foreground)[250:500].mean() < 0.5 * contrast(bumped)[250:500].mean()
    assert contrast(foreground)[100:160].max() > 100


def test_print_is_found_where_it_lies_after_the_camera_sagged_unnoticed_but_not_while_an_arm_hides_it() -> None:
    sagged = np.asarray(cv2.warpAffine(paper(seed=1), np.array([[1, 0, 1.5], [0, 1, -2.0]]), (WIDTH, HEIGHT)), np.uint8)
    for is_still in (True, False):
        bare = known()
        bare.subtracted_from(paper(seed=2))
        left = contrast(bare.subtracted_from(sagged, is_still))[200:500].mean() / contrast(sagged)[200:500].mean()
        assert bool(left < 0.5) is is_still


@pytest.mark.parametrize("off", [0.0, 0.2], ids=["still", "trembling"])
def test_print_is_blurred_where_it_is_seen_and_a_tile_stays_as_it_is(off: float) -> None:
    laid = with_tile(paper(off=off, seed=1), "12")
    foreground, inside = known().subtracted_from(laid), np.s_[84:116, 104:126]
    assert contrast(foreground)[200:].mean() < 0.25 * contrast(laid)[200:].mean()
    assert np.abs(foreground[inside].astype(int) - laid[inside]).mean() < 3


def test_print_that_a_tile_half_covers_is_blurred_up_to_the_tile() -> None:
    upon, laid = HEADLINE + np.array([0, 22], np.float32), paper(seed=1)
    cv2.fillConvexPoly(laid, upon.astype(np.int32), (215, 220, 225))
    foreground = known().subtracted_from(laid)
    assert laid[84:98, 100:130].min() < 50
    assert foreground[84:98, 100:130].min() > 100


def test_where_the_bare_table_is_not_known_nothing_is_blurred() -> None:
    assert Bare().subtracted_from(paper()) is not None
    assert (Bare().subtracted_from(paper()) == paper()).all()


def test_where_a_player_says_that_a_tile_lies_nothing_is_blurred() -> None:
    """A tile that nobody noticed lay there when the round began."""
    bare, seen = known(), paper(seed=1)
    bare.forget_at(HEADLINE)
    assert contrast(bare.subtracted_from(seen))[105:125].max() > 100
    assert (contrast(bare.subtracted_from(seen))[200:] < 25).all()
    assert not is_bare(seen, bare)


def test_the_bare_table_from_before_a_start_is_found_where_it_lies_now() -> None:
    bare, now = Bare(), cv2.warpAffine(paper(seed=1), np.array([[1, 0, 1.5], [0, 1, -2.0]]), (WIDTH, HEIGHT))
    bare.remember(paper())
    foreground = bare.subtracted_from(np.asarray(now, np.uint8))
    assert contrast(foreground)[200:500].mean() < 0.5 * contrast(np.asarray(now, np.uint8))[200:500].mean()


def test_the_bare_table_from_before_a_start_is_forgotten_at_another_table() -> None:
    bare, other = Bare(), np.random.default_rng(5).integers(0, 255, (HEIGHT // 8, WIDTH // 8, 3), np.uint8)
    there = np.asarray(cv2.resize(other, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.uint8)
    bare.remember(paper())
    assert (bare.subtracted_from(there) == there).all()
    assert bare.picture is None
    bare.learn(there)
    np.testing.assert_array_equal(bare.picture, there)


def test_where_a_tile_lay_unnoticed_the_next_round_learns_the_table() -> None:
    bare, laid = Bare(), with_tile(paper(), "12")
    bare.learn(laid)
    bare.forget_at(HEADLINE)
    bare.learn(paper(seed=1))
    assert is_bare(paper(seed=2), bare)


def test_the_mean_of_what_lies_still_has_less_noise_and_begins_anew_where_something_moves() -> None:
    mean, cells = StillMean(), np.zeros(CELLS, bool)
    thumbnail = np.asarray(cv2.resize(paper(), (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
    for seed in range(MOST):
        mean.add(paper(seed=seed, noise=8), thumbnail)
    assert mean.is_complete
    assert np.abs(mean.pixels.astype(int) - paper(noise=0)).mean() < 3
    cells[:, :10] = True
    mean.restart(cells)
    mean.add(paper(light=1.0, seed=99, noise=0), thumbnail)
    assert (mean.counts[:, :10] == 1).all()
    assert not mean.is_complete


@pytest.mark.parametrize("light", [1.0, 0.12], ids=["by day", "by a dim lamp"])
def test_what_was_exchanged_unseen_begins_its_mean_anew(light: float) -> None:
    """No cell shows motion if only the ink of a tile differs."""
    mean, thumbnail = StillMean(), np.asarray(cv2.resize(paper(), (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
    for seed in range(4):
        mean.add((with_tile(paper(seed=seed), "12") * light).astype(np.uint8), thumbnail)
    assert not mean.has_news
    mean.add((with_tile(paper(seed=9), "11") * light).astype(np.uint8), thumbnail)
    assert mean.has_news
    assert (mean.counts[11:14, 13:18] == 1).any()
    assert np.median(mean.counts) == 5
    assert mean.pictures_at(HEADLINE) == 1


def test_coloured_print_as_light_as_its_cloth_is_known() -> None:
    cloth = np.full((HEIGHT, WIDTH, 3), (150, 180, 165), np.uint8)
    printed = cv2.putText(cloth.copy(), "13", (101, 112), 0, 0.7, (40, 150, 240), 2).astype(np.uint8)
    bare = Bare()
    bare.learn(printed)
    assert is_bare(
        np.clip(printed + np.random.default_rng(1).normal(0, 2, printed.shape), 0, 255).astype(np.uint8), bare
    )
    assert not is_bare(with_tile(printed, "13"), bare)


def test_print_that_a_lamp_washes_out_is_known() -> None:
    """A red 7 on a white card that a lamp's reflection bleaches almost completely (an oilcloth by webcam)."""
    card = np.full((HEIGHT, WIDTH, 3), (244, 248, 240), np.uint8)
    printed = cv2.putText(card, "7", (106, 112), 0, 0.9, (212, 214, 236), 2).astype(np.uint8)
    bare = Bare()
    bare.learn(printed)
    dimmer = np.clip(printed * 0.93 + np.random.default_rng(1).normal(0, 1, printed.shape), 0, 255).astype(np.uint8)
    assert is_bare(dimmer, bare)
    assert not is_bare(with_tile(dimmer, "7"), bare)


def below_a_tile(picture: Pixels) -> Pixels:
    """A tile lies above the headline, and its side and its shadow cover a part of the headline."""
    laid = picture.copy()
    cv2.fillConvexPoly(laid, ABOVE.astype(np.int32), (215, 220, 225))
    laid[72:88, 95:172] = (110, 120, 125)
    return laid


@pytest.mark.parametrize(
    ("top", "ink", "is_same"), [(88, (40, 40, 180), False), (74, (226, 240, 255), True)], ids=["ink", "white"]
)
def test_where_both_pictures_are_nearly_white_another_exposure_is_no_difference(
    top: int, ink: tuple[int, int, int], is_same: bool
) -> None:
    card = np.full((HEIGHT, WIDTH, 3), (200, 190, 150), np.uint8)
    cv2.rectangle(card, (90, 70), (140, 130), (255, 255, 255), -1)
    cv2.putText(card, "4", (102, 114), 0, 1.2, (30, 90, 200), 3)
    bare = Bare()
    bare.learn(card)
    later = card.copy()
    later[top : top + 10, 96:136] = ink
    assert is_bare(later, bare) is is_same


def test_where_white_balance_is_of_another_moment_print_is_the_same() -> None:
    """The mean's places are of different moments, and a webcam drifts."""

    def drifted(picture: Pixels) -> Pixels:
        left = np.clip(picture[:, :240] * np.array([1.03, 1, 0.95]), 0, 255).astype(np.uint8)
        return np.concatenate([left, picture[:, 240:]], axis=1)

    bare = Bare()
    bare.learn(paper(noise=0.5))
    assert is_bare(drifted(paper(seed=1, noise=0.5)), bare)
    assert not is_bare(drifted(with_tile(paper(seed=1, noise=0.5), "4")), bare)


def test_in_another_light_the_mean_begins_anew() -> None:
    mean = StillMean()
    for light in (1.0, 1.0, 0.95, 0.5):
        picture = paper(light=light)
        mean.add(picture, np.asarray(cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA), np.uint8))
    assert mean.pictures == 1
    assert abs(float(mean.pixels.mean()) - float(paper(light=0.5).mean())) < 1
