"""No account is overlooked: the search agrees with trying every origin of each tile (pasts.py)."""

import os
import random
from collections import Counter
from dataclasses import replace

import pytest

from referee.judging import FaultCode, Rearrangement, in_the_way, rearrangement, violations
from referee.rules import Rules
from referee.table import Table
from tests.referee.judging.pasts import is_legal
from tests.referee.judging.small_turns import disagreement, random_turn

ROUNDS = int(os.environ.get("TURNS", "10"))
"""Random turns under each of the rules; TURNS=2000 before pytest's command tries 2,000."""


@pytest.mark.parametrize(
    "rules",
    [
        Rules.from_json("finnish"),
        Rules.from_json("wikipedia"),
        Rules.from_json({"preset": "danish-card", "jokers": 2}),
        Rules.from_json("sabra"),
        Rules.from_json({"preset": "danish-card", "jokers": 1}),
        Rules.from_json({"preset": "finnish", "rebuilding": "all-or-three"}),
        Rules.from_json({"preset": "wikipedia", "rebuilding": "all-or-three"}),
        Rules.from_json({"preset": "sabra", "joker_sets": "open"}),
        Rules.from_json({"preset": "wikipedia", "freed_joker_goes": "all-new-set"}),
    ],
    ids=lambda rules: str(rules.to_json()),
)
def test_the_search_finds_a_legal_account_where_there_is_one(rules: Rules) -> None:
    chance = random.Random(f"accounts {rules.to_json()}")
    seen = Counter[bool]()
    for _ in range(ROUNDS):
        turn = random_turn(rules, chance)
        if turn is None:
            continue
        before, after = turn
        lay, lies = Table(tuple(before)), Table(tuple(after))
        played = lies.multiset() - lay.multiset()
        found = not violations(Rearrangement(rules, before, after, played))
        assert found == is_legal(rules, before, after), f"{lay.to_notation()} -> {lies.to_notation()}"
        seen[found] += 1
    assert seen[True]
    assert seen[False], "the positions tried should be legal and illegal ones"


@pytest.mark.parametrize("colours_differ", [True, False])
@pytest.mark.parametrize("old", ["r4 b4 J", "r4 b4 k4 J", "r4 b4 J J"])
@pytest.mark.parametrize("third", ["k4", "o4", "J"])
def test_two_tiles_of_a_group_with_a_joker_that_moves_freely_are_never_too_few(
    old: str, third: str, colours_differ: bool
) -> None:
    """The third tile of their set may lie where the joker lay, so three tiles of the group are together.

    The search for the best play therefore never asks which tile replaced a group's joker (branching.py).
    """
    rules = replace(Rules(), rebuilding="all-or-three", group_colours_differ=colours_differ)
    before = Table.from_notation(old)
    after = Table.from_notation(f"r4 b4 {third}\nk9 J k11\nk3 k4 k5\no9 J o11")
    turn = Rearrangement(rules, before.sets, after.sets, after.multiset() - before.multiset())
    assert not violations(turn)
    plain = replace(turn, before=Table.from_notation("r4 b4 k4").sets)
    assert bool(violations(plain)) == (third == "o4"), "where no joker lay, two of the group are too few"


@pytest.mark.parametrize(
    ("before", "after", "too_far"),
    [
        # o4 is the fourth tile of its old set, so o2 o3 o4 leaves two of its tiles, wherever the joker went.
        ("o3 o4 o5 o6 / b4 b5 J", "o2 o3 o4 / o5 o6 J / b4 b5 b6", [[(0, 0), (0, 1)]]),
        # Either 4 may be the 4 of the old set.
        ("o3 o4 o5 o6 / b4 b5 J", "o2 o3 o4 / o4 o5 o6 / b4 b5 b6 J", []),
        # The rule does not apply to a set with a joker, nor to a set whose tile may have freed the joker.
        ("o3 o4 o5 J / b4 b5 b6", "o2 o3 o4 / J o5 o6 / b4 b5 b6", []),
        ("o3 o4 o5 o6 / r4 b4 J", "o2 o3 o4 / o5 o6 J / r4 b4 k4", [[(0, 0), (0, 1)]]),
    ],
)
def test_what_is_rebuilt_too_far_whichever_way_the_jokers_went_is_known(
    before: str, after: str, too_far: list[list[tuple[int, int]]]
) -> None:
    tables = (Table.from_notation(text.split(" / ")) for text in (before, after))
    turn = rearrangement(Rules.from_json("danish-card"), *tables)
    assert turn.too_far_anyhow == too_far
    from_table = replace(turn, rules=replace(turn.rules, freeing_tile_from="rack-or-table"))
    assert from_table.too_far_anyhow == ([] if "r4 b4" in before else too_far), "o4 may have freed the joker of fours"


def test_what_is_in_the_way_is_told_of_jokers_that_nobody_took_without_their_tiles() -> None:
    """Taking one joker without its tile breaks a single rule; the search for the best play never takes a joker so."""
    tables = (Table.from_notation(text) for text in (["b4 b4 J", "J k5 k6"], ["k4 b4 b4", "k5 k6 k7", "r3 J J"]))
    turn = rearrangement(Rules.from_json({"preset": "danish-card", "jokers": 2}), *tables)
    assert [one.code for one in in_the_way(turn)] == [FaultCode.REBUILT_TOO_FAR] * 2
    assert [one.code for one in violations(turn)] == [FaultCode.JOKER_EXCHANGE]


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("seed", range(10 * ROUNDS))
def test_the_verdict_is_that_of_trying_every_past_whatever_options_are_changed(seed: int, opened: bool) -> None:
    wrong = disagreement(seed, opened)
    assert not wrong, wrong
