"""A set continues where the camera does not see: outside the picture, or under an object. The turn is not judged
without it."""

from collections.abc import Callable

import cv2
import pytest

from tests.tilewatch.conftest import Stage
from tests.tilewatch.table.test_unread import unread_at
from web.contract import Conflict

BESIDE = "does not see what lies beside red 11"


def at_the_edge(row: str) -> tuple[str, str]:
    """Rows of which the second one ends at the picture's right edge."""
    words = row.split()
    return "", " ".join(["."] * (16 - len(words)) + words)


def lay_beside_a_napkin(stage: Stage, row: str) -> None:
    """A napkin covers the place of the row's next tile; it was put down before the row was laid."""
    for rows in ((), (row,)):
        stage.show(*rows)
        shown = stage.shown.copy()
        left = 71 + 21 * len(row.split())
        cv2.rectangle(shown, (left, 20), (left + 90, 150), (120, 160, 60), -1)
        stage.reader.learn(shown, stage.reader.read(stage.shown))
        stage.shown = shown
        stage.run(7)


def test_a_set_that_is_none_without_a_tile_out_of_the_picture_is_asked_about(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay(*at_the_edge("r10 r11"))
    with pytest.raises(Conflict, match=BESIDE) as refused:
        stage.table.turn.done(False)
    assert refused.value.more["question"]["kind"] == "beside"
    verdict = stage.table.turn.done(False)
    assert verdict is not None
    assert not verdict["legal"]


def test_a_third_tile_that_only_an_enlarged_reading_sees_is_asked_about(game: Callable[..., Stage]) -> None:
    """Players see it lie beside the two, and would be accused."""
    stage = game({"preset": "original", "opening_points": 0})
    stage.reader.enlarged = "o12"
    stage.lay("k12 r12")
    with pytest.raises(Conflict, match="does not see what lies beside black 12"):
        stage.table.turn.done(False)
    stage.table.tiles.add(122.0, 53.0, "o12")
    verdict = stage.table.turn.done(False)
    assert verdict is not None
    assert verdict["legal"]


def test_a_third_tile_may_be_missed_beside_two_that_come_from_the_table(game: Callable[..., Stage]) -> None:
    stage = game({"preset": "original", "opening_points": 0})
    stage.lay("k1 k2 k3 k4", "b1 b2 b3 b4")
    for _ in ("Ada's", "Bo's, who lays nothing"):
        stage.table.turn.done(False)
    stage.reader.enlarged = "o1"
    stage.lay("k2 k3 k4", "b2 b3 b4", "k1 b1")
    with pytest.raises(Conflict, match="does not see what lies beside"):
        stage.table.turn.done(False)


@pytest.mark.parametrize(("row", "beside"), [("k12 r12", None), ("k12 r9", "o12")])
def test_two_tiles_are_judged_at_once_where_no_third_is_seen_or_none_helps(
    row: str, beside: str | None, game: Callable[..., Stage]
) -> None:
    stage = game({"preset": "original", "opening_points": 0})
    stage.reader.enlarged = beside
    stage.lay(row)
    verdict = stage.table.turn.done(False)
    assert verdict is not None
    assert not verdict["legal"]


def test_two_rows_too_short_for_a_set_may_both_go_on(game: Callable[..., Stage]) -> None:
    """No single tile makes the turn legal, but it is legal without both."""
    stage = game({"preset": "original", "opening_points": 0})
    stage.reader.enlarged = "o12"
    stage.lay("r9 r10 r11", "k12 r12", "b4")
    with pytest.raises(Conflict, match="does not see what lies beside black 12"):
        stage.table.turn.done(False)


def test_beside_a_tile_that_a_person_names_is_read_before_a_turn_is_judged(game: Callable[..., Stage]) -> None:
    stage = game({"preset": "original", "opening_points": 0})
    stage.lay("r9 r10 r11", "?k12")
    with pytest.raises(Conflict, match="cannot read"):
        stage.table.turn.done(False, waits=True)
    stage.reader.enlarged = "o12"
    stage.table.tiles.add(*unread_at(stage), "k12")
    stage.run(2)
    assert stage.table.state()["question"]["kind"] == "beside"


def test_a_row_too_short_for_a_set_in_which_a_person_named_a_tile_may_go_on(game: Callable[..., Stage]) -> None:
    """Where one tile could not be read, its neighbour may not even be found."""
    stage = game({"preset": "original", "opening_points": 0})
    stage.lay("k12 ?r12")
    stage.table.tiles.add(*unread_at(stage), "r12")
    with pytest.raises(Conflict, match="does not see what lies beside"):
        stage.table.turn.done(False)
    verdict = stage.table.turn.done(False)
    assert verdict is not None
    assert not verdict["legal"]


def test_a_single_tile_at_the_edge_may_be_the_end_of_a_set(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay(*at_the_edge("r11"))
    with pytest.raises(Conflict, match=BESIDE):
        stage.table.turn.done(False)


def test_a_set_just_laid_that_may_go_on_under_a_thing_is_asked_about_once(game: Callable[..., Stage]) -> None:
    """Otherwise the tile under the object would never count as laid, nor leave the rack."""
    stage = game({"preset": "original", "opening_points": 0})
    lay_beside_a_napkin(stage, "r9 r10 r11")
    with pytest.raises(Conflict, match=BESIDE):
        stage.table.turn.done(False)
    for legal in ("Ada's", "Bo's, who lays nothing"):
        verdict = stage.table.turn.done(False)
        assert verdict is not None, legal
        assert verdict["legal"], legal


def test_a_set_to_which_nothing_can_be_added_is_not_asked_about(game: Callable[..., Stage]) -> None:
    stage = game({"preset": "original", "opening_points": 0})
    stage.lay(*at_the_edge("k11 b11 o11 r11"))
    assert stage.table.turn.done(False) is not None
