"""A whole demo game in Chromium, on a phone and on a tablet: each screen's main action, no error, nothing inaccessible.

The tests of this file are one evening, in this order. `.ci/run` fetches axe-core; without it the accessibility check is
skipped.
"""

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

DEMO = Path(__file__).parents[3] / "tilewatch" / "demo"


@pytest.fixture(scope="module")
def phone(device: Any) -> Any:
    return device("phone", 390, 844, keeps=True)


@pytest.fixture(scope="module")
def tablet(device: Any) -> Any:
    return device("tablet", 1180, 820)


def turn(show: Any) -> tuple[int, str, str]:
    now = show.table.state()["turn"]
    return now["number"], now["player"], now["phase"]


def test_a_match_is_set_up_with_house_rules(phone: Any, tablet: Any, show: Any) -> None:
    """An impossible rule is refused in a line that names it; the chosen rules are listed before the match begins."""
    tablet.open("/setup")
    tablet.one("#picture")
    tablet.until("document.querySelectorAll('#advice li').length > 0")
    tablet.looks_well("setup")
    phone.open("/setup")
    phone.press("#add")
    for place, name in enumerate(("Ada", "B\u202eo", "Cy")):
        phone.write(f"#name-{place}", name)
    phone.press("#start")
    assert phone.text("#trouble").startswith("Player 2: ")
    phone.write("#name-1", "Ada")
    phone.press("#start")
    phone.says("#trouble", "Two players are called Ada")
    told, start = (f"document.getElementById('{name}').getBoundingClientRect()" for name in ("trouble", "start"))
    phone.until(f"{told}.top > 0 && {told}.bottom <= {start}.top")
    phone.write("#name-1", "Bo")
    phone.press("#house-rules > summary")
    phone.write("#turn_seconds", "7")
    phone.press("#start")
    assert phone.text("#trouble") == "Seconds for a turn: a whole number from 30 to 300."
    phone.write("#turn_seconds", "300")  # a slow machine must not lose a turn by the clock
    phone.until("document.getElementById('short').textContent.includes('300 seconds')")
    phone.press("#options details:nth-of-type(5) > summary")
    phone.press("#clock_waits_for_referee-1")
    phone.until("document.getElementById('agreement').href.includes('clock_waits_for_referee')")
    phone.looks_well("setup")
    tablet.open(str(phone.attribute("#agreement", "href")))
    first = tablet.all(".agreement > li > p strong", "innerText")[:2]
    assert set(first) == {
        "A turn takes at most 300 seconds.",
        "The clock keeps running while the referee reads the table.",
    }
    tablet.looks_well("agreement")
    phone.press("#start")
    phone.one("#begin")
    phone.looks_well("ready")
    phone.press("#begin")
    assert "Ada" in phone.text("#whose")
    assert turn(show) == (1, "Ada", "playing")


def test_the_clock_is_stopped_and_started(phone: Any, show: Any) -> None:
    phone.press("#pause")
    phone.one("#resume")
    phone.looks_well("paused")
    phone.press("#resume")
    phone.one("#done")
    assert turn(show) == (1, "Ada", "playing")


def test_sounds_are_muted_with_one_tap_and_stay_so(phone: Any, tablet: Any) -> None:
    """No device speaks before it is asked to."""
    tablet.open("/")
    assert tablet.attribute("#sound-voice", "aria-pressed") == "false"
    tablet.press("#sound-voice")
    tablet.open("/more")
    tablet.one("[data-setting=voice]:checked")
    assert phone.attribute("#sound-voice", "aria-pressed") == "false"
    phone.keys("x")  # a page may play sounds after its first use
    phone.press("#sound-tick")
    phone.open("/")
    assert phone.attribute("#sound-tick", "aria-pressed") == "false"


def test_done_without_a_play_draws_and_can_be_taken_back(phone: Any, show: Any) -> None:
    phone.press("#done")
    assert "Ada lays nothing and draws 1" in phone.text("#verdict")
    phone.looks_well("game-verdict")
    phone.open("/turns")
    phone.press("#undo-turn")
    phone.press("#undo-sure")
    phone.until("document.querySelectorAll('.turn').length === 0")
    assert turn(show) == (1, "Ada", "playing")


