"""What is found is not always a tile, and not always the right way up."""

import numpy as np
import pytest

from referee.tiles import Tile
from tests.vision.reading.outlines import box
from vision.reading.classify import TILES, Names
from vision.reading.ends import agreeing, upright
from vision.reading.faces import Faces
from vision.reading.sift import sift, unread


def found(*faces: tuple[np.ndarray, float], words: str, turns: list[list[float]] | None = None) -> tuple[Faces, Names]:
    """Faces with how likely they are to be some, named by words, each 0.98 sure."""
    quads, certainty = np.stack([q for q, _ in faces]), np.array([c for _, c in faces], np.float32)
    tiles = np.full((len(faces), len(TILES)), 0.02 / 52, np.float32)
    for i, word in enumerate(words.split()):
        tiles[i, TILES.index(Tile.from_notation(word))] = 0.98
    given = np.array(turns or [[0.97, 0.01, 0.01, 0.01]] * len(faces), np.float32)
    return Faces(quads, np.full(len(faces), 0.8, np.float32)), Names(tiles, given, certainty)


def sifted(faces: Faces, names: Names) -> tuple[Faces, Names]:
    return sift(faces, names, names.faces.astype(np.float64))


def words_of(names: Names) -> str:
    return " ".join(str(TILES[i]) for i in names.tiles.argmax(1))


