"""A detection is not always a tile, and a tile may be detected twice."""

import numpy as np
import pytest

from referee.tiles import Tile
from tests.vision.reading.quads import box
from vision.reading.detections import TILES, Detections, Names
from vision.reading.score.select import select, unread


def found(*faces: tuple[np.ndarray, float], words: str, turns: list[list[float]] | None = None) -> Detections:
    """Detections with these tile probabilities, and the given names with probability 0.98."""
    quads, certainty = np.stack([q for q, _ in faces]), np.array([c for _, c in faces], np.float32)
    tiles = np.full((len(faces), len(TILES)), 0.02 / 52, np.float32)
    for i, word in enumerate(words.split()):
        tiles[i, TILES.index(Tile.from_notation(word))] = 0.98
    given = np.array(turns or [[0.97, 0.01, 0.01, 0.01]] * len(faces), np.float32)
    scores = np.full(len(faces), 0.8, np.float32)
    names = Names(tiles, given, certainty)
    return Detections(quads, scores, names=names, probability=certainty.astype(np.float64))


def words_of(found: Detections) -> str:
    return " ".join(str(TILES[i]) for i in found.names.tiles.argmax(1))


def selected(found: Detections) -> Detections:
    return select(found, guessing=False)


def test_nothing_found_stays_nothing() -> None:
    assert len(selected(Detections())) == 0


def test_what_is_hardly_a_face_is_left_out() -> None:
    assert words_of(selected(found((box(0, 0), 0.99), (box(50, 0), 0.05), words="k1 k2"))) == "k1"


def test_a_dot_upon_a_tile_is_no_tile() -> None:
    assert words_of(selected(found((box(0, 0), 0.99), (box(11, 30, 8), 0.99), words="k1 J"))) == "k1"


def test_a_ten_is_one_tile_though_each_digit_is_named_surely() -> None:
    """In an oblique view the whole has a tile's shape and its halves hardly do, though each half is named with
    certainty."""
    left, right = (np.array([[x, 0], [x + 15, 0], [x + 15, 20], [x, 20]], np.float32) for x in (0, 15))
    whole = np.array([[0, 0], [30, 0], [30, 20], [0, 20]], np.float32)
    faces = found((left, 0.9), (right, 0.9), (whole, 0.99), words="b1 b3 b10")
    faces.scores[:] = [0.9, 0.9, 0.6]
    assert words_of(selected(faces)) == "b10"


def test_a_thread_of_the_cloth_is_no_tile() -> None:
    faces = [(box(i * 40, 0), 0.99) for i in range(3)]
    assert words_of(selected(found(*faces, (box(300, 300, 8), 0.97), words="k1 k2 k3 b7"))) == "k1 k2 k3"


def test_tiles_far_away_look_smaller_and_are_tiles_all_the_same() -> None:
    assert words_of(selected(found((box(0, 0, 40), 0.99), (box(200, 0, 22), 0.99), words="k1 k2"))) == "k1 k2"


def hardly_named(found: Detections, place: int, likely: float) -> Detections:
    """The same detections, in which one face's best name has the probability `likely`."""
    best = int(found.names.tiles[place].argmax())
    found.names.tiles[place] = (1 - likely) / 52
    found.names.tiles[place, best] = likely
    return found


@pytest.mark.parametrize(("real", "likely", "guess"), [(0.99, 0.25, "k2"), (0.96, 0.25, ""), (0.99, 0.15, "")])
def test_what_is_certainly_a_tile_but_cannot_be_read_is_left_out_or_guessed_at(
    real: float, likely: float, guess: str
) -> None:
    faces = hardly_named(found((box(0, 0), 0.99), (box(50, 0), real), words="k1 k2"), 1, likely)
    assert words_of(selected(faces)) == "k1"
    assert words_of(select(faces, guessing=True)) == f"k1 {guess}".strip()
    assert words_of(unread(faces, selected(faces))) == guess


def test_where_a_tile_is_read_nothing_is_unread() -> None:
    """The second quad covers the same tile, a little aside, so that it shows the figure cut off."""
    faces = hardly_named(found((box(0, 0), 0.9), (box(6, 4), 0.99), words="k1 k2"), 1, 0.25)
    assert words_of(unread(faces, selected(faces))) == ""


def test_how_large_tiles_are_is_told_by_the_likelier_half() -> None:
    """Three doubtful faces a quarter as wide do not make a sure tile an outlier."""
    small = [(box(i * 20, 200, 8), 0.62) for i in range(3)]
    large = [(box(i * 60, 0, 30), 0.99) for i in range(3)]
    tiles = selected(found(*small, *large, words="b1 b1 b1 k1 k2 k3"))
    assert words_of(tiles) == "k1 k2 k3"
