"""Print on the table is told from tiles by comparison with the bare table."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.tiles import Tile
from vision.camera import Pixels
from vision.reading import PlacedTile
from vision.watching.bare import Bare
from vision.watching.compared import Compared
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
    bare.learn(paper(), np.ones(CELLS, bool))
    return bare


def is_bare(picture: Pixels, bare: Bare | None = None) -> bool:
    return bool((bare or known()).is_seen_at(picture, HEADLINE[None], [Tile.from_notation("k4")])[0])


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


def test_what_is_not_known_is_not_called_bare() -> None:
    assert not is_bare(paper(), Bare())


def test_a_tile_that_nobody_noticed_does_not_become_the_table() -> None:
    bare, laid = known(), with_tile(paper(seed=1), "12")
    bare.learn(laid, np.ones(CELLS, bool))
    assert not is_bare(laid, bare)


def test_after_a_bump_the_print_is_known_where_it_lies_now() -> None:
    bare, bump = known(), np.array([[1.0, 0, 24], [0, 1.0, 16]])
    bare.move(bump)
    bumped = cv2.warpAffine(paper(seed=1), bump, (WIDTH, HEIGHT)).astype(np.uint8)
    assert bare.is_seen_at(bumped, (HEADLINE + np.array([24, 16], np.float32))[None], [Tile.from_notation("k4")])[0]


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


def test_what_was_exchanged_unseen_begins_its_mean_anew() -> None:
    """No cell shows motion if only the ink of a tile differs."""
    mean, thumbnail = StillMean(), np.asarray(cv2.resize(paper(), (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
    for seed in range(4):
        mean.add(with_tile(paper(seed=seed), "12"), thumbnail)
    assert not mean.has_news
    mean.add(with_tile(paper(seed=9), "11"), thumbnail)
    assert mean.has_news
    assert (mean.counts[11:14, 13:18] == 1).any()
    assert np.median(mean.counts) == 5


def test_coloured_print_as_light_as_its_cloth_is_known() -> None:
    cloth = np.full((HEIGHT, WIDTH, 3), (150, 180, 165), np.uint8)
    printed = cv2.putText(cloth.copy(), "13", (101, 112), 0, 0.7, (40, 150, 240), 2).astype(np.uint8)
    bare = Bare()
    bare.learn(printed, np.ones(CELLS, bool))
    assert is_bare(
        np.clip(printed + np.random.default_rng(1).normal(0, 2, printed.shape), 0, 255).astype(np.uint8), bare
    )
    assert not is_bare(with_tile(printed, "13"), bare)


def test_print_that_a_lamp_washes_out_is_known() -> None:
    """A red 7 on a white card that a lamp's reflection bleaches almost completely (an oilcloth by webcam)."""
    card = np.full((HEIGHT, WIDTH, 3), (244, 248, 240), np.uint8)
    printed = cv2.putText(card, "7", (106, 112), 0, 0.9, (212, 214, 236), 2).astype(np.uint8)
    bare = Bare()
    bare.learn(printed, np.ones(CELLS, bool))
    dimmer = np.clip(printed * 0.93 + np.random.default_rng(1).normal(0, 1, printed.shape), 0, 255).astype(np.uint8)
    assert is_bare(dimmer, bare)
    assert not is_bare(with_tile(dimmer, "7"), bare)


def test_print_that_was_read_so_before_is_known_under_a_tile_that_reaches_over_it() -> None:
    bare, headline = known(), Tile.from_notation("k4")
    covered = paper(seed=1)
    covered[114:140, 90:150] = (60, 140, 220)
    assert not bare.is_seen_at(covered, HEADLINE[None], [headline])[0]
    bare.learn_print([PlacedTile(headline, HEADLINE, 0.9)])
    assert bare.is_seen_at(covered, HEADLINE[None], [headline])[0]
    assert not bare.is_seen_at(with_tile(paper(seed=1), "4"), HEADLINE[None], [headline])[0]


def below_a_tile(picture: Pixels) -> Pixels:
    """A tile lies above the headline, and its side and its shadow cover a part of the headline."""
    laid = picture.copy()
    cv2.fillConvexPoly(laid, ABOVE.astype(np.int32), (215, 220, 225))
    laid[72:88, 95:172] = (110, 120, 125)
    return laid


def test_print_under_the_side_of_a_tile_that_was_laid_is_print() -> None:
    seen, names = below_a_tile(paper(seed=1)), [Tile.from_notation("k4"), Tile.from_notation("r13")]
    assert known().is_seen_at(seen, np.stack([HEADLINE, ABOVE]), names).tolist() == [True, False]
    assert known().is_print_at(seen, HEADLINE, names[0], [ABOVE])


