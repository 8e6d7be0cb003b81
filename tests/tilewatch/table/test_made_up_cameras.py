"""Any picture that a camera may send: a verdict rests on the table as it is now, or no verdict is given, with the
reason."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from tilewatch.view import View, obstacles
from vision.camera import PHOTOS, Picture, Pixels
from vision.reading import TableReading
from vision.watching import SettledTable, Snapshot
from web.contract import TableNotSeen

OPENING = ("r10 r11 r12", "k1 k2 k3")
RULES = {"preset": "original", "turn_seconds": None, "clock_waits_for_referee": False}
Trick = Callable[[Pixels, np.random.Generator], Pixels | bytes]


def black(picture: Pixels, chance: np.random.Generator) -> Pixels:
    return chance.integers(0, 6, picture.shape).astype(np.uint8)


def white(picture: Pixels, chance: np.random.Generator) -> Pixels:
    return chance.integers(250, 256, picture.shape).astype(np.uint8)


def grey(picture: Pixels, chance: np.random.Generator) -> Pixels:
    return np.full_like(picture, chance.integers(60, 200))


def faint(picture: Pixels, chance: np.random.Generator) -> Pixels:
    return (picture * 0.05).astype(np.uint8)


def newspaper(picture: Pixels, chance: np.random.Generator) -> Pixels:
    """Print from the left edge over most of the table."""
    covered = picture.copy()
    width = int(picture.shape[1] * chance.uniform(0.6, 1.0))
    page = chance.choice([40, 235], (picture.shape[0] // 4, width // 4), p=[0.3, 0.7]).astype(np.uint8)
    covered[:, :width] = cv2.resize(page, (width, picture.shape[0]), interpolation=cv2.INTER_NEAREST)[..., None]
    return covered


def half(picture: Pixels, chance: np.random.Generator) -> Pixels:
    """The lower half is missing, as when a stream breaks off; the tiles lie in the upper half."""
    torn = picture.copy()
    torn[: picture.shape[0] // 2] = 128
    return torn


def garbage(picture: Pixels, chance: np.random.Generator) -> bytes:
    return chance.bytes(int(chance.integers(0, 2000)))


def broken_off(picture: Pixels, chance: np.random.Generator) -> bytes:
    whole = cv2.imencode(".jpg", picture)[1].tobytes()
    return whole[: int(chance.integers(2, 200))]


def one_pixel(picture: Pixels, chance: np.random.Generator) -> Pixels:
    return picture[:1, :1].copy()


def a_thread(picture: Pixels, chance: np.random.Generator) -> Pixels:
    return np.ascontiguousarray(np.repeat(picture[:, :1], 1, axis=1))


SHOW_NOTHING: tuple[Trick, ...] = (
    black, white, grey, faint, newspaper, half, garbage, broken_off, one_pixel, a_thread,
)  # fmt: skip


class Tricked:
    """A stage whose camera plays a trick on every picture; its reader sees no tiles in pictures without any."""

    def __init__(self, stage: Any) -> None:
        self.stage = stage
        knows = stage.reader.read

        def read(picture: Pixels, known: object = None) -> TableReading:
            try:
                return knows(picture)
            except KeyError:
                return TableReading(picture.shape[1], picture.shape[0], (), (), {})

        stage.reader.read = read

    def run(self, seconds: float, trick: Trick, chance: np.random.Generator) -> None:
        stage = self.stage
        for _ in range(round(seconds * 10)):
            stage.now += 0.1
            stage._number += 1
            stage.newest = Picture(trick(stage.shown, chance), stage._number, stage.now)
            stage.table.see(stage.newest)
            stage.table.tick()


def played(stage: Any) -> Any:
    """Ada has opened; it is Bo's turn."""
    stage.table.match.start(["Ada", "Bo"], RULES, "Ada", None, False)
    stage.table.match.begin_round(None, False)
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    return stage


@pytest.mark.parametrize("trick", SHOW_NOTHING, ids=lambda trick: trick.__name__)
def test_no_verdict_stands_on_a_picture_that_does_not_show_the_table(stage: Any, trick: Trick) -> None:
    played(stage)
    chance = np.random.default_rng(7)
    camera = Tricked(stage)
    camera.run(0.2, trick, chance)
    stage.run = lambda seconds: camera.run(seconds, trick, chance)  # time passes while a claim waits, too
    with pytest.raises(TableNotSeen):
        stage.table.turn.done(False)
    assert len(stage.table.match.turns()) == 1


