"""Plays that were once illegal, missed or too slow; and small positions in which every play is tried."""

from random import Random
from time import thread_time

import pytest

from referee.judging import Position, judge
from referee.rules import Rules
from referee.solving import best_play
from referee.table import Table, row_from_notation, row_text
from referee.tiles import JOKER
from tests.referee.oracles import best_by_trying, dearest_by_trying
from tests.referee.positions import position
from tests.referee.solving.made_up import EVERY_PAIR, OPTIONS_OF_PLAY, Case, case_with, complaint, made_up_case

ONCE_WRONG = [
    ("danish-card", ["J J J r5"], "r6 r7", "r6 r7"),
    ("wikipedia", ["r3 J r5", "k3 J k5"], "r4 k4 b9 r9", "k4 r4 r9 b9"),
    ("sabra", ["b10 J b12 b13", "b11 o11 k11 r11"], "b11 J r10 o9", "r10 b11 J"),
    ({"preset": "finnish", "group_colours_differ": False}, ["r11 k11 b11 o11", "o13 J b13"], "o13 r10 b9", "o13"),
    ("danish-card", ["r11 r12 r13", "r10 r10 J"], "k10 o10 b11 J J J", "k10 b11 o10 J J J"),
]
"""Rules, table, rack, and the tiles of the best play."""


TWINS = [
    ("danish-card", ["o3 b3 k3", "o1 J o3"], "b2 k3 b1", "k3"),
    ("danish-card", ["o6 o7 o8 o9", "b9 k9 o9", "J r10 k10 b10"], "k6 k8 b9 r6", "k6 r6 b9"),
]
"""A blocking set with a tile whose equal copy in another set breaks the rule as well."""


@pytest.mark.parametrize(("rules", "sets", "rack", "best"), TWINS)
def test_where_a_twin_may_be_in_the_way_the_best_play_is_found(
    rules: object, sets: list[str], rack: str, best: str
) -> None:
    position = Position(Rules.from_json(rules), True, Table.from_notation(sets))
    play = best_play(position, row_from_notation(rack, "rack"))
    assert row_text(play.played) == best
    assert play.is_optimal or play.at_most >= len(play.played)


@pytest.mark.parametrize(("rules", "sets", "rack", "best"), ONCE_WRONG)
def test_what_was_wrong_once_is_legal_and_proved_to_be_the_best(
    rules: object, sets: list[str], rack: str, best: str
) -> None:
    table, by = Table.from_notation(sets), Rules.from_json(rules)
    play = best_play(Position(by, True, table), row_from_notation(rack, "rack"))
    assert (row_text(play.played), play.is_optimal) == (best, True)
    assert judge(Position(by, True, table), play.table).legal


def test_no_twin_takes_the_place_of_a_tile_whose_copies_lie_in_one_set() -> None:
    """Both k11 would lie in `k11 k11 r11`, which leaves two tiles of an old set together, whichever copy is which."""
    rules = Rules.from_json({"preset": "danish-card", "joker_sets": "open"})
    table = Table.from_notation(["b9 o9 J", "k5 k6 J k8", "r11 b11 k11"])
    play = best_play(Position(rules, True, table), row_from_notation("b12 k9 k11", "rack"))
    assert row_text(play.played) == "k9 k11"


def test_a_table_with_something_that_is_no_set_gets_no_play() -> None:
    table = Table.from_notation(["r4 J b9", "k1 k2 k3"])
    assert not best_play(Position(Rules.from_json("finnish"), True, table), row_from_notation("k4", "rack")).played


@pytest.mark.parametrize("others", [(), ("jokers",), ("jokers_in_a_set",)])
def test_no_way_to_lay_several_freed_jokers_among_tiles_of_the_rack_is_missed(others: tuple[str, ...]) -> None:
    made_up = [case_with(("freed_joker_goes", *others), seed) for seed in range(80)]
    bound = [case for case in made_up if case.opened and case.rules.freed_joker_is_bound and JOKER not in case.rack]
    several = [case for case in bound if case.table.multiset()[JOKER] > 1]
    assert several
    assert [f"{case}: {said}" for case in several if (said := complaint(case)) is not None] == []


def test_three_jokers_are_no_set_by_themselves() -> None:
    rules = Rules.from_json({"preset": "original", "jokers": 4})
    play = best_play(Position(rules, True, Table()), row_from_notation("J J J k1 r3", "rack"))
    assert (row_text(play.played), play.is_optimal) == ("r3 J J J", True)
    assert not best_play(Position(rules, True, Table()), row_from_notation("J J J J", "rack")).played


def test_a_run_of_many_jokers_and_one_tile_is_a_set() -> None:
    rules = Rules.from_json({"preset": "original", "jokers": 4})
    play = best_play(Position(rules, True, Table()), row_from_notation("J J J J r1", "rack"))
    assert (len(play.played), play.points, play.is_optimal) == (5, 15, True)


def test_kept_jokers_count_among_those_that_a_set_may_hold() -> None:
    rules = Rules.from_json({"preset": "wikipedia", "jokers_in_a_set": 1})
    play = best_play(Position(rules, True, Table.from_notation(["b5 k5 J"])), row_from_notation("J", "rack"))
    assert not play.played
    play = best_play(Position(rules, True, Table.from_notation(["r4 J r6"])), row_from_notation("J r9", "rack"))
    assert not play.played


