"""From unpacking to the first verdict: a computer without a camera, a phone, and a browser that warns."""

from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from tests.web.browser.conftest import FAKE_CAMERA, IN_THE_HOUSE
from tests.web.browser.house import House, wait_until
from tilewatch.table.turn import fresh_look
from web.routes.joining import SCREENS

EMPTY, TWO_SETS = 0, 5
"""Pictures of the demo: an empty table, and k4 k5 k6 k7 with r5 r6 J r8, an opening of 48 points."""
MOST_TAPS = 9
ASKS = tuple(flag for flag in FAKE_CAMERA if "fake-ui" not in flag)
"""Flags for Chromium's made-up camera, with its own question whether the page may use it."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fresh_look, "HANDS_LEAVE_WITHIN", 60.0)
        made = House(tmp_path_factory.mktemp("a house"), patched)
        made.sees(TWO_SETS)
        made.begin()
        yield made
        made.end()


TAKEN = """(seen => { const [track] = seen.srcObject?.getTracks() ?? []; track?.stop(); return Boolean(track); })
(document.getElementById('seen'))"""
"""Script that stops the camera of the page's video and returns whether the video had one."""
BOX = """const {x, y, width, height} = document.querySelector(arguments[0]).getBoundingClientRect();
return {x: x + scrollX, y: y + scrollY, width, height};"""
"""The rectangle of an element on the page."""


def scanned(device: Any) -> str:
    """The address in the code that a device shows, as a phone elsewhere in the house would open it."""
    device.one("#code")
    device.until("(code => code.src.includes('camera') && code.complete && code.height > 50)(window.code)")

    def read() -> str:
        picture = np.frombuffer(device.window.picture(device.run(BOX, "#code")), np.uint8)
        return cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(picture, cv2.IMREAD_COLOR))[0]

    return str(device.wait(read, "a code that a phone can read")).replace("127.0.0.1", IN_THE_HOUSE)


def wake(phone: Any, house: House, frame: int) -> None:
    """The phone's camera was interrupted, as by a call; when it is back, other tiles lie on the table."""
    house.sees(frame)
    phone.until(TAKEN)


def test_from_the_box_to_the_first_verdict_in_nine_taps(device: Callable[..., Any], house: House) -> None:
    taps = 0

    def tap(on: Any, css: str) -> None:
        nonlocal taps
        on.press(css)
        taps += 1

    film = f"--use-file-for-fake-video-capture={house.film}"
    laptop = device("laptop", 1180, 820, house.address)
    phone = device("phone", 390, 844, house.address, film, whole=True)
    laptop.open("")
    laptop.says("#advice [data-about=camera]", "no phone sends pictures yet")
    laptop.looks_well("arriving-no-camera")
    tap(laptop, "#use-phone")
    plain = scanned(laptop)
    phone.open(plain)
    phone.says("main", "Nothing leaves this house")
    assert phone.run("return [window.isSecureContext, location.href]") == [False, plain]
    phone.window.errors()  # the page is about the unknown certificate
    phone.looks_well("arriving-warned", but="ERR_CERT_AUTHORITY_INVALID")
    tap(phone, "#go")
    tap(phone, "#details-button")
    tap(phone, "#proceed-link")
    tap(phone, "#begin")
    taps += 1  # the browser asks whether the page may use the camera; the fake camera answers yes
    phone.says("#sending", "pixels")
    laptop.until("document.querySelectorAll('#trial .tile').length >= 3")
    shown = laptop.all("#trial .tile", "dataset")
    assert [one["tile"] for one in shown] in house.names
    laptop.one("#advice [data-about=tiles][data-level]:not([data-level=stops])")
    laptop.looks_well("arriving-trial")
    phone.until("document.querySelectorAll('#over .read').length === 8")
    phone.window.reload()  # a mistake: the game goes on and draws the tiles again although the table did not change
    phone.says("#sending", "pixels")
    phone.until("document.querySelectorAll('#over .read').length === 8")
    phone.window.errors()  # after a warning, a browser caches no page for offline use
    phone.looks_well("arriving-eye")

    wake(phone, house, EMPTY)
    wait_until(lambda: house.names == [] and house.table.state()["steady"])
    for place, name in enumerate(("Ada", "Bo")):
        laptop.write(f"#name-{place}", name)
    tap(laptop, "#start")
    tap(laptop, "#begin")
    laptop.one("#done")

    house.end()
    phone.says("#sending", "The table does not answer")
    house.begin()
    phone.says("#sending", "pixels")
    wake(phone, house, TWO_SETS)
    wait_until(lambda: len(house.names) == 2 and house.table.state()["steady"])
    laptop.awake("#done")
    tap(laptop, "#done")
    wait_until(lambda: house.table.state()["verdict"] is not None)
    verdict = house.table.state()["verdict"]
    assert (verdict["legal"], len(verdict["played"]), verdict["opening_points"]) == (True, 8, 48)
    assert taps <= MOST_TAPS
    phone.window.close()  # its camera is no longer needed


def test_a_phone_that_knows_this_computer_is_not_told_again(device: Callable[..., Any], house: House) -> None:
    house.app.extensions["tilewatch.doors"].let_phones_in()
    phone = device("phone that knows", 390, 844, house.address, "--ignore-certificate-errors")
    phone.open(f"http://{IN_THE_HOUSE}:{house.port}/?pin=482913&to=camera")
    phone.one("#begin")
    phone.until("location.protocol === 'https:'")


def test_who_refuses_the_camera_is_told_where_to_allow_it(device: Callable[..., Any], house: House) -> None:
    phone = device("phone that refuses", 390, 844, house.address, "--deny-permission-prompts", seen=ASKS, whole=True)
    phone.open("")
    phone.open("/camera")
    phone.press("#begin")
    phone.says("#sending", "Allow it in the browser's settings for this page")


def test_over_plain_http_every_screen_runs(device: Callable[..., Any], house: House) -> None:
    """No script may need a secure context without a check beforehand."""
    phone = device("phone over plain http", 390, 844, f"http://{IN_THE_HOUSE}:{house.port}/")
    phone.open("/?pin=482913&plain=1")
    for name in (*SCREENS, "agreement"):
        phone.window.errors()
        phone.open(f"/{name}")
        phone.one("h1")
        told = phone.window.errors()
        assert not [one for one in told if "Uncaught" in one], (name, told)
