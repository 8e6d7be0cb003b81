"""Check a table on a phone, over plain HTTP: a photograph, its verdict, a corrected tile; and the two photographs of a
turn."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.web.browser.conftest import IN_THE_HOUSE
from tests.web.browser.device import Device
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import Camera
from vision.reading import Reader
from web.app import create_app

PICTURES = Path(__file__).parents[2] / "vision" / "pictures"
WARNED = "Cross-Origin-Opener-Policy"
"""The warning that Chromium shows for any page over plain HTTP."""
TEN, TWO_SETS = PICTURES / "ten-tiles.jpg", PICTURES / "unseen-font-two-sets.jpg"


def _no_pictures() -> Iterator[Any]:
    yield from ()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table without a camera, at this machine's name in the house: a browser treats it like any address over plain
    HTTP."""
    folder = tmp_path_factory.mktemp("check")
    table = LiveTable(
        Reader(), Journal(str(folder / "game.db")), Album(folder / "album"), Camera(_no_pictures), has_no_camera=True
    )
    served = server(create_app(table), "127.0.0.1", 0)
    thread = threading.Thread(target=served.run, daemon=True)
    thread.start()
    yield f"http://{IN_THE_HOUSE}:{served.port}"
    served.close()
    thread.join(timeout=5)
    table.close()


@pytest.fixture(scope="module")
def phone(device: Callable[..., Device], address: str) -> Device:
    return device("phone", 390, 844, address)


def verdict(phone: Device) -> str:
    return phone.text("#verdict .lead")


def test_a_stranger_has_a_verdict_after_the_address_a_tap_and_a_photograph(phone: Device) -> None:
    phone.open("/")
    phone.press("a[href='/check']")
    phone.send("#after-camera", TEN)
    phone.says("#verdict", "Allowed: 3 sets, 82 points.")
    assert phone.count(".set-line.good") == 3
    phone.looks_well("check", WARNED)


def test_a_tile_that_is_mended_is_judged_anew_at_once_and_can_be_mended_back(phone: Device) -> None:
    mended = [tile for tile in phone.all(".outline", "ariaLabel") if tile == "black 8"]
    place = phone.all(".outline", "ariaLabel").index(mended[0])
    phone.run("document.querySelectorAll('.outline')[arguments[0]].focus()", place)
    phone.keys("\ue007")
    phone.press("#sheet [data-tile='k9']")
    phone.says("#verdict", "Not allowed")
    assert phone.count(".set-line.bad") == 1
    phone.looks_well("check-bad", WARNED)


def test_that_no_tile_lies_there_is_undone_and_then_what_was_mended_before(phone: Device) -> None:
    before = phone.count(".outline")
    phone.run("document.querySelector('.outline').focus()")
    phone.keys("\ue007")
    phone.press("#no-tile")
    phone.wait(lambda: phone.count(".outline") == before - 1, "a tile less")
    phone.press("#undo-mended")
    phone.wait(lambda: phone.count(".outline") == before, "the tile again")
    phone.press("#undo-mended")
    phone.says("#verdict", "Allowed: 3 sets, 82 points.")
    assert not phone.count("#undo-mended")
    phone.looks_well("check-undone", WARNED)


def test_two_photographs_are_a_turn_and_what_is_gone_is_asked_about(phone: Device, tmp_path: Path) -> None:
    phone.press("label[for='of-turn']")
    phone.send("#before-camera", turned(TEN, tmp_path / "before.jpg"))
    phone.send("#after-camera", TEN)
    phone.says("#verdict", "Allowed: nothing was laid.")
    phone.send("#after-gallery", TWO_SETS)
    phone.says("#asking", "Not visible")
    phone.looks_well("check-turn", WARNED)
    phone.press("#anyway")
    phone.says("#verdict", "Not allowed")


def test_an_opening_is_found_on_a_racks_photograph_without_a_match(phone: Device) -> None:
    phone.press("a[href='/my-rack']")
    phone.send("#photo-mine", PICTURES / "rack.jpg")
    phone.one(".rack [data-tile]")
    assert phone.count(".rack [data-tile]") == len((PICTURES / "rack.txt").read_text().split())
    phone.press("#ask")
    phone.says("#told", "points")
    phone.looks_well("my-rack-alone", WARNED)
    phone.open("/check")


def test_a_file_that_is_no_picture_is_refused_in_a_sentence(phone: Device, tmp_path: Path) -> None:
    (tmp_path / "no.jpg").write_text("no picture")
    phone.press("label[for='of-table']")
    phone.send("#after-gallery", tmp_path / "no.jpg")
    phone.says("#sending", "is not a picture")


def turned(picture: Path, place: Path) -> Path:
    """The picture from the other side of the table, in an oblique view."""
    pixels = cv2.rotate(cv2.imread(str(picture)), cv2.ROTATE_180)
    height, width = pixels.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    aslant = corners + np.array([[0.08, 0.05], [-0.05, 0], [0, 0], [0, -0.02]], np.float32) * (width, height)
    warped = cv2.warpPerspective(
        pixels, cv2.getPerspectiveTransform(corners, aslant.astype(np.float32)), (width, height)
    )
    cv2.imwrite(str(place), warped)
    return place
