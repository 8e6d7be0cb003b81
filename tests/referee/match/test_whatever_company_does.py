"""Players come, leave and correct in any order: no point or tile is lost, and the match is the fold of its events."""

from collections.abc import Callable
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.match import DoesNotAddUp, DoesNotFit, Match, MatchError, agreeing
from referee.rules import Rules
from referee.table import Table

NAMES = ("Ada", "Bo", "Cy", "Di", "Eli")
SLOW = Rules.from_json({"preset": "original", "turn_seconds": 120})
PLAY = ["done", "fail", "restore", "undo", "overrule", "pause", "stop", "count", "ready", "begin", "end", "on"]
AGREE = ["leave", "keep", "stay", "pace", "join", "now", "order", "rename", "rules", "mend", "void", "unvoid", "back"]
ACTS = st.lists(st.tuples(st.sampled_from(PLAY + AGREE), st.integers(0, 4)), max_size=40)


def acted(match: Match, act: str, more: int, at: float) -> Match:
    """The match after an act of the company, whether it fits the phase or not."""
    now, name = match.now, NAMES[more]
    lies, known = now.table.to_notation(), now.names[more % len(now.names)]
    new = [f"{colour}{number} {colour}{number + 1} {colour}{number + 2}" for colour in "kr" for number in (9, 10)]
    acts: dict[str, Callable[[], Match]] = {
        "done": lambda: match.claimed(Table.from_notation([*lies, *new[: more % 2]]), at),
        "fail": lambda: match.claimed(Table.from_notation([*lies, "r1 b5 k9"]), at),
        "restore": lambda: match.restored(at),
        "undo": lambda: match.taken_back(at),
        "overrule": lambda: match.overruled(more % 2 == 0, "so we decided", at),
        "pause": lambda: match.paused(at),
        "stop": lambda: match.stopped(at),
        "count": lambda: match.counted({one: str(n) for n, one in enumerate(now.names_counted)}, at, anyway=True),
        "ready": lambda: match.round_ready(at),
        "begin": lambda: match.round_begun(at),
        "end": lambda: match.ended(at),
        "on": lambda: match.played_on(at),
        "leave": lambda: agreeing.left(match, known, "pool", at),
        "keep": lambda: agreeing.left(match, known, "keep", at),
        "stay": lambda: agreeing.stayed(match, known, at),
        "pace": lambda: agreeing.paced(match, known, 1.0 + more / 2, at),
        "join": lambda: agreeing.joined(match, name, at),
        "now": lambda: agreeing.joined(match, name, at, is_now=True),
        "order": lambda: agreeing.ordered(match, [*now.names[more:], *now.names[:more]], at),
        "rename": lambda: agreeing.renamed(match, known, f"{known}a", at),
        "rules": lambda: agreeing.rules_changed(match, SLOW, "no hurry", at),
        "mend": lambda: agreeing.round_mended(match, more, {known: str(more)}, at, anyway=True),
        "void": lambda: agreeing.round_voided(match, more, at),
        "unvoid": lambda: agreeing.round_unvoided(match, more, at),
        "back": lambda: agreeing.mending_taken_back(match, at) or match,
    }
    return acts[act]()


@given(ACTS)
@settings(max_examples=120, deadline=None)
def test_a_match_bends_and_nothing_is_lost(acts: list[tuple[str, int]]) -> None:
    match = Match.begun(NAMES[:3], Rules(), at=0).round_begun(at=0)
    for moment, (act, more) in enumerate(acts, 1):
        with suppress(DoesNotFit, DoesNotAddUp, MatchError):
            match = acted(match, act, more, at=10.0 * moment)
        now = match.now
        racks = [one.rack for one in now.players]
        assert sum(racks) + now.pool + now.table.count == now.rules.box_size
        assert sum(now.totals().values()) == 0
        assert min(racks) >= 0
    assert Match.replayed(match.events) == match
