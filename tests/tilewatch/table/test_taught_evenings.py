"""Two evenings with the same tiles, read by the networks: players' answers from the first count on the second."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.tilewatch.conftest import Stage
from tests.vision.reading.taught.drawn import few_views, table
from tilewatch.table.live import LiveTable
from vision.camera.picture import Pixels
from vision.reading import Reader, Source

LARGE = (736, 400)
"""Width and height of the camera's picture."""


class Evening(Stage):
    """Lays drawn tiles below a camera; the jokers' letter is read as a number."""

    networks = Reader()

    def opened(self) -> LiveTable:
        self.reader = self.networks  # type: ignore[assignment]
        self.size = LARGE
        return super().opened()

    def teach(self) -> Any:
        """Teaches a few faces of the set; the others are learnt during play."""
        picture = cv2.imencode(".png", table(["k3 k4 k5 k6 k7"]))[1].tobytes()
        return self.table.sets.teach("Ours", picture, "k3-k7")

    def kept(self) -> list[tuple[str, Source]]:
        """The faces that the set on the table knows, and the source of each."""
        return sorted((str(one.tile), one.source) for one in self.table.set_on_table.known.vouched)

    def _drawn(self, rows: list[str], hand: str | None = None, *_: object) -> Pixels:
        picture = table(rows, size=LARGE)
        if hand is not None:
            cv2.line(picture, (690, 400), (640, 300), (130, 160, 215), 60)
        return picture


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """An evening in which the set is learnt quickly, from a few views of each face."""
    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    with few_views():
        evening = Evening(tmp_path)
        evening.run(0.4)
        yield evening
        evening.table.close()


def test_a_joker_that_was_corrected_is_read_the_next_evening(evening: Evening) -> None:
    evening.teach()
    evening.lay("b4 b5 J", "k1 k2 k3")
    assert evening.words() == ["b4 b5 r3", "k1 k2 k3"]
    evening.table.tiles.correct(0, 2, "J")
    evening.lay("b4 b5 J", "k1 k2 k3", "o9 J o11")
    assert evening.words() == ["b4 b5 J", "k1 k2 k3", "o9 J o11"], "at once, too"
    evening.lay()
    evening.reopen()
    evening.lay("o9 J o11", "r7 b7 k7")
    assert evening.words() == ["o9 J o11", "r7 b7 k7"]


@pytest.mark.parametrize("is_started_again", [False, True])
def test_a_wrong_correction_is_taken_back_wholly_while_the_tile_lies_there(
    evening: Evening, is_started_again: bool
) -> None:
    evening.teach()
    before, parts = evening.kept(), evening.networks.taught.parts
    evening.lay("b4 b5 b6", "r5 k5 b5")
    evening.table.tiles.correct(0, 1, "J")
    evening.run(0.5)
    assert evening.words() == ["b4 J b6", "r5 k5 J"], "it looks the same"
    asked = [(one["set"], one["place"]) for one in evening.table.state()["unsure"]]
    assert asked == [(1, 2)], "but was sure to be another"
    assert evening.kept() == [("J", Source.TOLD), *before]
    if is_started_again:
        evening.reopen()
        evening.run(1.5)
    evening.table.tiles.untell(0, 1)
    evening.run(0.5)
    for _ in range(2):
        assert evening.words() == ["b4 b5 b6", "r5 k5 b5"]
        assert (evening.kept(), evening.networks.taught.parts) == (before, parts)
        evening.reopen()
        evening.run(1.5)


def test_a_wrong_correction_of_another_evening_is_taken_back_by_its_face(evening: Evening) -> None:
    evening.teach()
    before, parts = evening.kept(), evening.networks.taught.parts
    evening.lay("b4 b5 b6")
    evening.table.tiles.correct(0, 1, "J")
    evening.lay()
    evening.reopen()
    evening.table.sets.take_back("Ours", "J")
    assert (evening.kept(), evening.networks.taught.parts) == (before, parts)
    evening.lay("r5 k5 b5")
    assert evening.words() == ["r5 k5 b5"]


def test_what_was_played_and_corrected_in_a_set_that_nobody_named_counts_once_it_is_known_again(
    evening: Evening,
) -> None:
    evening.table.match.start(["Ada", "Bo"], {"preset": "original", "opening_points": 0}, "Ada", None, False)
    evening.table.match.begin_round(None, True)
    laid = ["k1 k2 k3 k4 k5 k6", "b7 b8 b9 b10 b11 b12"]
    evening.lay(*laid)
    evening.table.turn.done(False)
    evening.lay(*laid, "o5 o6 J")
    evening.table.tiles.correct(2, 2, "J")
    evening.run(0.5)
    evening.table.turn.done(False)
    evening.run(0.5)
    evening.lay()
    evening.reopen()
    evening.lay("r9 J r11")
    assert evening.words() == ["r9 r3 r11"], "any set may lie there"
    evening.lay("r9 J r11", *laid)
    evening.run(1)
    assert evening.words() == ["r9 J r11", *laid]
