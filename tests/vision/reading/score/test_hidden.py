"""A lamp's reflection or a tile on top hides a part of a figure: the visible part of an eight is a three."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reading.quads import box
from vision.camera.picture import load_picture
from vision.reading import Reader, TableReading
from vision.reading.detections import Detections, Names
from vision.reading.score.doubts import is_cut_short, is_washed_out

PICTURE = Path(__file__).parents[2] / "pictures" / "ten-tiles.jpg"
SURE = 0.9
Pixels = NDArray[np.uint8]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def crop(ground: int, part: tuple[slice, slice] = (slice(0), slice(0)), level: int = 255) -> Pixels:
    """A face (1, 64, 48, 3) with a black stroke and a part that is as bright as `level`."""
    face = np.full((1, 64, 48, 3), ground, np.uint8)
    face[0, 20:40, 22:26] = 30
    face[0][part] = level
    return face


LEFT_OF_IT = (slice(20, 40), slice(8, 24))
CORNER = (slice(0, 8), slice(0, 10))


@pytest.mark.parametrize(
    ("crops", "washed"),
    [
        (crop(200)[:0], []),
        (crop(200), [False]),
        (crop(200, LEFT_OF_IT), [True]),
        (crop(240, LEFT_OF_IT), [True]),
        (crop(255), [False]),
        (crop(200, CORNER), [False]),
        (np.concatenate([crop(100, LEFT_OF_IT, 200), *[crop(200)] * 3]), [False] * 4),
    ],
    ids=["none", "clear", "glare", "on white stuff", "all too bright", "beside the figure", "half in shadow"],
)
def test_glare_is_brighter_than_the_ground_of_tiles(crops: Pixels, washed: list[bool]) -> None:
    assert is_washed_out(crops).tolist() == washed


def with_glare(picture: Pixels, reading: TableReading, name: str, right: float) -> Pixels:
    """The picture with a lamp's reflection in the left part of this tile's face, up to a share of its width."""
    quad = next(placed.quad for placed in reading.tiles if str(placed.tile) == name)
    across = quad[[1, 2]] - quad[[0, 3]]
    left = quad[[0, 3]]
    lamp = np.stack([left[0], left[0] + right * across[0], left[1] + right * across[1], left[1]])
    return np.asarray(cv2.fillConvexPoly(picture.copy(), lamp.round().astype(np.int32), (255, 255, 255)), np.uint8)


def test_what_is_left_of_a_figure_is_asked_about_and_the_whole_is_among_the_answers(reader: Reader) -> None:
    """The left half of the black eight is washed out."""
    picture = load_picture(PICTURE)
    clear = reader.read(picture)
    assert all(placed.confidence >= SURE for placed in clear.tiles)
    doubted = [one for one in reader.read(with_glare(picture, clear, "k8", 0.5)).tiles if one.confidence < SURE]
    assert [str(one.tile) for one in doubted] == ["k3"]
    assert "k8" in [str(tile) for tile, _ in doubted[0].rivals]


@pytest.mark.parametrize(("visible", "short"), [(1.0, False), (0.9, False), (0.6, True)])
def test_a_face_that_another_covers_is_narrower_than_the_others(visible: float, short: bool) -> None:
    quads = np.stack([box(40 * place, 0) for place in range(6)])
    quads[5, 1:3, 0] = quads[5, 0, 0] + visible * (quads[5, 1:3, 0] - quads[5, 0, 0])
    upright = np.eye(4, dtype=np.float32)[[0] * 6]
    names = Names(np.full((6, 53), 1 / 53, np.float32), upright, np.ones(6, np.float32))
    assert is_cut_short(Detections(quads, names=names)).tolist() == [False] * 5 + [short]


def test_where_nothing_is_read_nothing_is_cut_short() -> None:
    assert is_cut_short(Detections()).tolist() == []