def test_a_camera_that_hangs_gives_no_verdict(stage: Any) -> None:
    played(stage)

    def hang(seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            stage.now += 0.1
            stage.table.tick()

    stage.run = hang
    with pytest.raises(TableNotSeen):
        stage.table.turn.done(False)


def test_a_camera_whose_pictures_are_all_broken_is_a_lost_camera(stage: Any) -> None:
    played(stage)
    Tricked(stage).run(4.0, garbage, np.random.default_rng(1))
    camera = stage.table.state()["camera"]
    assert camera["status"] == "lost"
    assert "cannot be used" in camera["trouble"]


def test_a_lens_without_light_is_dark(stage: Any) -> None:
    played(stage)
    Tricked(stage).run(1.0, black, np.random.default_rng(1))
    assert stage.table.state()["camera"]["status"] == "dark"
    stage.run(1.0)
    assert stage.table.state()["camera"]["status"] == "ok"


def test_a_claim_in_the_dark_says_so_and_not_that_something_covers_the_table(stage: Any) -> None:
    played(stage)
    stage.shown = np.zeros_like(stage.shown)
    stage.run(1.0)
    with pytest.raises(TableNotSeen, match="too dark"):
        stage.table.turn.done(False)
    dark = View(Snapshot(covered=True, dark=True), SettledTable(0, 0), Counter())
    assert [why.code for why in obstacles(dark)] == ["table-dark"]


@pytest.mark.parametrize("trick", [white, grey], ids=["too much light", "a lid of glass"])
def test_a_picture_of_one_colour_is_named_so_and_nothing_is_said_to_cover_the_table(stage: Any, trick: Trick) -> None:
    played(stage)
    camera = Tricked(stage)
    stage.run = lambda seconds: camera.run(seconds, trick, np.random.default_rng(1))
    stage.run(3.0)
    assert stage.table.state()["alarm"]["code"] == "table-blank"
    with pytest.raises(TableNotSeen, match="one colour only"):
        stage.table.turn.done(False)
    blank = View(Snapshot(covered=True, blank=True), SettledTable(0, 0), Counter())
    assert [why.code for why in obstacles(blank)] == ["table-blank"]


def test_with_tiles_in_sight_the_table_is_found_until_it_is_dark(stage: Any) -> None:
    """The camera's focus and exposure stay fixed while tiles are seen."""
    stage.run(1.0)
    assert not stage.is_found.is_set()
    played(stage)
    assert stage.is_found.is_set()
    stage.shown = np.zeros_like(stage.shown)
    stage.run(1.0)
    assert not stage.is_found.is_set()


def test_a_table_that_moved_is_judged_as_it_lies_now(stage: Any) -> None:
    played(stage)
    stage.show(*OPENING, "b4 b5 b6", shift=(40, 12))
    assert stage.table.turn.done(False)["played"] == ["b4", "b5", "b6"]


def test_another_resolution_shows_the_same_table(stage: Any) -> None:
    played(stage)
    Tricked(stage)
    small = stage.reader.read(stage.shown)
    wide = cv2.resize(stage.shown, None, fx=2, fy=2)
    tiles = tuple(type(tile)(tile.tile, tile.quad * 2, tile.confidence, tile.rivals) for tile in small.tiles)
    stage.reader.learn(wide, TableReading(wide.shape[1], wide.shape[0], tiles, small.sets, {}))
    stage.shown = wide
    assert stage.table.turn.done(False)["played"] == []
    assert stage.words() == list(OPENING)


def test_a_match_that_goes_on_by_photographs_is_not_stopped_by_what_the_camera_saw_last(stage: Any) -> None:
    stage.show(hand="over")
    stage.run(1.0)
    assert not stage.table.state()["steady"]
    stage.table.camera.choose(PHOTOS)
    assert stage.table.state()["steady"]


def test_the_dark_that_the_camera_saw_last_is_no_alarm_in_a_match_by_photographs(stage: Any) -> None:
    stage.shown = np.zeros_like(stage.shown)
    stage.run(8.0)
    assert stage.table.state()["alarm"]["code"] == "table-dark"
    stage.table.camera.choose(PHOTOS)
    assert stage.table.state()["alarm"] is None
