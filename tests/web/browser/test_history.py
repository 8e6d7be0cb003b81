"""Earlier matches in Chromium: found, replayed turn by turn, resumed; players with figures, colours, pictures.

The tests of this file are one visit, in this order.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.tilewatch.history.made_up import kept_matches, made_up_match
from tests.web.browser.show import Show
from tilewatch.storage.journal import Journal
from web.wording.catalogue import languages

CUT = """return [...document.querySelectorAll('.tabs span')]
  .filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent);"""
LEFT, RIGHT, END = "\ue012", "\ue014", "\ue010"


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """The demo's table, without players, after three evenings; the last match was finished."""
    folder = tmp_path_factory.mktemp("history")
    journal = Journal(str(folder / "game.db"), durable=False)
    kept_matches(journal, [made_up_match(1), made_up_match(2, ("Ada", "Di")), made_up_match(3, ("Ada", "Bo"), 1)])
    journal.close()
    show = Show(folder)
    show.begin()
    yield show
    show.end()


@pytest.fixture(scope="module")
def phone(device: Any) -> Any:
    return device("phone", 390, 844)


def glowing(phone: Any) -> int:
    return int(phone.count(".replay-board .tile.new"))


def test_a_match_is_found_by_its_player(phone: Any) -> None:
    phone.open("/matches")
    phone.until("document.querySelectorAll('#matches > li').length === 3")
    phone.looks_well("matches")
    phone.run(
        "const player = document.getElementById('player'); player.value = 'Di';"
        "player.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    phone.until("document.querySelectorAll('#matches > li').length === 1")
    assert phone.run("return location.href").endswith("/matches?player=Di")
    phone.press("#matches a")
    phone.one(".replay-turn")


def test_a_match_is_replayed_by_keys_with_what_was_laid_glowing(phone: Any, show: Show) -> None:
    turns = show.table.history.match(2)["turns"]
    laid = [len(turn["verdict"]["played"]) for turn in turns]
    phone.until("location.hash === ''")
    assert glowing(phone) == laid[0]
    phone.keys(RIGHT)
    phone.until("location.hash === '#2'")
    assert glowing(phone) == laid[1]
    phone.keys(END)
    phone.until(f"location.hash === '#{len(turns)}'")
    phone.one("#later:disabled")
    phone.keys(LEFT)
    phone.until(f"location.hash === '#{len(turns) - 1}'")
    assert turns[-2]["player"] in phone.text(".replay-turn")
    phone.looks_well("match")


def test_a_link_leads_to_a_turn_and_a_swipe_to_the_next(phone: Any) -> None:
    phone.open("/matches/1#3")
    phone.until("document.querySelector('.replay-turn')?.textContent.includes('Round')")
    swipe = (
        "const board = document.querySelector('.replay-board'); const touch = (type, x) => { const at = new Touch("
        "{identifier: 1, target: board, clientX: x, clientY: 300}); board.dispatchEvent(new TouchEvent(type, {"
        "bubbles: true, touches: type === 'touchend' ? [] : [at], changedTouches: [at]})); };"
        "touch('touchstart', 300); touch('touchend', 120);"
    )
    phone.run(swipe)
    phone.until("location.hash === '#4'")


def most_travelling(phone: Any) -> int:
    """The greatest number of tiles that are animated at once during turns 1 to 8."""
    script = (
        "const slider = document.getElementById('turn'); const board = document.querySelector('.replay-board');"
        "let most = 0; for (let n = 1; n < 9; n += 1) { slider.value = n; slider.dispatchEvent(new Event('input'));"
        "most = Math.max(most, board.getAnimations({subtree: true}).length); } return most"
    )
    return int(phone.run(script))


def test_tiles_travel_unless_less_motion_is_wanted(phone: Any) -> None:
    assert most_travelling(phone) > 0
    phone.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    phone.open("/matches/1?still#1")
    phone.one(".replay-turn")
    assert most_travelling(phone) == 0
    phone.cdp("Emulation.setEmulatedMedia", features=[])


def test_the_best_play_there_was_is_told_where_the_rack_is_known(phone: Any, show: Show) -> None:
    known = next(turn["number"] for turn in show.table.history.match(3)["turns"] if turn["rack_known"])
    phone.open(f"/matches/3#{known}")
    phone.press("#best")
    phone.until("document.querySelector('.replay-more [role=status]').textContent.length > 0")


def test_a_players_figures_are_drawn_and_stand_in_tables(phone: Any) -> None:
    phone.open("/players")
    phone.until("document.querySelectorAll('#table tbody tr').length === 4")
    phone.looks_well("players")
    phone.open("/players/Ada")
    phone.until("document.querySelectorAll('#plots canvas').length === 4")
    assert phone.count("#evenings tbody tr") == 3
    assert phone.count("#rivals tbody tr") == 3
    phone.looks_well("player")


def test_a_player_chooses_a_colour_and_a_picture(phone: Any, show: Show, tmp_path: Path) -> None:
    phone.press(".swatch.p5 input")
    phone.until("document.querySelector('#who .portrait.p5') !== null")
    photo = tmp_path / "face.png"
    photo.write_bytes(cv2.imencode(".png", np.full((900, 700, 3), 120, np.uint8))[1].tobytes())
    phone.send("#photo", photo)
    phone.until("document.querySelector('#who img')?.naturalWidth === 160")
    assert show.table.history.player("Ada")["colour"] == 5


def test_known_players_are_offered_at_set_up(phone: Any) -> None:
    """The players of a finished match are already entered; other known players are one tap away."""
    phone.open("/setup")
    phone.until("document.getElementById('name-0')?.value === 'Ada'")
    phone.press(".known[data-name='Di']")
    phone.until("document.getElementById('name-2')?.value === 'Di'")


def test_a_match_that_was_left_is_resumed_with_its_table_told(phone: Any, show: Show) -> None:
    show.table.match.start(["Eve", "Fay"], "original", "Eve", None, False)
    show.table.match.begin_round(None, True)
    show.table.match.start(["Ada", "Bo"], "original", "Ada", None, True)
    phone.open("/matches")
    phone.press(".match.left .resume")
    phone.press("#resume-sure")
    phone.until("location.pathname === '/'")
    show.table.history.choose_colour("Eve", 3)
    phone.open("/")
    phone.one("#players .player-name.own.p3")
    state = show.table.state()
    assert ([player["name"] for player in state["players"]], state["turn"]["phase"]) == (["Eve", "Fay"], "paused")


def test_paper_is_white_also_on_a_device_that_is_dark(phone: Any) -> None:
    quiet = "getComputedStyle(document.documentElement).getPropertyValue('--quiet')"
    phone.run("document.documentElement.dataset.light = 'light'")
    on_white = phone.run(f"return {quiet}")
    phone.run("document.documentElement.dataset.light = 'dark'")
    assert phone.run(f"return {quiet}") != on_white
    phone.cdp("Emulation.setEmulatedMedia", media="print")
    assert phone.run(f"return {quiet}") == on_white
    phone.cdp("Emulation.setEmulatedMedia", media="")


def test_no_tab_is_cut_on_a_narrow_phone_in_any_language(device: Any) -> None:
    narrow = device("narrow", 360, 740)
    for language in languages():
        narrow.open(f"/language/{language}")
        narrow.open("/matches")
        narrow.one(".tabs span")
        assert narrow.run(CUT) == [], language
