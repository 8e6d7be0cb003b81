"""A whole demo game in Chromium, on a phone and on a tablet: each screen's main action, no error, nothing inaccessible.

The tests of this file are one evening, in this order. `.ci/run` fetches axe-core; without it that check is left out.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

selenium = pytest.importorskip("selenium", reason="selenium is not installed: browser tests are left out")
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402

PHONE, TABLET = (390, 780), (1180, 820)
PATIENCE = 90.0
DEMO = Path(__file__).parents[3] / "tilewatch" / "demo"


class Device:
    """A window that looks at the page."""

    def __init__(self, driver: Any, name: str, address: str, artefacts: Path, axe: str | None) -> None:
        self.driver, self.name, self._address, self._artefacts, self._axe = driver, name, address, artefacts, axe

    def open(self, path: str) -> None:
        """Goes to a screen."""
        self.driver.get(self._address + path)

    def one(self, css: str) -> Any:
        """The first element that is there and shown."""

        def shown(driver: Any) -> Any:
            return next((e for e in driver.find_elements(By.CSS_SELECTOR, css) if e.is_displayed()), False)

        return WebDriverWait(self.driver, PATIENCE, ignored_exceptions=_PASSING).until(shown, f"{self.name}: {css}")

    def count(self, css: str) -> int:
        """How many there are."""
        return len(self.driver.find_elements(By.CSS_SELECTOR, css))

    def press(self, css: str) -> None:
        """Presses what is shown there."""
        click = "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
        self.driver.execute_script(click, self.one(css))

    def until(self, script: str) -> None:
        """Waits until a script answers with something true."""
        WebDriverWait(self.driver, PATIENCE).until(lambda driver: driver.execute_script(f"return {script}"), script)

    def looks_well(self, name: str) -> None:
        """Keeps a picture; nothing sticks out sideways, nothing in the console, nothing for axe to complain of."""
        self.driver.save_screenshot(str(self._artefacts / f"{name}-{self.name}.png"))
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.driver.execute_script(f"return {wide}") <= 1, f"{name} is too wide for a {self.name}"
        errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        assert errors == []
        assert self.complaints() == []

    def complaints(self) -> list[str]:
        """What axe-core finds serious or critical."""
        if self._axe is None:
            return []
        self.driver.execute_script(self._axe)
        found = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations))"
        )
        grave = [one for one in found if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in grave]


_PASSING = [selenium.common.exceptions.StaleElementReferenceException]
Open = Callable[[int, int], Any]


@pytest.fixture(scope="module")
def phone(window: Open, show: Any, artefacts: Path, axe: str | None) -> Device:
    driver = window(*PHONE)
    driver.set_script_timeout(PATIENCE)
    return Device(driver, "phone", show.address, artefacts, axe)


@pytest.fixture(scope="module")
def tablet(window: Open, show: Any, artefacts: Path, axe: str | None) -> Device:
    driver = window(*TABLET)
    driver.set_script_timeout(PATIENCE)
    return Device(driver, "tablet", show.address, artefacts, axe)


def phase(show: Any) -> str:
    return str(show.table.state()["turn"]["phase"])


def test_a_match_is_set_up(phone: Device, show: Any) -> None:
    phone.open("/setup")
    phone.one("#picture")
    phone.until("document.querySelectorAll('#advice li').length > 0")
    assert "points" in phone.one("#short").text
    phone.looks_well("setup")
    phone.press("#add")
    for place, name in enumerate(("Ada", "Bo", "Cy")):
        phone.one(f"#name-{place}").send_keys(name)
    phone.press("summary")
    phone.one("#turn_seconds").send_keys("300")  # a slow machine must not lose a turn by the clock
    phone.press("#start")
    assert "Ada" in phone.one("#whose").text
    assert show.table.state()["turn"]["player"] == "Ada"


def test_the_clock_is_stopped_and_started(phone: Device, show: Any) -> None:
    phone.press("#pause")
    phone.press("#resume")
    phone.one("#done")
    assert phase(show) == "playing"


def test_done_without_a_play_draws_and_can_be_taken_back(phone: Device, show: Any) -> None:
    phone.press("#done")
    assert "Ada plays nothing and draws 1" in phone.one("#verdict").text
    phone.looks_well("game-verdict")
    phone.open("/turns")
    phone.press("#undo")
    phone.press("#undo-sure")
    phone.until("document.querySelectorAll('.turn').length === 0")
    assert show.table.state()["turn"]["number"] == 1


def test_a_failed_table_is_put_back(phone: Device, tablet: Device, show: Any) -> None:
    """The moves are shown in words, the old table as a ghost; the camera sees it done and the game goes on."""
    phone.open("/")
    tablet.open("/")
    show.go()
    state = show.until("restoring")
    assert phone.one("#verdict").get_attribute("class") == "verdict illegal"
    phone.one(".moves li")
    assert phone.count(".moves li") == len(state["restore"]["moves"])
    phone.one(".picture .now")
    phone.looks_well("putting-back")
    tablet.one(".moves li")
    tablet.looks_well("putting-back")
    show.go()
    tablet.until("document.getElementById('back').hidden")


def test_the_table_is_drawn_tile_by_tile(phone: Device, tablet: Device, show: Any) -> None:
    tablet.until("document.querySelectorAll('.placed, .felt .tile').length >= 12")
    tablet.press("#view-places")
    tablet.press(".placed")
    tablet.one("#sheet .picker")
    tablet.press("#sheet .quiet")
    tablet.looks_well("game")
    phone.one("#board .felt")
    phone.looks_well("game")


def test_screens_to_look_at(phone: Device, tablet: Device) -> None:
    tablet.open("/tv")
    tablet.one("#board .felt")
    tablet.looks_well("tv")
    for path in ("/more", "/agreement"):
        phone.open(path)
        phone.one("h1")
        phone.looks_well(path.strip("/"))


def test_the_dispute_shows_every_turn_and_the_last_one_can_be_overruled(phone: Device, show: Any) -> None:
    phone.open("/turns")
    phone.one(".turn")
    assert 1 <= phone.count(".turn") <= len(show.table.turns())
    phone.press("#overrule")
    phone.one("#reason").send_keys("we agreed so")
    phone.looks_well("turns")
    phone.press("#sheet .quiet")


def test_the_own_rack_answers_only_when_allowed(phone: Device) -> None:
    phone.open("/my-rack")
    phone.one("#mine .trouble")
    phone.press("[name=help][value=all]")
    phone.press("#type-mine")
    for tile in ("k1", "k2", "k3"):
        phone.press(f'#sheet [data-tile="{tile}"]')
        phone.press(".rack .add")
    phone.press("#sheet .quiet")
    phone.press("#ask")
    assert phone.one("#told").text
    phone.looks_well("my-rack")


def test_racks_are_counted_and_the_round_is_scored(phone: Device, tablet: Device, show: Any) -> None:
    """One rack is photographed, the others typed in; what does not add up is asked about once."""
    state = show.until("counting")
    losers = [(n, player) for n, player in enumerate(state["players"]) if player["rack"]]
    racks = {entry["rack_of"]: entry for entry in show.demo.racks}
    phone.open("/racks")
    for place, player in losers:
        frame = racks[player["name"]]["frames"][-1]
        phone.one(f"[for=photo-{place}]")
        phone.driver.find_element(By.ID, f"photo-{place}").send_keys(str(DEMO / f"f{frame:03d}.jpg"))
        phone.one(f"#confirm-{place}")
        phone.looks_well("racks")
        phone.press(f"#confirm-{place}")
    phone.press("#score")
    phone.until("location.pathname === '/scores' || document.querySelector('#end .trouble')")
    if phone.count("#end .trouble"):
        phone.press("#score")
    phone.one(".chart polyline")
    phone.looks_well("scores")
    assert phase(show) == "over"
    totals = [player["score"] for player in show.table.state()["players"]]
    assert sum(totals) == 0
    tablet.open("/scores")
    tablet.one(".chart polyline")
    tablet.until("document.querySelector('#times table')")
    tablet.looks_well("scores")


def test_the_page_speaks_finnish_and_goes_dark(phone: Device) -> None:
    phone.open("/language/fi")
    phone.press("[name=light][value=dark]")
    phone.open("/scores")
    assert "Pisteet" in phone.one("h1").text
    phone.one(".chart polyline")
    phone.looks_well("scores-dark-finnish")


def test_the_next_round_begins(phone: Device, show: Any) -> None:
    phone.open("/")
    phone.press("#next-round")
    phone.one("#done")
    assert show.table.state()["match"]["round"] == 2


def test_the_chosen_player_is_kept(phone: Device) -> None:
    phone.open("/my-rack")
    who = Select(phone.one("#who"))
    who.select_by_visible_text("Cy")
    assert Select(phone.one("#who")).first_selected_option.text == "Cy"
