"""A row of tiles that may stand on a rack: the page shows it and asks once, one tap answers."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.family_table import Table


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Ada and Bo play; Ada is to lay her first tiles."""
    table = Table(tmp_path_factory.mktemp("racks"))
    table.stage.table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
    table.stage.table.match.begin_round(None, False)
    yield table
    table.end()


def test_a_rack_is_no_part_of_the_game_after_one_tap(device: Any, show: Table) -> None:
    phone = device("phone", 390, 844)
    phone.open("/")
    show.lies("r10 r11 r12", "b5 k1 o7 r2 J")
    phone.press("#done")
    phone.says("#asked .question", "belong to the game")
    phone.until("document.querySelector('#asked .crop').naturalWidth > 0")
    phone.looks_well("rack-asked")
    phone.press("#asked .none")
    show.stage.run(1)
    phone.says("#verdict", "Ada opens with 33 points")
    phone.press("#view-picture")
    phone.one("#outline-absent-0")
    phone.looks_well("rack-told")
    phone.press("#outline-absent-0")
    phone.says("#sheet", "no part of the game")
