"""What the coach says of a play: steps from one table to the other, other plays, and the tiles that were lacking."""

from collections import Counter

import pytest

from referee.coaching import EXERCISES, answered, by_hand, lesson, other_plays, tiles_that_would_open
from referee.judging import Position, judge
from referee.rules import ASKED_MOST, PRESETS, Rules
from referee.solving import best_play
from referee.solving.play import Play
from referee.table import Table, row_from_notation
from tests.referee.positions import position


def never() -> bool:
    return False


def test_a_freed_joker_is_replaced_before_it_is_laid() -> None:
    """After each step as few sets as possible are broken."""
    before, after = Table.from_notation("r3 J r5"), Table.from_notation("r3 r4 r5\nJ k9 b9")
    steps = by_hand(PRESETS["wikipedia"], before, after)
    assert [step.message.text for step in steps] == [
        "From the rack: red 4 to (red 3, red 4, red 5).",
        "From the rack: black 9, blue 9 to (joker, black 9, blue 9).",
        "From (red 3, joker, red 5): joker to (joker, black 9, blue 9).",
    ]
    assert steps[-1].table.to_notation() == ["r3 r4 r5", "J k9 b9"]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_steps_lead_from_one_table_to_the_other(preset: str) -> None:
    rules = PRESETS[preset]
    for seed in range(6):
        table, rack = position(seed, rules, 30, 8)
        play = best_play(Position(rules, True, table), rack)
        steps = by_hand(rules, table, play.table)
        tiles = [step.table.multiset() for step in steps]
        assert all(one <= other for one, other in zip([table.multiset(), *tiles], tiles, strict=False))
        if steps:
            assert sorted(map(sorted, map(_words, steps[-1].table))) == sorted(map(sorted, map(_words, play.table)))


def _words(row: object) -> list[str]:
    return list(map(str, row))  # type: ignore[call-overload]


def test_another_play_of_as_many_tiles_is_told() -> None:
    rules, table = Rules(), Table.from_notation("b4 b5 b6")
    rack = row_from_notation("k9 r9 b9 o9 b3 b7 r1", "rack")
    best = best_play(Position(rules, True, table), rack)
    assert other_plays(Position(rules, True, table), rack, best, never) == []
    rack = row_from_notation("k9 r9 b9 b10 b11 r1", "rack")
    best = best_play(Position(rules, True, Table()), rack)
    (other,) = other_plays(Position(rules, True, Table()), rack, best, never)
    assert (len(best.played), len(other.played)) == (3, 3)
    assert judge(Position(rules, True, Table()), other.table).legal
    assert Counter(other.played) != Counter(best.played)


def test_which_single_tile_would_have_opened() -> None:
    rack = row_from_notation("k10 r10 b3", "rack")
    assert list(map(str, tiles_that_would_open(Position(Rules(), False, Table()), rack, never))) == ["b10", "o10", "J"]


def test_a_lesson_has_all_of_it() -> None:
    nothing = Play((), Table(), 0)
    told = lesson(Position(Rules(), False, Table()), row_from_notation("k10 r10", "rack"), nothing, never)
    assert (told["steps"], told["others"], told["would_open"]) == ([], [], ["b10", "o10", "J"])


def test_an_exercise_is_answered_by_the_rules_it_is_asked_under() -> None:
    allowed = {name: [preset for preset in ("original", "finnish") if _is_allowed(preset, name)] for name in EXERCISES}
    assert allowed["freeing"] == allowed["at-once"] == allowed["set-with-joker"] == ["original"]
    assert allowed["two-jokers"] == allowed["opening-sets"] == ["original"]
    assert allowed["before-opening"] == allowed["playing-on"] == allowed["time-over"] == allowed["taking-back"] == []
    assert all(_why(preset, name) for preset in PRESETS for name in EXERCISES)


def test_every_disputed_question_that_a_table_can_show_has_an_exercise() -> None:
    assert set(ASKED_MOST) - set(EXERCISES) == {"must-play", "penalty", "pool-empty"}


def _is_allowed(preset: str, name: str) -> bool:
    return answered(PRESETS[preset], EXERCISES[name])[0].legal


def _why(preset: str, name: str) -> list[str]:
    return [message.text for message in answered(PRESETS[preset], EXERCISES[name])[1]]
