"""Chromium to look at a running demo with; what it looks with is in device.py, what it looks at in show.py."""

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.device import PATIENCE, Device
from tests.web.browser.show import Show
from tilewatch.table import fresh_look

ROOT = Path(__file__).parents[3]
AXE = ROOT / ".cache" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
"""Chromium's made-up camera stands for a phone's, and nobody is asked whether the page may use it."""
IN_THE_HOUSE = socket.gethostname().lower()
"""This machine's name in the house, to which a browser gives no more than to any address over plain HTTP."""


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """Done waits for the table as long as a page is waited for: a slow machine reads late, and nobody presses again."""
    show = Show(tmp_path_factory.mktemp("show"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fresh_look, "HANDS_LEAVE_WITHIN", PATIENCE)
        show.begin()
        yield show
        show.end()


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """Opens windows of Chromium in the size of a phone or a tablet, with `more` flags; `seen`: those of its camera."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    chromedriver = shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        pytest.skip("no Chromium is installed: the page's browser tests are left out")
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    opened: list[Any] = []

    def window(width: int, height: int, *more: str, seen: tuple[str, ...] = FAKE_CAMERA) -> Any:
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        flags = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en")
        profile = tmp_path_factory.mktemp("profile")
        resolved = f"--host-resolver-rules=MAP {IN_THE_HOUSE} 127.0.0.1"
        for flag in (*flags, *seen, *more, resolved, f"--window-size={width},{height}", f"--user-data-dir={profile}"):
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
def device(
    window: Callable[..., Any], request: pytest.FixtureRequest, artefacts: Path, axe: str | None
) -> Callable[..., Device]:
    """Opens a device of a name and size on the show, or on the page of another `address`; `flags`: of its window."""

    def device(name: str, width: int, height: int, address: str | None = None, *flags: str, **seen: Any) -> Device:
        address = address or request.getfixturevalue("show").address
        driver = window(width, height, *flags, **seen)
        driver.set_script_timeout(PATIENCE)
        return Device(driver, name, address, artefacts, axe)

    return device