def test_a_tile_far_away_hides_nothing_of_print_whose_corners_are_read_askew() -> None:
    askew = HEADLINE + np.array([[0, 0], [0, -1], [6, -8], [0, 0]], np.float32)
    seen, name = below_a_tile(paper(seed=1)), Tile.from_notation("k4")
    far = [HEADLINE + np.array([x, y], np.float32) for x in (150, 300, 450) for y in (-60, 0, 60, 180)]
    assert known().is_print_at(seen, askew, name, [ABOVE, *far])


def test_a_tile_in_a_row_below_another_is_no_print() -> None:
    laid = below_a_tile(with_tile(paper(seed=1), "12"))
    names = [Tile.from_notation("r12"), Tile.from_notation("r13")]
    assert not known().is_seen_at(laid, np.stack([HEADLINE, ABOVE]), names).any()


def test_print_into_whose_middle_a_neighbour_hardly_reaches_is_print() -> None:
    apart = np.zeros((32, 24), bool)
    apart[:12] = True  # three rows of sixteen of the middle
    place, above = Compared(HEADLINE, apart, np.ones((32, 24), np.float32)), HEADLINE - np.array([0, 45], np.float32)
    assert place.is_print(above[None])
    apart[:15] = True
    assert not place.is_print(above[None])


def test_at_the_pictures_edge_a_camera_that_trembles_shows_another_stripe() -> None:
    up, name = np.array([[1.0, 0, 0], [0, 1, -78]]), [Tile.from_notation("k4")]
    then, now = (np.asarray(cv2.warpAffine(paper(seed=seed), up, (WIDTH, HEIGHT)), np.uint8) for seed in (0, 1))
    now[:2] = np.random.default_rng(4).integers(0, 255, (1, WIDTH, 3))
    bare = Bare()
    bare.learn(then, np.ones(CELLS, bool))
    assert bare.is_seen_at(now, HEADLINE[None] - np.array([0, 78], np.float32), name)[0]


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
    bare.learn(card, np.ones(CELLS, bool))
    later = card.copy()
    later[top : top + 10, 96:136] = ink
    assert is_bare(later, bare) is is_same


def test_where_white_balance_is_of_another_moment_print_is_the_same() -> None:
    """The mean's places are of different moments, and a webcam drifts."""

    def drifted(picture: Pixels) -> Pixels:
        left = np.clip(picture[:, :240] * np.array([1.03, 1, 0.95]), 0, 255).astype(np.uint8)
        return np.concatenate([left, picture[:, 240:]], axis=1)

    bare = Bare()
    bare.learn(paper(noise=0.5), np.ones(CELLS, bool))
    assert is_bare(drifted(paper(seed=1, noise=0.5)), bare)
    assert not is_bare(drifted(with_tile(paper(seed=1, noise=0.5), "4")), bare)


def test_print_beside_print_hides_none_of_it() -> None:
    beside = HEADLINE + np.array([26, 0], np.float32)
    names = [Tile.from_notation(name) for name in ("k4", "k1", "r13")]
    seen = known().is_seen_at(below_a_tile(paper(seed=1)), np.stack([HEADLINE, beside, ABOVE]), names)
    assert seen.tolist() == [True, True, False]


def test_print_that_was_read_before_is_known_by_the_little_that_a_tile_leaves_of_it() -> None:
    bare, upon = known(), HEADLINE + np.array([0, 22], np.float32)
    laid, names = paper(seed=1), [Tile.from_notation("k4"), Tile.from_notation("r13")]
    cv2.fillConvexPoly(laid, upon.astype(np.int32), (215, 220, 225))
    assert not bare.is_seen_at(laid, np.stack([HEADLINE, upon]), names).any()
    bare.learn_print([PlacedTile(names[0], HEADLINE, 0.9)])
    assert bare.is_seen_at(laid, np.stack([HEADLINE, upon]), names).tolist() == [True, False]
    another, doubtful = Tile.from_notation("k1"), None
    assert not bare.is_seen_at(laid, np.stack([HEADLINE, upon]), [another, names[1]]).any()
    assert bare.is_seen_at(laid, np.stack([HEADLINE, upon]), [doubtful, names[1]]).tolist() == [True, False]


