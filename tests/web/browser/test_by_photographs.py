"""A match without a stand, over plain HTTP: set up on a phone, a picture after each turn, a failed turn put back."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.photographs import DEMO, as_a_phone
from tests.web.browser.conftest import IN_THE_HOUSE
from tests.web.browser.device import Device
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable, follow
from vision.camera import Camera, Pixels
from vision.reading import Reader
from web.app import create_app

WARNED = "Cross-Origin-Opener-Policy"
"""The warning that Chromium shows for any page over plain HTTP."""
FAILED, BACK, EIGHT, SIX, TWO = 2, 3, 5, 7, 12
"""Pictures of the demo's film: a failed turn, the table put back, an opening of eight tiles, six more, and two more."""
RULES = {"preset": "original", "dealt": 10, "rounds": 2, "turn_seconds": None}
ROOM, CROPPED = 0.3, 0.03
"""Shares of the film's picture by which a phone sees more on each side, or cuts it."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    folder, eye = tmp_path_factory.mktemp("photos"), Camera(lambda: iter(()))
    made = LiveTable(Reader(), Journal(str(folder / "game.db")), Album(folder / "album"), eye, has_no_camera=True)
    stop = threading.Event()
    thread = threading.Thread(target=follow, args=(eye, made, stop), daemon=True)
    thread.start()
    yield made
    stop.set()
    thread.join(timeout=5)
    made.close()


@pytest.fixture(scope="module")
def phone(device: Callable[..., Device], table: LiveTable) -> Iterator[Device]:
    served: Any = server(create_app(table), "127.0.0.1", 0)
    thread = threading.Thread(target=served.run, daemon=True)
    thread.start()
    yield device("phone", 390, 844, f"http://{IN_THE_HOUSE}:{served.port}")
    served.close()
    thread.join(timeout=5)


class Shutter:
    """Takes pictures of the film as a phone does: turned, tilted, scaled and cropped at random, each differently."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._rng, self._taken = folder, np.random.default_rng(1), 0

    def __call__(self, number: int) -> Path:
        """A photograph of the table as in a picture of the film."""
        self._taken += 1
        place = self._folder / f"{self._taken}.jpg"
        film = np.asarray(cv2.imread(str(DEMO / f"f{number:03d}.jpg")), np.uint8)
        place.write_bytes(as_a_phone(self._cut(film), self._rng))
        return place

    def _cut(self, film: Pixels) -> Pixels:
        """The picture with more of the table around it on some sides, and less on others."""
        sides = (self._rng.uniform(-CROPPED, ROOM, 4) * np.repeat(film.shape[:2], 2)).astype(int)
        more, less = np.maximum(sides, 0), np.maximum(-sides, 0)
        top, bottom, left, right = (int(side) for side in more)
        ground = np.median(film.reshape(-1, 3), axis=0).tolist()
        wider = cv2.copyMakeBorder(film, top, bottom, left, right, cv2.BORDER_CONSTANT, value=ground)
        height, width = wider.shape[:2]
        return np.ascontiguousarray(wider[less[0] : height - less[1], less[2] : width - less[3]], np.uint8)


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Shutter:
    return Shutter(tmp_path_factory.mktemp("taken"))


def test_a_match_is_set_up_and_a_failed_turn_put_back_in_words_and_a_picture(
    phone: Device, table: LiveTable, photo: Shutter
) -> None:
    phone.open("/setup")
    phone.press("#use-photos")
    phone.says("#advice", "No stand")
    table.match.start(["Ada", "Bo"], RULES, "Ada", None, False)
    phone.open("/")
    phone.press("#begin")
    phone.one("#done-photo-label")
    phone.looks_well("photos-turn", WARNED)
    phone.send("#done-photo", photo(FAILED))
    phone.says("#back", "Put the table back")
    phone.looks_well("photos-back", WARNED)
    phone.send("#back-photo", photo(BACK))
    phone.says("#whose", "Bo's turn")


def test_a_round_ends_with_the_picture_of_an_empty_racks_last_tiles(phone: Device, photo: Shutter) -> None:
    laid(phone, photo, EIGHT, "Bo opens with")
    phone.looks_well("photos-verdict", WARNED)
    laid(phone, photo, SIX, "Ada opens with")
    phone.send("#done-photo", photo(TWO))
    counted(phone, "#points-0", "31")


def test_after_a_second_round_the_match_is_over_and_nobody_was_accused_or_asked(
    phone: Device, table: LiveTable, photo: Shutter
) -> None:
    phone.press("#next-round")
    phone.press("#begin")
    phone.one("#done-photo-label")
    first, second = ("Ada", "Bo") if table.state()["turn"]["player"] == "Ada" else ("Bo", "Ada")
    laid(phone, photo, EIGHT, f"{first} opens with")
    laid(phone, photo, SIX, f"{second} opens with")
    phone.send("#done-photo", photo(TWO))
    counted(phone, f"#points-{1 if first == 'Ada' else 0}", "20")
    phone.one("#rematch")
    turns = table.match.turns()
    assert [turn["verdict"]["legal"] for turn in turns] == [False, *[True] * 6]
    assert [len(turn["verdict"]["played"]) for turn in turns if turn["verdict"]["legal"]] == [8, 6, 2, 8, 6, 2]


def laid(phone: Device, photo: Shutter, number: int, verdict: str) -> None:
    """Presses Done and takes a picture, which is judged at once without a question."""
    phone.send("#done-photo", photo(number))
    phone.says("#verdict", verdict)
    assert phone.all("#asking", "hidden") == [True]


def counted(phone: Device, points: str, number: str) -> None:
    """The loser's rack is counted, and the round is scored."""
    phone.press("a.button.big[href='/racks']")
    phone.write(points, number)
    phone.keys("\ue007")
    phone.press("#score")
    phone.says("#table", number)
