"""Rules that change between rounds, during a turn, and while a failed turn is put back: each turn keeps the rules it
was judged by."""

from referee.match import Match, agreeing
from referee.rules import PRESETS, Rules
from referee.table import Table
from tests.referee.match.changing_rules import played, told_otherwise

NO_SET = Table.from_notation(["k8 r8 b9"])


def restoring() -> Match:
    """A failed turn under `finnish` that is put back, while the players agree on the original game."""
    match = Match.begun(["Ada", "Bo"], PRESETS["finnish"], 0.0).round_begun(1.0).claimed(NO_SET, 5.0)
    return agreeing.rules_changed(match, Rules(), "as at home", 6.0)


def test_whatever_rules_change_when_a_match_says_what_was_said() -> None:
    assert [told for told in map(told_otherwise, map(played, range(6))) if told] == []


def test_rules_agreed_on_while_a_turn_was_put_back_hold_though_it_is_taken_back() -> None:
    match = restoring().restored(7.0).taken_back(8.0)
    assert (match.now.rules, match.now.coming) == (PRESETS["finnish"], Rules())
    assert match.claimed(Table(), 9.0).now.rules == Rules()


def test_they_hold_though_the_players_let_the_turn_stand_afterwards() -> None:
    assert restoring().restored(7.0).overruled(True, "we let it lie", 8.0).now.rules == Rules()


def test_rules_that_were_changed_and_changed_back_do_not_come() -> None:
    match = Match.begun(["Ada", "Bo"], PRESETS["finnish"], 0.0).round_begun(1.0)
    match = agreeing.rules_changed(match, Rules(), "as at home", 2.0).claimed(NO_SET, 5.0)
    match = agreeing.rules_changed(match, PRESETS["finnish"], "as ever", 6.0).restored(7.0)
    assert match.taken_back(8.0).now.coming is None
