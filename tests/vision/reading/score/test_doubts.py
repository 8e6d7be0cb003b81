"""Selected faces are doubted if they may be print, or black figures under a lamp's reflection."""

import numpy as np
import pytest

from referee.tiles import Tile
from tests.vision.reading.quads import box
from vision.reading.detections import TILES, Detections, Names
from vision.reading.score.doubts import doubting

SURE = 0.9
UNEVEN = (1, 1.05, 0.97, 1.04, 0.96, 1.03)


def faces(*sizes: float, named: str = "r7", white: bool = False, certain: float = 0.99) -> Detections:
    """Faces beside one another, scaled relative to the first; `white`: a reflection covers their middles; `certain`:
    probability that a face is a tile, for all but the first.
    """
    quads = np.array([box(60 * n, 0) * size for n, size in enumerate(sizes, 1)], np.float32)
    count = len(sizes)
    tiles = np.zeros((count, 53), np.float32)
    tiles[:, TILES.index(Tile.from_notation(named))] = 0.99
    turns = np.tile(np.array([1, 0, 0, 0], np.float32), (count, 1))
    names = Names(tiles, turns, np.array([0.99, *[certain] * (count - 1)], np.float32))
    crops = np.full((count, 64, 48, 3), 180, np.uint8)
    if white:
        crops[:, 20:44, 14:34] = 255
    return Detections(quads, np.full(count, 0.9, np.float32), crops, names, np.full(count, 0.99))


def is_sure(found: Detections) -> bool:
    return bool((found.probability * found.names.best >= SURE).any())


@pytest.mark.parametrize(
    "sizes",
    [(1, 1, 1, 1, 1, 1), (1, 1.05, 0.96, 1, 1.03, 1), (0.8, 0.88, 0.96, 1.04, 1.12, 1.2), (1, 1.6)],
    ids=["from above", "roughly seen", "aslant", "too few to tell"],
)
def test_tiles_on_a_table_stay_sure(sizes: tuple[float, ...]) -> None:
    assert is_sure(doubting(faces(*sizes)))


@pytest.mark.parametrize("sizes", [(0.6, 1.4, 0.7, 1.5, 1), (1, 0.5, 1.7)], ids=["a fan", "three of them"])
def test_of_faces_in_many_sizes_none_is_sure(sizes: tuple[float, ...]) -> None:
    """Faces fanned out on a box's lid."""
    assert not is_sure(doubting(faces(*sizes)))


@pytest.mark.parametrize(
    ("sizes", "degrees", "sure"), [(UNEVEN, 8, False), (UNEVEN, 1, True), ((1,) * 6, 8, True)],
    ids=["a fan", "a row", "tiles laid askew"],
)  # fmt: skip
def test_faces_that_differ_in_size_are_a_fan_if_each_is_turned_against_the_next(
    sizes: tuple[float, ...], degrees: float, sure: bool
) -> None:
    row = faces(*sizes)
    turns = np.radians(degrees) * np.arange(len(sizes))
    matrices = np.array([[[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] for a in turns])
    middles = row.quads.mean(axis=1, keepdims=True)
    fan = row.at((row.quads - middles) @ matrices + np.array([[[34 * n, 0]] for n in range(len(sizes))]))
    assert is_sure(doubting(fan)) == sure


def test_where_hardly_any_tile_is_surely_a_face_none_is_sure() -> None:
    """On a score sheet eight numbers were arranged like tiles in a row, and a single number looked like a face."""
    assert not is_sure(doubting(faces(1, 1, 1, 1, certain=0.8)))
    assert is_sure(doubting(faces(1, 1, certain=0.8)))


def test_a_little_print_beside_the_tiles_makes_no_tile_doubtful() -> None:
    assert is_sure(doubting(faces(1, 1, 1, 1, 1, 1, 2.2, 0.4)))


def rivals(found: Detections) -> list[str]:
    return [str(TILES[k]) for k in np.argsort(-found.names.tiles[0])[:3] if found.names.tiles[0, k] > 0.03]


def test_under_a_reflection_blue_may_be_black() -> None:
    assert rivals(doubting(faces(1, 1, named="b8", white=True))) == ["b8", "k8"]
    assert rivals(doubting(faces(1, 1, named="b8"))) == ["b8"]
    assert rivals(doubting(faces(1, 1, named="k8", white=True))) == ["k8"]
