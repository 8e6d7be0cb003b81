"""Mending by pointing: a tile that is none, one that the camera misses, and what was said taken back."""

from collections.abc import Callable
from typing import Any

import pytest

from web.contract import BadRequest

Game = Callable[..., Any]


def test_what_is_no_tile_stays_unread_while_its_place_looks_the_same(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "k1")
    stage.table.tiles.correct(1, 0, None)
    assert stage.words() == ["r10 r11 r12"]
    stage.lay("r10 r11 r12", "k1", "b4 b5 b6")
    assert stage.words() == ["r10 r11 r12", "b4 b5 b6"]


def test_a_tile_that_the_camera_misses_is_put_where_it_lies(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 .")
    stage.table.tiles.add(117.0, 52.0, "r12")
    assert stage.words() == ["r10 r11 r12"]
    stage.run(2)
    assert stage.words() == ["r10 r11 r12"]


def test_nothing_lies_outside_the_picture(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 .")
    for place in ((640.0, 10.0), (-1.0, 10.0), (10.0, 360.0)):
        with pytest.raises(BadRequest, match="640 × 360"):
            stage.table.tiles.add(*place, "r12")


def test_what_was_said_is_taken_back(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11 r9")
    stage.table.tiles.correct(0, 2, "r12")
    assert stage.words() == ["r10 r11 r12"]
    stage.table.tiles.untell(0, 2)
    stage.run(1)
    assert stage.words() == ["r10 r11 r9"]
