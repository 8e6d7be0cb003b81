"""A tournament from its opening to its final: what is refused, what counts, and what is withdrawn."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.rules import Rules
from referee.tournament import (
    NotNow,
    RecordedTournament,
    Score,
    TournamentError,
    plain_points,
    sentence_of,
    standings,
)

EIGHT = ("Ada", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal")


def opened(
    players: tuple[str, ...] = EIGHT, rounds: int = 3, seats: int = 4, rules: Rules | None = None
) -> RecordedTournament:
    return RecordedTournament.begun("Friday", players, rounds, seats, rules or Rules(), at=0.0)


def seated(**how: object) -> RecordedTournament:
    return opened(**how).round_seated(seed=1, at=1.0)  # type: ignore[arg-type]


def scores(players: tuple[str, ...], *points: float) -> list[Score]:
    return [Score(name, each) for name, each in zip(players, points, strict=True)]


def played(tournament: RecordedTournament) -> RecordedTournament:
    """The round in which every table is won by the player in the first seat."""
    for table in tournament.now.rounds[-1].tables:
        others = len(table.players) - 1
        tournament = tournament.reported(table.number, scores(table.players, 10 * others, *(-10,) * others), at=2.0)
    return tournament


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises((NotNow, TournamentError)) as refused:
        act()
    return str(refused.value)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"players": ("Ada", "Bo", "Cy")}, "3 players are fewer than a table of 4 seats."),
        ({"players": ("Ada", "Bo", "Cy", "bo ")}, "Entry 4: bo is entry 2 already."),
        ({"seats": 5}, "A table seats 2, 3 or 4, not 5."),
        ({"rules": Rules.from_json("mind-sports")}, "The rules are for 2 players, not 4."),
        ({"rounds": 0}, "A tournament has 1 to 30 rounds, not 0."),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(how: dict[str, object], says: str) -> None:
    assert refusal(lambda: opened(**how)) == says  # type: ignore[arg-type]


def test_the_mind_sports_olympiad_is_played_by_two_at_a_table() -> None:
    tournament = seated(seats=2, rules=Rules.from_json("mind-sports"))
    assert [len(table.players) for table in tournament.now.rounds[0].tables] == [2, 2, 2, 2]
    assert played(tournament).round_seated(1, 3.0).now.rounds[-1].number == 2


def test_a_round_is_seated_when_the_one_before_has_all_its_results() -> None:
    tournament = seated()
    assert refusal(lambda: tournament.round_seated(1, 2.0)) == (
        "Round 1 is still being played: no result yet from table 1, 2."
    )
    assert played(tournament).round_seated(1, 3.0).now.rounds[-1].number == 2


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((30, -10, -10, -5), "Table 1: the scores add up to 5, not to 0."),
        ((7 / 3, 7 / 3, 7 / 3, -7), None),
    ],
)
def test_scores_add_up_to_nothing(points: tuple[float, ...], says: str | None) -> None:
    tournament = seated()
    players = tournament.now.rounds[0].tables[0].players
    given = scores(players, *points)
    if says is None:
        assert tournament.result(1, given, 2.0).now.rounds[0].missing == (2,)
    else:
        assert refusal(lambda: tournament.result(1, given, 2.0)) == says


def test_a_result_is_of_a_table_that_plays_and_of_those_who_sit_there() -> None:
    tournament = seated()
    players = tournament.now.rounds[0].tables[0].players
    none = scores(players, 0, 0, 0, 0)
    assert refusal(lambda: tournament.result(9, none, 2.0)) == "Table 9 does not play in round 1 (tables 1, 2 do)."
    assert refusal(lambda: tournament.result(1, none, 2.0, number=2)) == "There is no round 2."
    stranger = [*none[:3], Score("Zoe", 0)]
    assert refusal(lambda: tournament.result(1, stranger, 2.0)) == (
        f"Table 1: Zoe does not sit there ({', '.join(players)})."
    )
    assert refusal(lambda: tournament.result(1, none[:3], 2.0)) == f"Table 1: the score of {players[3]} is missing."
    spelt = [replace(score, player=score.player.upper()) for score in none]
    assert tournament.result(1, spelt, 2.0).now.rounds[0].tables[0].result is not None


def test_what_a_director_entered_or_signed_no_table_reports_over() -> None:
    tournament = seated()
    players = tournament.now.rounds[0].tables[0].players
    first, other = scores(players, 30, -10, -10, -10), scores(players, 6, -2, -2, -2)
    counted_again = tournament.reported(1, first, 2.0).reported(1, other, 3.0)
    assert counted_again.now.points()[players[0]] == 6
    says = "Table 1: the director has decided the result of round 1."
    assert refusal(lambda: counted_again.signed(1, 4.0).reported(1, first, 5.0)) == says
    assert refusal(lambda: tournament.result(1, first, 2.0, "misread").reported(1, other, 3.0)) == says


def test_latecomers_and_drop_outs_change_the_rounds_to_come() -> None:
    tournament = played(seated()).entered("Ivy", 3.0).left("ada", 3.0)
    assert refusal(lambda: tournament.entered("ivy", 4.0)) == "Ivy plays already."
    later = tournament.round_seated(1, 4.0).now.rounds[-1]
    sitting = {name for table in later.tables for name in table.players}
    assert sitting == {*EIGHT, "Ivy"} - {"Ada"}
    assert [place.record.player for place in standings(tournament.now)][-1] != "Ada"
    assert refusal(lambda: tournament.left("Ada", 5.0)) == "Ada has left already."
    assert tournament.entered("Ada", 5.0).now.playing[0] == "Ada"


def test_the_seats_ahead_are_kept_while_the_same_players_play() -> None:
    tournament = played(seated(rounds=3))
    planned = tournament.now.ahead[0].tables
    assert tuple(table.players for table in planned) == tuple(
        table.players for table in tournament.round_seated(99, 3.0).now.rounds[-1].tables
    )


def test_losses_are_cut_at_the_limit_and_who_never_opened_pays_more() -> None:
    rules = replace(Rules(), most_lost=50, never_opened_pays=20)
    tournament = seated(rules=rules)
    names = tournament.now.rounds[0].tables[0].players
    given = [Score(names[0], 110), Score(names[1], -60), Score(names[2], -10, opened=False), Score(names[3], -40)]
    result = tournament.reported(1, given, 2.0).now.rounds[0].tables[0].result
    assert result is not None
    assert [plain_points(result.points[name]) for name in names] == [120, -50, -30, -40]


def test_a_final_seats_the_best_and_its_points_order_its_tables() -> None:
    tournament = played(seated())
    before = [place.record.player for place in standings(tournament.now)]
    final = tournament.final_seated(1, 3.0)
    table = final.now.rounds[-1].tables[0]
    assert table.players == tuple(before[:4])
    decided = final.result(1, scores(table.players, -5, -5, -5, 15), 4.0)
    assert [place.record.player for place in standings(decided.now)] == [
        table.players[3], *table.players[:3], *before[4:],
    ]  # fmt: skip
    assert refusal(lambda: tournament.final_seated(3, 3.0)) == (
        "A final of 3 tables cannot be seated: there are players for 1 to 2."
    )


def test_any_change_is_taken_back_that_no_later_one_builds_upon() -> None:
    tournament = played(seated()).entered("Ivy", 3.0)
    undone = tournament.taken_back(4, 4.0)
    assert undone.now.playing == EIGHT
    assert len(undone.changes) == 6
    assert undone.counts() == (0, 1, 2, 3)
    assert undone.taken_back(3, 5.0).now.rounds[0].missing == (2,)
    assert refusal(lambda: tournament.taken_back(1, 5.0)) == (
        "Change 1 cannot be taken back, later ones build upon it: There is no round 1."
    )
    assert refusal(lambda: undone.taken_back(4, 5.0)) == "There is no change 4 that could be taken back."
    assert refusal(lambda: undone.taken_back(0, 5.0)) == (
        "A tournament's beginning cannot be taken back once a round is seated, nor that of the first tournament."
    )


def test_a_tournament_whose_beginning_was_taken_back_is_none_any_more() -> None:
    gone = opened().taken_back(0, 1.0)
    assert (gone.is_taken_back, opened().is_taken_back) == (True, False)
    assert refusal(lambda: gone.entered("Ivy", 2.0)) == "No tournament has been opened."


def test_a_result_may_be_taken_back_after_the_next_draw_which_stays() -> None:
    tournament = played(seated()).round_seated(1, 3.0)
    (report,) = tournament.reports(1, round_=1)
    undone = tournament.taken_back(report, 4.0)
    assert [round_.missing for round_ in undone.now.rounds] == [(1,), (1, 2)]
    assert undone.now.rounds[1] == tournament.now.rounds[1]
    assert played(undone).round_seated(1, 5.0).now.rounds[-1].number == 3


def test_what_was_counted_is_of_the_round_that_was_played_then() -> None:
    tournament = played(seated()).round_seated(1, 3.0)
    rounds = [tournament.round_at(moment) for moment in (0.5, 1.0, 2.9, 3.0)]
    assert [found and found.number for found in rounds] == [None, 1, 1, 2]


def test_one_clock_runs_for_the_hall() -> None:
    tournament = seated().clock_started(40, 100.0)
    assert tournament.now.clock is not None
    assert tournament.now.clock.left(160.0) == 39 * 60
    stopped = tournament.clock_stopped(160.0)
    assert refusal(lambda: stopped.clock_stopped(170.0)) == "The hall's clock does not run."
    resumed = stopped.clock_resumed(1000.0)
    assert resumed.now.clock is not None
    assert resumed.now.clock.left(1060.0) == 38 * 60


def test_every_change_is_told() -> None:
    tournament = played(seated()).entered("Ivy", 3.0)
    tournament = tournament.signed(1, 4.0).taken_back(4, 5.0)
    sentences = [sentence_of(change).text for change in tournament.changes]
    assert sentences[:2] == ["Friday was opened: 8 players, 3 rounds.", "A round was seated: 2 tables."]
    assert sentences[-3:] == ["Ivy entered.", "The director signed table 1, round 1.", "Change 4 was taken back."]
