"""The game's state orders the candidate names of a doubtful tile, and never overrules a certain reading."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from referee.tiles import JOKER, Tile
from tilewatch.view.doubts import possible_otherwise, unsure, with_knowledge, without_missed
from vision.watching import SettledTable, SettledTile


def tile(word: str) -> Tile:
    return Tile.from_notation(word)


def in_box(one: Tile) -> int:
    return 2


def table(*rows: str) -> SettledTable:
    """`r9~r6:0.3` is read as r9 with 0.7, as r6 with 0.3; other tiles are read with 0.99."""
    tiles: list[SettledTile] = []
    sets = []
    for row in rows:
        places = []
        for word in row.split():
            name, _, rest = word.partition("~")
            rival, _, probability = rest.partition(":")
            p = float(probability or 0)
            rivals = ((tile(rival), p),) if rival else ()
            places.append(len(tiles))
            quad = np.zeros((4, 2), np.float32)
            tiles.append(SettledTile(len(tiles), tile(name), quad, round(1 - p, 4) if p else 0.99, rivals))
        sets.append(tuple(places))
    return SettledTable(1280, 720, tuple(tiles), tuple(sets))


def lay(words: str) -> Counter[Tile]:
    return Counter(tile(word) for word in words.split())


def words(settled: SettledTable) -> list[str]:
    return [" ".join(str(one.tile) for one in row) for row in settled.rows]


@pytest.mark.parametrize(
    ("rows", "before", "expected"),
    [
        (["r5 r9~r6:0.3 r7"], "r5 r6 r7", ["r5 r6 r7"]),  # the red 6 was on the table before and still is
        (["r5 r9~r6:0.3 r7"], "r5 r7", ["r5 r9 r7"]),  # no red 6 is missing: the camera's word counts
        (["r5 r9 r7"], "r5 r6 r7", ["r5 r9 r7"]),  # read for certain: a question, never another tile
        (["r9~r6:0.3", "r9~r6:0.2"], "r6 r9", ["r6", "r9"]),  # one of two: the likelier name
        (["r9~r6:0.3"], "r9 r6", ["r9"]),  # one tile is missing, but the tile read here was on the table before
        (["J~r6:0.4 r7"], "r6 r7", ["r6 r7"]),
    ],
)
def test_what_lay_there_lies_there_still(rows: list[str], before: str, expected: list[str]) -> None:
    assert words(with_knowledge(table(*rows), lay(before), in_box)) == expected


def test_a_tile_named_by_knowledge_is_hardly_a_question_any_more() -> None:
    known = with_knowledge(table("r5 r9~r6:0.3 r7"), lay("r5 r6 r7"), in_box)
    assert unsure(known) == []


@pytest.mark.parametrize(("rival", "is_asked"), [("r6:0.03", True), ("r6:0.1", False)])
def test_what_the_camera_hardly_holds_possible_is_a_question_though_it_is_missing(rival: str, is_asked: bool) -> None:
    known = with_knowledge(table(f"r5 r9~{rival} r7"), lay("r5 r6 r7"), in_box)
    assert words(known) == ["r5 r6 r7"]
    assert bool(unsure(known)) == is_asked


def test_of_three_copies_the_least_certain_is_its_rival() -> None:
    known = with_knowledge(table("b4", "b4", "b4~b1:0.2"), lay(""), in_box)
    assert words(known) == ["b4", "b4", "b1"]


def test_a_third_copy_that_could_be_many_things_is_a_question() -> None:
    """Read as b4 with 0.5, as b1 with 0.05: the other 45 % are unknown."""
    read = table("b4 b4 b4")
    faint = replace(read.tiles[2], confidence=0.5, rivals=((tile("b1"), 0.05),))
    known = with_knowledge(replace(read, tiles=(*read.tiles[:2], faint)), lay(""), in_box)
    assert len(unsure(known)) == 1


def test_a_third_copy_read_for_certain_is_a_question() -> None:
    known = with_knowledge(table("b4 b4 b4"), lay(""), in_box)
    assert words(known) == ["b4 b4 b4"]
    assert [str(one.tile.tile) for one in unsure(known)] == ["b4"]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("k4 k6~k5:0.3 J k7", "k4 k5 J k7"),  # both rows are runs, with a 5 or a 6 for the joker; only one is in order
        ("k7 J k6~k5:0.3 k4", "k7 J k5 k4"),
        ("k4 k6~k5:0.01 J k7", "k4 k6 J k7"),  # the camera gives it a low probability
        ("k4 k6 J k7", "k4 k6 J k7"),  # read for certain: a player laid it so
        ("r6 r9~r7:0.4 r8", "r6 r9 r8"),  # no run as it is read: a question, since the verdict depends on it
        ("k4 k6~r5:0.3 J k7", "k4 k6 J k7"),
    ],
)
def test_a_doubtful_tile_of_a_run_is_what_lies_in_order(row: str, expected: str) -> None:
    known = with_knowledge(table(row), lay(""), in_box)
    assert words(known) == [expected]
    assert bool(unsure(known)) == (":0.3" in row or ":0.4" in row)


def test_what_a_person_said_is_never_doubted() -> None:
    read = table("b4 b4 b4~b1:0.4")
    told = replace(read, tiles=(*read.tiles[:2], read.tiles[2].told(tile("b4"))))
    known = with_knowledge(told, lay("b1"), in_box)
    assert known.rows[0][2].tile == tile("b4")


def test_an_unsure_tile_is_asked_about_with_its_rivals() -> None:
    (question,) = unsure(table("k1 k2 k3", "r5 r6~r9:0.29 r7"))
    assert question.to_json() == {"set": 1, "place": 1, "tile": "r6", "or": ["r9"], "confidence": 0.71}


def test_what_could_be_otherwise_comes_likeliest_first() -> None:
    could = possible_otherwise(table("r5~r8:0.1 r6~r9:0.4", f"{JOKER}~k1:0.01"))
    assert could[:2] == [(0, 1, tile("r9")), (0, 0, tile("r8"))]
    assert (0, 1, tile("o6")) in could  # orange is often read as red, so an unsure red may be orange
    assert not any(set_ == 1 for set_, _, _ in could)


def test_of_doubtful_tiles_that_newer_pictures_miss_only_what_is_new_counts_as_unread() -> None:
    read = table("J~r4:0.3", "J~k4:0.3", "r9")
    tiles = tuple(
        replace(one, is_open=True, quad=np.array([[x, 0], [x + 30, 0], [x + 30, 40], [x, 40]], np.float32))
        for x, one in zip((0, 200, 400), read.tiles, strict=True)
    )
    for before, unread in (("", 2), ("J", 1), ("J J", 0)):
        settled = without_missed(replace(read, tiles=tiles), lay(before))
        assert (len(settled.unread), len(settled.tiles)) == (unread, 3 - unread)
