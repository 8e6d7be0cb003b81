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
