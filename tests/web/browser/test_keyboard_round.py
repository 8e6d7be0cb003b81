"""A whole round by Tab, Enter and the space bar alone: a pressed button vanishes, and the next element gets the
focus."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.family_table import Table

ENTER, SPACE, DOWN = "\ue007", " ", "\ue015"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    table = Table(tmp_path_factory.mktemp("round"))
    yield table
    table.end()


@pytest.fixture(scope="module")
def show(table: Table) -> Table:
    """The table that the windows of this file show."""
    return table


@pytest.fixture(scope="module")
def laptop(device: Any) -> Any:
    return device("laptop", 1024, 740)


def at(laptop: Any, css: str) -> None:
    """Waits until the page itself moves the focus to an element, without a key."""
    laptop.until(f"document.activeElement.matches({css!r})")


def test_from_set_up_to_the_running_clock(laptop: Any, table: Table) -> None:
    laptop.open("/setup")
    laptop.tab_to("#name-0")
    laptop.keys("Ada", ENTER)
    at(laptop, "#name-1")
    laptop.keys("Bo")
    laptop.enter("#start")
    laptop.enter("#begin")
    at(laptop, "#done")
    assert table.now == ("Ada", "playing")


def test_done_keeps_the_focus_for_the_next_player_and_pause_gives_it_to_go_on(laptop: Any, table: Table) -> None:
    table.lies("r10 r11 r12")
    laptop.keys(ENTER)
    laptop.says("#whose", "Bo")
    at(laptop, "#done:not(:disabled)")
    laptop.enter("#pause")
    at(laptop, "#resume")
    laptop.keys(SPACE)
    at(laptop, "#done:not(:disabled)")
    assert table.now == ("Bo", "playing")


def test_a_failed_turn_has_the_focus_until_the_table_is_put_back(laptop: Any, table: Table) -> None:
    table.lays("r13 k13")
    laptop.keys(ENTER)
    at(laptop, "#restored")
    table.lies("r10 r11 r12")
    at(laptop, "#done:not(:disabled)")
    assert table.now == ("Ada", "playing")


def test_from_the_end_of_the_round_to_the_next_one(laptop: Any, table: Table) -> None:
    laptop.enter("#right")
    laptop.enter("#stop-round")
    at(laptop, "#idle a.big")
    laptop.keys(ENTER)
    laptop.until("location.pathname === '/racks'")
    for place, number in enumerate(("r5", "k9")):
        laptop.enter(f"#type-{place}")
        laptop.enter(f"#sheet [data-tile={number}]")
        laptop.keys("\ue00c")  # the picker stays open for the next tile: Escape is Done
        laptop.until("document.getElementById('sheet').hidden")
        laptop.enter(f"#confirm-{place}")
        laptop.until(f"document.querySelectorAll('.card.confirmed').length === {place + 1}")
    at(laptop, "#score")
    laptop.keys(ENTER)
    laptop.says("#end", "should be")  # one tile is not what the rack held: asked about, then scored all the same
    at(laptop, "#score")
    laptop.keys(ENTER)
    laptop.until("location.pathname === '/scores'")
    laptop.enter("#evening-ends")
    at(laptop, "#rematch")
    laptop.enter("#play-on")
    at(laptop, "#next-round")
    laptop.keys(ENTER)
    laptop.until("location.pathname === '/'")
    table.lies()
    laptop.enter("#begin")
    at(laptop, "#done")
    assert table.state["match"]["round"] == 2
