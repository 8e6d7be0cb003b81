"""The account of a verdict: which tile freed which joker, and where each tile moved."""

import json
import os
import random
from collections import Counter

import pytest

from referee.judging import Account, Position, account_of, account_to_json, judge, sentences
from referee.rules import PRESETS, Rules
from referee.table import Table
from referee.tiles import Tile
from tests.referee.judging.truth import complaints, shuffled
from tests.referee.positions import position

TURNS = int(os.environ.get("TURNS", "500"))
"""Random turns whose accounts are compared with their tables."""


def account(rules: object, before: str, after: str) -> Account:
    lay, lies = (Table.from_notation(text.split(" / ")) for text in (before, after))
    found = account_of(Rules.from_json(rules), lay, lies)
    assert found is not None
    return found


def moves(told: Account) -> list[str]:
    return [f"{moved.tile} {moved.old} {moved.new}" for moved in told.tiles]


def test_a_joker_was_freed_by_a_tile_of_the_rack_and_laid_with_others_of_the_rack() -> None:
    (joker,) = account("finnish", "r3 J r5 / k1 k2 k3", "r3 r4 r5 / k1 k2 k3 / J k9 b9").jokers
    assert joker.to_json() == {
        "from": 0,
        "to": 2,
        "what": "freed",
        "stands_for": None,
        "freed_by": ["r4"],
        "freed_from": None,
        "laid_with": ["k9", "b9"],
    }


def test_a_joker_was_freed_by_a_tile_of_another_set() -> None:
    rules = {"preset": "original", "joker_freed_by": "its-tile"}
    (joker,) = account(rules, "r3 J r5 / r4 k4 b4 o4", "r3 r4 r5 / k4 b4 o4 / J k9 b9").jokers
    assert ([str(tile) for tile in joker.freed_by], joker.freed_from) == (["r4"], 1)


def test_a_joker_goes_on_standing_for_its_tile() -> None:
    (joker,) = account("wikipedia", "b4 J b6 / k1 k2 k3", "b4 J b6 b7 / k1 k2 k3").jokers
    assert (joker.fate.name, str(joker.stands), joker.laid_with) == ("KEPT", "b5", ())


@pytest.mark.parametrize("preset", ["danish-card", "american-1980", "senior-games"])
def test_where_a_freed_joker_may_lie_anywhere_it_is_told_where_it_lies(preset: str) -> None:
    told = account(preset, "b3 J b5 / r3 r4 r5 r6", "r3 b3 J / b3 b4 b5 / r4 r5 r6")
    assert [(one.fate.name, one.new, list(map(str, one.laid_with))) for one in told.jokers] == [("FREED", 0, ["b3"])]


def test_a_joker_was_taken_without_its_tile() -> None:
    (joker,) = account("finnish", "b3 b4 b5 J b7 b8 b9", "b3 b4 b5 / b7 b8 b9 / J r9 r10").jokers
    assert (joker.fate.name, joker.old, joker.new) == ("TAKEN", 0, 2)


def test_what_moved_where_is_told_of_tiles_that_left_most_of_their_set() -> None:
    told = account("original", "b8 b9 b10 / r1 k1 o1", "b9 b10 b11 / b8 r8 k8 / r1 k1 o1")
    assert moves(told) == ["b11 None 0", "k8 None 1", "r8 None 1", "b8 0 1"]


def test_a_tile_that_is_not_to_be_seen_is_told() -> None:
    assert moves(account("original", "b8 b9 b10 b11", "b9 b10 b11")) == ["b8 0 None"]


def words(told: Account) -> list[str]:
    return [sentence.message.text for sentence in sentences(told)]


def test_the_account_says_which_tile_freed_the_joker_whence_it_came_and_what_it_was_laid_with() -> None:
    assert words(account("finnish", "r3 J r5 / k1 k2 k3", "r3 r4 r5 / k1 k2 k3 / J k9 b9")) == [
        "The joker of (red 3, joker, red 5) was freed by red 4 from the rack; laid with black 9, blue 9 from the rack.",
        "From the rack: red 4 to (red 3, red 4, red 5).",
        "From the rack: black 9, blue 9 to (joker, black 9, blue 9).",
    ]


def test_where_jokers_move_freely_the_tile_that_lies_in_its_place_is_told() -> None:
    told = words(account("original", "r3 J r5 / r4 k4 b4 o4", "r3 r4 r5 / k4 b4 o4 / J k9 b9"))
    assert told[0].startswith("The joker of (red 3, joker, red 5) was freed by red 4 from (red 4, black 4, blue 4")
    told = words(account("original", "b3 b4 J / k1 k2 k3", "b3 b4 b5 / J k1 k2 k3"))
    assert told[0].endswith("was freed by blue 5 from the rack; it lies in (joker, black 1, black 2, black 3).")


def test_a_fault_points_at_the_account_of_its_set() -> None:
    before, after = "k1 k2 k3 / b3 b4 b5 J b7 b8 b9", "k1 k2 k3 / b3 b4 b5 / b7 b8 b9 / J r9 r10"
    told = account("finnish", before, after)
    (fault,) = judge(Position(PRESETS["finnish"], True, told.before), told.after).faults
    about = [one.message.code for one in sentences(told) if one.old == fault.to_json()["from"]]
    assert (fault.code, about[0]) == ("joker-exchange", "account.joker-taken")


