"""Chromium to look at a running demo with; what it looks with is in device.py, what it looks at in show.py."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.device import CHROMEDRIVER, CHROMIUM, PATIENCE, Device, chromium
from tests.web.browser.show import Show
from tilewatch.table.turn import fresh_look

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
    if CHROMIUM is None or CHROMEDRIVER is None:
        pytest.skip("no Chromium is installed: the page's browser tests are left out")
    pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    opened: list[Any] = []

    def window(width: int, height: int, *more: str, seen: tuple[str, ...] = FAKE_CAMERA) -> Any:
        profile = tmp_path_factory.mktemp("profile")
        resolved = f"--host-resolver-rules=MAP {IN_THE_HOUSE} 127.0.0.1"
        place = f"--window-size={width},{height}", f"--user-data-dir={profile}"
        metrics = {"width": width, "height": height, "pixelRatio": 1.5, "touch": True}
        driver = chromium(*seen, *more, resolved, *place, metrics=metrics)
        driver.set_page_load_timeout(PATIENCE)
        opened.append(driver)
        return driver

    yield window
    for driver in opened:
        driver.quit()


@pytest.fixture(scope="module")
def artefacts() -> Path | None:
    """Where pictures of the screens go, outside the repository: where TILEWATCH_SCREENSHOTS says, or nowhere."""
    named = os.environ.get("TILEWATCH_SCREENSHOTS")
    if named is None:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def axe() -> str | None:
    """The accessibility checker's text; None where it was not fetched."""
    return AXE.read_text(encoding="utf-8") if AXE.exists() else None


@pytest.fixture(scope="module")
def device(
    window: Callable[..., Any], request: pytest.FixtureRequest, artefacts: Path | None, axe: str | None
) -> Callable[..., Device]:
    """Opens a device of a name and size on the show, or on the page of another `address`; `flags`: of its window."""

    def device(name: str, width: int, height: int, address: str | None = None, *flags: str, **seen: Any) -> Device:
        address = address or request.getfixturevalue("show").address
        driver = window(width, height, *flags, **seen)
        driver.set_script_timeout(PATIENCE)
        return Device(driver, name, address, artefacts, axe)

    return device
