"""A camera whose pictures are too small to read tiles in is not believed."""

from collections.abc import Callable
from typing import Any

import cv2
import pytest

from tilewatch.table.watching import BROKEN_FOR
from vision.camera import Picture
from web.contract import Refused


def test_of_pictures_too_small_for_tiles_nothing_is_judged(game: Callable[..., Any]) -> None:
    stage = game()
    small = cv2.resize(stage.shown, (320, 180))
    for number in range(round(BROKEN_FOR * 10) + 5):
        stage.now += 0.1
        stage.table.see(Picture(small, 1000 + number, stage.now))
        stage.table.tick()
    told = stage.table.state()["camera"]
    assert told["status"] == "lost"
    assert "is 320x180: too small for tiles to be read; 640x360 is the least" in told["trouble"]
    with pytest.raises(Refused):
        stage.table.turn.done(anyway=True)
    assert stage.table.match.turns() == []


def test_nobody_is_accused_by_tiles_too_small_to_read(game: Callable[..., Any]) -> None:
    stage = game()
    stage.tile_width = 18
    stage.lay("r10 r11 k12")
    with pytest.raises(Refused, match="the tiles are 18 pixels wide, 20 are needed"):
        stage.table.turn.done(False)
    with pytest.raises(Refused, match="What was played"):
        stage.table.turn.done(True)
    stage.lay("r10 r11 r12")
    assert stage.table.turn.done(False)["legal"]


def test_what_a_tile_too_small_could_be_is_asked_before_all_else(game: Callable[..., Any]) -> None:
    stage = game()
    stage.tile_width = 18
    stage.lay("r10 r11 k12~r12:0.3")
    with pytest.raises(Refused, match="Is this black 12, or red 12"):
        stage.table.turn.done(False)


def test_tiles_large_enough_are_judged(game: Callable[..., Any]) -> None:
    stage = game()
    stage.tile_width = 22
    stage.lay("r10 r11 k12")
    assert not stage.table.turn.done(False)["legal"]
