"""A tile that the camera cannot read: the page shows its position and asks for its name, which one tap answers."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.family_table import Table

CARD = "#asking .question"


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Ada and Bo play; Ada is to lay her first tiles."""
    table = Table(tmp_path_factory.mktemp("unread"))
    table.stage.table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
    table.stage.table.match.begin_round(None, False)
    yield table
    table.end()


@pytest.fixture(scope="module")
def phone(device: Any) -> Any:
    phone = device("phone", 390, 844)
    phone.open("/")
    return phone


def test_it_is_told_with_one_tap_on_what_is_likeliest(phone: Any, show: Table) -> None:
    """It may be r7, o11 or r11, and r11 fits. The answer removes the last doubt, so that the claimed turn ends."""
    show.lies("r10 r11 r12", read=["r10 ?r7~r11:0.2 r12"])
    phone.says(CARD, "Which tile lies there?")
    phone.one(".placed.unsure")
    phone.looks_well("unread")
    phone.press("#done")
    phone.says("#asked .question", "cannot read")
    phone.looks_well("unread-at-done")
    assert phone.attribute("#asked .answers .tile", "data-tile") == "r11"
    phone.press("#asked .answers [data-tile=r11]")
    phone.until("document.getElementById('asked').hidden")
    show.stage.run(0.3)
    phone.says("#verdict", "Ada opens with 33 points")


def test_what_is_no_tile_is_told_with_one_tap(phone: Any, show: Table) -> None:
    show.lays("k3", read=["?k3"])
    phone.says(CARD, "Which tile lies there?")
    phone.press("#asking .none")
    phone.until("document.getElementById('asking').hidden")
    assert show.state["unread"] == []
    assert len(show.state["absent"]) == 1


def test_another_tile_is_chosen_from_all(phone: Any, show: Table) -> None:
    show.lays("b7", read=["?b7"])
    phone.press("#view-picture")
    phone.press("#outline-unread-0")
    phone.looks_well("unread-chosen")
    phone.press("#sheet .picker [data-tile=b7]")
    phone.until("document.getElementById('asking').hidden")
    assert "b7" in [tile for row in show.state["table"] for tile in row["tiles"]]


def test_what_lies_face_down_is_drawn_dimly_and_nobody_is_asked(phone: Any, show: Table) -> None:
    show.lays(". . . . _o1 . _o2")
    phone.until("document.querySelectorAll('.outlines .face-down').length === 2")
    phone.press("#view-places")
    phone.until("document.querySelectorAll('.placed.face-down').length === 2")
    assert phone.run("return document.getElementById('asking').hidden")
    phone.looks_well("face-down")