def test_nothing_found_stays_nothing() -> None:
    none = Faces(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    nobody = Names(np.zeros((0, 53), np.float32), np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    assert len(agreeing(*upright(*sifted(none, nobody)), [])[0]) == 0


def test_what_is_hardly_a_face_is_left_out() -> None:
    assert words_of(sifted(*found((box(0, 0), 0.99), (box(50, 0), 0.05), words="k1 k2"))[1]) == "k1"


def test_a_dot_upon_a_tile_is_no_tile() -> None:
    assert words_of(sifted(*found((box(0, 0), 0.99), (box(11, 30, 8), 0.99), words="k1 J"))[1]) == "k1"


def test_a_ten_is_one_tile_though_each_digit_is_named_surely() -> None:
    """Seen low from one side: the whole is of a tile's shape, its halves are hardly, but each is named as surely."""
    left, right = (np.array([[x, 0], [x + 15, 0], [x + 15, 20], [x, 20]], np.float32) for x in (0, 15))
    whole = np.array([[0, 0], [30, 0], [30, 20], [0, 20]], np.float32)
    faces, names = found((left, 0.9), (right, 0.9), (whole, 0.99), words="b1 b3 b10")
    faces.scores[:] = [0.9, 0.9, 0.6]
    assert words_of(sifted(faces, names)[1]) == "b10"


def test_a_thread_of_the_cloth_is_no_tile() -> None:
    faces = [(box(i * 40, 0), 0.99) for i in range(3)]
    assert words_of(sifted(*found(*faces, (box(300, 300, 9), 0.97), words="k1 k2 k3 b7"))[1]) == "k1 k2 k3"


def test_tiles_far_away_look_smaller_and_are_tiles_all_the_same() -> None:
    assert words_of(sifted(*found((box(0, 0, 40), 0.99), (box(200, 0, 22), 0.99), words="k1 k2"))[1]) == "k1 k2"


def test_an_outline_is_turned_as_its_tile_is_read() -> None:
    """One quarter turn to the right: what was the outline's top right is the tile's top left."""
    faces, names = found((box(0, 0), 0.99), words="k4", turns=[[0.0, 1.0, 0.0, 0.0]])
    np.testing.assert_array_equal(upright(faces, names)[0].quads[0], np.roll(box(0, 0), 1, axis=0))


def test_a_nine_among_tiles_standing_the_other_way_is_a_six() -> None:
    unsure, sure = [0.55, 0.0, 0.45, 0.0], [0.98, 0.0, 0.02, 0.0]
    faces, names = found(
        (box(0, 0), 0.99), (box(31, 0), 0.99), (box(62, 0), 0.99), words="k5 k9 k7", turns=[sure, unsure, sure]
    )
    faces.quads[1] = np.roll(faces.quads[1], 2, axis=0)
    turned, named = agreeing(faces, names, [(0, 1, 2)])
    assert words_of(named) == "k5 k6 k7"
    np.testing.assert_array_equal(turned.quads[1], box(31, 0))


def test_a_nine_that_surely_lies_head_down_stays_a_nine() -> None:
    sure = [0.98, 0.0, 0.02, 0.0]
    faces, names = found((box(0, 0), 0.99), (box(31, 0), 0.99), words="k5 k9", turns=[[0.6, 0, 0.4, 0], sure])
    faces.quads[1] = np.roll(faces.quads[1], 2, axis=0)
    assert words_of(agreeing(faces, names, [(0, 1)])[1]) == "k5 k9"


EITHER = [0.52, 0.0, 0.48, 0.0]


@pytest.mark.parametrize("word", ["k6", "b9"])
def test_a_six_or_nine_without_a_mark_that_lies_alone_is_a_doubt(word: str) -> None:
    faces, names = found((box(0, 0), 0.99), words=word, turns=[EITHER])
    assert 0.4 < agreeing(faces, names, [(0,)])[1].tiles.max() < 0.9


def test_with_a_mark_it_is_none() -> None:
    faces, names = found((box(0, 0), 0.99), words="k6", turns=[[0.998, 0.0, 0.002, 0.0]])
    assert agreeing(faces, names, [(0,)])[1].tiles.max() > 0.97


def test_in_a_row_the_rows_direction_says_whether_it_is_a_six() -> None:
    row = [(box(31 * place, 0), 0.99) for place in range(3)]
    sure = [0.995, 0.0, 0.005, 0.0]
    faces, names = found(*row, words="k5 k6 k7", turns=[sure, EITHER, sure])
    named = agreeing(faces, names, [(0, 1, 2)])[1]
    assert words_of(named) == "k5 k6 k7"
    assert named.tiles[1].max() > 0.97


def test_what_has_no_lookalike_head_down_is_as_sure_whichever_end_is_up() -> None:
    faces, names = found((box(0, 0), 0.99), words="k8", turns=[EITHER])
    assert agreeing(faces, names, [(0,)])[1].tiles.max() > 0.97


def on_a_table(*others_down: bool) -> float:
    """How surely b6 is read in a group of which no face tells which end is up; the other rows lie so or head down."""
    sure, head_down = [0.998, 0.0, 0.002, 0.0], 2
    group = [box(31 * place, 0) for place in range(3)]
    others = [
        np.roll(box(31 * place, 60 * k), head_down * down, axis=0)
        for k, down in enumerate(others_down, 1)
        for place in range(3)
    ]
    words = " ".join(["b6 r6 o6", *["k1 k2 k3"] * len(others_down)])
    turns = [EITHER] * 3 + [sure] * len(others)
    faces, names = found(*((quad, 0.99) for quad in [*group, *others]), words=words, turns=turns)
    rows = [tuple(range(k, k + 3)) for k in range(0, len(words.split()), 3)]
    tiles = agreeing(faces, names, rows)[1].tiles
    return float(tiles[0, TILES.index(Tile.from_notation("b6"))])


def test_a_group_of_sixes_lies_as_the_other_rows_do_unless_its_faces_say_otherwise() -> None:
    assert on_a_table(*[False] * 6) > 0.8
    assert on_a_table(*[True] * 6) < 0.2


def test_one_other_row_says_little_and_rows_either_way_say_nothing() -> None:
    assert 0.5 < on_a_table(False) < 0.8
    assert on_a_table(False, True) == pytest.approx(on_a_table(), abs=0.01)


def test_one_tile_lying_the_other_way_beside_it_does_not_turn_a_six_that_is_sure() -> None:
    sure = [0.998, 0.0, 0.002, 0.0]
    faces, names = found((box(0, 0), 0.99), (np.roll(box(31, 0), 2, axis=0), 0.99), words="k6 b5", turns=[sure, sure])
    assert words_of(agreeing(faces, names, [(0, 1)])[1]) == "k6 b5"


def hardly_named(faces: Faces, names: Names, place: int, likely: float) -> tuple[Faces, Names]:
    """The same with one whose best name is only so likely."""
    best = int(names.tiles[place].argmax())
    names.tiles[place] = (1 - likely) / 52
    names.tiles[place, best] = likely
    return faces, names


@pytest.mark.parametrize(("real", "likely", "guess"), [(0.99, 0.25, "k2"), (0.96, 0.25, ""), (0.99, 0.15, "")])
def test_what_is_certainly_a_tile_but_cannot_be_read_is_left_out_or_guessed_at(
    real: float, likely: float, guess: str
) -> None:
    faces, names = hardly_named(*found((box(0, 0), 0.99), (box(50, 0), real), words="k1 k2"), 1, likely)
    certainty = names.faces.astype(np.float64)
    tiles, left = sifted(faces, names)
    assert words_of(left) == "k1"
    assert words_of(sift(faces, names, certainty, guessing=True)[1]) == f"k1 {guess}".strip()
    assert words_of(unread(faces, names, certainty, tiles)[1]) == guess


def test_where_a_tile_is_read_nothing_is_unread() -> None:
    """A second outline of the same tile, a little aside, that shows its figure cut off."""
    faces, names = hardly_named(*found((box(0, 0), 0.9), (box(6, 4), 0.99), words="k1 k2"), 1, 0.25)
    assert words_of(unread(faces, names, names.faces.astype(np.float64), sifted(faces, names)[0])[1]) == ""
