"""A match's list of turns shares its beginning with shorter lists."""

import pytest

from referee.match.match import Match
from referee.match.turns import Turns
from referee.rules import Rules
from referee.table import Table


def played(count: int) -> Match:
    match = Match.begun(["Ada", "Bo"], Rules(), 0.0).round_begun(1.0)
    for number in range(count):
        match = match.claimed(Table(), 10.0 * number + 5)
    return match


def test_turns_are_asked_for_like_those_of_any_list() -> None:
    turns = played(5).now.turns
    assert [turn.number for turn in turns] == [1, 2, 3, 4, 5]
    assert [turn.number for turn in turns[1:3]] == [2, 3]
    assert (turns[0].number, turns[4].number, turns[-1].number, turns[-5].number) == (1, 5, 5, 1)
    assert (len(turns), bool(turns), bool(Turns())) == (5, True, False)
    for place in (5, -6):
        with pytest.raises(IndexError):
            turns[place]


def test_turns_are_the_same_however_they_were_made() -> None:
    turns = played(4).now.turns
    assert turns == Turns.of(turns) == tuple(turns)
    assert turns != turns[:3]
    assert turns != Turns.of(turns[:3])
    assert turns != Turns.of([*turns[:2], turns[3], turns[2]])
    assert hash(turns) == hash(Turns.of(turns))


def test_a_longer_list_shares_the_shorter_one() -> None:
    match = played(3)
    more = match.claimed(Table(), 90.0)
    assert more.taken_back(91.0).now.turns is match.now.turns


def test_a_thousand_counts_by_hand_in_one_round_can_all_be_taken_back() -> None:
    """Each count changes the rack in every earlier turn; the change is computed when a turn is taken back."""
    match = Match.begun(["Ada", "Bo"], Rules(), 0.0).round_begun(1.0)
    for number in range(1000):
        player = match.now.player.name
        match = match.claimed(Table(), 10.0 * number + 5).rack_corrected(player, 14, 10.0 * number + 6)
    for number in range(1000):
        match = match.taken_back(20_000.0 + number)
    assert (len(match.now.turns), match.now.turn) == (0, 1)
    assert [player.rack for player in match.now.players] == [0, 0]
