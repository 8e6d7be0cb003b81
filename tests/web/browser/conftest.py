"""A running demo whose players wait when a test wants to look, and Chromium to look with."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewatch.demo.player import Demo
from tilewatch.server import port_of, server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.camera_loop import follow
from tilewatch.table.live import LiveTable
from vision.camera.camera import Camera
from vision.reading.reader import Reader
from web.app import create_app

ROOT = Path(__file__).parents[3]
AXE = ROOT / ".cache" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60.0
"""Seconds for which a page is waited for; a machine at work on other things is slow."""
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
"""Chromium's made-up camera stands for a phone's, and nobody is asked whether the page may use it."""
PACE = 0.2
"""How much faster than life the demo's players are."""


class Show:
    """The demo at its address; `hold` lets its players wait, `go` lets them play on."""

    def __init__(self, folder: Path) -> None:
        self.demo = Demo()
        self.eye = Camera(self.demo.frames)
        self._journal = Journal(str(folder / "game.db"))
        self.table = LiveTable(Reader(), self._journal, Album(folder / "album"), self.eye)
        self._server: Any = server(create_app(self.table), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{port_of(self._server)}"
        self._stop, self._gate = threading.Event(), threading.Event()
        self._hold_at = ""

    def begin(self) -> None:
        """Watches and serves; the players wait for `go`."""
        self.eye.start()
        self._threads = [
            threading.Thread(target=follow, args=(self.eye, self.table, self._stop), daemon=True),
            threading.Thread(target=self._server.run, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def go(self) -> None:
        """The players play on."""
        self._gate.set()
        if len(self._threads) == 2:
            self._threads.append(
                threading.Thread(target=self.demo.play, args=(self.table, self._stop, self._wait), daemon=True)
            )
            self._threads[-1].start()

    def again(self) -> None:
        """The players play the turn that stands anew, the table as it was when they played it."""
        self.demo._played = 0

    def hold(self) -> None:
        """The players wait."""
        self._gate.clear()

    def _wait(self, seconds: float) -> None:
        if self.table.state()["turn"]["phase"] == self._hold_at:
            self._gate.clear()
        self._gate.wait()
        self._stop.wait(seconds * PACE)
        self._gate.wait()

    def until(self, phase: str, patience: float = 400.0) -> dict[str, Any]:
        """The state as soon as it is in this phase; the players wait then."""
        version, deadline, self._hold_at = 0, time.monotonic() + patience, phase
        while time.monotonic() < deadline:
            state = dict(self.table.state())
            if state["turn"]["phase"] == phase:
                self.hold()
                self._hold_at = ""
                return state
            version, _ = self.table.changed_since(max(version, state["version"]), 1.0)
        raise AssertionError(f"the demo was never {phase}")

    def end(self) -> None:
        """Stops everything."""
        self._stop.set()
        self._gate.set()
        self._server.close()
        for thread in self._threads:
            thread.join(timeout=3.0)
        self.eye.stop()
        self._journal.close()


class Device:
    """A window that looks at the page."""

    def __init__(self, driver: Any, name: str, address: str, artefacts: Path, axe: str | None) -> None:
        self.driver, self.name, self._address, self._artefacts, self._axe = driver, name, address, artefacts, axe

    def open(self, path: str) -> None:
        """Goes to a screen."""
        self.driver.get(self._address + path)

    def _wait(self, condition: Callable[[Any], Any], what: str) -> Any:
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.support.ui import WebDriverWait

        passing = [StaleElementReferenceException]
        wait = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.1, ignored_exceptions=passing)
        return wait.until(condition, f"{self.name}: {what}")

    def one(self, css: str) -> Any:
        """The first element that is there and shown."""

        def shown(driver: Any) -> Any:
            return next((e for e in driver.find_elements("css selector", css) if e.is_displayed()), False)

        return self._wait(shown, css)

    def count(self, css: str) -> int:
        """How many there are."""
        return len(self.driver.find_elements("css selector", css))

    def press(self, css: str) -> None:
        """Presses what is shown there; once, however often the page draws it anew meanwhile."""
        click = "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})); return true"
        self._wait(lambda driver: driver.execute_script(click, self.one(css)), css)

    def write(self, css: str, text: str) -> None:
        """Puts a text into a field."""

        def written(driver: Any) -> bool:
            field = self.one(css)
            field.clear()
            field.send_keys(text)
            return True

        self._wait(written, css)

    def text(self, css: str) -> str:
        """What stands there."""
        return str(self._wait(lambda driver: self.one(css).text, css))

    def keys(self, *keys: str) -> None:
        """Types on the keyboard, wherever the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def tab_to(self, css: str, most: int = 40) -> None:
        """Goes from one stop of the keyboard to the next until it is there."""
        self.one(css)
        for _ in range(most):
            if self.driver.execute_script("return document.activeElement.matches(arguments[0])", css):
                return
            self.keys("\ue004")
        raise AssertionError(f"{css} cannot be reached by the keyboard")

    def enter(self, css: str) -> None:
        """Presses a button by keyboard alone."""
        self.tab_to(css)
        self.keys("\ue007")

    def until(self, script: str) -> None:
        """Waits until a script answers with something true."""
        self._wait(lambda driver: driver.execute_script(f"return {script}"), script)

    def looks_well(self, name: str) -> None:
        """Keeps a picture; nothing sticks out sideways, nothing in the console, nothing for axe to complain of."""
        self.driver.save_screenshot(str(self._artefacts / f"{name}-{self.name}.png"))
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.driver.execute_script(f"return {wide}") <= 1, f"{name} is too wide for a {self.name}"
        errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        assert [error for error in errors if " 409 " not in error] == []  # Chromium tells of refusals, too
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


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    show = Show(tmp_path_factory.mktemp("show"))
    show.begin()
    yield show
    show.end()


@pytest.fixture(scope="module")
def window(show: Show, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int, int], Any]]:
    """Opens windows of Chromium in the size of a phone or a tablet; they close before the show ends."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    chromedriver = shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        pytest.skip("no Chromium is installed: the page's browser tests are left out")
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    opened: list[Any] = []

    def window(width: int, height: int) -> Any:
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        flags = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en")
        profile = tmp_path_factory.mktemp("profile")
        for flag in (*flags, *FAKE_CAMERA, f"--window-size={width},{height}", f"--user-data-dir={profile}"):
            options.add_argument(flag)
        metrics = {"width": width, "height": height, "pixelRatio": 1.5, "touch": True}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
        driver.set_page_load_timeout(PATIENCE)
        opened.append(driver)
        return driver

    yield window
    for driver in opened:
        driver.quit()


@pytest.fixture(scope="module")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures of the screens go: outside the repository."""
    named = os.environ.get("TILEWATCH_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("screens")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def axe() -> str | None:
    """The accessibility checker's text; None where it was not fetched."""
    return AXE.read_text(encoding="utf-8") if AXE.exists() else None


@pytest.fixture(scope="module")
def device(window: Callable[[int, int], Any], show: Show, artefacts: Path, axe: str | None) -> Callable[..., Device]:
    """Opens a device of a name and size on the show, or on the page of another `address`."""

    def device(name: str, width: int, height: int, address: str | None = None) -> Device:
        driver = window(width, height)
        driver.set_script_timeout(PATIENCE)
        return Device(driver, name, address or show.address, artefacts, axe)

    return device
