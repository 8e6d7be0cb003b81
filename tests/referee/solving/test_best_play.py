"""The best play: examples a player would find, and other exact solvers on made-up positions."""

import pytest

from referee.judging import Position, judge
from referee.rules import PRESETS, Rules
from referee.sets import points
from referee.solving import Play, best_play
from referee.table import Row, Table, row_from_notation
from referee.tiles import JOKER
from tests.referee.oracles import best_by_cp_sat, best_by_trying
from tests.referee.positions import position


def solved(rack: str, *sets: str, rules: object = "original", opened: bool = True) -> Play:
    table = Table.from_notation(list(sets))
    return best_play(Position(Rules.from_json(rules), opened, table), row_from_notation(rack, "rack"))


def played(rack: str, *sets: str, rules: object = "original", opened: bool = True) -> str:
    """The tiles of the best play, in notation."""
    return " ".join(map(str, solved(rack, *sets, rules=rules, opened=opened).played))


LEAFLET_PLAYS = [
    ("b3 b8", ["b4 b5 b6", "r8 k8 o8"]),
    ("b3 b5 b6", ["r4 b4 k4 o4"]),
    ("b11 r8 k8", ["b8 b9 b10"]),
    ("r6", ["r4 r5 r6 r7 r8"]),
    ("b1", ["o1 o2 o3 o4", "r1 k1 b1 o1"]),
    ("k10 b5", ["k5 k6 k7 k8 k9", "r5 r6 r7", "o5 o6 o7"]),
]
"""Leaflets 000-002: the six ways of rearranging; each lays the whole rack."""


@pytest.mark.parametrize(("rack", "sets"), LEAFLET_PLAYS)
def test_the_leaflets_rearrangements_are_found(rack: str, sets: list[str]) -> None:
    assert sorted(played(rack, *sets).split()) == sorted(rack.split())


def test_most_tiles_come_before_most_points() -> None:
    assert played("r1 r2 r3 r4 k13 b13 o13", rules="original") == "k13 r1 r2 r3 r4 b13 o13"
    assert played("k11 r11 o11 r12 r13 r10 ") == "r10 r11 r12 r13"


def test_among_plays_of_as_many_tiles_the_dearer_is_chosen() -> None:
    assert played("r3", "r4 r5 r6") == "r3"
    assert played("k5 r5 b5 r6 r7") == "r5 r6 r7"


def test_a_joker_is_worth_what_it_stands_for() -> None:
    play = solved("J r12 r13")
    assert (play.points, play.table.to_notation()) == (36, ["J r12 r13"])
    assert solved("J k12 r12").points == 36


def test_the_jokers_place_is_seen_in_the_row() -> None:
    play = solved("r5 r7 J")
    assert play.table.to_notation() == ["r5 J r7"]


def test_nothing_is_laid_where_nothing_fits() -> None:
    play = solved("r9 k1", "b4 b5 b6")
    assert (play.played, play.table.to_notation(), play.is_optimal) == ((), ["b4 b5 b6"], True)


def test_sets_that_need_not_move_do_not_move() -> None:
    sets = ["r1 r2 r3", "k1 k2 k3", "b1 b2 b3", "o7 o8 o9"]
    assert solved("o10", *sets).table.to_notation() == [*sets[:3], "o7 o8 o9 o10"]


# Openings


def test_an_opening_below_thirty_is_none() -> None:
    assert played("r1 r2 r3 b5 k9", opened=False) == ""
    assert played("r9 r10 r11 b5 k9", opened=False) == "r9 r10 r11"


def test_an_opening_that_lays_fewer_tiles_but_is_worth_enough_is_found() -> None:
    assert played("r1 r2 r4 J k13 b13", opened=False) == "k13 b13 J"


def test_an_opening_leaves_the_table_alone() -> None:
    play = solved("r9 r10 r11 r12", "r6 r7 r8", opened=False)
    assert play.table.to_notation() == ["r6 r7 r8", "r9 r10 r11 r12"]
    assert play.points == 42


def test_a_finnish_opening_is_one_set_of_more_than_thirty() -> None:
    """Leaflet 000: a set whose sum exceeds 30."""
    assert played("k10 r10 b10 r1 r2 r3", rules="finnish", opened=False) == ""
    assert played("k11 r11 b11 r9 r10 r12", rules="finnish", opened=False) == "r9 r10 r11 r12"


def test_after_a_sabra_opening_more_may_be_laid() -> None:
    assert played("r10 r11 r12 b7", "b4 b5 b6", rules="sabra", opened=False) == "r10 r11 r12 b7"
    assert played("r10 r11 r12 b7", "b4 b5 b6", rules="original", opened=False) == "r10 r11 r12"


# Jokers on the table


def test_a_joker_is_freed_as_the_leaflet_shows() -> None:
    assert played("b5 r9 k9", "b3 b4 J") == "k9 r9 b5"


