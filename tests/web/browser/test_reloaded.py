"""A phone reloads in the middle of typing: unconfirmed input is kept, on that phone only."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.match import agreeing
from tests.web.browser.family_table import Table

TILES = "[...document.querySelectorAll('.rack [data-tile]')].map(tile => tile.dataset.tile).join(' ')"
NAMES = "[...document.querySelectorAll('#names input')].map(field => field.value).join()"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.end()


def begun(table: Table, *players: str) -> None:
    table.stage.table.match.start(list(players), "original", players[0], None, False)
    table.stage.table.match.begin_round(None, True)


def test_racks_that_are_not_confirmed_yet_outlast_a_reload_and_no_round(table: Table, device: Any) -> None:
    phone = device("phone", 390, 844, table.address)
    begun(table, "Ada", "Bo", "Cy")
    table.stage.table.act(lambda match, at: match.stopped(at))
    phone.open("/racks")
    phone.press("#type-1")
    for tile in ("r5", "k13"):
        phone.press(f".picker [data-tile={tile}]")
    phone.press("#pick-done")
    phone.write("#points-2", "37")
    phone.window.reload()
    phone.until(f"{TILES} === 'r5 k13'")
    assert phone.all("#points-2", "value") == ["37"]
    phone.press("#confirm-1")
    phone.one(".card.confirmed")
    phone.press(".card.confirmed button")
    phone.until(f"{TILES} === 'r5 k13'")
    table.stage.table.act(lambda match, at: match.counted({"Ada": "", "Bo": "r5 k13", "Cy": "37"}, at, True))
    table.stage.table.match.begin_round(None, True)
    table.stage.table.act(lambda match, at: match.stopped(at))
    phone.open("/racks")
    phone.one("#type-1")
    assert phone.all(".rack [data-tile]", "innerText") == []
    assert phone.all("#points-2", "value") == [""]


def test_names_and_house_rules_outlast_a_reload_until_the_match_begins(table: Table, device: Any) -> None:
    phone = device("phone", 390, 844, table.address)
    table.stage.tile_width = 14  # the camera is asked about first, while somebody already enters the names
    table.stage.lay("r10 r11 r12")
    phone.open("/setup")
    phone.press("#names-first")
    phone.press("#add")
    for place, name in enumerate(("Ada", "Bo", "Cy")):
        phone.write(f"#name-{place}", name)
    phone.press("#house-rules summary")
    phone.write("#turn_seconds", "95")
    phone.window.reload()
    phone.until(f"{NAMES} === 'Ada,Bo,Cy'")
    phone.one("#name-2")
    phone.until("document.querySelector('#turn_seconds')?.value === '95'")
    phone.looks_well("set-up-reloaded")
    begun(table, "Di", "Eve")
    phone.window.reload()
    phone.until(f"{NAMES} === 'Di,Eve'")


def test_what_is_typed_before_the_table_answers_outlasts_a_reload_too(table: Table, device: Any) -> None:
    phone = device("phone", 390, 844, table.address)
    phone.cdp("Network.setBlockedURLs", urls=["*/api/events*"])  # as on a slow network
    phone.open("/setup")
    phone.write("#name-0", "Ada")
    phone.window.reload()
    phone.cdp("Network.setBlockedURLs", urls=[])
    phone.until(f"{NAMES} === 'Ada,'")


def test_the_keyboard_stays_where_it_is_when_the_last_match_is_offered(table: Table, device: Any) -> None:
    phone = device("phone", 390, 844, table.address)
    begun(table, "Ada", "Bo")
    phone.cdp("Network.setBlockedURLs", urls=["*/api/events*"])
    phone.open("/setup")
    phone.tab_to("#pace-0")
    phone.cdp("Network.setBlockedURLs", urls=[])
    phone.until(f"{NAMES} === 'Ada,Bo'")
    phone.until("document.activeElement.id === 'pace-0'")


def test_who_left_the_last_match_is_not_offered_for_the_next(table: Table, device: Any) -> None:
    phone = device("phone", 390, 844, table.address)
    begun(table, "Ada", "Bo", "Cy")
    table.stage.table.act(lambda match, at: agreeing.left(match, "Bo", "pool", at))
    phone.open("/setup")
    phone.until(f"{NAMES} === 'Ada,Cy'")
    table.stage.table.act(lambda match, at: agreeing.left(match, "Cy", "pool", at))
    phone.open("/setup")
    phone.until(f"{NAMES} === 'Ada,'")
