"""Players' figures from their matches: the all-time table, form, rivals, openings, thinking time, faults."""

import pytest

from referee.match import Match
from referee.rules import Rules
from referee.table import Table
from tilewatch.history.match_summary import MatchSummary, summary_of
from tilewatch.history.player_figures import all_time_table, colours_given, in_order_of_coming, is_over, player_figures
from web.decoding import decode, encode

OPENING = Table.from_notation(["r10 r11 r12"])
BOTH = Table.from_notation(["r10 r11 r12", "k10 k11 k12 k13"])
FAULTY = Table.from_notation(["r10 r11 r12", "b4 b6 k6"])


def evening(names: tuple[str, str] = ("Ada", "Bo"), rules: object = "original") -> Match:
    """Ada opens with 33 in 20 s, Bo fails after 40 s and opens in his second turn; the round is stopped and counted."""
    match = Match.begun(names, Rules.from_json(rules), 0.0).round_begun(1.0, names[0])
    match = match.claimed(OPENING, 21.0).claimed(FAULTY, 61.0).restored(70.0)
    match = match.claimed(OPENING, 80.0).claimed(BOTH, 110.0).stopped(111.0)
    return match.counted({names[0]: "r5", names[1]: "k10 J"}, 120.0, anyway=True)


@pytest.fixture
def summaries() -> list[MatchSummary]:
    """Two evenings of Ada and Bo, and one of Bo and Cy."""
    return [summary_of(evening(), 1, 100.0), summary_of(evening(), 2, 200.0), summary_of(evening(("Bo", "Cy")), 3, 300)]


def test_a_match_in_short_tells_rounds_scores_and_what_each_player_did(summaries: list[MatchSummary]) -> None:
    first = summaries[0]
    assert (first.names, first.scores, first.leaders) == (("Ada", "Bo"), {"Ada": 35, "Bo": -35}, ("Ada",))
    ada, bo = first.players
    assert (ada.turns, ada.failed, ada.laid, ada.seconds) == (2, 0, 3, 30.0)
    assert (bo.turns, bo.failed, bo.faults, bo.drawn) == (2, 1, {"not-a-set": 1, "opening-too-low": 1}, 3)
    assert [(one.turn, one.points) for one in bo.openings] == [(2, 46)]
    assert not first.is_finished
    assert is_over(first)


def test_a_match_in_short_is_read_as_it_was_written(summaries: list[MatchSummary]) -> None:
    assert decode(encode(summaries[0]), MatchSummary) == summaries[0]


def test_a_match_is_finished_when_its_agreed_rounds_are_played() -> None:
    assert summary_of(evening(rules={"preset": "original", "rounds": 1}), 1, 0.0).is_finished


def test_a_match_in_the_middle_of_a_round_is_not_over() -> None:
    assert not is_over(summary_of(evening().round_begun(130.0), 1, 0.0))


def test_the_all_time_table_adds_everything_up_and_lists_most_points_first(summaries: list[MatchSummary]) -> None:
    table = [(one.name, one.matches, one.rounds, one.won, one.points) for one in all_time_table(summaries)]
    assert table == [("Ada", 2, 2, 2, 70), ("Bo", 3, 3, 1, -35), ("Cy", 1, 1, 0, -35)]


def test_shared_wins_add_up_to_whole_points_where_they_do() -> None:
    """One point shared by two winners cannot be halved: it goes to the winner who comes first in turn order."""
    match = Match.begun(["Ada", "Bo", "Cy"], Rules(), 0.0)
    for _ in range(2):
        at = match.events[-1].at
        match = match.round_begun(at + 1).stopped(at + 2).counted({"Ada": "r5", "Bo": "k5", "Cy": "b6"}, at + 3, True)
    table = {one.name: one.points for one in all_time_table([summary_of(match, 1, 0.0)])}
    assert {name: (points, type(points)) for name, points in table.items()} == {
        "Ada": (2, int),
        "Bo": (0, int),
        "Cy": (-2, int),
    }


def test_somebody_who_only_had_a_seat_is_listed_without_a_match() -> None:
    seated = summary_of(Match.begun(["Ada", "Di"], Rules(), 0.0), 1, 0.0)
    assert [(one.name, one.matches) for one in all_time_table([seated])] == [("Ada", 0), ("Di", 0)]


def test_a_match_whose_rounds_were_only_counted_was_played_and_is_won() -> None:
    dealt = Match.begun(["Ada", "Di"], Rules(), 0.0).round_ready(1.0).round_begun(2.0).stopped(3.0)
    counted = summary_of(dealt.counted({"Ada": "", "Di": "k5"}, 4.0, anyway=True), 1, 0.0)
    assert [(one.name, one.matches, one.matches_won) for one in all_time_table([counted])] == [
        ("Ada", 1, 1),
        ("Di", 1, 0),
    ]


def test_head_to_head_counts_the_rounds_that_both_played(summaries: list[MatchSummary]) -> None:
    ada, cy = player_figures("Bo", summaries)["rivals"]
    assert (ada["name"], ada["rounds"], ada["ahead"], ada["behind"], ada["points"], ada["their_points"]) == (
        "Ada",
        2,
        0,
        2,
        -70,
        70,
    )
    assert (cy["name"], cy["rounds"], cy["ahead"], cy["behind"]) == ("Cy", 1, 1, 0)


def test_form_is_the_last_rounds_with_the_running_total(summaries: list[MatchSummary]) -> None:
    form = player_figures("Bo", summaries)["form"]
    assert [(one["match"], one["points"], one["won"], one["total"]) for one in form] == [
        (1, -35, False, -35),
        (2, -35, False, -70),
        (3, 35, True, -35),
    ]


def test_openings_thinking_time_and_faults_of_a_player(summaries: list[MatchSummary]) -> None:
    figures = player_figures("Bo", summaries)
    assert (figures["openings"]["count"], figures["openings"]["rounds"], figures["openings"]["most_points"]) == (
        3,
        3,
        46,
    )
    assert figures["openings"]["mean_turn"] == pytest.approx(1.7)
    assert (figures["thinking"]["turns"], figures["thinking"]["longest"]) == (6, 40.0)
    assert (figures["faults"]["turns"], figures["faults"]["failed"]) == (6, 2)
    assert figures["faults"]["rate"] == pytest.approx(1 / 3, abs=1e-4)
    assert [one["match"] for one in figures["matches_played"]] == [1, 2, 3]


def test_of_somebody_who_never_had_a_turn_nothing_is_made_up() -> None:
    figures = player_figures("Di", [summary_of(Match.begun(["Ada", "Di"], Rules(), 0.0), 1, 0.0)])
    assert (figures["form"], figures["matches_played"], figures["rivals"]) == ([], [], [])
    assert figures["thinking"]["mean"] is None
    assert figures["faults"]["rate"] is None
    assert figures["openings"]["mean_points"] is None


def test_a_colour_stays_when_others_come_and_a_chosen_one_counts(summaries: list[MatchSummary]) -> None:
    assert in_order_of_coming(summaries) == ["Ada", "Bo", "Cy"]
    assert colours_given(["Ada", "Bo"], {}) == {"Ada": 0, "Bo": 1}
    assert colours_given(["Ada", "Bo", "Cy"], {"Bo": 6}) == {"Ada": 0, "Bo": 6, "Cy": 2}