def test_a_doubtful_reading_is_print_by_the_little_that_a_tile_leaves_of_it() -> None:
    upon, surely = HEADLINE - np.array([0, 22], np.float32), Tile.from_notation("r13")
    laid = paper(seed=1)
    cv2.fillConvexPoly(laid, upon.astype(np.int32), (215, 220, 225))
    quads, other = np.stack([HEADLINE, upon]), Tile.from_notation("k5")
    assert known().is_seen_at(laid, quads, [None, surely]).tolist() == [True, False]
    assert not known().is_seen_at(laid, quads, [other, surely]).any()
    assert not known().is_seen_at(with_tile(laid, "7"), quads, [None, surely]).any()


@pytest.mark.parametrize(
    ("hidden", "is_print"),
    [(9, True), (11, False), (17, False)],
    ids=["its edge", "as much of the figure as the same figure on a tile", "its middle, too"],
)
def test_what_hides_the_middle_of_print_is_a_tile_unless_a_tile_is_read_there(hidden: int, is_print: bool) -> None:
    """24 columns differ; the rest looks like the table, as a white tile does on paper."""
    apart = np.zeros((32, 24), bool)
    apart[:, :hidden] = True
    place, upon = Compared(HEADLINE, apart, np.ones((32, 24), np.float32)), HEADLINE - np.array([14, 0], np.float32)
    assert place.is_print(np.zeros((0, 4, 2), np.float32), was_read=True) is is_print
    assert place.is_print(upon[None], was_read=True)


def test_a_figure_that_looks_as_it_did_is_print_whatever_shadow_lies_beside_it() -> None:
    apart = np.zeros((32, 24), bool)
    apart[2:7, 2:22] = True
    place, nothing = Compared(HEADLINE, apart, np.ones((32, 24), np.float32)), np.zeros((0, 4, 2), np.float32)
    printed = replace(place, drawn=np.full((32, 24), 100, np.float32))
    assert place.is_print(nothing, was_read=True)
    assert printed.is_print(nothing)
    assert not place.is_print(nothing), "where no figure is drawn, a pale one may lie unseen"
    assert not place.is_print(HEADLINE[None], was_read=True), "a tile hides the figure"
    assert not printed.is_print(HEADLINE[None]), "a tile hides the figure"


@pytest.mark.parametrize(("rows", "is_print"), [(17, True), (23, False)], ids=["its side", "another tile below"])
def test_a_neighbour_hides_a_part_of_the_middle_and_the_rest_tells(rows: int, is_print: bool) -> None:
    """The neighbour above covers the upper half of print that was read before; `rows` of 32 rows differ."""
    apart = np.zeros((32, 24), bool)
    apart[:rows] = True
    above = HEADLINE - np.array([0, 28], np.float32)
    place = Compared(HEADLINE, apart, np.ones((32, 24), np.float32))
    assert place.is_print(above[None], was_read=True) is is_print


def test_what_hides_the_print_beside_a_tile_is_seen_though_nobody_reads_it() -> None:
    bare, beside = known(), HEADLINE + np.array([200, 60], np.float32)
    laid = paper(seed=1)
    cv2.fillConvexPoly(laid, beside.astype(np.int32), (140, 190, 230))
    nothing = np.zeros((0, 4, 2), np.float32)
    assert bare.is_hidden_at(laid, beside[None], nothing)[0]
    assert not bare.is_hidden_at(paper(seed=2), beside[None], nothing)[0]
    assert not Bare().is_hidden_at(laid, beside[None], nothing)[0]


def test_in_another_light_the_mean_begins_anew() -> None:
    mean = StillMean()
    for light in (1.0, 1.0, 0.95, 0.5):
        picture = paper(light=light)
        mean.add(picture, np.asarray(cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA), np.uint8))
    assert mean.pictures == 1
    assert abs(float(mean.pixels.mean()) - float(paper(light=0.5).mean())) < 1


def test_print_that_may_be_a_face_is_known_though_it_is_read_with_a_part_of_the_tile_above_it() -> None:
    laid, four = below_a_tile(paper(seed=1)), Tile.from_notation("k4")
    laid[72:84, 95:135] = (60, 70, 160)
    taller = HEADLINE - np.array([[0, 12], [0, 12], [0, 2], [0, 2]], np.float32)
    bare = known()
    assert not bare.is_seen_at(laid, taller[None], [four])[0]
    bare.learn_faces(HEADLINE[None])
    assert bare.is_seen_at(laid, taller[None], [four])[0]
    assert bare.is_print_at(laid, taller, four, [])
    assert not bare.is_seen_at(with_tile(laid, "4"), taller[None], [four])[0]
