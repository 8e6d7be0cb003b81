"""Points of a round and of a match, by the leaflets' texts and their worked table."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.match.scores import EndedBy, score_round, totals
from referee.rules import PRESETS, Rules
from referee.table import row_from_notation
from referee.tiles import ALL_TILES


def scored(preset: object, never_opened: tuple[str, ...] = (), /, **racks: str) -> dict[str, object]:
    """The scores that result from racks in notation."""
    read = {name: row_from_notation(rack, name) for name, rack in racks.items()}
    return dict(score_round(read, Rules.from_json(preset), never_opened).scores)


LEAFLET_TABLE = [
    ({"A": "", "B": "r5", "C": "b13 k3", "D": "o3"}, {"A": 24, "B": -5, "C": -16, "D": -3}),
    ({"A": "k6", "B": "r11", "C": "", "D": "b5"}, {"A": -6, "B": -11, "C": 22, "D": -5}),
    ({"A": "J o2", "B": "k13", "C": "b2", "D": ""}, {"A": -32, "B": -13, "C": -2, "D": 47}),
]
"""Leaflets 000-002, the example of a score table: three games and their total."""


@pytest.mark.parametrize(("racks", "scores"), LEAFLET_TABLE)
def test_a_game_of_the_leaflets_score_table(racks: dict[str, str], scores: dict[str, int]) -> None:
    assert scored("original", **racks) == scores


def test_the_total_of_the_leaflets_score_table() -> None:
    assert totals(scores for _, scores in LEAFLET_TABLE) == {"A": -14, "B": -29, "C": 4, "D": 39}


def test_a_joker_left_on_a_rack_costs_thirty_or_twenty_five() -> None:
    """Leaflet 001: 30; leaflet 004: 25."""
    assert scored("original", A="", B="J k1") == {"A": 31, "B": -31}
    assert scored("danish-card", A="", B="J k1") == {"A": 26, "B": -26}


def test_with_an_empty_pool_losers_pay_what_they_hold_more_than_the_winner() -> None:
    """Leaflets 000-002: each loser subtracts the winner's sum from the own."""
    assert scored("original", A="r5", B="r9", C="b13 k3") == {"A": 15, "B": -4, "C": -11}


def test_how_the_round_ended_is_told() -> None:
    one, other = row_from_notation("r5", ""), row_from_notation("r6", "")
    assert score_round({"A": (), "B": one}, Rules()).ended_by is EndedBy.EMPTY_RACK
    assert score_round({"A": other, "B": one}, Rules()).ended_by is EndedBy.POOL_EMPTY


def test_players_with_the_same_lowest_rack_share_the_win() -> None:
    """The leaflets do not say; the shares are whole points that add up, and the remainder goes to the first winners in
    turn order, one point each."""
    assert scored("original", A="r5", B="k5", C="b13") == {"A": 4, "B": 4, "C": -8}
    assert scored("original", A="b13 r2", B="k5", C="b5", D="o5") == {"A": -10, "B": 4, "C": 3, "D": 3}
    fractions = {"preset": "original", "tie": "fractions"}
    assert scored(fractions, A="r5", B="k5", C="b12") == {"A": Fraction(7, 2), "B": Fraction(7, 2), "C": -7}


def test_equal_racks_all_around_score_nothing() -> None:
    assert scored("original", A="r5", B="k5") == {"A": 0, "B": 0}


def test_a_house_may_let_players_who_never_opened_pay() -> None:
    """Mind Sports Olympiad: 100 points more."""
    house = Rules.from_json({"preset": "original", "never_opened_pays": 100})
    racks = {"A": (), "B": row_from_notation("r5", ""), "C": row_from_notation("r6", "")}
    assert score_round(racks, house, ["C"]).scores == {"A": 111, "B": -5, "C": -106}


def test_a_house_may_limit_what_can_be_lost() -> None:
    house = Rules.from_json({"preset": "original", "most_lost": 25})
    racks = {"A": (), "B": row_from_notation("r13 r12 r11", ""), "C": row_from_notation("r6", "")}
    assert score_round(racks, house).scores == {"A": 31, "B": -25, "C": -6}


RACKS = st.lists(st.lists(st.sampled_from(ALL_TILES), max_size=20), min_size=2, max_size=6)


@given(RACKS, st.sampled_from(sorted(PRESETS)), st.integers(0, 100), st.none() | st.integers(1, 60))
def test_the_scores_of_a_round_sum_to_zero(
    racks: list[list[object]], preset: str, extra: int, most: int | None
) -> None:
    house = Rules.from_json({"preset": preset, "never_opened_pays": extra, "most_lost": most})
    named = {f"player {place}": rack for place, rack in enumerate(racks)}
    result = score_round(named, house, ["player 1"])  # type: ignore[arg-type]
    assert sum(result.scores.values()) == 0
    assert all(result.scores[name] >= 0 for name in result.winners)
