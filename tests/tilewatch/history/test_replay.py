"""Boards of a match: each tile followed from turn to turn."""

from itertools import count

import pytest

from referee.match import Match, agreeing, openers
from referee.rules import PRESETS, Rules
from referee.table import Table
from tests.tilewatch.history.made_up import made_up_match
from tilewatch.history.in_json import lesson_of, what_was_held
from tilewatch.history.replay import Board, How, boards, followed


def board(*rows: str) -> Board:
    return followed((), Table.from_notation(list(rows)), count(1))


def how(before: tuple[str, ...], after: tuple[str, ...]) -> dict[str, str]:
    """The fate of each tile of the later table, as `tile@set` with its way; tiles that did not move are omitted."""
    later = followed(board(*before), Table.from_notation(list(after)), count(100))
    return {
        f"{one.tile}@{' '.join(str(t.tile) for t in row.tiles)}": one.how.value
        for row in later
        for one in row.tiles
        if one.how is not How.LAY
    }


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ((), (), {}),
        ((), ("r1 r2 r3",), {f"{t}@r1 r2 r3": "new" for t in ("r1", "r2", "r3")}),
        (("r1 r2 r3",), ("r1 r2 r3 r4",), {"r4@r1 r2 r3 r4": "new"}),
        (("r1 r2 r3 r4", "k4 b4 o4"), ("r1 r2 r3", "r4 k4 b4 o4"), {"r4@r4 k4 b4 o4": "moved"}),
        (("r1 r2 r3", "r1 r2 r3 r4"), ("r1 r2 r3 r4", "r1 r2 r3"), {}),
        (("r1 r2 r3", "J b5 b6"), ("b4 b5 b6", "r1 r2 r3 J"), {"b4@b4 b5 b6": "new", "J@r1 r2 r3 J": "moved"}),
    ],
    ids=["nothing", "opening", "added", "taken over", "two alike", "joker freed"],
)
def test_as_few_tiles_as_possible_moved(before: tuple[str, ...], after: tuple[str, ...], changed: object) -> None:
    assert how(before, after) == changed


def test_a_set_stays_where_it_was_when_the_camera_lists_it_elsewhere() -> None:
    later = followed(board("r1 r2 r3", "k4 b4 o4"), Table.from_notation(["b9 k9 o9", "k4 b4 o4", "r1 r2 r3"]), count(9))
    assert [row.set for row in later] == [2, 1, 0]


def test_a_failed_turns_tiles_are_gone_from_the_next_board() -> None:
    match = Match.begun(["Ada", "Bo"], Rules(), 0.0).round_begun(1.0)
    opening, faulty = Table.from_notation(["r10 r11 r12"]), Table.from_notation(["r10 r11", "r12 k1"])
    match = match.claimed(opening, 5.0).claimed(faulty, 9.0).restored(10.0).claimed(opening, 15.0)
    first, _, last = boards(match.now.turns)
    assert [[one.id for one in row.tiles] for row in last] == [[one.id for one in row.tiles] for row in first]


def test_a_round_begins_with_new_tiles() -> None:
    turns = made_up_match(3).now.turns
    drawn = list(boards(turns))
    ids = [{one.id for row in board for one in row.tiles} for board in drawn]
    first = {id_ for turn, found in zip(turns, ids, strict=True) if turn.round == 1 for id_ in found}
    second = {id_ for turn, found in zip(turns, ids, strict=True) if turn.round == 2 for id_ in found}
    assert first
    assert not first & second


def counted(*turns: Table, racks: dict[str, str], anyway: bool = True) -> Match:
    match = Match.begun(["Ada", "Bo"], Rules.from_json({"preset": "original", "dealt": 7}), 0.0).round_begun(1.0)
    for place, table in enumerate(turns, 1):
        match = match.claimed(table, 10.0 * place)
    return match.stopped(500.0).counted(racks, 510.0, anyway)


RUN, LONGER = Table.from_notation(["r10 r11 r12"]), Table.from_notation(["r9 r10 r11 r12"])


def test_what_was_held_is_known_from_the_last_draw_on() -> None:
    """Ada lays three tiles, then one; Bo draws, so that nobody knows which tiles he had before."""
    match = counted(RUN, RUN, LONGER, racks={"Ada": "r13 k1 k5", "Bo": "b1 b2 b3 b4 b5 b6 b7 b9"})
    now = match.now
    held = what_was_held(now)
    assert held.keys() == {1, 3}
    assert sorted(map(str, held[1].rack)) == ["k1", "k5", "r10", "r11", "r12", "r13", "r9"]
    assert openers(now.turns) == {3}


def test_the_best_play_there_was_is_that_of_the_rack_and_the_table() -> None:
    match = counted(RUN, RUN, LONGER, racks={"Ada": "r13 k1 k5", "Bo": "b1 b2 b3 b4 b5 b6 b7 b9"})
    told = lesson_of(match.now, match.now.turns[2], lambda: False)
    assert told is not None
    assert sorted(told["play"]) == ["r13", "r9"]


def test_an_old_round_is_looked_at_by_its_own_rules() -> None:
    """Opening with two sets is legal in the original game; the rules of the next round allow a single set."""
    two = Table.from_notation(["r5 r6 r7", "k5 k6 k7"])
    match = counted(two, two, racks={"Ada": "o1", "Bo": "b1 b2 b3 b4 b5 b6 b7 b9"})
    match = agreeing.rules_changed(match, PRESETS["finnish"], "", 520.0)
    told = lesson_of(match.now, match.now.turns[0], lambda: False)
    assert told is not None
    assert len(told["play"]) == 6


def test_a_rack_that_does_not_add_up_is_not_taken_for_known() -> None:
    match = counted(RUN, RUN, LONGER, racks={"Ada": "r13 k1", "Bo": "b1"})
    assert 1 not in what_was_held(match.now)


def test_before_the_round_is_counted_nothing_is_known() -> None:
    match = Match.begun(["Ada", "Bo"], Rules(), 0.0).round_begun(1.0).claimed(RUN, 5.0)
    assert 1 not in what_was_held(match.now)


def test_boards_are_made_in_one_walk_over_the_turns() -> None:
    """Turns are a linked list: searching the predecessor of each turn would take quadratic time."""
    turns = made_up_match(1).now.turns
    assert [len(one) for one in boards(iter(turns))] == [len(turn.after.sets) for turn in turns]