def test_a_turn_in_which_nothing_moved_has_nothing_to_tell() -> None:
    assert words(account("finnish", "r3 J r5 / k1 k2 k3", "k1 k2 k3 / r3 J r5")) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_every_tile_is_told_once(preset: str) -> None:
    """The tiles from the rack are the tiles played, and no set gives more copies of a tile than it had."""
    rules, chance = PRESETS[preset], random.Random(preset)
    for seed in range(5):
        table, rack = position(seed, rules, 30, 6)
        rows = [list(row) for row in table.sets]
        for tile in rack:
            chance.choice(rows).append(tile)
        after = Table(tuple(map(tuple, rows)))
        told = account_of(rules, table, after)
        assert told is not None
        from_rack = Counter(moved.tile for moved in told.tiles if moved.old is None)
        assert from_rack == Counter(judge(Position(rules, True, table), after).played)
        for old, row in enumerate(table.sets):
            assert Counter(moved.tile for moved in told.tiles if moved.old == old) <= Counter(row)
        assert json.loads(json.dumps(account_to_json(told)))


def test_of_more_tiles_than_a_box_holds_nothing_is_told() -> None:
    assert account_of(Rules(), Table(), Table.from_notation(["r5 " * 9])) is None


ORDERS = 20

ONE_ORDER_TOLD_OF_ANOTHER_RUN = (
    "wikipedia",
    "k4 k5 k6 k7 k8 k9 / r5 r6 r7 r8 r9 r10 / r3 J r5 r6 / b5 b6 b7 b8 b9 b10",
    "r3 r4 r5 r6 / r8 r9 r10 / b9 b10 J / b5 b6 b7 b8 / r5 r6 r7 / k4 k5 k6 k7 k8 k9",
)
TWO_JOKERS_WERE_SAID_TO_HAVE_CHANGED_PLACES = (
    "tournament",
    "o3 k3 r3 b3 / k2 k3 k4 J k6 / r3 r4 J / k6 k7 k8 k9 k10",
    "o3 k3 r3 b3 / J r4 r3 / k6 k7 k8 k9 k10 / k2 k3 k4 k5 k6 / b9 b10 b11 b12 J",
)


@pytest.mark.parametrize("turn", [ONE_ORDER_TOLD_OF_ANOTHER_RUN, TWO_JOKERS_WERE_SAID_TO_HAVE_CHANGED_PLACES])
def test_the_account_is_the_same_in_whichever_order_the_camera_lists_the_sets(turn: tuple[str, str, str]) -> None:
    told, chance = account(*turn), random.Random(1)
    orders = [
        account_of(Rules.from_json(turn[0]), shuffled(chance, told.before), shuffled(chance, told.after))
        for _ in range(ORDERS)
    ]
    assert {tuple(sorted(words(one))) for one in orders if one} == {tuple(sorted(words(told)))}


def test_the_joker_of_a_set_that_nobody_touched_did_not_move() -> None:
    told = account(*TWO_JOKERS_WERE_SAID_TO_HAVE_CHANGED_PLACES)
    assert [sentence.old for sentence in sentences(told) if "joker" in sentence.message.code] == [1]
    assert "laid with blue 9, blue 10, blue 11, blue 12 from the rack" in words(told)[0]


def test_a_joker_is_said_to_be_freed_by_the_tile_that_lies_in_its_place() -> None:
    """Red 4 was laid from the rack; the other red 4, of the group, lies where the joker lay."""
    told = account("original", "r3 J r5 / r4 k4 b4 o4", "r3 r4 r5 / k4 b4 o4 / J k9 b9")
    assert (told.jokers[0].freed_by, told.jokers[0].freed_from) == ((Tile.from_notation("r4"),), 1)


def test_no_fault_names_a_set_that_nobody_touched() -> None:
    """Fewer rules would be broken if the jokers of two sets had been exchanged unnoticed: three tiles of the other set
    would then have stayed."""
    before = Table.from_notation(["b3 J o3", "r2 r3 r4 r5 r6", "r1 r2 J r4 r5 r6"])
    runs, low = ["r1 r2 r3", "o1 o2 J", "b3 J o3"], ["r1 k1 o1", "o2 b2 r2", "r4 o4 b4", "o4 k4 b4 r4"]
    after = Table.from_notation([*runs, *low, "r5 k5 o5", "b5 r5 o5", "b6 o6 r6 k6", "o6 k6 r6"])
    faults = judge(Position(PRESETS["danish-card"], True, before), after).faults
    assert {fault.old for fault in faults} == {2}


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_an_account_says_its_tables_show(preset: str) -> None:
    """Random turns; TURNS=10000 before pytest's command tries 10,000. `benchmarks.prove --accounts` tries more."""
    wrong = [
        one
        for seed in range(TURNS // len(PRESETS))
        for one in complaints(PRESETS[preset], random.Random(f"{preset} {seed}"))
    ]
    assert not wrong
