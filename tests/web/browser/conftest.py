"""Fixtures: Chromium, and a running demo; device.py holds the windows, show.py the demo."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.chrome import CHROMIUM, PATIENCE, SHELL, Chrome, Window
from tests.web.browser.device import Device
from tests.web.browser.show import Show
from tilewatch.demo import player
from tilewatch.table.turn import fresh_look

ROOT = Path(__file__).parents[3]
AXE = ROOT / ".cache" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
FAKE_CAMERA = ("--use-fake-device-for-media-stream=fps=6", "--use-fake-ui-for-media-stream")
"""Flags for Chromium's made-up camera in place of a phone's, without the question whether the page may use it."""
BETWEEN_PICTURES = 0.25
"""Seconds between two pictures of the show: it stands still most of the time, and every picture costs a reading."""
IN_THE_HOUSE = socket.gethostname().lower()
"""This machine's name in the house, which a browser treats like any address over plain HTTP."""


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """A running demo, in which Done waits for a reading as long as a test waits for a page, because slow machines read
    late."""
    show = Show(tmp_path_factory.mktemp("show"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fresh_look, "HANDS_LEAVE_WITHIN", PATIENCE)
        patched.setattr(player, "BEAT", BETWEEN_PICTURES)
        show.begin()
        yield show
        show.end()


@pytest.fixture(scope="session")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Chrome]]:
    """Gives the Chromium process with these flags, shared by all files; a process that has ended is started again."""
    if SHELL is None:
        pytest.skip("no Chromium is installed: the page's browser tests are left out")
    running: dict[tuple[bool, tuple[str, ...]], Chrome] = {}

    def process(*flags: str, whole: bool = False) -> Chrome:
        if whole and CHROMIUM is None:
            pytest.skip("only Chromium's shell is installed, which asks and warns of nothing")
        if (whole, flags) not in running or not running[whole, flags].is_alive:
            running[whole, flags] = Chrome(tmp_path_factory.mktemp("profile"), *flags, whole=whole)
        return running[whole, flags]

    yield process
    for one in running.values():
        if one.is_alive:
            one.end()


@pytest.fixture(scope="module")
def window(processes: Callable[..., Chrome]) -> Iterator[Callable[..., Window]]:
    """Opens windows in the size of a phone or a tablet, with `more` flags; `seen`: the flags of the process's camera.
    `whole`: the full browser, which shows its own warnings and questions.
    """
    opened: list[Window] = []

    def window(
        width: int, height: int, *more: str, seen: tuple[str, ...] = FAKE_CAMERA, whole: bool = False, **how: bool
    ) -> Window:
        resolved = f"--host-resolver-rules=MAP {IN_THE_HOUSE} 127.0.0.1"
        opened.append(Window(processes(*seen, *more, resolved, whole=whole), width, height, **how))
        return opened[-1]

    yield window
    for one in opened:
        one.close()


@pytest.fixture(scope="module")
def artefacts() -> Path | None:
    """The folder for screenshots, outside the repository, from TILEWATCH_SCREENSHOTS; None: no screenshots."""
    named = os.environ.get("TILEWATCH_SCREENSHOTS")
    if named is None:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def axe() -> str | None:
    """The text of axe-core, the accessibility checker; None if it was not downloaded."""
    return AXE.read_text(encoding="utf-8") if AXE.exists() else None


@pytest.fixture(scope="module")
def device(
    window: Callable[..., Any], request: pytest.FixtureRequest, artefacts: Path | None, axe: str | None
) -> Callable[..., Device]:
    """Opens a device of a name and size on the show, or on the page of another `address`; `flags`: of its Chromium
    process."""

    def device(name: str, width: int, height: int, address: str | None = None, *flags: str, **seen: Any) -> Device:
        address = address or request.getfixturevalue("show").address
        return Device(window(width, height, *flags, **seen), name, address, artefacts, axe)

    return device
