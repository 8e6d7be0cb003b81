"""The steps in order, on pictures made by the recipe and by a renderer; a text beside each picture names its tiles."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import models
from tests.vision.reading.quads import box
from vision.camera.picture import load_picture
from vision.reading.detect.infer import ModelMissing, Network
from vision.reading.detections import Detections, TableReading
from vision.reading.read import Reader

PICTURES = Path(__file__).parents[1] / "pictures"
PHOTOGRAPHS = Path(__file__).parents[3].parent / "shared" / "photos"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def rows(reading: TableReading) -> list[str]:
    return [" ".join(str(reading.tiles[i].tile) for i in row) for row in reading.sets]


def from_either_side(row: str) -> str:
    """The same text for a group of eights and for its name read from the other side of the table."""
    tiles = row.split()
    return " ".join(min(tiles, tiles[::-1])) if {tile[1:] for tile in tiles} == {"8"} else row


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.jpg")), ids=lambda p: p.stem)
def test_the_table_in_the_picture_is_read(reader: Reader, path: Path) -> None:
    expected = map(from_either_side, path.with_suffix(".txt").read_text().strip().splitlines())
    found = map(from_either_side, rows(reader.read(load_picture(path))))
    wanted, got = Counter(expected), Counter(found)
    assert wanted == got, f"missing {list((wanted - got).elements())}, instead {list((got - wanted).elements())}"


def test_a_table_turned_by_a_quarter_is_the_same_table(reader: Reader) -> None:
    path = sorted(PICTURES.glob("*.jpg"))[0]
    picture = load_picture(path)
    turned = reader.read(np.ascontiguousarray(np.rot90(picture)))
    assert Counter(rows(turned)) == Counter(rows(reader.read(picture)))


def test_in_a_picture_without_colour_every_numbered_tile_is_doubted(reader: Reader) -> None:
    """A grey scan, or an infrared camera: the numbers are read, and players are asked for the colours."""
    picture = load_picture(PICTURES / "ten-tiles.jpg")
    grey = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    tiles, found = ([one.tile for one in reader.read(seen).tiles] for seen in (picture, grey))
    assert Counter(tile.number for tile in found) == Counter(tile.number for tile in tiles)
    assert all(one.confidence <= 0.25 for one in reader.read(grey).tiles if not one.tile.is_joker)


@pytest.mark.parametrize("name", ["ten-tiles", "aslant-from-afar"])
def test_another_look_adds_to_the_first_and_takes_nothing_away(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A second pass shows the tiles of its area larger; faces near the edge of that area were detected in the first
    pass."""
    picture = load_picture(PICTURES / f"{name}.jpg")
    once = Counter(rows(reader.read(picture)))
    monkeypatch.setattr("vision.reading.read.is_in_doubt", lambda _: True)
    assert Counter(rows(reader.read(picture))) == once


def test_no_tile_is_lost_beside_a_pattern_that_is_taken_for_faces(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the detections are no tiles, the whole picture is searched once more at a larger scale."""
    picture = load_picture(PICTURES / "ten-tiles.jpg")
    once = Counter(rows(reader.read(picture)))
    pattern = Detections(np.array([box(10, 10), box(60, 10)], np.float32), np.full(2, 0.9, np.float32))
    monkeypatch.setattr("vision.reading.read.detect", lambda *_: pattern)
    assert Counter(rows(reader.read(picture))) == once


@pytest.mark.parametrize("shade", [0, 90, 255], ids=["black", "grey", "white"])
def test_nothing_is_read_where_nothing_lies(reader: Reader, shade: int) -> None:
    reading = reader.read(np.full((480, 640, 3), shade, np.uint8))
    assert reading.tiles == ()
    assert reading.sets == ()


def test_the_smallest_pictures_are_read_without_a_fall(reader: Reader) -> None:
    assert reader.read(np.zeros((1, 1, 3), np.uint8)).tiles == ()


def test_every_tile_is_in_one_set_and_rivals_are_less_likely(reader: Reader) -> None:
    reading = reader.read(load_picture(sorted(PICTURES.glob("*.jpg"))[-1]))
    assert sorted(i for row in reading.sets for i in row) == list(range(len(reading.tiles)))
    for placed in reading.tiles:
        assert all(p <= placed.confidence <= 1 for _, p in placed.rivals)
        assert placed.tile not in [tile for tile, _ in placed.rivals]


def test_a_missing_network_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "HERE", tmp_path)
    with pytest.raises(ModelMissing, match=r"detector\.onnx is missing"):
        Network(models.DETECTOR)


def test_another_file_in_a_networks_place_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "HERE", tmp_path)
    (tmp_path / "classifier.onnx").write_bytes(b"something else")
    with pytest.raises(ModelMissing, match="is not the file it should be"):
        Network(models.CLASSIFIER)


@pytest.mark.skipif(not PHOTOGRAPHS.is_dir(), reason="the photographs are not beside the repository")
@pytest.mark.parametrize("name", ["rummy-38", "rummy2-31", "rummy4-60"])
def test_a_real_photograph_that_was_never_trained_with_is_read(reader: Reader, name: str) -> None:
    truth = json.loads((PHOTOGRAPHS / f"{name}.json").read_text())["tiles"]
    wanted = Counter(t["tile"] for t in truth if t.get("inside", True))
    cut = Counter(t["tile"] for t in truth if not t.get("inside", True))
    got = Counter(str(placed.tile) for placed in reader.read(load_picture(PHOTOGRAPHS / f"{name}.jpg")).tiles)
    assert wanted <= got <= wanted + cut, f"missing {wanted - got}, instead {got - wanted - cut}"