def test_four_jokers_of_a_rack_are_laid_in_time() -> None:
    rules = Rules.from_json({"preset": "original", "jokers": 4})
    table = Table.from_notation(["r1 r2 r3", "k4 k5 k6", "b7 b8 b9 b10", "o1 k1 r1"])
    rack = row_from_notation("J J J J r5 k7 b12 o13 o10 k2 r9 b3 o5 k11", "rack")
    play = best_play(Position(rules, True, table), rack)
    assert (len(play.played), play.points, play.is_optimal) == (10, 91, True)


@pytest.mark.parametrize("preset", ["danish-card", "finnish"])
def test_the_time_is_kept_whatever_the_position(preset: str) -> None:
    rules = Rules.from_json({"preset": preset, "jokers": 4})
    for seed in range(3):
        table, rack = position(seed, rules, 60, 20)
        end = thread_time() + 0.02
        play = best_play(Position(rules, True, table), rack, lambda end=end: thread_time() > end)  # type: ignore[misc]
        assert judge(Position(rules, True, table), play.table).legal


@pytest.mark.parametrize("changes", [0, 3])
@pytest.mark.parametrize("seed", range(15))
def test_trying_everything_finds_nothing_better(seed: int, changes: int) -> None:
    assert_nothing_is_wrong(made_up_case(seed, changes))


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in OPTIONS_OF_PLAY.items() for value in range(len(values))]
)
def test_trying_everything_finds_nothing_better_under_any_value_of_an_option(option: str, value: int) -> None:
    assert_nothing_is_wrong(case_with([option], value))


@pytest.mark.parametrize("pair", range(len(EVERY_PAIR)), ids=["+".join(pair) for pair in EVERY_PAIR])
def test_trying_everything_finds_nothing_better_under_any_two_options(pair: int) -> None:
    assert_nothing_is_wrong(case_with(EVERY_PAIR[pair], pair + 1))


def assert_nothing_is_wrong(case: Case) -> None:
    wrong = complaint(case)
    assert wrong is None or (may_be_unproved(case) and wrong.startswith("not proved")), f"{case}: {wrong}"


def may_be_unproved(case: Case) -> bool:
    """Whether the search knows only some continuations: it then returns the play it found, marked as not proved."""
    rules, jokers = case.rules, JOKER in case.table.multiset()
    opens_with_more = not case.opened and rules.joker_before_opening and rules.more_play_after_opening
    are_bound = rules.freed_joker_goes == "all-new-set" or rules.jokers_in_a_set is not None
    return rules.rebuilding == "all-or-three" or (jokers and (are_bound or opens_with_more))


AFTER_THIRTEEN = [
    ("b12 b13 b1", [], "b1 b12 b13", 26),
    ("b1", ["b11 b12 b13"], "b1", 1),
    ("J", ["b11 b12 b13"], "J", 10),
    ("k13 J k1", [], "k1 k13 J", 26),
    ("b12 b13 J", [], "b12 b13 J", 36),
    ("b1 r1 k1", ["b11 b12 b13"], "k1 r1 b1", 3),
]
"""Rack, table, the tiles of the best play, and its points: a 1 also counts 1 after a 13."""


@pytest.mark.parametrize(("rack", "sets", "best", "points"), AFTER_THIRTEEN)
def test_where_one_may_follow_thirteen_it_counts_one(rack: str, sets: list[str], best: str, points: int) -> None:
    rules = Rules.from_json({"preset": "original", "one_after_thirteen": True})
    play = best_play(Position(rules, True, Table.from_notation(sets)), row_from_notation(rack, "rack"))
    assert (row_text(play.played), play.points, play.is_optimal) == (best, points, True)


@pytest.mark.parametrize(("rack", "points"), [("r11 r12 r13 r1", 37), ("r12 r13 r1", 26), ("J r12 r13 k1", 36)])
def test_an_opening_counts_one_after_thirteen_as_the_judge_does(rack: str, points: int) -> None:
    rules = Rules.from_json({"preset": "original", "one_after_thirteen": True, "opening_points": 26})
    play = best_play(Position(rules, False, Table()), row_from_notation(rack, "rack"))
    assert (play.points, judge(Position(rules, False, Table()), play.table).opening_points) == (points, points)


@pytest.mark.parametrize("seed", range(20))
def test_where_one_may_follow_thirteen_nothing_of_as_many_tiles_is_dearer(seed: int) -> None:
    case = high_case(seed)
    play = best_play(Position(case.rules, True, case.table), case.rack)
    assert play.worth == (
        count := best_by_trying(case.rules, True, case.table, case.rack),
        dearest_by_trying(case.rules, True, case.table, case.rack, count),
    )


def high_case(seed: int) -> Case:
    """Runs of high numbers on the table, and a rack of tiles that extend them, jokers among them."""
    chance = Random(seed)
    rules = Rules.from_json({"preset": "original", "one_after_thirteen": True})
    colours = chance.sample("krbo", 2)
    sets = [" ".join(f"{colour}{number}" for number in range(chance.choice([9, 10, 11]), 14)) for colour in colours]
    tiles = [f"{colour}{number}" for colour in "krbo" for number in (1, 1, 2, 10, 12, 13)]
    rack = [*chance.sample(tiles, 4), *["J"] * (seed % 3)]
    return Case(rules, True, Table.from_notation(sets), row_from_notation(" ".join(rack), "rack"))
