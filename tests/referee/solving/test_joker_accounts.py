"""Which accounts of the jokers are searched: none that another one covers."""

from collections import Counter

import pytest

from referee.judging import FaultCode, Position, Violation, judge
from referee.rules import PRESETS, Rules
from referee.sets import Kind
from referee.solving import best_play
from referee.solving.branching import Branching
from referee.solving.jokers.joker_accounts import subproblems
from referee.solving.tiling.cells import fixed_set
from referee.solving.tiling.tiling_problem import IN_GROUPS
from referee.table import Table, row_from_notation
from referee.tiles import Tile


@pytest.mark.parametrize(
    ("preset", "table", "rack", "accounts"),
    [
        # Kept; freed by one of two tiles, whichever.
        ("wikipedia", "J r4 o4", "k4 b4", [(0, 0), (1, 2)]),
        ("wikipedia", "J r4 o4", "k4", [(0, 0), (1, 0)]),
        # Freed by a tile of the table, it may go anywhere, stay what it was, and leave that of the rack there.
        ("senior-games", "r3 J r5 / r4 k4 o4", "r4", [(1, 0)]),
        # Freed by that of the rack alone: then that has to lie.
        ("senior-games", "r3 J r5", "r4", [(0, 0), (1, 0)]),
        # None freed; one, the other or both.
        ("danish-card", "r3 J r5 / k7 J k9", "r4 k8", [(0, 0), (2, 3)]),
        # A joker that is bound among tiles of the rack may not stay.
        ("sabra", "r3 J r5", "r4", [(0, 0), (1, 0)]),
    ],
)
def test_accounts_are_searched_together_or_not_at_all_where_one_covers_another(
    preset: str, table: str, rack: str, accounts: list[tuple[int, int]]
) -> None:
    """`accounts`: of each the freed jokers, and how many it stands for."""
    tiles = Counter(row_from_notation(rack, "rack"))
    found = subproblems(PRESETS[preset], Table.from_notation(table.split(" / ")), tiles)
    assert [(one.freed_jokers, len(one.accounts)) for one in found] == accounts


@pytest.mark.parametrize(
    ("old_run", "branched"),
    [
        # Of four no three are left to lie together: o2 o3 o4 never lies, nor does any set like it.
        ("o3 o4 o5 o6", [(2, 9, 0)]),
        # Of five they may: o2 o3 o4 does not lie; or it does, and o5 to o7 are together.
        ("o3 o4 o5 o6 o7", [(2, 1, 0), (2, 0, 1)]),
    ],
)
def test_a_rule_that_is_broken_whichever_tile_freed_the_joker_is_branched_on_for_all_accounts_at_once(
    old_run: str, branched: list[tuple[int, int, int]]
) -> None:
    """`branched`: of each the accounts it stands for, the sets of three that may not lie, those that are fixed."""
    rules, table = PRESETS["danish-card"], Table.from_notation(["o13 J k13", old_run])
    rack = Counter(row_from_notation("r13 b13 o2", "rack"))
    freed = next(one for one in subproblems(rules, table, rack) if one.freed_jokers)
    laid = (fixed_set(Kind.RUN, row_from_notation("o2 o3 o4", "set")).cells,)
    broken = Violation(FaultCode.REBUILT_TOO_FAR, 1, 0)
    branches, are_all = Branching(rules, table, rack).branches(freed, laid, [broken])
    assert [(len(one.accounts), len(one.forbidden), len(one.fixed_sets)) for one in branches] == branched
    assert are_all


@pytest.mark.parametrize(
    ("table", "rack", "points"),
    [("k2 k3 k4 / r2 o2 k2 / J r7 J", "J J", 19), ("o8 J k8 / J J r2", "J o1 o3", 6)],
)
def test_what_is_worth_less_than_accounts_searched_as_one_make_it_is_asked_of_each(
    table: str, rack: str, points: int
) -> None:
    """A tiling of them all may count a joker of the table as one of the rack."""
    rules = Rules.from_json({"preset": "danish-card", "jokers": 4})
    play = best_play(Position(rules, True, Table.from_notation(table.split(" / "))), row_from_notation(rack, "rack"))
    assert (play.points, play.is_optimal) == (points, True)


def test_a_set_whose_tile_freed_a_joker_elsewhere_may_be_no_set_of_three_any_more() -> None:
    """o3 lies in the joker's place: k3 r3 b3 leaves nothing of k3 o3 b3 that would have to stay together."""
    options = {"jokers": 3, "group_colours_differ": False, "jokers_in_a_set": 1, "rebuilding": "all-or-three"}
    rules = Rules.from_json({"preset": "mind-sports", **options})
    before, after = ("o2 J o4 / k3 o3 b3", "J r2 b2 / o2 o3 o4 / k3 r3 b3")
    table = Table.from_notation(before.split(" / "))
    assert judge(Position(rules, True, table), Table.from_notation(after.split(" / "))).legal
    assert best_play(Position(rules, True, table), row_from_notation("r2 b2 r3 r6", "rack")).at_most >= 3


def test_a_set_of_three_breaks_the_rule_only_for_the_tile_that_freed_the_joker() -> None:
    """Freed by r13 the old set is o13 r13 k13, and may lie so; freed by b13 two of it may not lie beside r13."""
    rules, table = PRESETS["danish-card"], Table.from_notation(["o13 J k13"])
    rack = Counter(row_from_notation("r13 b13 o1 o2", "rack"))
    freed = next(one for one in subproblems(rules, table, rack) if one.freed_jokers)
    by_blue, by_red = sorted(freed.accounts, key=lambda one: Tile.from_notation("r13") in one.table)
    laid = (fixed_set(Kind.GROUP, row_from_notation("o13 r13 k13", "set")).cells,)
    branching = Branching(rules, table, rack)
    branching.branches(by_blue, laid, [Violation(FaultCode.REBUILT_TOO_FAR, 0, 0)])
    three = tuple(sorted(laid[0]))
    assert three in branching.narrowed(by_blue).forbidden
    assert three not in branching.narrowed(by_red).forbidden
    assert three not in branching.narrowed(freed).forbidden


@pytest.mark.parametrize(
    ("preset", "rack", "places"),
    [
        ("wikipedia", "r4 k9 k11", {(0, 10)}),
        ("wikipedia", "r4 k9 k10", {(0, 8), (0, 11)}),
        ("wikipedia", "r4 k7 k10", set()),
        ("wikipedia", "r4 r2 r7", {(1, 6)}),  # red 3 to 5 of the table lie between
        ("sabra", "r4 r2 r7", set()),
        ("sabra", "r4 k9 b9", {(IN_GROUPS, 9)}),
    ],
)
def test_a_freed_joker_may_lie_where_the_rack_has_companions(
    preset: str, rack: str, places: set[tuple[int, int]]
) -> None:
    table, tiles = Table.from_notation(["r3 J r5"]), Counter(row_from_notation(rack, "rack"))
    found = [one.joker_places for one in subproblems(PRESETS[preset], table, tiles)]
    assert found == [None, places], "a joker that is kept may lie anywhere"
