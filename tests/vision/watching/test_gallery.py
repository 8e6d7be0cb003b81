"""Doubtful tiles are judged beside those that were read surely; sure ones stay as they were read."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera.picture import Pixels
from vision.reading.result import PlacedTile, TableReading
from vision.watching.gallery import Gallery, read_as_one_set

INK = {"k": (40, 40, 40), "r": (50, 40, 190), "b": (170, 90, 30), "o": (40, 130, 230)}


def quad_of(place: int) -> NDArray[np.float32]:
    left = 20 + 44 * place
    return np.array([[left, 40], [left + 40, 40], [left + 40, 94], [left, 94]], np.float32)


def drawn(*words: str, light: tuple[float, float, float] = (1, 1, 1)) -> Pixels:
    """Tiles side by side, as they really are, in some light."""
    picture = np.full((140, 60 + 44 * len(words), 3), (90, 130, 165), np.uint8)
    for place, word in enumerate(words):
        left = 20 + 44 * place
        cv2.rectangle(picture, (left, 40), (left + 40, 94), (215, 228, 235), -1)
        cv2.putText(picture, word[1:], (left + 3, 76), 0, 0.9, INK[word[0]], 3)
    return np.clip(picture * np.array(light), 0, 255).astype(np.uint8)


def read(*words: str) -> TableReading:
    """A reading; `r9~r6` is r9 with 0.55, perhaps r6 with 0.4."""
    tiles = []
    for place, word in enumerate(words):
        name, _, rival = word.partition("~")
        rivals = ((Tile.from_notation(rival), 0.4),) if rival else ()
        tiles.append(PlacedTile(Tile.from_notation(name), quad_of(place), 0.55 if rival else 0.99, rivals))
    return TableReading(640, 140, tuple(tiles), (tuple(range(len(tiles))),), {})


def sure(*words: str) -> list[tuple[Tile, NDArray[np.float32]]]:
    """Faces read surely, side by side."""
    return [(Tile.from_notation(word), quad_of(place)) for place, word in enumerate(words)]


def words(reading: TableReading) -> str:
    return " ".join(str(tile.tile) for tile in reading.tiles)


@pytest.mark.parametrize("light", [(1, 1, 1), (0.6, 0.6, 0.6), (0.6, 0.85, 1.0)], ids=["day", "dusk", "lamp"])
@pytest.mark.parametrize(("is_", "doubted"), [("r6", "r8~r6"), ("o7", "r7~o7"), ("k3", "b3~k3"), ("r8", "r8~r6")])
def test_a_doubtful_tile_is_what_it_looks_like(is_: str, doubted: str, light: tuple[float, float, float]) -> None:
    seen = ("r6", "r8", "o7", "r7", "b3", "k3")
    gallery = Gallery()
    gallery.learn(drawn(*seen, light=light), sure(*seen))
    assert words(gallery.judged(drawn(is_, "b3", light=light), read(doubted, "b3"))) == f"{is_} b3"


def test_a_doubt_stays_a_doubt() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r6", "r8"), sure("r6", "r8"))
    (judged,) = gallery.judged(drawn("r6"), read("r6~r8")).tiles
    assert judged.confidence < 0.9


def test_a_sure_tile_stays_as_it_was_read() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r6", "r9"), sure("r6", "r9"))
    reading = read("r9", "r9", "r9")
    assert words(gallery.judged(drawn("r6", "r6", "r6"), reading)) == "r9 r9 r9"


def test_no_rule_of_play_renames_a_tile() -> None:
    """r5 r6 r9 is no run; where r9 looks as r9 does, it stays r9."""
    gallery = Gallery()
    gallery.learn(drawn("r5", "r6", "r7", "r9"), sure("r5", "r6", "r7", "r9"))
    assert words(gallery.judged(drawn("r5", "r6", "r9"), read("r5", "r6", "r9~r7"))) == "r5 r6 r9"


def test_what_a_person_told_is_an_example() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r6"), sure("r6"))
    gallery.learn_told(drawn("r8"), quad_of(0), Tile.from_notation("r8"))
    assert words(gallery.judged(drawn("r8"), read("r6~r8"))) == "r8"


def test_the_third_of_a_kind_is_rather_the_other() -> None:
    gallery = Gallery()
    gallery.learn(drawn("k1"), sure("k1"))
    reading = gallery.judged(drawn("r6", "r6", "r8"), read("r6", "r6", "r6~r8"))
    assert words(reading) == "r6 r6 r8"


def test_pictures_of_one_evening_help_each_other() -> None:
    pictures = [drawn("r6", "r8"), drawn("r6", "b3")]
    readings = [read("r6", "r8"), read("r8~r6", "b3")]
    assert [words(one) for one in read_as_one_set(pictures, readings)] == ["r6 r8", "r6 b3"]
