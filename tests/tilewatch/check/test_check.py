"""A photograph becomes a verdict: each row is a set or not, and a doubt is asked about before a player is blamed."""

from typing import Any

import numpy as np
import pytest

from referee.rules import Rules
from referee.table import row_from_notation
from tests.tilewatch.conftest import HEIGHT, WIDE, WIDTH, bare, reading
from tilewatch.check import Asked, Checked, MendedSet, Photograph, Seen, checked, mended, seen_in, told_of_check
from vision.reading import TableReading
from web.contract import CheckAsked
from web.tables_sent import TableSent, UnreadSent


def seen(*rows: str, shift: tuple[int, int] = (0, 0)) -> Seen:
    shown: TableReading = reading(list(rows), shift)
    return Seen(seen_in(Photograph(bare(), WIDTH, HEIGHT), lambda _: shown).table)


def table(*rows: str) -> Checked:
    return checked(seen(*rows), None, Asked())


def turn(before: Seen, after: Seen, opened: bool = True) -> Checked:
    return checked(after, before, Asked(opened=opened))


def test_every_row_is_told_what_it_is_and_what_it_is_worth() -> None:
    told = told_of_check(table("r10 r11 r12", "k8 J o8"))
    assert [(one["valid"], one["kind"], one["points"]) for one in told["sets"]] == [
        (True, "run", 33),
        (True, "group", 24),
    ]
    assert told["sets"][1]["stands"] == [["r8", "b8"]]
    assert told["table"] == {"valid": True, "in_doubt": False, "faults": []}
    assert np.array(told["sets"][0]["quads"]).shape == (3, 4, 2)


def test_a_row_that_is_no_set_says_why_and_the_others_stay_right() -> None:
    right, wrong = table("r10 r11 r12", "k1 k2 k4").after.sets
    assert not right.faults
    assert "(black 1, black 2, black 4)" in wrong.faults[0].text
    assert not wrong.in_doubt


@pytest.mark.parametrize("doubted", ["r9~r6:0.3", "r9~r6:0.04"])
def test_a_row_is_not_blamed_for_a_tile_that_may_be_another(doubted: str) -> None:
    told = told_of_check(table(f"r4 r5 {doubted}"))
    assert told["sets"][0]["in_doubt"]
    assert [(one["place"], one["tile"], one["or"]) for one in told["unsure"]] == [(2, "r9", ["r6"])]


def test_a_doubt_that_changes_nothing_of_a_sure_tile_is_not_asked() -> None:
    assert not table("r4 r5 r6~r9:0.04").in_doubt


def test_a_tile_that_cannot_be_read_beside_a_row_puts_it_in_doubt() -> None:
    assert [one.in_doubt for one in table("r4 r5 ?r6", "k1 k2 k3").after.sets] == [True, False]


def test_rows_that_touch_are_parted_where_that_makes_sets() -> None:
    assert [len(one.tiles) for one in table("r1 r2 r3 k9 k10 k11").after.sets] == [3, 3]


def test_more_of_a_tile_than_the_box_holds_is_told_of_the_table() -> None:
    told = mended([MendedSet(row.tiles) for row in (_row("r1 r2 r3"), _row("r1 r2 r3"), _row("r1 k1 b1"))])
    check = checked(told, None, Asked())
    assert [fault.code for fault in check.after.faults] == ["too-many-of-a-tile"]
    assert not check.is_right


def test_the_two_photographs_of_a_turn_may_be_taken_from_anywhere() -> None:
    before, after = seen("b4 b5 b6", "k1 k2 k3"), seen("k1 k2 k3", "b3 b4 b5 b6", shift=(90, 60))
    check = turn(before, after)
    assert check.turn is not None
    assert check.turn.verdict.legal
    assert [str(tile) for tile in check.turn.verdict.played] == ["b3"]


def test_an_opening_that_is_too_low_is_told_with_its_points() -> None:
    check = turn(seen("k1 k2 k3"), seen("k1 k2 k3", "b3 b4 b5"), opened=False)
    assert check.turn is not None
    assert check.turn.verdict.opening_points == 12
    assert [fault.code for fault in check.turn.verdict.faults] == ["opening-too-low"]
    assert check.turn.question is None


def test_a_tile_that_is_not_seen_any_more_is_asked_about_and_nobody_blamed() -> None:
    check = turn(seen("k1 k2 k3 k4", "r10 r11 r12"), seen("k1 k2 k3", "r10 r11 r12 r13"))
    assert check.turn is not None
    assert check.turn.question is not None
    assert (check.turn.question.kind, [str(one) for one in check.turn.question.tiles]) == ("missing", ["k4"])
    assert check.before is not None
    settled = checked(check.after.seen, check.before.seen, Asked(is_settled=True))
    assert settled.turn is not None
    assert settled.turn.question is None
    assert [fault.code for fault in settled.turn.verdict.faults] == ["tile-missing"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["r9~r6:0.3 r7 r8", "k1 k2 k3"], ["r6 r7 r8", "k1 k2 k3 k4"]),
        (["r6 r7 r8", "k1 k2 k3"], ["r9~r6:0.3 r7 r8", "k1 k2 k3 k4"]),
    ],
)
def test_what_one_photograph_is_unsure_of_the_other_tells(before: list[str], after: list[str]) -> None:
    check = turn(seen(*before), seen(*after))
    assert check.turn is not None
    assert [str(tile) for tile in check.turn.verdict.played] == ["k4"]
    assert check.turn.question is None


def test_a_photograph_that_is_not_clear_blames_nobody() -> None:
    after = seen("k1 k2 k4")
    check = checked(Seen(after.table, is_clear=False), seen("k1 k2 k3"), Asked())
    assert check.after.sets[0].in_doubt
    assert check.turn is not None
    assert check.turn.question is not None


def test_a_row_that_ends_at_the_pictures_edge_may_go_on() -> None:
    assert table("k1 k2").after.sets[0].in_doubt is False
    cut = checked(seen("k1 k2", shift=(-68, 0)), None, Asked())
    assert cut.after.sets[0].in_doubt


def test_a_tile_that_a_person_adds_joins_the_row_it_lies_in() -> None:
    first = table("r4 r5").after.seen.table
    row = MendedSet(tuple(tile.tile for tile in first.tiles), tuple(tile.quad for tile in first.tiles))
    added = MendedSet(_row("r6").tiles, (first.tiles[1].quad + np.array([WIDE + 1, 0], np.float32),))
    check = checked(mended([row, added], size=(WIDTH, HEIGHT)), None, Asked())
    assert [str(check.after.lying)] == ["r4 r5 r6"]
    assert check.is_right


def test_house_rules_are_those_that_are_asked() -> None:
    row = "k12 k13 k1"
    assert not table(row).is_right
    assert checked(seen(row), None, Asked(Rules.from_json({"preset": "original", "one_after_thirteen": True}))).is_right


def _row(notation: str) -> MendedSet:
    return MendedSet(row_from_notation(notation, "row"))


def test_a_place_that_cannot_be_read_keeps_its_likely_names_while_the_table_is_mended(stage: Any) -> None:
    quad = ((10.0, 10.0), (30.0, 10.0), (30.0, 38.0), (10.0, 38.0))
    unread = UnreadSent(quad=quad, others=("r5", "r6", "r9"))  # type: ignore[arg-type]
    sent = TableSent(sets=("k1 k2 k3",), unread=(unread,), width=WIDTH, height=HEIGHT)
    told = stage.table.check.tables(sent, None, CheckAsked(Rules()))
    assert [one["or"] for one in told["unread"]] == [["r5", "r6", "r9"]]
