"""The standings and their tie-breaks, in the order that the agreement states."""

from collections.abc import Mapping

from referee.rules import Rules
from referee.tournament import RecordedTournament, Score, standings
from referee.tournament.events import ResultGiven, RoundSeated, Seated

FOUR = ("Ada", "Bo", "Cy", "Di")
SIX = (*FOUR, "Eli", "Fay")
Brought = Mapping[str, tuple[float, int | None]]


def after(*rounds: Brought, players: tuple[str, ...] = FOUR) -> list[tuple[int, str, str | None]]:
    """The standings after rounds of one or two tables: each player's points and remaining tiles."""
    tournament = RecordedTournament.begun("Test", players, len(rounds), 3, Rules(), at=0.0)
    for number, brought in enumerate(rounds, 1):
        names = list(brought)
        tables = [names] if len(names) < 6 else [names[:3], names[3:]]
        tournament = tournament.after(
            RoundSeated(at=1.0, tables=tuple(Seated(n, tuple(table)) for n, table in enumerate(tables, 1)))
        )
        for n, table in enumerate(tables, 1):
            scores = tuple(Score(name, *brought[name]) for name in table)
            tournament = tournament.after(ResultGiven(at=2.0, round=number, table=n, scores=scores, by_table=True))
    return [(place.place, place.record.player, place.by) for place in standings(tournament.now)]


def test_points_come_first() -> None:
    brought = {"Ada": (-20, None), "Bo": (30, None), "Cy": (-10, None), "Di": (0, None)}
    assert after(brought) == [(1, "Bo", None), (2, "Di", None), (3, "Cy", None), (4, "Ada", None)]


def test_then_rounds_won_and_equals_share_a_place() -> None:
    one = {"Ada": (10, None), "Bo": (5, None), "Cy": (-5, None), "Di": (-10, None)}
    two = {"Ada": (-10, None), "Bo": (-5, None), "Cy": (5, None), "Di": (10, None)}
    assert after(one, two) == [(1, "Ada", None), (1, "Di", None), (3, "Bo", "tie.won"), (3, "Cy", "tie.won")]


def test_then_head_to_head_where_all_have_met() -> None:
    one = {"Ada": (10, 0), "Bo": (-4, 1), "Cy": (-6, 3), "Di": (10, 0), "Eli": (-5, 4), "Fay": (-5, 4)}
    two = {"Ada": (-4, 9), "Di": (8, 0), "Eli": (-4, 2), "Bo": (10, 0), "Cy": (-5, 1), "Fay": (-5, 1)}
    places = after(one, two, players=SIX)
    assert places[:3] == [(1, "Di", None), (2, "Ada", None), (3, "Bo", "tie.met")]


def test_then_the_fewest_tiles_left_where_they_are_known() -> None:
    one: Brought = {"Ada": (10, 3), "Cy": (-5, 2), "Di": (-5, 1), "Bo": (10, 0), "Eli": (-5, 4), "Fay": (-5, 3)}
    places = after(one, players=SIX)
    assert places[:2] == [(1, "Bo", None), (2, "Ada", "tie.tiles")]
    assert [place[1] for place in places[2:]] == ["Di", "Cy", "Fay", "Eli"]
    unknown = {**one, "Bo": (10, None)}
    assert after(unknown, players=SIX)[:2] == [(1, "Ada", None), (1, "Bo", None)]