def test_a_failed_turn_is_overruled_with_a_reason_and_then_taken_back(phone: Any, show: Any) -> None:
    show.go("restoring")
    show.until("restoring")
    phone.one(".sign.illegal")
    phone.press("#overrule")
    phone.write("#reason", "we agreed so")
    phone.looks_well("overrule")
    phone.press("#overrule-send")
    assert "we agreed so" in phone.text(".overruled")
    assert phone.text(".sign.legal")
    assert show.table.state()["verdict"]["overruled"] == "we agreed so"
    assert turn(show) == (4, "Ada", "playing")
    phone.looks_well("turns")
    phone.press("#undo-turn")
    phone.press("#undo-sure")
    phone.until("document.querySelectorAll('.turn').length === 2")
    assert turn(show) == (3, "Cy", "playing")


def test_a_failed_table_is_put_back(phone: Any, tablet: Any, show: Any) -> None:
    """The moves are shown in words, the old table as a ghost; the camera sees the restored table and the game goes
    on."""
    phone.open("/")
    tablet.open("/")
    show.again()
    show.go("restoring")
    state = show.until("restoring")
    phone.one(".next-move .tile.huge")
    assert phone.count(".next-places .ghostly") >= 1
    assert phone.attribute("#verdict", "class") == "verdict illegal"
    assert phone.count(".moves li") == len(state["restore"]["moves"]) - 1
    assert phone.count(".ghostly .ghost.strange") >= 7
    phone.press("#restored")
    phone.says("#notice", "not as it was")
    phone.looks_well("putting-back")
    show.go("restoring")
    tablet.until("document.getElementById('back').hidden")


def test_what_was_moved_on_the_table_goes_back_to_its_old_place(phone: Any, tablet: Any, show: Any) -> None:
    state = show.until("restoring")
    tablet.one(".next-move")
    drawn = {(ghost["tile"], ghost["how"]) for ghost in state["restore"]["ghosts"]}
    assert {("k11", "strange"), ("b7", "astray"), ("k9", "astray"), ("k4", "there")} <= drawn
    assert tablet.count("#fold-whole > .ghostly .ghost.place.astray") == 2
    tablet.looks_well("putting-back")
    phone.looks_well("putting-back-moved")
    tablet.open("/tv")
    tablet.one("#stage .tv-set, #stage .tv-empty")
    high = "[...document.querySelectorAll('.ghostly svg')].map(one => one.getBoundingClientRect().height)"
    shown = "[...document.querySelectorAll('.ghostly')].map(one => one.clientHeight)"
    drawn, seen = tablet.run(f"return [{high}, {shown}]")
    assert drawn == pytest.approx(seen, abs=1)  # a cropped picture would not match its ghost
    assert seen
    tablet.looks_well("tv")
    tablet.open("/")
    show.go("playing")
    show.until("playing")
    tablet.until("document.getElementById('back').hidden")


def test_the_table_is_drawn_tile_by_tile(phone: Any, tablet: Any) -> None:
    tablet.until("document.querySelectorAll('.placed, .felt .tile').length >= 12")
    tablet.press("#view-places")
    tablet.until("document.querySelector('#board .placed .face').getBBox().width === 96")  # as wide as its container
    tablet.press("#board .placed")
    tablet.one("#sheet .picker")
    tablet.press("#sheet .quiet")
    tablet.looks_well("game")
    phone.one("#board .felt")
    phone.looks_well("game")


def test_screens_to_look_at(phone: Any, tablet: Any) -> None:
    for path in ("/more", "/agreement"):
        phone.open(path)
        phone.one("h1")
        phone.looks_well(path.strip("/"))
    tablet.open("/turns")
    tablet.one(".turn")
    tablet.looks_well("turns")


