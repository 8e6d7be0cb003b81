"""Plays that were illegal, missed or too slow once; and small positions in which everything is tried."""

from time import thread_time

import pytest

from referee.judging import judge
from referee.rules import Rules
from referee.solving import best_play
from referee.table import Table, row_from_notation, row_text
from tests.referee.positions import position
from tests.referee.solving.made_up import complaint, made_up_case

ONCE_WRONG = [
    ("danish-card", ["J J J r5"], "r6 r7", "r6 r7"),
    ("wikipedia", ["r3 J r5", "k3 J k5"], "r4 k4 b9 r9", "k4 r4 r9 b9"),
    ("sabra", ["b10 J b12 b13", "b11 o11 k11 r11"], "b11 J r10 o9", "r10 b11 J"),
    ({"preset": "finnish", "group_colours_differ": False}, ["r11 k11 b11 o11", "o13 J b13"], "o13 r10 b9", "o13"),
    ("danish-card", ["r11 r12 r13", "r10 r10 J"], "k10 o10 b11 J J J", "k10 b11 o10 J J J"),
]
"""Rules, table, rack, and the tiles of the best play."""


@pytest.mark.parametrize(("rules", "sets", "rack", "best"), ONCE_WRONG)
def test_what_was_wrong_once_is_legal_and_proved_to_be_the_best(
    rules: object, sets: list[str], rack: str, best: str
) -> None:
    table, by = Table.from_notation(sets), Rules.from_json(rules)
    play = best_play(by, True, table, row_from_notation(rack, "rack"))
    assert (row_text(play.played), play.is_optimal) == (best, True)
    assert judge(by, True, table, play.table).legal


def test_a_table_with_something_that_is_no_set_gets_no_play() -> None:
    table = Table.from_notation(["r4 J b9", "k1 k2 k3"])
    assert not best_play(Rules.from_json("finnish"), True, table, row_from_notation("k4", "rack")).played


def test_three_jokers_are_no_set_by_themselves() -> None:
    rules = Rules.from_json({"preset": "original", "jokers": 4})
    play = best_play(rules, True, Table(), row_from_notation("J J J k1 r3", "rack"))
    assert (row_text(play.played), play.is_optimal) == ("r3 J J J", True)
    assert not best_play(rules, True, Table(), row_from_notation("J J J J", "rack")).played


def test_a_run_of_many_jokers_and_one_tile_is_a_set() -> None:
    rules = Rules.from_json({"preset": "original", "jokers": 4})
    play = best_play(rules, True, Table(), row_from_notation("J J J J r1", "rack"))
    assert (len(play.played), play.points, play.is_optimal) == (5, 15, True)


def test_kept_jokers_count_among_those_that_a_set_may_hold() -> None:
    rules = Rules.from_json({"preset": "wikipedia", "jokers_in_a_set": 1})
    play = best_play(rules, True, Table.from_notation(["b5 k5 J"]), row_from_notation("J", "rack"))
    assert not play.played
    play = best_play(rules, True, Table.from_notation(["r4 J r6"]), row_from_notation("J r9", "rack"))
    assert not play.played


def test_four_jokers_of_a_rack_are_laid_in_time() -> None:
    rules = Rules.from_json({"preset": "original", "jokers": 4})
    table = Table.from_notation(["r1 r2 r3", "k4 k5 k6", "b7 b8 b9 b10", "o1 k1 r1"])
    rack = row_from_notation("J J J J r5 k7 b12 o13 o10 k2 r9 b3 o5 k11", "rack")
    play = best_play(rules, True, table, rack)
    assert (len(play.played), play.points, play.is_optimal) == (10, 91, True)


@pytest.mark.parametrize("preset", ["danish-card", "finnish"])
def test_the_time_is_kept_whatever_the_position(preset: str) -> None:
    rules = Rules.from_json({"preset": preset, "jokers": 4})
    for seed in range(3):
        table, rack = position(seed, rules, 60, 20)
        end = thread_time() + 0.02
        play = best_play(rules, True, table, rack, lambda end=end: thread_time() > end)  # type: ignore[misc]
        assert judge(rules, True, table, play.table).legal


@pytest.mark.parametrize("changes", [0, 1, 2])
@pytest.mark.parametrize("seed", range(40))
def test_trying_everything_finds_nothing_better_with_options_changed(seed: int, changes: int) -> None:
    case = made_up_case(seed, changes)
    wrong = complaint(case)
    assert wrong is None, f"{case}: {wrong}"
