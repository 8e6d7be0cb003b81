"""A closer crop of each face corrects its corners."""

from pathlib import Path

import numpy as np

from models import CORNERS
from vision.camera import load_picture
from vision.reading import Reader
from vision.reading.classify.rectify import widened, with_corners
from vision.reading.detect.infer import Network

PICTURES = Path(__file__).parents[2] / "pictures"
SQUARE = np.array([[[100, 100], [140, 100], [140, 160], [100, 160]]], np.float32)
FIRST = np.array([[1.0], [0.0]], np.float32)
"""Corner offsets that move only the first of two faces."""
TABLE = np.zeros((300, 300, 3), np.uint8)


def test_corners_move_as_the_network_says() -> None:
    """All corners move a thirtieth of the crop's width to the right: with its margin the crop is 40 * 1.4 pixels
    wide."""
    right = with_corners(lambda looks: [np.tile(np.array([1 / 30, 0.0], np.float32), (len(looks), 4))], TABLE, SQUARE)
    moved = right - SQUARE
    np.testing.assert_allclose(moved[..., 1], 0, atol=1e-3)
    np.testing.assert_allclose(moved[..., 0], 2.12, atol=1e-2)


def test_what_moved_far_is_looked_at_once_more_and_no_more() -> None:
    shown: list[int] = []

    def network(looks: np.ndarray) -> list[np.ndarray]:
        shown.append(len(looks))
        return [
            np.tile(np.array([0.1 if len(shown) == 1 else 0.0, 0.0], np.float32), (len(looks), 4)) * FIRST[: len(looks)]
        ]

    with_corners(network, TABLE, np.concatenate([SQUARE, SQUARE + 50]))
    assert shown == [2, 1]


def test_a_look_that_finds_nothing_off_leaves_the_outline_as_it_was() -> None:
    kept = with_corners(lambda looks: [np.zeros((len(looks), 8), np.float32)], TABLE, SQUARE)
    np.testing.assert_allclose(kept, SQUARE, atol=1e-3)


def test_the_closer_look_shows_what_lies_around_the_face() -> None:
    np.testing.assert_allclose(widened(SQUARE)[0, 0], [92, 88], atol=1e-4)


def test_without_a_face_nothing_is_looked_at() -> None:
    def never(_: object) -> list[np.ndarray]:
        raise AssertionError("asked")

    assert len(with_corners(never, TABLE, SQUARE[:0])) == 0


def test_outlines_drawn_roughly_come_back_to_their_tiles() -> None:
    picture = load_picture(PICTURES / "ten-tiles.jpg")
    true = np.stack([tile.quad for tile in Reader().read(picture).tiles]).astype(np.float32)
    rng = np.random.default_rng(3)
    width = np.linalg.norm(true[:, 1] - true[:, 0], axis=1)[:, None, None]
    rough = (true + rng.normal(0, 0.08, (len(true), 1, 2)) * width + rng.normal(0, 0.03, true.shape) * width).astype(
        np.float32
    )

    def off(quads: np.ndarray) -> float:
        return float((np.linalg.norm(quads - true, axis=2) / width[..., 0]).mean())

    assert off(with_corners(Network(CORNERS), picture, rough)) < 0.4 * off(rough)
