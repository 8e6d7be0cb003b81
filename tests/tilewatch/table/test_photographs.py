"""A match by photographs: a picture after each turn, from anywhere; the same match in everything else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.stand_in import StandIn
from tests.tilewatch.conftest import bare, reading
from tilewatch.check import seen as seeing
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import PHOTOS, Camera, Clarity, Pixels, encoded
from vision.reading import TableReading
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
    """Two players, a phone and no stand."""

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
        return self.table.photographs.take(encoded(bare()), claim, anyway, None)

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
