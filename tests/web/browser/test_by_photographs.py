"""A match without a stand, over plain HTTP: set up on a phone, a picture after each turn, a failed turn put back."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: browser tests are left out")

from benchmarks.photographs import DEMO, as_a_phone
from tests.web.browser.conftest import IN_THE_HOUSE
from tests.web.browser.device import Device
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable, follow
from vision.camera import Camera
from vision.reading import Reader
from web.app import create_app

WARNED = "Cross-Origin-Opener-Policy"
"""What Chromium says of any page over plain HTTP."""
FAILED, BACK, OPENED, LAID = 2, 3, 5, 7
"""Pictures of the demo's film: a failed turn, the table put back, an opening, and more laid."""


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


@pytest.fixture
def photo(tmp_path: Path) -> Callable[[int], Path]:
    """A picture of the film as a phone takes it, each time from somewhere else."""
    rng = np.random.default_rng(1)

    def photo(number: int) -> Path:
        place = tmp_path / f"{number}.jpg"
        place.write_bytes(as_a_phone(np.asarray(cv2.imread(str(DEMO / f"f{number:03d}.jpg")), np.uint8), rng))
        return place

    return photo


def test_turns_are_judged_by_a_picture_each(phone: Device, table: LiveTable, photo: Callable[[int], Path]) -> None:
    phone.open("/setup")
    phone.press("#use-photos")
    phone.says("#advice", "No stand")
    table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
    phone.open("/")
    phone.press("#begin")
    phone.one("#done-photo-label")
    phone.looks_well("photos-turn", WARNED)
    phone.send("#done-photo", photo(OPENED))
    phone.says("#verdict", "Ada opens with")
    phone.looks_well("photos-verdict", WARNED)
    phone.send("#done-photo", photo(LAID))
    phone.says("#verdict", "Bo opens with")


def test_a_failed_turn_is_put_back_in_words_and_a_picture_shows_it(
    phone: Device, table: LiveTable, photo: Callable[[int], Path]
) -> None:
    table.match.start(["Cy", "Di"], "original", "Cy", None, True)
    phone.press("#begin")
    phone.send("#done-photo", photo(FAILED))
    phone.says("#back", "Put the table back")
    phone.looks_well("photos-back", WARNED)
    phone.send("#back-photo", photo(BACK))
    phone.says("#whose", "Di's turn")
