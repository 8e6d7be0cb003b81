"""Seat plans: every player sits once a round, and as few pairs as possible meet again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournament import met, seat_plans, table_sizes
from referee.tournament.seating import SeatPlan


def names(count: int) -> list[str]:
    return [f"player {number}" for number in range(1, count + 1)]


def seated(players: int, rounds: int, seats: int, seed: int = 1) -> tuple[SeatPlan, ...]:
    return seat_plans(names(players), rounds, seats, seed)


def repeated(plans: tuple[SeatPlan, ...]) -> int:
    return sum(times - 1 for times in met([plan.tables for plan in plans]).values())


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [
        (3, 4, (3,)),
        (4, 4, (4,)),
        (5, 4, (4,)),
        (6, 4, (3, 3)),
        (7, 4, (4, 3)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (16, 4, (4, 4, 4, 4)),
        (4, 3, (4,)),
        (5, 3, (4,)),
        (7, 3, (4, 3)),
        (8, 3, (4, 4)),
        (2, 4, ()),
        (6, 2, (2, 2, 2)),
        (7, 2, (2, 2, 2)),
    ],
)
def test_tables_are_of_three_or_four_or_of_two_with_as_few_byes_as_can_be(
    players: int, seats: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(players, seats) == sizes


@pytest.mark.parametrize("seed", [1, 2])
def test_sixteen_players_meet_everybody_once_in_five_rounds_of_four_tables(seed: int) -> None:
    """The known optimum: the affine plane of order 4 (the social golfers' problem 4-4-5)."""
    plans = seated(16, 5, 4, seed)
    assert repeated(plans) == 0
    assert set(met([plan.tables for plan in plans]).values()) == {1}
    assert len(met([plan.tables for plan in plans])) == 16 * 15 // 2


def test_nine_players_meet_everybody_once_in_four_rounds_of_three_tables() -> None:
    """The affine plane of order 3."""
    assert repeated(seated(9, 4, 3)) == 0


def test_a_hundred_tables_play_five_rounds_without_a_repeated_meeting() -> None:
    assert repeated(seated(400, 5, 4)) == 0


def test_who_met_before_is_kept_apart() -> None:
    first = seated(16, 1, 4)[0]
    later = seat_plans(names(16), 4, 4, 3, met([first.tables]))
    assert repeated((first, *later)) == 0


def test_the_last_of_the_standings_sits_out_and_nobody_twice_before_everybody_did() -> None:
    plans = seated(5, 5, 4)
    assert plans[0].byes == ("player 5",)
    assert sorted(name for plan in plans for name in plan.byes) == names(5)
    again = seat_plans(names(5), 1, 4, 1, byes={"player 5": 1})
    assert again[0].byes == ("player 4",)


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 14), st.integers(1, 3), st.sampled_from([2, 3, 4]), st.integers(0, 9))
def test_everybody_sits_at_one_table_or_out(players: int, rounds: int, seats: int, seed: int) -> None:
    for plan in seat_plans(names(players), rounds, seats, seed, swaps=300):
        assert sorted([*plan.byes, *(name for table in plan.tables for name in table)]) == sorted(names(players))
        assert tuple(map(len, plan.tables)) == table_sizes(players, seats)
