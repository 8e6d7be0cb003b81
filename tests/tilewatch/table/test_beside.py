"""A set continues where the camera does not see: outside the picture, or under an object. The turn is not judged
without it."""

from collections.abc import Callable

import cv2
import pytest

from tests.tilewatch.conftest import Stage
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


def test_two_tiles_that_a_third_would_make_a_set_are_asked_about(game: Callable[..., Stage]) -> None:
    """Nobody lays two alone: the camera misses the third."""
    stage = game()
    stage.lay("k12 r12")
    with pytest.raises(Conflict, match="what lies beside red 12"):
        stage.table.turn.done(False)
    stage.table.tiles.add(130.0, 54.0, "b12")
    verdict = stage.table.turn.done(False)
    assert verdict is not None
    assert (verdict["legal"], verdict["opening_points"]) == (True, 36)


def test_a_tile_laid_beside_one_from_the_table_may_lack_a_third_too(game: Callable[..., Stage]) -> None:
    stage = game({"preset": "original", "opening_points": 0})
    stage.lay("r1 r2 r3 r4")
    for _ in ("Ada's", "Bo's, who lays nothing"):
        stage.table.turn.done(False)
    stage.lay("r2 r3 r4", "k1 r1")
    with pytest.raises(Conflict, match="what lies beside red 1"):
        stage.table.turn.done(False)


def test_a_tile_that_was_moved_may_lack_two(game: Callable[..., Stage]) -> None:
    stage = game({"preset": "original", "opening_points": 0})
    stage.lay("b1 b2 b3 b4")
    for _ in ("Ada's", "Bo's, who lays nothing"):
        stage.table.turn.done(False)
    stage.lay("b2 b3 b4", "b1")
    with pytest.raises(Conflict, match="what lies beside blue 1"):
        stage.table.turn.done(False)


def test_two_tiles_that_belong_to_no_set_are_judged_at_once(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay("r2 b9")
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
