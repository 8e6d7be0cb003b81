"""Highlights of a match: long turns, big openings, bold rearrangements, and plays that were missed."""

from collections.abc import Sequence

import pytest

from referee.highlights import highlights, missed_play
from referee.match.match import Match
from referee.rules import Rules
from referee.table import Table

SIX = Rules.from_json({"preset": "original", "dealt": 6})


def played(tables: Sequence[tuple[str, float]], rules: Rules = SIX) -> Match:
    """A round of Ada and Bo in turn: the table that each claims, in one line, and the seconds it takes."""
    match, at = Match.begun(["Ada", "Bo"], rules, 0.0).round_begun(0.0, "Ada"), 0.0
    for table, seconds in tables:
        at += seconds
        match = match.claimed(Table.from_notation(table.replace("/", "\n")), at)
        if match.now.must_become is not None:
            match = match.restored(at)
    return match


def counted(match: Match, ada: str, bo: str) -> Match:
    """Stops the round and counts its racks, even if other racks were expected."""
    return match.stopped(500.0).counted({"Ada": ada, "Bo": bo}, 501.0, anyway=True)


def missed(match: Match) -> tuple[str, int, int, list[str] | None] | None:
    """The player of the missed play, its number of tiles, the number laid instead, and the play itself."""
    now = match.now
    found = missed_play(now.names, now.turns, now.rounds, lambda: False)
    if found is None:
        return None
    play = sorted(map(str, found.play.played)) if found.is_known else None
    return found.turn.player, len(found.play.played), found.turn.played, play


def test_a_match_without_a_turn_has_no_highlights() -> None:
    found = highlights(())
    assert (found.turns, found.seconds, found.longest, found.opening, found.boldest) == (0, 0, None, None, None)


def test_the_longest_turn_counts_even_if_nothing_was_laid() -> None:
    match = played([("r10 r11 r12", 12.0), ("r10 r11 r12", 47.5), ("r10 r11 r12", 3.0)])
    found = highlights(match.now.turns)
    assert found.longest is not None
    assert found.longest.to_json() == {"turn": 2, "round": 1, "player": "Bo", "seconds": 47.5, "why_long": []}
    assert (found.turns, found.seconds) == (3, 62.5)


def test_the_biggest_opening_is_the_one_worth_most_points() -> None:
    match = played([("r10 r11 r12", 5), ("r10 r11 r12/k11 k12 k13", 5)])
    found = highlights(match.now.turns).opening
    assert found is not None
    assert (found.turn.player, found.points) == ("Bo", 36)


def test_an_opening_that_was_not_allowed_is_no_opening() -> None:
    match = played([("r1 r2 r3", 5)])
    assert highlights(match.now.turns).opening is None


def test_the_boldest_rearrangement_moved_most_tiles_between_sets() -> None:
    match = played(
        [
            ("r10 r11 r12 r13/k10 k11 k12 k13", 5),
            ("r10 r11 r12 r13/k10 k11 k12 k13/b10 b11 b12 b13", 5),
            ("r10 r11 r12/k10 k11 k12/b10 b11 b12/r13 k13 b13 o13", 5),
        ],
        Rules(),
    )
    found = highlights(match.now.turns).boldest
    assert found is not None
    assert (found.turn.number, len(found.moved), found.sets, found.turn.played) == (3, 3, 3, 1)


def test_laying_new_sets_alone_is_no_rearrangement() -> None:
    assert highlights(played([("r10 r11 r12", 5)]).now.turns).boldest is None


def test_a_set_kept_on_the_rack_through_the_last_turn_was_missed() -> None:
    """Ada opens and stops with k1 k2 k3 on her rack: the rack is counted at the end, and nothing was drawn since."""
    match = counted(played([("r10 r11 r12", 5)]), "k1 k2 k3", "b1 b2 b4 b5 o7 o9")
    assert missed(match) == ("Ada", 6, 3, ["k1", "k2", "k3", "r10", "r11", "r12"])


@pytest.mark.parametrize(
    ("rack", "found"), [("k1 k2 k3 k4 k5 k6 o13", ("Ada", 3, 0, None)), ("k1 k2 k3 o13 b2 o9 r1", None)]
)
def test_with_one_tile_drawn_since_only_what_was_surely_there_counts(rack: str, found: object) -> None:
    """One tile of the rack was drawn after the turn. Without a black 3 the run 4 to 6 is left; of k1 k2 k3 any tile may
    be the one drawn."""
    rules = Rules.from_json({"preset": "original", "dealt": 6, "opening_points": 1})
    assert missed(counted(played([("", 5)], rules), rack, "b1 b2 b4 b5 o7 o9")) == found


def test_racks_that_do_not_add_up_prove_nothing() -> None:
    match = counted(played([("r10 r11 r12", 5)]), "k1 k2 k3 k4", "b1 b2 b4 b5 o7 o9")
    assert missed(match) is None


def test_a_search_whose_time_is_over_tells_what_it_has() -> None:
    now = counted(played([("r10 r11 r12", 5)]), "k1 k2 k3", "b1 b2 b4 b5 o7 o9").now
    assert missed_play(now.names, now.turns, now.rounds, lambda: True) is None


def test_a_play_beside_a_row_that_the_players_let_lie_is_missed_like_any_other() -> None:
    rules = Rules.from_json({"preset": "danish-card", "dealt": 9, "opening_points": 0})
    match = Match.begun(["Ada", "Bo"], rules, 0.0).round_begun(0.0, "Ada")
    match = match.claimed(Table.from_notation("k8 r8 b10"), 5.0).overruled(True, "we let it lie", 6.0)
    match = match.claimed(match.now.table, 8.0).claimed(match.now.table, 10.0)
    match = counted(match, "b9 b11 k7 r7 o8 o7 k1", "r1 r3 r5 o1 o3 o13 b1 b3 b5 k13")
    assert missed(match) == ("Ada", 3, 0, None)  # one of the seven tiles came only with the draw
