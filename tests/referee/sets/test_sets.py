"""The kind of a row of tiles, the tiles its jokers stand for, and its points."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import Rules
from referee.sets import Kind, has_too_many_jokers, is_set, kind, points, readings
from referee.table import Row, row_from_notation, row_text
from referee.tiles import HIGHEST, JOKER, Colour, Tile

ORIGINAL = Rules()
OKEY = Rules(one_after_thirteen=True)
DANISH = Rules.from_json("danish-card")


def row(text: str) -> Row:
    return row_from_notation(text, "row")


@pytest.mark.parametrize(
    ("text", "stands", "worth"),
    [
        ("J r12 r13", ["r11"], 36),
        ("r12 r13 J", ["r11"], 36),
        ("r5 r6 J", ["r7"], 18),
        ("J r6 r5", ["r7"], 18),
        ("r6 r5 J", ["r4"], 15),
        ("r3 J r5", ["r4"], 12),
        ("r1 J J r4", ["r2 r3"], 10),
        ("b8 k8 J", ["r8", "o8"], 24),
        ("b8 k8 r8 J", ["o8"], 32),
        ("r3 J r4", ["r2", "r5"], 12),
        ("J r3 r5", ["r4"], 12),
    ],
)
def test_the_place_in_the_row_decides_what_a_joker_stands_for(text: str, stands: list[str], worth: int) -> None:
    found = readings(row(text), ORIGINAL)
    assert sorted(row_text(reading.stands) for reading in found) == sorted(stands)
    assert points(row(text), ORIGINAL) == worth


def test_where_one_number_leaves_it_open_what_counts_most_is_taken() -> None:
    assert points(row("J J r5"), ORIGINAL) == 5 + 6 + 7
    assert points(row("J J r13"), ORIGINAL) == 39
    assert kind(row("J J r13"), ORIGINAL) is Kind.GROUP


@pytest.mark.parametrize("text", ["r5 r6", "r5", "J J J", "r12 r13 r1", "r5 k6 b7", "r5 r5 k5", "r1 r1 r2"])
def test_what_is_no_set(text: str) -> None:
    assert readings(row(text), ORIGINAL) == ()
    assert kind(row(text), ORIGINAL) is None
    assert points(row(text), ORIGINAL) == 0


def test_a_run_may_wrap_from_13_to_1_only_where_a_house_rule_says_so() -> None:
    assert not is_set(row("r12 r13 r1"), ORIGINAL)
    assert is_set(row("r12 r13 r1"), OKEY)
    assert points(row("r12 r13 r1"), OKEY) == 26
    assert not is_set(row("r13 r1 r2"), OKEY)
    assert [row_text(reading.stands) for reading in readings(row("r12 r13 J"), OKEY)] == ["r1"]


def test_a_joker_after_13_stands_before_the_run() -> None:
    assert [row_text(reading.stands) for reading in readings(row("r12 r13 J"), ORIGINAL)] == ["r11"]


def test_colours_may_repeat_where_the_leaflet_does_not_forbid_it() -> None:
    assert is_set(row("r8 r8 b8"), DANISH)
    assert is_set(row("r8 r8 b8 b8 k8 k8 o8 o8 J"), DANISH)
    assert not is_set(row("r8 r8 b8"), ORIGINAL)


def test_how_many_jokers_a_set_may_hold_is_a_rule_of_its_own() -> None:
    finnish = Rules.from_json("finnish")
    assert readings(row("r5 J J r8"), finnish)
    assert has_too_many_jokers(row("r5 J J r8"), finnish)
    assert not is_set(row("r5 J J r8"), finnish)


runs = st.builds(
    lambda colour, first, length: tuple(
        Tile(colour, number) for number in range(first, min(first + length, HIGHEST + 1))
    ),
    st.sampled_from(list(Colour)),
    st.integers(1, 11),
    st.integers(3, 13),
)
groups = st.builds(
    lambda number, colours: tuple(Tile(colour, number) for colour in colours),
    st.integers(1, 13),
    st.lists(st.sampled_from(list(Colour)), min_size=3, max_size=4, unique=True),
)


@settings(deadline=None)
@given(st.one_of(runs, groups), st.randoms())
def test_a_set_in_any_order_is_the_same_set(tiles: Row, chance: random.Random) -> None:
    mixed = list(tiles)
    chance.shuffle(mixed)
    assert kind(tuple(mixed), ORIGINAL) is kind(tiles, ORIGINAL)
    assert points(tuple(mixed), ORIGINAL) == sum(tile.number or 0 for tile in tiles)


@settings(deadline=None)
@given(st.one_of(runs, groups), st.data())
def test_a_joker_stands_for_the_tile_it_replaces(tiles: Row, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(tiles) - 1))
    with_joker = (*tiles[:place], JOKER, *tiles[place + 1 :])
    assert any(reading.line == tiles for reading in readings(with_joker, ORIGINAL))


@settings(deadline=None)
@given(st.lists(st.sampled_from([Tile(c, n) for c in Colour for n in (1, 2, 3, 13)] + [JOKER]), max_size=6))
def test_a_row_and_its_mirror_are_worth_the_same(tiles: list[Tile]) -> None:
    assert points(tuple(tiles), ORIGINAL) == points(tuple(reversed(tiles)), ORIGINAL)
    assert is_set(tuple(tiles), OKEY) == is_set(tuple(reversed(tiles)), OKEY)
