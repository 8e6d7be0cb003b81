"""What is asked for is in view without scrolling, and a tap in the middle hits it: of everything, in every state."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.tilewatch.conftest import Stage
from tilewatch.server import server
from web.app import create_app
from web.contract import Refused

pytest.importorskip("selenium", reason="selenium is not installed: browser tests are left out")

SIZES = {"phone": (390, 844), "small phone": (360, 640), "tablet": (1024, 768), "television": (1920, 1080),
         "tablet at 200 %": (512, 384), "phone at 200 %": (195, 422)}  # fmt: skip
"""CSS pixels across and down."""
LYING = ("r10 r11 r12", "k1 k2 k3", "b4 b5 b6")
LATE = """return [...document.querySelectorAll(arguments[0])].filter(one => one.getClientRects().length).filter(one => {
  const box = one.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return !one.contains(document.elementFromPoint(x, y));
}).map(one => one.id || one.getAttribute('aria-label') || one.textContent.trim());"""
"""Which of these cannot be tapped in their middle, as the page stands."""
HIDDEN = """const found = 'main button, main a, main select, main input, #board .placed:not(.face-down), .fault';
return [...document.querySelectorAll(found)].filter(one => one.checkVisibility() && !one.disabled).filter(one => {
  one.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  const tapped = one.matches('.fault') ? one.querySelector('.fault-sign') : one;
  const box = tapped.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return !one.contains(document.elementFromPoint(x, y));
}).map(one => one.id || one.getAttribute('aria-label') || one.textContent.trim());"""
"""The same of everything there is to tap, each scrolled to."""


def begun(stage: Stage, *rows: str) -> None:
    """Ada has opened, Bo's long verdict is red, and it is Cy's turn."""
    stage.table.match.start(["Ada", "Bo", "Cy", "Dee"], "original", "Ada", None, True)
    stage.table.match.begin_round(None, True)
    stage.lay(*LYING)
    stage.table.turn.done(False)
    stage.lay("r10 r11 r12", "k1 k2", "b4 b5 b6 k3", "o1 r9", "k8 k9")
    stage.table.turn.done(True)
    stage.table.turn.restored(True)
    stage.lay(*(rows or LYING))


def asked(*rows: str, hand: str | None = None) -> Callable[[Stage], None]:
    """Cy said Done, and is asked something, or has a hand over the table."""

    def make(stage: Stage) -> None:
        begun(stage)
        stage.show(*rows, hand="over")
        stage.run(0.5)
        stage.show(*rows, hand=hand)
        stage.run(3.0)
        with suppress(Refused):
            stage.table.turn.done(False, waits=True)
        stage.run(1.5)

    return make


def restoring(stage: Stage) -> None:
    begun(stage, "r10 r11 r12", "k1 k2", "b4 b5 b6 k3", "o1 r9")
    stage.table.turn.done(True)
    stage.run(0.5)


def paused(stage: Stage) -> None:
    begun(stage)
    stage.table.pause()


def counting(stage: Stage) -> None:
    begun(stage)
    stage.table.act(lambda match, at: match.stopped(at))


def over(stage: Stage) -> None:
    counting(stage)
    racks = {"Ada": "r5", "Bo": "b13 k3", "Cy": "J", "Dee": "o1"}
    stage.table.act(lambda match, at: match.counted(racks, at, anyway=True))


def ready(stage: Stage) -> None:
    stage.table.match.start(["Ada", "Bo", "Cy", "Dee"], "original", None, None, True)
    stage.run(0.3)


STATES: dict[str, tuple[Callable[[Stage], None], str]] = {
    "unread": (asked(*LYING, "o4 ?o5~o6:0.2 o6"), "#asked button"),
    "misread": (asked(*LYING, "k11 k12 k1~k13:0.36"), "#asked button"),
    "missing": (asked("r10 r11", "k1 k2 k3", "b4 b5"), "#asked button"),
    "too often": (asked(*LYING, "r10 k10 b10", "r10 k10 o10"), "#asked button"),
    "hidden": (asked(*LYING, hand="0"), "#asked button"),
    "a hand": (asked(*LYING, "o4 o5 o6", hand="over"), "#not-done"),
    "playing": (lambda stage: begun(stage, *LYING, "k1 r9"), "#done"),
    "restoring": (restoring, ".next-move"),
    "paused": (paused, "#resume"),
    "ready": (ready, "#begin"),
    "counting": (counting, "#idle .big"),
    "over": (over, "#idle .big"),
}
"""How the table comes to stand so, and what is asked for then."""


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Makes a state, and gives the address of its page."""
    open_ones: list[Any] = []

    def made(name: str) -> str:
        folder: Path = tmp_path_factory.mktemp("stage")
        stage = Stage(folder)
        stage.run(0.4)
        STATES[name][0](stage)
        page = server(create_app(stage.table), "127.0.0.1", 0)
        threading.Thread(target=page.run, daemon=True).start()
        open_ones.extend((page, stage.table))
        return f"http://127.0.0.1:{page.port}"

    yield made
    for one in open_ones:
        one.close()


@pytest.fixture(scope="module")
def screen(device: Callable[..., Any]) -> Any:
    return device("screen", 390, 844, "http://127.0.0.1")


@pytest.mark.parametrize("state", STATES)
def test_what_is_asked_for_is_in_view_and_everything_can_be_tapped(
    screen: Any, stages: Callable[[str], str], state: str
) -> None:
    address, asked_for = stages(state), STATES[state][1]
    faults = []
    for size, (width, height) in SIZES.items():
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        screen.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        for page in ("/", "/tv") if asked_for == "#asked button" else ("/",):
            screen.open(address + page)
            screen.one(asked_for)
            screen.driver.execute_script("document.fonts.ready")
            faults += [f"{page} {size}: {name}" for name in screen.driver.execute_script(LATE, asked_for)]
            faults += [f"{page} {size}: {name}, scrolled to" for name in screen.driver.execute_script(HIDDEN)]
    assert faults == []
