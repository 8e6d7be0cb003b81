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
