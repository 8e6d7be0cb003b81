"""All of its tiles, or at least three together: which sets of three cannot lie beside one another."""

from collections import Counter
from dataclasses import replace

import pytest

from referee.judging import Position, judge
from referee.rules import PRESETS, Rules
from referee.sets import Kind
from referee.solving import best_play
from referee.solving.conflicts import Conflicts, Part
from referee.solving.jokers.joker_accounts import subproblems
from referee.solving.jokers.subproblem import Subproblem
from referee.solving.origins import Origins, three_of
from referee.solving.tiling.cells import fixed_set
from referee.table import Table, row_from_notation
from referee.tiles import Tile

RULES = PRESETS["danish-card"]
GROUP, RUN = "k5 r5 o5", "k5 k6 k7"
"""Beside b5 k5 r5 and k5 k6 k7: the one takes the black 5 of the group, the other then that of the run."""


def asked_about(table: str, rack: str) -> tuple[Conflicts, Subproblem]:
    """The conflicts of a position, and its first account."""
    lay, tiles = Table.from_notation(table.split(" / ")), Counter(row_from_notation(rack, "rack"))
    return Conflicts(Origins(RULES, lay, tiles)), next(iter(subproblems(RULES, lay, tiles)))


def lying(*sets: str) -> list[Part]:
    """Sets of three that lie."""
    tiles = [row_from_notation(one, "set") for one in sets]
    return [
        three_of(fixed_set(Kind.RUN if len({t.colour for t in row}) == 1 else Kind.GROUP, row).cells) for row in tiles
    ]


@pytest.mark.parametrize(
    ("rack", "sets", "is_conflict"),
    [
        ("o5", [GROUP], False),
        ("o5", [RUN], False),
        ("o5", [GROUP, RUN], True),
        ("o5 k5", [GROUP, RUN], False),  # one of them has the black 5 of the rack
        ("o5 k8", [GROUP, "k6 k7 k8"], True),  # k6 and k7 are of the run, whatever else lies
    ],
)
def test_sets_of_three_that_may_lie_one_by_one_may_break_the_rule_together(
    rack: str, sets: list[str], is_conflict: bool
) -> None:
    conflicts, account = asked_about("b5 k5 r5 / k5 k6 k7", rack)
    assert conflicts.in_conflict([account], lying(*sets), halving=True) == [is_conflict]


def test_a_twin_that_stays_on_the_rack_is_part_of_a_conflict() -> None:
    conflicts, account = asked_about("b5 k5 r5 / k5 k6 k7", "o5 k5")
    left: Part = (Tile.from_notation("k5"), 1)
    assert conflicts.in_conflict([account], [left, *lying(GROUP, RUN)], halving=True) == [True]


def test_a_conflict_is_told_without_what_it_does_not_need() -> None:
    conflicts, account = asked_about("b5 k5 r5 / k5 k6 k7 / r9 r10 r11", "o5 b9 o9")
    parts = lying("r9 b9 o9", GROUP, RUN)
    assert conflicts.smallest([account], parts, halving=True) == parts[1:]


@pytest.mark.parametrize(
    ("old_run", "halved"),
    [
        ("o3 o4 o5 o6", []),  # of four no three are left
        ("o3 o4 o5 o6 o7", [0]),  # of five they may be together
    ],
)
def test_of_a_long_set_two_may_lie_in_a_set_of_three_if_three_others_are_together(
    old_run: str, halved: list[int]
) -> None:
    conflicts, account = asked_about(old_run, "o2")
    parts = lying("o2 o3 o4")
    assert conflicts.in_conflict([account], parts, halving=False) == [True]
    assert conflicts.in_conflict([account], parts, halving=True) == [not halved]
    assert conflicts.halved(account, parts) == halved


def test_a_tile_that_lies_with_others_of_its_set_is_not_in_a_set_of_three() -> None:
    """Else the orange 9 of the group is that of the run."""
    conflicts, account = asked_about("o6 o7 o8 o9 o10 o11 / k9 b9 o9", "o5 b9")
    together = replace(account, spent={0: row_from_notation("o9 o10 o11", "set")})
    sets = lying("o5 o6 o7", "b9 b9 o9")
    assert conflicts.in_conflict([account, together], sets, halving=True) == [False, True]


def test_two_of_the_same_tile_are_not_of_one_run() -> None:
    """So three others of the run need not be together."""
    conflicts, account = asked_about("r3 r4 r5 r6 r7 r8 / o3 r3 b3", "k3 r2")
    assert conflicts.halved(account, lying("k3 r3 r3")) == []
    assert conflicts.halved(account, lying("r2 r3 r4")) == [0]


def test_a_joker_that_is_told_to_be_kept_is_of_its_old_set() -> None:
    """Beside r2 r3 as a joker of the rack it may lie; as that of r1 J r3 it would leave two of its set there."""
    conflicts, account = asked_about("r1 J r3", "J r4")
    lies = three_of(fixed_set(Kind.RUN, row_from_notation("r2 r3 r4", "set"), [0]).cells)
    found = [conflicts.in_conflict([account], [lies._replace(kept=kept)], halving=True)[0] for kept in ((), ("r2",))]
    assert found == [False, True]


def test_three_tiles_of_a_set_are_together_where_a_tile_took_the_place_of_a_joker_that_moves_freely() -> None:
    """J k7 k8 has the joker in the place of black 6, and k9 goes to another run."""
    rules = Rules.from_json({"preset": "original", "rebuilding": "all-or-three"})
    table = Table.from_notation(["J k7 k8 k9", "r1 b1 k1", "r11 o11 J"])
    play = best_play(Position(rules, True, table), row_from_notation("k8 k11", "rack"))
    assert (len(play.played), play.is_optimal) == (2, True)
    assert judge(Position(rules, True, table), play.table).legal


@pytest.mark.parametrize(
    ("table", "rack", "worth"),
    [
        (
            "r10 r11 r12 r13 / b11 J r11 / k5 k6 J / o2 o3 o4 o5 o6 o7 / b5 k5 r5 / b12 r12 k12",
            "J J k7 r8 k2 o13 b4 b7 k12 k11 o12 o2 r13 b2 b13 r2 o5 o8 o4 k10",
            (20, 157),
        ),
        (
            "o9 b9 r9 J / b2 b3 b4 b5 b6 b7 / b3 b4 b5 J b7 / J r10 k10 o10 / r9 r10 r11 J r13",
            "o6 o8 o5 b11 o1 o2 o2 r3 k5 k6 r5 k13 b10 k3 o11 r3 b8 b2 o7",
            (16, 93),
        ),
    ],
)
def test_a_position_of_many_conflicts_is_proved(table: str, rack: str, worth: tuple[int, int]) -> None:
    """Of the second a joker of the table lies beside two tiles of which each may be its companion of before."""
    play = best_play(Position(RULES, True, Table.from_notation(table.split(" / "))), row_from_notation(rack, "rack"))
    assert (play.worth, play.is_optimal) == (worth, True)
