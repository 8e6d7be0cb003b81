"""A camera that mirrors is turned back by a button; a changed address is shown on every open screen."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.family_table import Table

OLD, NEW = "https://192.168.1.20:8443/", "https://192.168.1.77:8443/"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("table"))
    yield made
    made.end()


@pytest.fixture(scope="module")
def laptop(device: Any, table: Table) -> Any:
    laptop = device("laptop", 1180, 820, table.address)
    laptop.open("/setup")
    return laptop


def test_whoever_sees_that_the_picture_is_mirrored_turns_it_back(laptop: Any, table: Table) -> None:
    laptop.says("#mirror", "The picture is mirrored: mirror it back")
    laptop.press("#mirror")
    table.stage.run(0.3)
    laptop.says("#mirror", "Leave the picture mirrored")
    assert table.stage.is_turned
    laptop.looks_well("mirrored")
    laptop.press("#mirror")
    table.stage.run(0.3)
    laptop.says("#mirror", "The picture is mirrored: mirror it back")
    assert not table.stage.is_turned


def test_an_address_that_changed_is_said_and_what_shows_it(laptop: Any, table: Table) -> None:
    laptop.open("about:blank")  # Set up reloads when phones are let in
    table.stage.table.say_where(OLD)
    laptop.open("/")
    laptop.one("#idle a")  # the first state of the table is drawn
    table.stage.table.say_where(NEW)
    laptop.says("#notice", f"This computer's address has changed: {NEW}. The code on Set up shows it.")
    laptop.looks_well("address-changed")
    table.stage.table.say_where(None)
    laptop.says("#notice", "This computer has left its network")
    table.stage.table.say_where(NEW)
    laptop.until("!document.getElementById('notice').textContent")
