"""A family teaches its own set on the page: all tiles in one picture, or row by row, at first with a tile missing."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.stand_in import StandIn
from tests.vision.reading.taught.drawn import IN_ORDER, SIZE, few_views, table
from tests.web.browser.test_clumsy_evening import Taps
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import Picture
from vision.reading import Reader
from web.app import create_app
from web.security import LARGEST_PHOTO


class Family(StandIn):
    """A family that lays its tiles below a camera, and serves as the camera."""

    is_lost, is_still, is_turned, trouble, rate, size, sender = False, False, False, None, 10.0, SIZE, None

    def __init__(self, folder: Path) -> None:
        self.newest: Picture | None = None
        journal = Journal(str(folder / "game.db"), durable=False)
        self.table = LiveTable(Reader(), journal, Album(folder / "album"), self, sets=folder / "sets")
        self._server = server(create_app(self.table), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.port}"
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()

    def lies(self, *rows: str) -> None:
        self.newest = Picture(table(rows, size=SIZE), 1, 1.0)

    def end(self) -> None:
        self._server.close()
        self._thread.join(timeout=5)
        self.table.close()


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Family]:
    """A running demo that learns from a few views of each face; other files test the quality of learning."""
    family = Family(tmp_path_factory.mktemp("teaching"))
    with few_views():
        yield family
    family.end()


@pytest.fixture(scope="module")
def phone(device: Callable[..., Any]) -> Taps:
    return Taps(device("phone", 390, 844))


def known(phone: Taps, faces: int) -> None:
    phone.device.until(f"document.querySelectorAll('#taught .faces button').length === {faces}")


def test_a_set_is_taught_row_by_row_as_the_rows_are_laid_and_a_missing_tile_is_said(phone: Taps, show: Family) -> None:
    phone.device.open("/setup")
    phone.tap("a[href='/sets']")
    phone.tap("#teach-steps")
    phone.says("#step", "black")
    for row, colour in enumerate(("red", "blue", "orange", "jokers")):
        show.lies(*IN_ORDER[: row + 1])
        phone.says("#step", colour)
    known(phone, 52)
    assert phone.tapped() == 2
    show.lies(*IN_ORDER[:4], "J")
    phone.tap("#step-lies")
    phone.device.one("#taught .complaints img")
    phone.device.looks_well("teaching-complaint")
    phone.tap("#step-back")
    phone.says("#step", "orange")
    phone.tap("#step-lies")
    phone.says("#step", "jokers")
    show.lies(*IN_ORDER)
    known(phone, 53)
    assert phone.device.count("#step:not([hidden])") == 0
    assert phone.tapped() == 3
    assert show.table.sets.all()["used"] == "Our set"


def test_a_face_is_forgotten_with_a_tap_and_the_whole_set_learnt_from_one_picture_with_another(
    phone: Taps, show: Family
) -> None:
    phone.tap("#taught [data-face=k7]")
    known(phone, 52)
    phone.tap("#teach-seen")
    known(phone, 53)
    assert phone.tapped() == 2
    phone.device.open("/setup")
    phone.says("#own-set", "Our set")


def test_another_evening_the_faces_are_shown_and_only_rows_of_which_one_is_missing_are_asked_for(
    phone: Taps, show: Family
) -> None:
    show.lies()
    phone.device.open("/sets")
    phone.tap("[data-show='Our set']")
    known(phone, 53)
    phone.tap("#taught [data-face=b7]")
    known(phone, 52)
    show.table.sets.take_back("Our set", "b8")  # on another phone
    phone.tap("#taught [data-face=b8]")
    phone.says("#notice", "no longer there")
    known(phone, 51)
    phone.tap("#teach-steps")
    phone.says("#step", "blue")
    show.table.sets.rename("Our set", "Mine")  # on another phone
    show.lies(*IN_ORDER[:3])
    known(phone, 53)
    phone.says("#sets .set-row strong", "Mine")
    assert phone.device.count("#sets .set-row") == 1
    assert not any("Below" in says for says in phone.device.all("#step:not([hidden]) .says", "textContent"))
    assert phone.tapped() == 4


def test_a_set_is_called_otherwise(phone: Taps, show: Family) -> None:
    phone.tap("[data-rename=Mine]")
    phone.device.write("#other-name", 'Gran\'s "old" 👵')
    phone.device.looks_well("rename", " 404 ")  # a picture requested while its row was deleted
    phone.tap("#rename-set")
    phone.says("#sets .set-row strong", 'Gran\'s "old" 👵')
    assert show.table.sets.all()["used"] == 'Gran\'s "old" 👵'
    assert phone.tapped() == 2
    phone.device.until("[...document.images].every((image) => image.complete)")
    show.table.sets.rename('Gran\'s "old" 👵', "Our set")


def test_jokers_that_look_like_numbers_are_asked_about_and_are_jokers_with_a_tap(phone: Taps, show: Family) -> None:
    show.table.sets.use("Our set", False)
    phone.device.open("/sets")
    phone.device.write("#set-name", "Letters")
    show.lies("J J")
    phone.tap("#teach-jokers")
    phone.says("#taught .complaints", "is this a joker? It looks like red 3")
    phone.device.looks_well("is-this-a-joker", " 404 ")  # a picture asked for under the name of before
    phone.tap("[data-insist=J]")
    known(phone, 1)
    phone.tap("[data-insist=J]")
    phone.device.until("document.querySelectorAll('[data-insist]').length === 0")
    assert phone.tapped() == 3
    show.table.sets.forget("Letters")  # on another phone
    phone.tap("[data-set='Our set'] button")
    phone.device.until("document.querySelectorAll('#taught *, [data-set=Letters]').length === 0")
    assert phone.tapped() == 1


def test_an_answer_teaches_the_set_and_the_picture_that_were_asked_about(phone: Taps, show: Family) -> None:
    phone.device.open("/sets")
    phone.device.write("#set-name", "Strays")
    show.lies("k5 b8")
    phone.tap("#teach-jokers")
    phone.says("#taught .complaints li:last-child", "It is a joker")
    phone.device.write("#set-name", "Others")
    show.lies("r7 o9")
    phone.tap("[data-insist=J]")
    known(phone, 1)
    phone.says("#taught .complaints", "It looks like blue 8")
    assert show.table.sets.all()["used"] == "Strays"
    show.table.sets.use("Strays", False)
    assert phone.tapped() == 2


def test_which_row_is_which_colour_is_asked_where_two_look_alike_and_answered_with_a_tap(
    phone: Taps, show: Family
) -> None:
    phone.device.open("/sets")
    phone.device.write("#set-name", "Two reds")
    show.lies(IN_ORDER[0], IN_ORDER[1], IN_ORDER[2], IN_ORDER[1], IN_ORDER[4])
    phone.tap("#teach-seen")
    phone.device.one("[data-colour='4o']")
    phone.device.looks_well("which-colour", "/faces/")  # of a set taught anew while its faces were drawn
    assert phone.device.count("[data-colour]") == 4
    phone.tap("[data-colour='4o']")
    known(phone, 53)
    assert phone.device.count("[data-colour]") == 0
    assert show.table.sets.all()["used"] == "Two reds"
    assert phone.tapped() == 2


def test_a_photograph_that_is_larger_than_the_table_takes_is_made_smaller_on_the_phone(
    phone: Taps, show: Family, tmp_path: Path
) -> None:
    lying = cv2.resize(table(IN_ORDER[:1], size=SIZE), (2600, 1600), interpolation=cv2.INTER_LINEAR)
    cv2.imwrite(str(tmp_path / "large.bmp"), lying)
    assert (tmp_path / "large.bmp").stat().st_size > LARGEST_PHOTO
    phone.device.open("/sets")
    phone.device.write("#set-name", "From afar")
    phone.device.send("#teach-photo", tmp_path / "large.bmp")
    known(phone, 13)
    assert show.table.sets.all()["used"] == "From afar"
