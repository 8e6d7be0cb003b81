"""A phone becomes the camera, and gives it back."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.conftest import IN_THE_HOUSE


@pytest.fixture(scope="module")
def phone(device: Any) -> Any:
    return device("phone", 390, 844)


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_phone_is_the_camera_from_one_tap_to_the_next(device: Any, phone: Any, show: Any) -> None:
    """It sends picture after picture, the table gets them, and Set up advises how to improve them."""
    tablet = device("tablet", 1180, 820)
    phone.open("/camera")
    phone.press("#begin")
    phone.until("document.getElementById('sending').textContent.includes('pixels')")
    phone.one("#over .whole")  # the part of the table in view, before any tile is laid
    assert show.eye.sender is not None
    before = show.eye.newest.number
    until(lambda: show.eye.newest.number > before + 3)
    assert show.table.pictures.newest(True).startswith(b"\xff\xd8")
    phone.one("#advice li")
    phone.looks_well("phone-camera")
    tablet.open("/setup")
    tablet.one("#by-phone")
    tablet.one("#advice [data-about=tiles]")
    tablet.looks_well("setup-by-phone")
    tablet.press("#own-camera")
    phone.one("#begin")
    phone.says("#sending", "Another camera was chosen.")
    until(lambda: show.eye.sender is None and not show.eye.is_lost)


def test_over_plain_http_the_page_says_what_helps(device: Any, show: Any) -> None:
    """Browsers allow the camera and some functions in secure contexts only: the page's script has to work without
    them."""
    phone = device("phone over http", 390, 844, show.address.replace("127.0.0.1", IN_THE_HOUSE))
    phone.open("/camera")
    assert phone.run("return window.isSecureContext") is False
    phone.until("!document.getElementById('elsewhere').hidden")
    assert phone.run("return document.getElementById('here').hidden")


def test_a_picture_that_was_sent_is_not_sent_again(phone: Any, show: Any) -> None:
    """A page in the background shows the last picture for ever: the table must not take the repeated picture for a
    still table."""
    phone.open("/camera")
    phone.press("#begin")
    phone.until("document.getElementById('sending').textContent.includes('pixels')")
    phone.run("document.getElementById('seen').pause()")
    time.sleep(0.5)
    before = show.eye.newest.number
    time.sleep(0.5)
    assert show.eye.newest.number <= before + 1
    phone.run("document.getElementById('seen').play()")
    until(lambda: show.eye.newest.number > before + 3)
    phone.press("#stop")
