"""Which end of a tile is up."""

import numpy as np
import pytest

from referee.tiles import Tile
from tests.vision.reading.quads import box
from vision.reading.arrange.orientation import agreeing, in_rows, upright
from vision.reading.detections import TILES, Detections, Names


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


def test_no_tiles_lie_in_no_rows() -> None:
    assert in_rows(Detections())[1] == ()


def test_a_quad_is_turned_as_its_tile_is_read() -> None:
    """Rotated by a quarter turn to the right: the top right corner of the quad becomes the tile's top left corner."""
    faces = found((box(0, 0), 0.99), words="k4", turns=[[0.0, 1.0, 0.0, 0.0]])
    np.testing.assert_array_equal(upright(faces).quads[0], np.roll(box(0, 0), 1, axis=0))


def test_a_nine_among_tiles_standing_the_other_way_is_a_six() -> None:
    unsure, sure = [0.55, 0.0, 0.45, 0.0], [0.98, 0.0, 0.02, 0.0]
    faces = found(
        (box(0, 0), 0.99), (box(31, 0), 0.99), (box(62, 0), 0.99), words="k5 k9 k7", turns=[sure, unsure, sure]
    )
    faces.quads[1] = np.roll(faces.quads[1], 2, axis=0)
    turned = agreeing(faces, [(0, 1, 2)])
    assert words_of(turned) == "k5 k6 k7"
    np.testing.assert_array_equal(turned.quads[1], box(31, 0))


def test_a_nine_that_seems_sure_is_a_six_where_all_of_its_row_stands_the_other_way() -> None:
    """Without a mark a face hardly shows which end is up, and its probability is too high."""
    row = [(box(31 * place, 0), 0.99) for place in range(4)]
    sure, seems = [0.995, 0.0, 0.005, 0.0], [0.985, 0.0, 0.015, 0.0]
    faces = found(*row, words="k4 k5 k9 k7", turns=[sure, sure, seems, sure])
    faces.quads[2] = np.roll(faces.quads[2], 2, axis=0)
    assert words_of(agreeing(faces, [(0, 1, 2, 3)])) == "k4 k5 k6 k7"


def test_a_nine_that_surely_lies_head_down_stays_a_nine() -> None:
    sure = [0.98, 0.0, 0.02, 0.0]
    faces = found((box(0, 0), 0.99), (box(31, 0), 0.99), words="k5 k9", turns=[[0.6, 0, 0.4, 0], sure])
    faces.quads[1] = np.roll(faces.quads[1], 2, axis=0)
    assert words_of(agreeing(faces, [(0, 1)])) == "k5 k9"


EITHER = [0.52, 0.0, 0.48, 0.0]


@pytest.mark.parametrize("word", ["k6", "b9"])
def test_a_six_or_nine_without_a_mark_that_lies_alone_is_a_doubt(word: str) -> None:
    faces = found((box(0, 0), 0.99), words=word, turns=[EITHER])
    assert 0.4 < agreeing(faces, [(0,)]).names.tiles.max() < 0.9


def test_with_a_mark_it_is_none() -> None:
    faces = found((box(0, 0), 0.99), words="k6", turns=[[0.998, 0.0, 0.002, 0.0]])
    assert agreeing(faces, [(0,)]).names.tiles.max() > 0.97


def test_in_a_row_the_rows_direction_says_whether_it_is_a_six() -> None:
    row = [(box(31 * place, 0), 0.99) for place in range(3)]
    sure = [0.995, 0.0, 0.005, 0.0]
    faces = found(*row, words="k5 k6 k7", turns=[sure, EITHER, sure])
    named = agreeing(faces, [(0, 1, 2)])
    assert words_of(named) == "k5 k6 k7"
    assert named.names.tiles[1].max() > 0.97


def test_what_has_no_lookalike_head_down_is_as_sure_whichever_end_is_up() -> None:
    faces = found((box(0, 0), 0.99), words="k8", turns=[EITHER])
    assert agreeing(faces, [(0,)]).names.tiles.max() > 0.97


def on_a_table(*others_down: bool, up: float = 0.5) -> float:
    """The probability of b6 in a group whose faces are upright with probability `up`; `others_down`: for each other
    row, whether it lies upside down."""
    sure, head_down = [0.998, 0.0, 0.002, 0.0], 2
    group = [box(31 * place, 0) for place in range(3)]
    others = [
        np.roll(box(31 * place, 60 * k), head_down * down, axis=0)
        for k, down in enumerate(others_down, 1)
        for place in range(3)
    ]
    words = " ".join(["b6 r6 o6", *["k1 k2 k3"] * len(others_down)])
    turns = [[up, 0.0, 1 - up, 0.0]] * 3 + [sure] * len(others)
    faces = found(*((quad, 0.99) for quad in [*group, *others]), words=words, turns=turns)
    rows = [tuple(range(k, k + 3)) for k in range(0, len(words.split()), 3)]
    tiles = agreeing(faces, rows).names.tiles
    return float(tiles[0, TILES.index(Tile.from_notation("b6"))])


def test_a_group_of_sixes_lies_as_the_other_rows_do_unless_its_faces_say_otherwise() -> None:
    assert on_a_table(*[False] * 6) > 0.8
    assert on_a_table(*[True] * 6) < 0.2


def test_sixes_of_a_group_that_hardly_tell_err_alike_and_do_not_outvote_the_table() -> None:
    assert on_a_table(up=0.8) == pytest.approx(0.78, abs=0.01), "three that say so are one voice"
    assert on_a_table(*[True] * 6, up=0.8) < 0.4


def test_one_other_row_says_little_and_rows_either_way_say_nothing() -> None:
    assert 0.5 < on_a_table(False) < 0.8
    assert on_a_table(False, True) == pytest.approx(on_a_table(), abs=0.01)


def test_one_tile_lying_the_other_way_beside_it_does_not_turn_a_six_that_is_sure() -> None:
    sure = [0.998, 0.0, 0.002, 0.0]
    faces = found((box(0, 0), 0.99), (np.roll(box(31, 0), 2, axis=0), 0.99), words="k6 b5", turns=[sure, sure])
    assert words_of(agreeing(faces, [(0, 1)])) == "k6 b5"
