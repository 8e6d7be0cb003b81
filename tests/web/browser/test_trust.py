"""Warnings appear on the screen that the family looks at: lost turns, and somebody who guesses the PIN."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.web.browser.family_table import Table
from web.sessions import FREE_ATTEMPTS

PIN = "482913"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A family's table whose program was killed after six turns, the journal's end damaged."""
    made = Table(tmp_path, PIN, dies=True)
    yield made
    made.end()


def test_lost_turns_and_guesses_are_said_with_what_helps(table: Table, device: Any) -> None:
    host = device("phone", 390, 844, f"{table.address}/?pin={PIN}")
    host.open("")
    host.says("#alarm-text", "cannot be read any more")
    host.press("#alarm-mends a")
    host.says("#lost", "what is damaged was put aside")
    host.until("[...document.querySelectorAll('#lost img')].filter(image => image.naturalWidth === 640).length >= 2")
    host.looks_well("lost-turns")
    host.press("#lost-seen")
    host.until("document.getElementById('lost').hidden && !document.getElementById('alarm').dataset.kind")

    for _ in range(FREE_ATTEMPTS + 1):
        guess = json.dumps({"pin": "1"}).encode()
        asked = urllib.request.Request(f"{table.address}/api/pin", guess, {"Content-Type": "application/json"})
        with suppress(HTTPError):
            urllib.request.urlopen(asked)
    host.open("/")
    host.says("#guesses", "Somebody is guessing the PIN (from 127.0.0.1)")
    host.looks_well("guesses")
    host.press("#let-phone-in")
    code = host.text("#sheet .pass").split()[-1]
    phone = device("guest", 390, 844, f"{table.address}/?pin={code}")
    phone.open("")
    host.press("#sheet header button")
    host.press("#change-pin")
    host.says("#sheet .pass", "The PIN is ")
    phone.open("/more")
    phone.says("#sessions", "This device")