def test_by_the_finnish_leaflet_a_set_with_a_joker_is_only_extended() -> None:
    """Leaflet 000: sets with a joker may not be split; the joker is freed by its tile from the rack."""
    sets = ("r5 r6 J r8",)
    assert played("b8 k8", *sets, rules="finnish") == ""
    assert played("b8 k8", "r5 r6 r7 r8", rules="finnish") == "k8 b8"
    assert played("r9", *sets, rules="finnish") == "r9"
    assert played("r7 k2 b2", *sets, rules="finnish") == "k2 r7 b2"


def test_in_the_encyclopaedia_a_freed_joker_lies_with_two_tiles_from_the_rack() -> None:
    """Leaflet 003: blue 3, blue 4, joker; blue 5, red 7 and orange 7 from the rack."""
    assert played("b5 r7 o7", "b3 b4 J", rules="wikipedia") == "r7 b5 o7"
    assert played("b5 r7", "b3 b4 J", "o7 k7 b7", rules="wikipedia") == "r7"
    assert played("b5 r7", "b3 b4 J", "o7 k7 b7", rules="original") == "r7 b5"


def test_a_freed_joker_may_lie_in_a_run_that_ends_at_13() -> None:
    """By the Sabra text a freed joker lies in a new set from the rack: red 11, joker, red 13."""
    assert played("o2 r11 r13 o12", "o1 J o3", "k13 o13 b13", rules="sabra") == "r11 r13 o2"


def test_in_the_card_edition_three_tiles_of_a_set_stay_together() -> None:
    """Leaflet 004: all tiles of a combination are taken, or at least three are left."""
    assert played("b7 k4 r4", "b4 b5 b6", rules="danish-card") == "b7"
    assert played("b7 k4 r4", "b4 b5 b6", rules="original") == "k4 r4 b7"


def test_time_that_is_over_is_told_and_the_answer_is_legal() -> None:
    table, rack = position(3, Rules(), 60, 14)
    play = best_play(Position(Rules(), True, table), rack, out_of_time=lambda: True)
    assert judge(Position(Rules(), True, table), play.table).legal


def test_where_the_time_is_over_first_something_good_is_laid_all_the_same() -> None:
    rules = PRESETS["finnish"]
    table, rack = position(47, Rules.from_json({"preset": "finnish", "jokers": 0}), 70, 14)
    play = best_play(Position(rules, True, table), (*rack[:12], JOKER, JOKER), out_of_time=lambda: True)
    assert not play.is_optimal
    assert len(play.played) > 5
    assert judge(Position(rules, True, table), play.table).legal


# Other solvers


@pytest.mark.parametrize("seed", range(100))
def test_cp_sat_finds_nothing_better(seed: int) -> None:
    rules = Rules.from_json({"preset": "original", "jokers": seed % 3})
    table, rack = position(seed, rules, 8 + seed % 16, 5 + seed % 5)
    if JOKER in rack and JOKER in table.multiset():
        rack = tuple(tile for tile in rack if tile != JOKER)
    play = best_play(Position(rules, True, table), rack)
    assert play.is_optimal
    assert play.worth == best_by_cp_sat(rules, table, rack)


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(12))
def test_trying_everything_finds_nothing_better(preset: str, opened: bool, seed: int) -> None:
    rules = PRESETS[preset]
    table, rack = position(seed, rules, 12, 4)
    play = best_play(Position(rules, opened, table), rack)
    assert play.is_optimal
    assert len(play.played) == best_by_trying(rules, opened, table, rack)


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(15))
def test_the_judge_finds_the_best_play_legal(preset: str, opened: bool, seed: int) -> None:
    rules = PRESETS[preset]
    table, rack = position(100 + seed, rules, 20 + 2 * seed, 6)
    play = best_play(Position(rules, opened, table), rack)
    verdict = judge(Position(rules, opened, table), play.table)
    assert verdict.legal
    assert verdict.played == play.played


def test_points_are_what_the_tiles_laid_are_worth_as_they_lie() -> None:
    """A cheaper way to leave sets as they lay must not move the joker to a place where it counts less."""
    table = (
        "r9 r10 r11 r12 / b4 k4 r4 / r8 r9 r10 / b6 b7 b8 b9 b10 b11 / o3 b3 r3 / b2 b3 b4 b5 b6 / b11 o11 r11 k11 / "
        "o1 o2 o3 / k7 o7 b7 r7 / r4 r5 r6"
    )
    lay = Table.from_notation(table.split(" / "))
    rack = row_from_notation("o1 o4 o9 r13 k3 k13 k2 k4 k12 J", "rack")
    play = best_play(Position(PRESETS["original"], True, lay), rack)
    laid = sum(tile.number or 0 for tile in play.played)
    joker = sum(points(row, PRESETS["original"]) - numbers(row) for row in play.table.sets if JOKER in row)
    assert (play.points, play.is_optimal) == (laid + joker, True)


def numbers(row: Row) -> int:
    return sum(tile.number or 0 for tile in row)
