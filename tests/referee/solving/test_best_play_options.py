"""The best play under house rules, one option changed at a time: the judge finds it legal.

test_proved_plays.py tries whether a better play exists, under any value of an option and of any two.
"""

from collections.abc import Iterator

import pytest

from referee.judging import Position, judge
from referee.rules import PRESETS, Rules
from referee.solving import best_play
from referee.table import Table, row_from_notation, row_text
from tests.referee.positions import position
from tests.referee.solving.made_up import OPTIONS_OF_PLAY


def house_rules() -> Iterator[Rules]:
    """Every preset unchanged, and every preset with one option changed."""
    yield from PRESETS.values()
    for preset in (rules for name, rules in PRESETS.items() if name != "tournament"):
        for option, values in OPTIONS_OF_PLAY.items():
            for value in values:
                if getattr(preset, option) != value:
                    players = {"players_most": 3} if option == "copies" else {}
                    yield Rules.from_json({"preset": preset.preset, option: value, **players})


HOUSE_RULES = list(house_rules())


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("number", range(len(HOUSE_RULES)))
def test_the_best_play_is_legal_under_any_house_rule(number: int, opened: bool) -> None:
    rules = HOUSE_RULES[number]
    table, rack = position(3 * number, rules, 18, 7)
    play = best_play(Position(rules, opened, table), rack)
    verdict = judge(Position(rules, opened, table), play.table)
    assert verdict.legal, rules.changes()
    assert verdict.played == play.played


def test_where_a_house_rule_lets_it_a_joker_is_taken_before_the_opening() -> None:
    """Blue 5 takes the joker's place; with two twelves the joker is worth an opening."""
    rules = Rules.from_json({"preset": "original", "joker_before_opening": True})
    table = Table.from_notation(["b3 b4 J", "r1 r2 r3"])
    rack = row_from_notation("b5 k12 r12 o2", "rack")
    play = best_play(Position(rules, False, table), rack)
    assert (row_text(play.played), play.points, play.is_optimal) == ("k12 r12 b5", 29, True)
    assert play.table.to_notation() == ["b3 b4 b5", "r1 r2 r3", "k12 r12 J"]
    assert judge(Position(rules, False, table), play.table).legal
    assert not best_play(Position(Rules(), False, table), rack).played


def test_after_a_joker_is_taken_before_the_opening_more_may_be_played() -> None:
    options = {"joker_before_opening": True, "more_play_after_opening": True}
    rules = Rules.from_json({"preset": "original", **options})
    table = Table.from_notation(["b3 b4 J", "r1 r2 r3"])
    play = best_play(Position(rules, False, table), row_from_notation("b5 k12 r12 o2 r4", "rack"))
    assert (row_text(play.played), play.points) == ("k12 r4 r12 b5", 33)


def test_of_hundreds_of_openings_with_a_joker_the_one_that_leads_to_most_is_found() -> None:
    """The rulebook has this turn, too: only k4 k5 k6 with r5 b5 o5 leaves both jokers for the highest places."""
    table = "k5 k6 k7 / r1 r2 r3 r4 r5 / o10 b10 k10 / b6 b7 b8 / k1 b1 o1 / b7 o7 k7 / o2 J o4 / r9 r10 r11 / o3 r3 b3"
    more = "k9 k10 k11 k12 / b6 r6 o6 / o4 k4 r4"
    rack = "b10 b13 b13 o1 k5 o9 o9 b2 o5 o11 r11 o3 k1 b1 J o2 b5 r5 r1 k4 r6 k9 k8 b4 b11 r13 k6"
    lies = Table.from_notation(f"{table} / {more}".split(" / "))
    play = best_play(Position(Rules.from_json("sabra"), False, lies), row_from_notation(rack, "rack"))
    assert (play.worth, play.is_optimal) == ((25, 156), True)


def test_a_joker_that_opens_and_is_freed_in_the_same_turn_counts_where_it_lies_at_the_end() -> None:
    """Two jokers may open as eights beside r8; freed by o8, a joker ends as a 4, and the play counts it as a 4."""
    table, rack = Table.from_notation(["k6 k7 k8 k9"]), row_from_notation("o8 k4 r8 k2 b9 J J r4 b2 o2", "rack")
    play = best_play(Position(Rules.from_json("sabra"), False, table), rack)
    assert (row_text(play.played), play.points) == ("k2 k4 r4 r8 b2 o2 o8 J J", 42)


def test_where_a_freed_joker_needs_an_all_new_set_one_that_goes_on_standing_for_its_tile_does_not() -> None:
    rules = Rules.from_json({"preset": "mind-sports", "jokers_in_a_set": 1, "freed_joker_goes": "all-new-set"})
    table = Table.from_notation(["J o4 b4 r4", "r1 r2 J r4"])
    play = best_play(Position(rules, True, table), row_from_notation("b2 k4 b9 r8", "rack"))
    assert row_text(play.played) == "k4"
    assert judge(Position(rules, True, table), play.table).legal


def test_a_joker_that_moves_freely_may_still_be_bound_to_lie_with_the_rack() -> None:
    rules = Rules.from_json({"preset": "original", "freed_joker_goes": "two-from-rack"})
    table = Table.from_notation(["r3 r4 r5 J", "k7 b7 o7"])
    assert row_text(best_play(Position(rules, True, table), row_from_notation("k1 r1", "rack")).played) == "k1 r1"
    assert row_text(best_play(Position(rules, True, table), row_from_notation("k1", "rack")).played) == ""


def test_a_set_of_cards_may_be_taken_wholly_apart() -> None:
    """Leaflet 004: all tiles of a combination are taken, or at least three are left."""
    table = Table.from_notation(["b4 b5 b6", "k4 o4 r4", "k5 o5 r5", "k6 o6 r6"])
    play = best_play(Position(PRESETS["danish-card"], True, table), row_from_notation("b7 b8 b3", "rack"))
    assert (row_text(play.played), play.is_optimal) == ("b3 b7 b8", True)
    table = Table.from_notation(["b4 b5 b6", "k4 o4 r4", "k5 o5 r5", "k7 k8 k9"])
    play = best_play(Position(PRESETS["danish-card"], True, table), row_from_notation("k6 r6", "rack"))
    assert (row_text(play.played), play.is_optimal) == ("k6 r6", True)


def test_less_is_not_said_to_be_the_best_where_the_two_tiles_that_a_free_joker_leaves_may_part() -> None:
    """Two can be laid: r2 J r4 / r5 r6 r7 / k3 k4 k5."""
    options = {"freed_joker_goes": "all-new-set", "rebuilding": "all-or-three"}
    rules = Rules.from_json({"preset": "tournament", **options})
    play = best_play(
        Position(rules, True, Table.from_notation(["r4 r5 r6 r7", "J k3 k4"])), row_from_notation("k5 r2", "rack")
    )
    assert len(play.played) == 2 or not play.is_optimal
