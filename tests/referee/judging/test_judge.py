"""Turns: which tiles were played, what the verdict says of them, and which changes never matter."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.judging import FaultCode, Position, Verdict, account_of, faults_of_table, judge, sentences
from referee.rules import PRESETS, Rules
from referee.table import Row, Table
from referee.tiles import Colour, Tile

ROOT = Path(__file__).parents[3]


def table(text: str) -> Table:
    return Table.from_notation([row for row in text.split(" / ") if row])


def turn(rules: object, before: str, after: str, opened: bool = True, seconds: float | None = None) -> Verdict:
    return judge(Position(Rules.from_json(rules), opened, table(before)), table(after), seconds)


def codes(verdict: Verdict) -> list[str]:
    return [fault.code.value for fault in verdict.faults]


LEGAL_TURNS = [
    # Legal turns of every kind; the tests below change their order, and they stay legal.
    ("original", True, "b4 b5 b6 / r8 k8 o8", "b3 b4 b5 b6 / r8 k8 o8 b8"),
    ("original", True, "k5 k6 k7 k8 k9 / r5 r6 r7 / o5 o6 o7", "k5 r5 o5 b5 / k6 r6 o6 / k7 r7 o7 / k8 k9 k10"),
    ("original", True, "b3 b4 b5 J b7 b8 b9", "b3 b4 b5 / b7 b8 b9 / J r9 r10"),
    ("original", False, "b4 b5 b6", "b4 b5 b6 / J r12 r13"),
    ("finnish", True, "r3 J r5 / k3 J k5", "r3 r4 r5 / k3 k4 k5 / J b9 b10 / J r9 r10"),
    ("finnish", True, "r3 J r5 / k7 b7 o7 r7", "r3 r4 r5 / k7 b7 o7 / r7 J r9 r10"),
    ("finnish", True, "r3 J r5 / r3 J r5 / k1 k2 k3", "r3 J r5 r6 / r3 J r5 / k1 k2 k3"),
    ("finnish", False, "r3 J r5 / k1 k2 k3", "r3 J r5 / k1 k2 k3 / b7 b8 b9 b10"),
    ("wikipedia", True, "b3 b4 J / k7 k8 k9", "b3 b4 b5 / J k7 k8 k9 k10 k11"),
    ("wikipedia", True, "b6 k6 J / b6 k6 r6", "b6 k6 r6 / b6 k6 r6 / J r9 r10"),
    ("danish-card", True, "r3 J r5 r6 r7 / r4 k4 b4 o4", "r3 r4 r5 r6 r7 / k4 b4 o4 J"),
    ("danish-card", True, "r3 r4 r5 r6 / r3 r4 r5", "r3 r4 r5 / r5 r6 r7 / r3 k3 b3 / r4 k4 b4"),
    ("sabra", True, "r3 J J r6", "r3 r4 J r6 / J k7 b7"),
    ("sabra", False, "r3 J r5", "r3 r4 r5 / k10 r10 b10 / J k7 b7"),
    ("tournament", True, "r3 r4 J", "r3 r4 r5 J"),
]


def shuffled(lies: Table, chance: random.Random, mirror: bool) -> Table:
    rows = [row[::-1] if mirror and chance.random() < 0.5 else row for row in lies.sets]
    chance.shuffle(rows)
    return Table(tuple(rows))


@pytest.mark.parametrize("position", LEGAL_TURNS, ids=lambda one: f"{one[0]}: {one[3]}")
@settings(deadline=None, max_examples=15)
@given(chance=st.randoms(use_true_random=False))
def test_a_legal_turn_stays_legal_when_sets_are_reordered_and_mirrored(
    position: tuple[str, bool, str, str], chance: random.Random
) -> None:
    rules, opened, before, after = position
    lay, lies = shuffled(table(before), chance, mirror=True), shuffled(table(after), chance, mirror=True)
    assert judge(Position(PRESETS[rules], opened, lay), lies).faults == ()


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(LEGAL_TURNS), st.randoms(use_true_random=False))
def test_swapping_two_equal_tiles_changes_nothing(position: tuple[str, bool, str, str], chance: random.Random) -> None:
    """Equal tiles are equal values: the verdict does not depend on which of two copies is given."""
    rules, opened, before, after = position
    lies = table(after)
    tiles = [(place, spot) for place, row in enumerate(lies.sets) for spot in range(len(row))]
    chance.shuffle(tiles)
    copies: dict[Tile, Tile] = {}
    rows = [list(row) for row in lies.sets]
    for place, spot in tiles:
        tile = rows[place][spot]
        copies.setdefault(tile, Tile(tile.colour, tile.number))
        rows[place][spot] = copies[tile]
    again = Table(tuple(map(tuple, rows)))
    assert judge(Position(PRESETS[rules], opened, table(before)), again) == judge(
        Position(PRESETS[rules], opened, table(before)), lies
    )


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(LEGAL_TURNS), st.randoms(use_true_random=False))
def test_any_tile_removed_from_the_table_is_noticed(
    position: tuple[str, bool, str, str], chance: random.Random
) -> None:
    rules, opened, before, _ = position
    lay = table(before)
    place = chance.randrange(len(lay.sets))
    spot = chance.randrange(len(lay.sets[place]))
    row = lay.sets[place]
    gone: Row = row[:spot] + row[spot + 1 :]
    lies = Table((*lay.sets[:place], gone, *lay.sets[place + 1 :]))
    verdict = judge(Position(PRESETS[rules], opened, lay), lies)
    missing = [fault for fault in verdict.faults if fault.code is FaultCode.TILE_MISSING]
    assert [fault.tiles for fault in missing] == [(row[spot],)]
    assert not verdict.legal


rows = st.builds(
    lambda colour, first, length: tuple(Tile(colour, n) for n in range(first, first + length)),
    st.sampled_from(list(Colour)),
    st.integers(1, 9),
    st.integers(3, 5),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(rows, min_size=1, max_size=5), st.sampled_from(list(PRESETS)))
def test_an_untouched_table_is_a_pass(sets: list[Row], preset: str) -> None:
    lies = Table(tuple(sets))
    verdict = judge(Position(PRESETS[preset], True, lies), lies)
    if not faults_of_table(PRESETS[preset], lies):
        assert verdict == Verdict((), (), PRESETS[preset].draw_when_passing)


def test_every_fault_is_told_not_only_the_first() -> None:
    verdict = turn("original", "b4 b5 b6", "b4 b5 / r9 r9 r9 / r9 k9 b9", opened=False, seconds=75)
    assert codes(verdict) == [
        "not-a-set",
        "not-a-set",
        "too-many-of-a-tile",
        "tile-missing",
        "opening-too-low",
        "opening-touches-table",
        "time-over",
    ]


def test_a_fault_names_its_set_its_tiles_and_its_leaflet() -> None:
    (fault,) = turn("finnish", "b1 b2 b3", "b1 b2 b3 / r5 J J r8").faults
    assert fault.to_json() == {
        "code": "too-many-jokers",
        "text": "(red 5, joker, joker, red 8) holds 2 jokers; a set may hold one.",
        "values": {"row": ["r5", "J", "J", "r8"], "count": 2, "most": 1},
        "sets": [1],
        "tiles": ["r5", "J", "J", "r8"],
        "source": "leaflet 000: at most one joker in a set",
        "rule": fault.source.to_json(),
        "from": None,
    }


@pytest.mark.parametrize(
    ("rules", "before", "after", "code", "sets"),
    [
        ("original", "b4 b5 b6", "k1 k2 k3 / b4 b5 / b6 r6 k6", "not-a-set", [1]),
        ("danish-card", "b8 b9 b10", "r1 r2 r3 / b9 b10 b11 / b8 r8 k8", "rebuilt-too-far", [1]),
        ("finnish", "r3 J r5 / k7 b7 o7", "r3 r4 r5 / k7 b7 o7 J", "joker-not-reused", [1]),
        ("finnish", "r3 r4 r5 J", "k3 b3 r3 / r4 r5 J", "joker-set-broken", [1]),
        ("finnish", "b3 b4 b5 J b7 b8 b9", "b3 b4 b5 / b7 b8 b9 / J r9 r10", "joker-exchange", [2]),
        ("original", "r4 r5 r6 / r4 k4 b4", "r4 r5 r6 / r4 k4 b4 / r4 o4 b4", "too-many-of-a-tile", [0, 1, 2]),
    ],
)
def test_the_set_a_fault_points_at(rules: str, before: str, after: str, code: str, sets: list[int]) -> None:
    (fault,) = turn(rules, before, after).faults
    assert (fault.code.value, list(fault.sets)) == (code, sets)


def test_a_turn_that_outlasts_the_bank_of_time_names_the_rule_of_the_bank() -> None:
    (fault,) = turn("mind-sports", "r4 r5 r6", "r4 r5 r6 r7", seconds=611).faults
    assert fault.source.text == "Mind Sports Olympiad 2019: 10 minutes for each player"
    (fault,) = turn("original", "r4 r5 r6", "r4 r5 r6 r7", seconds=61).faults
    assert fault.source.text == "leaflet 001: one minute a turn"


def test_a_house_rule_is_its_own_source() -> None:
    (fault,) = turn({"preset": "original", "opening_points": 40}, "", "k10 r10 b10", opened=False).faults
    assert fault.source.text == "house rule: The opening is worth at least 40 points."


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_no_box_could_hold_is_a_doubt_and_nothing_breaks(preset: str) -> None:
    heap = Table.from_notation(["J " * 30 + "r5", "r5 " * 40, "J J J J J k4"])
    verdict = judge(Position(PRESETS[preset], True, heap), Table((*heap.sets, *heap.sets)))
    assert "too-many-of-a-tile" in codes(verdict)


def test_a_joker_that_is_replaced_before_the_opening_is_the_reason() -> None:
    position = Position(Rules(), False, table("r3 J r5"))
    verdict = judge(position, table("r3 r4 r5 / J k12 r12"))
    low, taken = verdict.faults
    assert low.text == "Without the joker from the table the opening is worth 0 points and needs at least 30."
    assert taken.message.code == "opening-touches-table.joker"
    assert taken.source.text == "leaflet 001: no joker is taken back before the first meld"


def test_how_a_joker_was_read_is_told_where_no_tile_could_lie() -> None:
    three = Rules.from_json({"preset": "original", "jokers": 3})
    after = table("r12 r13 J / J k1 k2 / r5 J r7")
    account = account_of(three, Table(), after)
    assert account is not None
    told = [one.message.text for one in sentences(account) if one.message.code == "account.joker-counts"]
    assert told == [
        "In (red 12, red 13, joker) the joker counts as red 11: where it lies, no tile could be.",
        "In (joker, black 1, black 2) the joker counts as black 3: where it lies, no tile could be.",
    ]
    strict = Rules.from_json({"preset": "original", "joker_place": "in-order"})
    assert codes(judge(Position(strict, True, Table()), table("r12 r13 J / J k1 k2"))) == ["not-a-set", "not-a-set"]
    assert judge(Position(strict, True, Table()), table("J r13 r12 / r5 r3 r4")).faults[0].sets == (0,)
    assert judge(Position(strict, True, Table()), table("r13 r12 J / k8 J b8 / r5 r3 r4")).legal


def test_a_set_the_players_let_lie_is_no_fault_of_the_next_player() -> None:
    before, after = table("r5 r6 / b4 b5 b6"), table("r6 r5 / b4 b5 b6 b7")
    assert codes(judge(Position(Rules(), True, before), after)) == ["not-a-set"]
    let_lie = Position(Rules(), True, before, accepted=table("r5 r6"))
    assert judge(let_lie, after).legal
    assert codes(judge(let_lie, table("r6 r5 / b4 b5 b6 / r5 r6"))) == ["not-a-set"]
    assert codes(judge(let_lie, table("r5 / b4 b5 b6 / r6 k6 o6"))) == ["not-a-set"]  # who touches it leaves sets


def test_tiles_of_a_set_the_players_let_lie_are_bound_by_no_rule_on_sets() -> None:
    before, after = table("k8 r8 b10"), table("k8 r8 o8 / b9 b10 b11")
    assert judge(Position.by_right(PRESETS["danish-card"], True, before), after).legal
    taken = table("k8 o8 b8 / J k1 r1")
    assert judge(Position.by_right(PRESETS["finnish"], True, table("k8 J b8")), taken).legal


def test_more_of_a_tile_than_the_box_holds_is_asked_about_once() -> None:
    text = "r1 r2 r3 / r1 r2 r3 / r1 k1 b1"
    before, after = table(text), table(f"{text} / k5 r5 o5")
    assert codes(judge(Position(Rules(), True, before), after)) == ["too-many-of-a-tile"]
    assert judge(Position.by_right(Rules(), True, before), after).legal


HARD_TO_TELL = [
    # Jokers that may have moved in several ways: the way that is reported must not depend on the order of a set.
    ("wikipedia", "o3 J k3 J", "o3 k3 J J r9"),
    ("wikipedia", "o3 k3 J J r9", "o3 J k3 J / r9 r10 r11"),
    ("sabra", "r3 J J r6 / k3 b3 J", "r3 r4 r5 r6 / J J b9 / k3 b3 J"),
    ("danish-card", "J J r5 / k5 J b5", "r5 r5 k5 / J b5 J / J r9 r10"),
]


def test_the_same_is_told_in_every_process() -> None:
    program = (
        "import json, sys; from referee.judging import Position, judge; from referee.rules import PRESETS\n"
        "from referee.table import Table\n"
        "for rules, *tables in json.loads(sys.argv[1]):\n"
        "    before, after = (Table.from_notation(text.split(' / ')) for text in tables)\n"
        "    print(judge(Position(PRESETS[rules], True, before), after).to_json())\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program, json.dumps(HARD_TO_TELL)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1


def test_a_table_is_its_notation() -> None:
    text = "b4 b5 b6\nr8 k8 o8 J"
    assert str(Table.from_notation(text)) == text
    assert Table.from_notation(text).multiset().total() == 7


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        (["r1 J r3"], "The box holds no jokers, but one lies on the table."),
        (["r1 J r3", "b1 J b3"], "The box holds no jokers, but 2 lie on the table."),
    ],
)
def test_a_joker_in_a_game_without_jokers_is_told_as_that(sets: list[str], said: str) -> None:
    verdict = judge(
        Position(Rules.from_json({"preset": "original", "jokers": 0}), True, Table()), Table.from_notation(sets)
    )
    assert [fault.message.text for fault in verdict.faults] == [said]
