"""A mirroring camera: checked once, mirrored back automatically, and left unchanged after a player's choice."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from referee.tiles import Tile
from tilewatch.table.camera import mirror
from tilewatch.table.camera.mirror import MirrorCheck
from vision.camera import Camera, Pixels
from vision.reading import PlacedTile, TableReading

QUAD = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], np.float32)


class DigitsReader:
    """A reader that reads three tiles, with certainty only if the left side of the picture is dark."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, picture: Pixels, known: Any = None) -> TableReading:
        self.asked += 1
        sure = 0.99 if picture[0, 0, 0] == 0 else 0.7
        tiles = tuple(PlacedTile(Tile.from_notation(name), QUAD, sure) for name in ("r5", "r6", "r7"))
        return TableReading(picture.shape[1], picture.shape[0], tiles, ((0, 1, 2),), {})


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A camera that looks at three tiles that do not move, and the check whether its pictures are mirrored."""
    monkeypatch.setattr(mirror, "unsure", lambda table: table.doubtful)
    camera, reader, time = Camera(lambda: iter(())), DigitsReader(), SimpleNamespace(now=0.0)
    table = SimpleNamespace(tiles=(1, 2, 3), doubtful=[])
    view = SimpleNamespace(snapshot=SimpleNamespace(steady=True, table=table), table=table)
    made: Any = SimpleNamespace(view=view)
    return SimpleNamespace(
        camera=camera, reader=reader, table=table, time=time, tick=MirrorCheck(camera, made, reader, lambda: time.now)
    )


def picture(dark_left: bool) -> Pixels:
    shown = np.zeros((40, 60, 3), np.uint8)
    shown[:, 30:] = 255
    return shown if dark_left else np.ascontiguousarray(shown[:, ::-1])


def test_it_is_turned_back_by_itself_and_the_next_picture_is_upright(check: SimpleNamespace) -> None:
    check.camera.keep(picture(dark_left=False))
    check.tick.tick()
    assert check.camera.is_turned
    check.camera.keep(picture(dark_left=False))
    assert check.camera.newest.pixels[0, 0, 0] == 0


def test_a_camera_that_does_not_mirror_is_asked_once_and_again_only_in_doubt(check: SimpleNamespace) -> None:
    check.camera.keep(picture(dark_left=True))
    for _ in range(3):
        check.tick.tick()
    assert (check.reader.asked, check.camera.is_turned) == (1, False)
    check.table.doubtful, check.time.now = [1], 30.0
    check.tick.tick()
    assert check.reader.asked == 2


def test_what_a_person_said_of_a_camera_stands_until_another_is_chosen(check: SimpleNamespace) -> None:
    check.camera.keep(picture(dark_left=False))
    check.tick.say(False)
    check.tick.tick()
    assert (check.reader.asked, check.camera.is_turned) == (0, False)
    check.tick.say(True)
    check.camera.choose("a phone")
    assert not check.camera.is_turned
