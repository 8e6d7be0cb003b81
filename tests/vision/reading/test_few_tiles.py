"""The first sets of a round on a plain table: one to six tiles, which fill less than a hundredth of the picture."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.few_tiles import Face, Laid, as_in_play, counted, laid
from vision.camera.picture import load_picture
from vision.reading import Reader, rectify
from vision.reading.noise import grey_levels, noise_and_white
from vision.watching.still import read_still

PICTURE = Path(__file__).parents[1] / "pictures" / "seventy-tiles.jpg"
TABLES = (((640, 360), 120), ((1280, 720), 25), ((1280, 720), 70), ((1280, 720), 215))
"""Sizes of the pictures, and levels of grey of the tables."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def tables(reader: Reader) -> list[Laid]:
    """Dark, middle and white tables in noise, plain or as JPEG."""
    picture = load_picture(PICTURE)
    sure = [one for one in reader.read(picture).tiles if one.confidence > 0.99]
    crops = rectify(picture, np.stack([one.quad for one in sure]), (3, 3))
    faces = [Face(crop, str(one.tile)) for crop, one in zip(crops, sure, strict=True)]
    rng = np.random.default_rng(5)
    return [laid(rng, faces, size, level) for size, level in TABLES]


@pytest.mark.parametrize("way", ["read", "still", "play"])
def test_the_first_tiles_are_read_on_dark_middle_and_white_tables(reader: Reader, tables: list[Laid], way: str) -> None:
    for table in tables:
        reading = {
            "read": lambda pictures: reader.read(pictures[0]),
            "still": lambda pictures: read_still(reader.read, pictures),
            "play": lambda pictures: as_in_play(reader, pictures),
        }[way](table.pictures)
        counts = counted(table.labels, reading)
        assert not counts["not_right"] + counts["nowhere"], (table.level, table.pictures[0].shape, counts)


def test_white_is_the_faces_and_not_the_cloth() -> None:
    """However little of the picture a face fills."""
    table = np.full((720, 1280, 3), 25, np.uint8)
    table[300:340, 600:630] = 210
    seen = np.clip(table + np.random.default_rng(1).normal(0, 6, table.shape), 0, 255).astype(np.uint8)
    assert noise_and_white(*grey_levels(seen))[1] == pytest.approx(210, abs=5)


def test_a_picture_is_not_empty_by_what_is_done_to_it_before_it_is_searched(
    reader: Reader, tables: list[Laid], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.reading.read.quiet", np.zeros_like)
    assert not counted(tables[0].labels, reader.read(tables[0].pictures[0]))["not_right"]
