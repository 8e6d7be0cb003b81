"""A match by photographs: a picture after each turn, from any side; otherwise the same as any match."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.stand_in import StandIn
from tests.tilewatch.conftest import bare, reading
from tilewatch.check import Seen, Shown
from tilewatch.check import seen as seeing
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table import print_told
from tilewatch.table.live import LiveTable
from vision.camera import PHOTOS, Camera, Clarity, Pixels, encoded
from vision.reading import TableReading
from vision.watching import SettledTable, SettledTile
from web.contract import Conflict, TableNotSeen

OPENING = "r10 r11 r12"


class Reader(StandIn):
    """Reads in each photograph what lies on the table, somewhere else each time."""

    def __init__(self) -> None:
        self.lies: list[str] = []
        self._at = 0

    def read(self, picture: Pixels, known: Any = None) -> TableReading:
        self._at += 7
        return reading(self.lies, (self._at % 60, self._at % 40))


class Evening:
    """Two players and a phone without a stand."""

    def __init__(self, folder: Path) -> None:
        self.reader, self.time = Reader(), 0.0
        eye = Camera(lambda: iter(()))
        eye.choose(PHOTOS)
        journal = Journal(str(folder / "game.db"), durable=False)
        self.table = LiveTable(self.reader, journal, Album(folder / "album"), eye, clock=lambda: self.time)
        self.table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
        self.table.match.begin_round("Ada", False)

    def lies(self, *rows: str) -> None:
        self.reader.lies = list(rows)

    def photo(self, claim: bool = True, anyway: bool = False) -> Any:
        return self.table.photographs.take(encoded(self.picture()), claim, anyway, None)

    def picture(self) -> Pixels:
        return bare()

    @property
    def state(self) -> Any:
        return self.table.state()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(seeing, "clarity_of", lambda _pixels, _quads: Clarity())
    evening = Evening(tmp_path)
    yield evening
    evening.table.close()


def test_a_turn_is_judged_by_its_photograph_and_the_next_by_another_from_elsewhere(evening: Evening) -> None:
    evening.lies(OPENING)
    assert evening.photo()["legal"]
    evening.lies("k10 b10 o10", OPENING)
    verdict = evening.photo()
    assert (verdict["legal"], verdict["player"], sorted(verdict["played"])) == (True, "Bo", ["b10", "k10", "o10"])
    assert evening.state["camera"]["status"] == "photos"
    assert evening.state["camera"]["size"] is not None


def test_the_clock_stops_with_the_tap_and_not_with_the_upload(evening: Evening) -> None:
    evening.lies(OPENING)
    evening.time = 59.0
    assert evening.table.turn.done(False, waits=True) is None
    assert evening.state["doing"]["code"] == "doing.done-photo"
    evening.time = 90.0
    evening.table.tick()
    assert evening.photo()["legal"]


def test_a_tile_that_was_there_and_is_not_read_is_asked_about_and_told_by_a_tap(evening: Evening) -> None:
    evening.lies(OPENING)
    evening.photo()
    evening.lies("r10 r11", "k10 b10 o10")
    assert evening.photo() is None
    assert evening.state["question"]["kind"] == "missing"
    lies = evening.state["table"][0]["quads"][1]
    width, height = evening.state["camera"]["size"]
    x, y = np.array(lies).mean(axis=0) * (width, height)
    evening.table.tiles.add(x + 21, y, "r12")
    evening.table.tick()
    assert evening.state["verdict"]["legal"]
    assert evening.state["verdict"]["player"] == "Bo"


def test_something_that_lies_alone_may_be_print_and_is_asked_about(evening: Evening) -> None:
    evening.lies(OPENING, "k9")
    assert evening.photo() is None
    assert evening.state["question"]["kind"] == "lone"
    evening.table.tiles.correct(evening.state["question"]["set"], 0, None)
    evening.table.tick()
    assert evening.state["verdict"]["legal"]


@pytest.mark.parametrize(
    ("likeness", "is_asked"), [(0.7, False), (0.5, True)], ids=["the same print", "a tile of that name"]
)
def test_print_that_a_player_knew_is_not_asked_about_again_in_this_round(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, likeness: float, is_asked: bool
) -> None:
    monkeypatch.setattr(print_told, "likeness", lambda *_: likeness)
    monkeypatch.setattr(print_told, "homography", lambda *_: None)  # by its name and its look alone
    evening.lies(OPENING, "k9")
    assert evening.photo() is None
    evening.table.tiles.correct(evening.state["question"]["set"], 0, None)
    evening.table.tick()
    evening.lies(OPENING, "k9", "b10 b11 b12")
    evening.photo()
    assert (evening.state["question"] is not None) is is_asked
    evening.lies(OPENING, "b10 b11 b12", "k8")
    evening.photo()
    assert evening.state["question"] is not None, "other print is asked about"


def test_that_no_tile_lies_there_is_undone_for_this_photograph_and_the_next(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_told, "likeness", lambda *_: 0.7)
    monkeypatch.setattr(print_told, "homography", lambda *_: None)
    evening.lies(OPENING, "k9")
    evening.photo(claim=False)
    evening.table.tiles.correct(1, 0, None)
    assert evening.state["undo"]["possible"]
    evening.table.undo(evening.state["undo"]["number"], "")
    assert [row["tiles"] for row in evening.state["table"]] == [OPENING.split(), ["k9"]]
    assert evening.photo() is None
    assert evening.state["question"]["kind"] == "lone", "the next photograph shows it, too"


def test_an_answer_about_a_photograph_is_not_undone_in_the_next(evening: Evening) -> None:
    evening.lies("r10 r11 r9")
    evening.photo(claim=False)
    evening.table.tiles.correct(0, 2, "r12")
    number = evening.state["undo"]["number"]
    evening.lies("r10 r11 r12 r13")
    evening.photo(claim=False)
    assert not evening.state["undo"]["possible"]
    with pytest.raises(Conflict):
        evening.table.undo(number)
    assert [row["tiles"] for row in evening.state["table"]] == [["r10", "r11", "r12", "r13"]]


def test_what_was_asked_about_and_another_photograph_does_not_show_was_print(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_told, "likeness", lambda *_: 0.7)
    evening.lies(OPENING, "k9")
    assert evening.photo() is None
    evening.lies(OPENING)
    assert evening.photo()["legal"]
    evening.lies(OPENING, "k9")
    verdict = evening.photo()
    assert (verdict["legal"], verdict["played"]) == (True, [])


@pytest.mark.parametrize(
    ("likeness", "is_asked"), [(0.7, False), (0.5, True)], ids=["it looked the same", "it looked otherwise"]
)
def test_what_lay_on_the_table_of_the_last_turn_and_was_no_tile_is_print(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, likeness: float, is_asked: bool
) -> None:
    monkeypatch.setattr(print_told, "likeness", lambda *_: likeness)
    evening.lies(OPENING)
    assert evening.photo()["legal"]
    evening.lies(OPENING, "k9")
    evening.photo()
    assert (evening.state["question"] is not None) is is_asked


def test_a_tile_of_a_failed_turn_is_no_print_although_it_was_photographed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_told, "likeness", lambda look, other: 0.7 if np.array_equal(look, other) else 0.0)
    shown = iter([bare(), bare() // 2, bare() // 2])  # the same place, without and with the tile
    monkeypatch.setattr(evening, "picture", lambda: next(shown))
    evening.lies(OPENING)
    evening.photo()
    evening.lies(OPENING, "k9")
    evening.photo()
    assert not evening.table.turn.done(True, waits=True)["legal"]
    evening.table.turn.restored(False)
    evening.photo()
    assert evening.state["question"]["kind"] == "lone"


def test_a_tile_that_lay_there_is_no_print(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_told, "likeness", lambda *_: 0.7)
    evening.lies(OPENING, "k9")
    evening.photo()
    assert not evening.table.turn.done(True, waits=True)["legal"]
    evening.table.turn.overrule(True, "it stays")
    evening.lies(OPENING, "k9")
    evening.photo()
    assert evening.state["question"] is None
    assert evening.state["table"][1]["tiles"] == ["k9"]


def test_print_looks_the_same_from_another_side_and_a_tile_does_not() -> None:
    chance = np.random.default_rng(3)
    page, face = (chance.integers(0, 255, (5, 4, 3)).astype(np.float32) for _ in range(2))
    lies = reading(["k9"])
    left, top = lies.tiles[0].quad.min(axis=0).astype(int)
    wide, high = np.ptp(lies.tiles[0].quad, axis=0).astype(int)

    def shows(what: NDArray[np.float32], light: float) -> Pixels:
        picture = bare().copy()
        picture[top : top + high, left : left + wide] = cv2.resize(what, (int(wide), int(high))) * light
        return picture

    tile = SettledTile(1, lies.tiles[0].tile, lies.tiles[0].quad, 0.9)
    table = SettledTable(lies.width, lies.height, (tile,), ((0,),))
    told = print_told.PrintTold()
    told.say(1, tile, shows(page, 1.0))
    for round_, picture, stays in (
        (1, shows(page, 0.7), ()),
        (1, shows(face, 1.0), (tile,)),
        (2, shows(page, 1.0), (tile,)),  # the next round
    ):
        assert told.without(round_, Shown(picture, Seen(table))).tiles == stays


def test_a_doubtful_tile_is_what_lay_there(evening: Evening) -> None:
    evening.lies("r7 r8 r9 r10")
    evening.photo()
    evening.lies("r7 r8 r6~r9:0.3 r10")
    verdict = evening.photo()
    assert (verdict["legal"], verdict["played"]) == (True, [])


def test_a_failed_turn_is_put_back_by_a_photograph_or_by_hand(evening: Evening) -> None:
    evening.lies(OPENING)
    evening.photo()
    for how in ("photograph", "hand"):
        evening.lies(OPENING, "k1 k2 k4")
        assert not evening.photo()["legal"]
        assert evening.state["restore"]["moves"]
        evening.lies(OPENING)
        if how == "hand":
            evening.table.turn.restored(False)
        else:
            evening.photo(claim=False)
        assert evening.state["turn"]["phase"] == "playing"
        assert not evening.state["missing"]


def test_a_photograph_that_is_blurred_is_taken_again_before_anybody_is_judged(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.lies("k1 k2 k4")
    monkeypatch.setattr(seeing, "clarity_of", lambda _pixels, _quads: Clarity(False, False))
    with pytest.raises(TableNotSeen):
        evening.photo()
    assert evening.state["verdict"] is None


def test_a_photograph_of_an_earlier_turn_judges_nobody(evening: Evening) -> None:
    evening.lies(OPENING)
    evening.photo()
    with pytest.raises(Conflict):
        evening.table.photographs.take(encoded(bare()), True, False, 1)


def test_where_the_stand_fell_over_the_match_goes_on_by_photographs(evening: Evening) -> None:
    evening.lies(OPENING)
    evening.photo()
    evening.table.camera.choose(None)
    assert evening.state["camera"]["status"] != "photos"
    evening.lies(OPENING, "k10 b10 o10")
    assert evening.photo()["legal"]
    assert evening.state["camera"]["status"] == "photos"


def test_a_second_photograph_completes_the_first(evening: Evening) -> None:
    """Glare hides another tile in each: what was seen in the first and has to lie there lies there."""
    evening.lies("r7 r8 r9 r10", "k10 b10 o10 r10")
    evening.photo()
    evening.lies("r7 r8 r9 !r10", "k10 b10 o10 r10", "k1 k2 k3")
    assert evening.photo() is None
    assert evening.state["question"]["kind"] == "missing"
    evening.lies("r7 r8 r9 r10", "k10 b10 !o10 r10", "k1 k2 k3")
    verdict = evening.photo()
    assert verdict is not None
    assert (verdict["player"], sorted(verdict["played"])) == ("Bo", ["k1", "k2", "k3"])
