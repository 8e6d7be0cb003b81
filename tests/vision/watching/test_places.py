"""Whether a tile still lies at its place, by the appearance of that place."""

import cv2
import numpy as np
import pytest

from vision.camera.picture import Pixels
from vision.watching.places import NO_FIGURE, are_alike, as_bytes, from_bytes, looks_at

QUAD = np.array([[100, 60], [140, 60], [140, 115], [100, 115]], np.float32)


def table(word: str = "", seed: int = 0) -> Pixels:
    """A wooden table with noise, and with a tile that bears `word`, if given."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 12, (200, 320)), (9, 3), 0)
    picture = np.clip(np.array([90, 130, 165]) + grain[..., None] + rng.normal(0, 3, (200, 320, 3)), 0, 255)
    drawn = picture.astype(np.uint8)
    if word:
        cv2.rectangle(drawn, (100, 60), (140, 115), (215, 228, 235), -1)
        cv2.putText(drawn, word, (104, 95), 0, 0.8, (40, 40, 190), 2)
    return drawn


def lit(picture: Pixels, *gains: float) -> Pixels:
    return np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("now", "is_same"),
    [
        (table("6", seed=2), True),
        (lit(table("6", seed=2), 0.7, 0.7, 0.7), True),
        (lit(table("6", seed=2), 0.8, 1.0, 1.1), True),
        (table(seed=2), False),
        (table("11", seed=2), False),
        (np.zeros((200, 320, 3), np.uint8), False),
    ],
    ids=["noise", "darker", "warmer", "taken away", "another tile", "black"],
)
def test_a_place_looks_as_it_did(now: Pixels, is_same: bool) -> None:
    before, after = (looks_at(picture, [QUAD])[0] for picture in (table("6", seed=1), now))
    assert are_alike(before, after) is is_same


def paper(seed: int, shade: float) -> Pixels:
    """White paper, darker towards one side by so many levels."""
    noise = np.random.default_rng(seed).normal(0, 1, (200, 320, 3))
    return np.clip(220 + noise - np.linspace(0, 6 * shade, 200)[:, None, None], 0, 255).astype(np.uint8)


def test_paper_at_the_limit_of_plainness_looks_the_same() -> None:
    """One appearance has just less contrast than a plain one may have, the other just more."""
    looks = [looks_at(paper(seed, shade), [QUAD])[0] for seed, shade in ((1, 6.0), (2, 8.0))]
    assert [float(look[1:-1, 1:-1].std()) > NO_FIGURE for look in looks] == [False, True]
    assert are_alike(*looks)
    faint = cv2.addWeighted(table("6"), 0.2, paper(2, 0), 0.8, 0).astype(np.uint8)
    assert not are_alike(looks[0], looks_at(faint, [QUAD])[0])


def test_after_a_bump_the_place_is_compared_where_it_lies_now() -> None:
    (before,), bumped = looks_at(table("6"), [QUAD]), np.roll(table("6", seed=2), (12, 9), (1, 0))
    here, there = looks_at(bumped, [QUAD, np.asarray(QUAD + [12, 9], np.float32)])
    assert (are_alike(before, here), are_alike(before, there)) == (False, True)


def test_a_look_outlasts_a_start_of_the_program_and_anything_else_is_none() -> None:
    (look,) = looks_at(table("6"), [QUAD])
    again = from_bytes(as_bytes(look))
    assert again is not None
    assert are_alike(look, again)
    assert from_bytes(b"no look") is None
