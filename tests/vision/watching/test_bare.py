"""Print on the table is told from tiles by what the bare table looked like."""

import cv2
import numpy as np
import pytest

from vision.camera import Pixels
from vision.watching.bare import Bare
from vision.watching.mean import MOST, StillMean

HEIGHT, WIDTH = 360, 640
CELLS = (HEIGHT // 8, WIDTH // 8)
HEADLINE = np.array([[100, 80], [130, 80], [130, 120], [100, 120]], np.float32)
"""Where the paper's own 4 is printed."""


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
    """A tile lies upon the headline."""
    laid = picture.copy()
    cv2.fillConvexPoly(laid, HEADLINE.astype(np.int32), (215, 220, 225))
    cv2.putText(laid, word, (106, 108), 0, 0.7, (40, 40, 180), 2)
    return laid


def known() -> Bare:
    bare = Bare()
    bare.learn(paper(), np.ones(CELLS, bool))
    return bare


def is_bare(picture: Pixels, bare: Bare | None = None) -> bool:
    return bool((bare or known()).is_seen_at(picture, HEADLINE[None])[0])


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
    bare.follow(laid, np.ones(CELLS, bool))
    assert not is_bare(laid, bare)


def test_after_a_bump_the_print_is_known_where_it_lies_now() -> None:
    bare, bump = known(), np.array([[1.0, 0, 24], [0, 1.0, 16]])
    bare.move(bump)
    bumped = cv2.warpAffine(paper(seed=1), bump, (WIDTH, HEIGHT)).astype(np.uint8)
    assert bare.is_seen_at(bumped, (HEADLINE + np.array([24, 16], np.float32))[None])[0]


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
