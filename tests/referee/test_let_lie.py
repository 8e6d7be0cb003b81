"""What counts while rows that are no sets lie on the table because players let them lie or forgot their places."""

import pytest

from referee.judging import Position, judge
from referee.match import Match, agreeing
from referee.rules import PRESETS, Rules
from referee.solving import best_play
from referee.table import Table, row_from_notation, row_text
from referee.tiles import in_order
from tests.referee.let_lie import wrong_answer, wrong_verdict


def table(*rows: str) -> Table:
    return Table.from_notation(rows)


@pytest.mark.parametrize(
    ("rules", "lies", "rack", "played"),
    [
        ("danish-card", ("k8 r8 b10",), "b9 b11 k7 r7 o8 o7", "k7 r7 b9 b11 o7 o8"),
        ("original", ("r13 r12 r11 r10", "k13 b13 o13 r13", "k8 r8 b10"), "o1 o2 o3", "o1 o2 o3"),
        ("finnish", ("k8 J b10",), "k7 r7 o7", "k7 r7 o7"),
        ("finnish", ("b4 J o4", "r4 J"), "k4 k4 r5 r6", "k4 k4 r5 r6"),
        ("wikipedia", ("b1 J J",), "b2 k2 r5", ""),
    ],
)
def test_the_best_play_leaves_them_or_makes_sets_of_them(
    rules: str, lies: tuple[str, ...], rack: str, played: str
) -> None:
    position = Position.by_right(PRESETS[rules], True, table(*lies))
    play = best_play(position, row_from_notation(rack, "rack"))
    assert (row_text(play.played), play.is_optimal) == (row_text(in_order(row_from_notation(played, ""))), True)
    assert judge(position, play.table).legal


def test_an_opening_lies_beside_them() -> None:
    position = Position.by_right(Rules(), False, table("k8 r8 b10"))
    assert len(best_play(position, row_from_notation("r10 r11 r12", "rack")).played) == 3


def test_a_third_copy_of_a_tile_lies_there() -> None:
    position = Position.by_right(PRESETS["danish-card"], True, table("k8 r8 b8", "k8 r8 b8", "k8 o8 r8"))
    play = best_play(position, row_from_notation("k1 k2 k3", "rack"))
    assert judge(position, play.table).legal


def test_the_referee_says_what_trying_every_past_says() -> None:
    assert [told for told in map(wrong_verdict, range(300)) if told] == []


def test_the_coach_says_what_trying_everything_says() -> None:
    assert [told for told in map(wrong_answer, range(12)) if told] == []


def test_every_turn_keeps_the_rules_it_was_judged_by() -> None:
    match = Match.begun(["Ada", "Bo"], PRESETS["danish-card"], 0.0).round_begun(1.0).claimed(table("k8 r8 b8"), 5.0)
    match = agreeing.rules_changed(match.restored(6.0), Rules(), "as at home", 7.0).claimed(table("k9 r9 b9"), 9.0)
    assert [turn.rules for turn in match.restored(10.0).claimed(table(), 11.0).now.turns] == [
        PRESETS["danish-card"],
        PRESETS["danish-card"],
        Rules(),
    ]
