"""A running demo whose players wait when a test wants to look, and Chromium to look with."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewatch.album import Album
from tilewatch.demo_game import Demo
from tilewatch.follow import follow
from tilewatch.journal import Journal
from tilewatch.live import LiveTable
from tilewatch.server import port_of, server
from vision.camera import Camera
from vision.reader import Reader
from web import create_app

ROOT = Path(__file__).parents[3]
AXE = ROOT / ".cache" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 90.0
"""Seconds for which a page is waited for; a machine at work on other things is slow."""
PACE = 0.6
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

    def hold(self) -> None:
        """The players wait."""
        self._gate.clear()

    def _wait(self, seconds: float) -> None:
        self._gate.wait()
        self._stop.wait(seconds * PACE)

    def until(self, phase: str, patience: float = 400.0) -> dict[str, Any]:
        """The state as soon as it is in this phase; the players wait then."""
        version, deadline = 0, time.monotonic() + patience
        while time.monotonic() < deadline:
            state = dict(self.table.state())
            if state["turn"]["phase"] == phase:
                self.hold()
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
        for flag in (*flags, f"--window-size={width},{height}", f"--user-data-dir={profile}"):
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