@pytest.mark.parametrize("language", ["da", "fi", "nb", "sv", "en"])
def test_the_agreement_is_one_printed_page(phone: Any, language: str) -> None:
    phone.open(f"/language/{language}")
    phone.open("/agreement")
    phone.one("h1")
    printed = b64decode(phone.cdp("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])  # A4, in inches
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_a_device_wanders_through_all_screens_again_and_again(phone: Any) -> None:
    """Leaving a screen closes its listener: browsers hold at most six connections, and a seventh waits."""
    for path in ("/turns", "/racks", "/scores", "/my-rack", "/tv", "/setup", "/") * 2:
        phone.open(path)
        phone.one("h1, #done")


def test_the_own_rack_answers_only_when_allowed(phone: Any) -> None:
    phone.open("/my-rack")
    phone.one("#mine .trouble")
    phone.press("[name=help][value=all]")
    phone.press("#type-mine")
    for tile in ("k1", "k2", "k3"):
        phone.press(f'#sheet [data-tile="{tile}"]')
    phone.press("#pick-done")
    phone.press("#ask")
    assert phone.text("#told")
    phone.looks_well("my-rack")


def test_racks_are_photographed_mended_and_confirmed(phone: Any, show: Any) -> None:
    show.skip(but=1)
    show.go("counting")
    state = show.until("counting")
    losers = [(n, player) for n, player in enumerate(state["players"]) if player["rack"]]
    racks = {entry["rack_of"]: entry for entry in show.demo.racks}
    phone.open("/racks")
    for place, player in losers:
        frame = racks[player["name"]]["frames"][-1]
        phone.one(f"[for=photo-{place}]")
        phone.send(f"#photo-{place}", DEMO / f"f{frame:03d}.jpg")
        phone.one(f"#confirm-{place}")
        phone.press(".rack .tile")
        phone.press("#remove-tile")
        assert "Expected" in phone.text(".trouble")
        phone.press(".rack .add")
        phone.press(f'#sheet [data-tile="{racks[player["name"]]["tiles"][0]}"]')
        phone.press("#pick-done")
        phone.looks_well("racks")
        phone.press(f"#confirm-{place}")
    phone.one("#score")


def test_the_round_is_scored_and_taken_home(phone: Any, tablet: Any, show: Any) -> None:
    phone.press("#score")
    phone.until("location.pathname === '/scores'")
    phone.one("#chart canvas")
    phone.looks_well("scores")
    state = show.table.state()
    assert state["turn"]["phase"] == "over"
    assert {player["name"]: player["score"] for player in state["players"]} == {"Ada": 32, "Bo": -14, "Cy": -18}
    tablet.open("/scores")
    tablet.one("#chart canvas")
    tablet.until("document.querySelector('#times table')")
    tablet.press("#possible button")
    tablet.one("#possible .felt, #possible [role=status] p")
    tablet.looks_well("scores")
    links = tablet.all("a[download]", "href")
    read = "const done = arguments[1]; fetch(arguments[0]).then(a => a.text()).then(done)"
    texts = {link.rpartition("/")[2]: tablet.answer(read, link) for link in links}
    assert texts["scores.csv"].splitlines()[:2] == ["round,Ada,Bo,Cy,winner", "1,32,-14,-18,Ada"]
    assert len(json.loads(texts["match.json"])["turns"]) == len(show.table.match.turns())


def test_the_page_speaks_finnish_and_goes_dark(phone: Any) -> None:
    phone.open("/language/fi")
    phone.press("[name=light][value=dark]")
    phone.open("/scores")
    assert "Pisteet" in phone.text("h1")
    phone.one("#chart canvas")
    phone.looks_well("scores-dark-finnish")
    phone.open("/turns")
    said = phone.text(".turn .rule p")
    assert "ei ole sarja" in said
    assert not {"red", "blue", "black", "orange", "set"} & set(said.replace(",", " ").split())
    phone.looks_well("turns-dark-finnish")


def test_the_next_round_begins(phone: Any, show: Any) -> None:
    phone.open("/")
    phone.press("#next-round")
    phone.one("#obstacles")  # the last rack still lies before the camera
    phone.press("#begin-anyway")
    phone.one("#done")
    assert show.table.state()["match"]["round"] == 2


def test_the_chosen_player_is_kept(phone: Any) -> None:
    phone.open("/my-rack")
    phone.choose("#who", "Cy")
    phone.until("document.getElementById('who').value === 'Cy'")
