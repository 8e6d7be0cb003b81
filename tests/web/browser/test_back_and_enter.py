"""Conventions of phones: Back closes the topmost layer, Enter continues, and a phone belongs to one person."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tilewatch.conftest import Stage
from tilewatch.server import server
from web.app import create_app

ENTER, BACK = "\ue007", "setTimeout(() => history.back())"
SHEET = "!document.getElementById('sheet').hidden"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder: Path = tmp_path_factory.mktemp("stage")
    stage = Stage(folder)
    stage.run(0.4)
    yield stage
    stage.table.close()


@pytest.fixture(scope="module")
def phone(stage: Stage, device: Callable[..., Any]) -> Iterator[Any]:
    page = server(create_app(stage.table), "127.0.0.1", 0)
    threading.Thread(target=page.run, daemon=True).start()
    yield device("phone", 390, 844, f"http://127.0.0.1:{page.port}")
    page.close()


def test_enter_goes_from_name_to_name_and_after_the_last_one_the_match_is_dealt(phone: Any, stage: Stage) -> None:
    phone.open("/setup")
    if phone.run("return document.getElementById('names-first')?.checkVisibility()"):
        phone.press("#names-first")
    phone.one("#name-0")
    phone.write("#name-0", "Ada")
    phone.keys(ENTER)
    phone.until("document.activeElement.id === 'name-1'")
    phone.keys("Bo", ENTER)
    phone.one("#begin")
    assert stage.table.state()["turn"]["phase"] == "ready"


def test_what_was_dealt_wrongly_is_set_up_anew_and_nobody_is_asked(phone: Any, stage: Stage) -> None:
    phone.press("#to-setup")
    phone.until("document.getElementById('name-0')?.value === 'Ada'")
    phone.press("#add")
    phone.write("#name-2", "Cy")
    phone.keys(ENTER)
    phone.one("#begin")
    assert [player["name"] for player in stage.table.state()["players"]] == ["Ada", "Bo", "Cy"]


def test_back_closes_the_sheet_that_lies_on_top_and_only_then_leaves_the_page(phone: Any, stage: Stage) -> None:
    phone.open("/more")
    phone.open("/")
    phone.press("#people")
    phone.until(SHEET)
    phone.run(BACK)
    phone.until(f"!({SHEET})")
    assert phone.run("return location.pathname") == "/"
    phone.press("#people")
    phone.press("#sheet header button")
    phone.press("#people")
    phone.until(SHEET)
    phone.run(BACK)
    phone.until(f"!({SHEET})")
    phone.run(BACK)
    phone.until("location.pathname === '/more'")


def test_a_step_of_the_history_whose_sheet_was_closed_is_no_step(phone: Any) -> None:
    phone.open("/more")
    phone.open("/")
    phone.press("#people")
    phone.press("#sheet header button")
    phone.run(BACK)
    phone.until("location.pathname === '/more'")


def test_a_phone_asks_once_whose_it_is_and_its_turn_has_the_seats_colour_and_a_button_to_draw(
    phone: Any, stage: Stage
) -> None:
    phone.open("/")
    phone.says("#whose-phone", "Whose phone is this?")
    phone.press("#begin")
    phone.until("document.getElementById('whose').textContent.startsWith('Ada')")
    assert phone.count("#draw") == 0
    phone.press("#whose-phone .big")
    phone.until("document.getElementById('whose-phone').hidden")
    phone.one(".whose.mine")
    phone.awake("#done")
    phone.press("#draw")
    phone.until("document.getElementById('whose').textContent.startsWith('Bo')")
    assert phone.count(".whose.mine") == phone.count("#draw") == 0
    assert stage.table.match.turns()[0]["drawn"] == 1
    phone.open("/")
    phone.until("document.getElementById('whose').textContent.startsWith('Bo')")
    phone.until("document.getElementById('whose-phone').hidden")
