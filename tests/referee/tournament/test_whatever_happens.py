"""Random acts of directors and tables: none is half done, no result is lost, and an undone change leaves no trace."""

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import Rules
from referee.tournament import NotNow, RecordedTournament, Score, TournamentError, standings

NAMES = [f"player {number}" for number in range(7)]
ACTS = st.one_of(
    st.tuples(st.just("enter"), st.sampled_from([*NAMES, "late", "later"])),
    st.tuples(st.just("leave"), st.sampled_from([*NAMES, "late", "nobody"])),
    st.tuples(st.just("seat"), st.integers(0, 3)),
    st.tuples(st.just("final"), st.integers(1, 2)),
    st.tuples(st.just("report"), st.integers(1, 3), st.integers(0, 60)),
    st.tuples(st.just("report"), st.integers(1, 3), st.integers(0, 60)),
    st.tuples(st.just("enter result"), st.integers(1, 3), st.integers(-60, 60), st.integers(1, 3)),
    st.tuples(st.just("sign"), st.integers(1, 3)),
    st.tuples(st.just("clock"), st.sampled_from(["start", "stop", "resume"])),
    st.tuples(st.just("take back"), st.integers(0, 30)),
)


def done(now: RecordedTournament, act: tuple[object, ...], at: float) -> RecordedTournament:
    match act:
        case "enter", str(name):
            return now.entered(name, at)
        case "leave", str(name):
            return now.left(name, at)
        case "seat", int(seed):
            return now.round_seated(seed, at)
        case "final", int(tables):
            return now.final_seated(tables, at)
        case "report", int(table), int(points):
            return now.reported(table, _scores(now, table, points, len(now.now.rounds)), at)
        case "enter result", int(table), int(points), int(number):
            return now.result(table, _scores(now, table, points, number), at, "because", number)
        case "sign", int(table):
            return now.signed(table, at)
        case "clock", "start":
            return now.clock_started(40, at)
        case "clock", "stop":
            return now.clock_stopped(at)
        case "clock", _:
            return now.clock_resumed(at)
        case "take back", int(change):
            return now.taken_back(change, at)
    raise AssertionError(act)


def _scores(now: RecordedTournament, table: int, points: int, number: int) -> list[Score]:
    """Random scores of a table: the first player gets the points that the others lose."""
    rounds = now.now.rounds
    found = rounds[number - 1].table(table) if 1 <= number <= len(rounds) else None
    if found is None:
        return []
    first, *others = found.players
    return [Score(first, points * len(others)), *(Score(name, -points) for name in others)]


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTS, max_size=25))
def test_a_tournament_stands_as_its_changes_say(acts: list[tuple[object, ...]]) -> None:
    tournament = RecordedTournament.begun("Test", NAMES, 3, 4, Rules(), at=0.0)
    for moment, act in enumerate(acts, 1):
        before = tournament
        try:
            tournament = done(before, act, float(moment))
        except (NotNow, TournamentError):
            continue
        assert tournament.changes[:-1] == before.changes
        if act[0] != "take back":
            assert tournament.taken_back(len(tournament.changes) - 1, 99.0).now == before.now
    assert RecordedTournament.replayed(tournament.changes) == tournament
    assert sum(tournament.now.points().values()) == 0
    places = [place.place for place in standings(tournament.now)]
    assert len(places) == len(tournament.now.entrants)
    assert places == sorted(places)
    for round_ in tournament.now.rounds:
        sitting = [*round_.byes, *(name for table in round_.tables for name in table.players)]
        assert len(sitting) == len(set(sitting))
