"""Every element that needs a press is visible without scrolling, and a tap at its centre reaches it, in every state."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from referee.match import agreeing
from referee.table import Table
from tests.tilewatch.conftest import Stage
from tests.web.browser.chrome import Window
from tests.web.browser.device import Device
from tilewatch.server import server
from web.app import create_app
from web.contract import Refused

SIZES = {"phone": (390, 844), "small phone": (360, 640), "tablet": (1024, 768), "television": (1920, 1080),
         "tablet at 200 %": (512, 384), "phone at 200 %": (195, 422)}  # fmt: skip
"""CSS pixels across and down."""
HELD = ("phone", "small phone")
"""Sizes at which a newly opened page asks whose phone it is."""
OTHERS = tuple(size for size in SIZES if size not in HELD)
SIZES_IN_THE_MIDDLE = ("phone", "tablet")
MILLIMETRE = 0.198
"""Millimetres of a CSS pixel on a screen of 10 inches with 1024x768 pixels."""
LYING = ("r10 r11 r12", "k1 k2 k3", "b4 b5 b6")
WRONG = ("r10 r11 r12", "k1 k2", "b4 b5 b6 k3", "o1 r9", "k8 k9")
LATE = """return [...document.querySelectorAll(arguments[0])].filter(one => one.getClientRects().length).filter(one => {
  const box = one.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return !one.contains(document.elementFromPoint(x, y));
}).map(one => one.id || one.getAttribute('aria-label') || one.textContent.trim());"""
"""Elements that cannot be tapped at their centre without scrolling."""
HIDDEN = """const found = 'main button, main a, main select, main input, #board .placed:not(.face-down), .fault';
return [...document.querySelectorAll(found)].filter(one => one.checkVisibility() && !one.disabled).filter(one => {
  one.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  const tapped = one.matches('.fault') ? one.querySelector('.fault-sign') : one;
  const box = tapped.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return !one.contains(document.elementFromPoint(x, y));
}).map(one => one.id || one.getAttribute('aria-label') || one.textContent.trim());"""
"""Elements that cannot be tapped at their centre although the page is scrolled to each."""

BEYOND = """return [...document.querySelectorAll('html, body, main, #told, #asked, #press, #tools')]
  .filter(one => one.getClientRects().length && one.scrollHeight > one.clientHeight + 2)
  .map(one => `${one.id || one.localName} scrolls`);"""
"""Containers that overflow although they must not scroll."""
SMALL = """return [...document.querySelectorAll('#asked .answers .tile')]
  .filter(one => one.getBoundingClientRect().width < 60).map(one => `${one.ariaLabel} is small`);"""
"""Answers too small to be read from three metres."""
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
"""Returns once the page has been drawn."""
ALL_ASKED = """['/api/players', '/api/house', '/api/picture.jpg?plain=1'].every(path =>
  performance.getEntriesByType('resource').some(({name, responseEnd}) => responseEnd && name.endsWith(path)))"""
"""Whether the game has received all answers that it requests at its start and redraws for."""
BAR = """const box = css => document.querySelector(css).getBoundingClientRect();
return [box('#undo').top - box('.tabs').top, box('#sheet').top - box('#undo').bottom];"""
"""Pixels from the top of the tabs down to the top of the undo offer, and from its bottom down to a sheet."""
FRAMES = 60
"""Number of checks of a page until it has no fault."""
FIGURES = """const high = one => {
  const style = getComputedStyle(one), pen = document.createElement('canvas').getContext('2d');
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return arguments[0] * pen.measureText('8').actualBoundingBoxAscent;
};
const seen = [...document.querySelectorAll('#left, #players .points, .drawn .number')];
const spilt = [...document.querySelectorAll('.drawn .tile')].filter(one => one.scrollWidth > one.clientWidth);
const done = document.getElementById('done').getBoundingClientRect();
return [seen.map(high), spilt.map(one => one.ariaLabel), [done.width, done.height].map(x => x * arguments[0])];"""
"""Height of each figure in millimetres, the tiles with a number beyond their edges, and the width and height of
Done."""


def opened(stage: Stage) -> None:
    """Ada opens with tiles of two figures, and it is Bo's turn."""
    stage.table.match.start(["Ada", "Bo", "Cy", "Dee"], "original", "Ada", None, True)
    stage.table.match.begin_round(None, True)
    stage.lay("r10 r11 r12 r13")
    stage.table.turn.done(False)


def laid_thirteen(stage: Stage) -> None:
    """Ada opens with thirteen tiles, nearly all of two figures."""
    stage.table.match.start(["Ada", "Bo", "Cy", "Dee"], "original", "Ada", None, True)
    stage.table.match.begin_round(None, True)
    stage.lay("r10 r11 r12 r13", "k10 k11 k12 k13", "b10 b11 b12 b13 J")
    stage.table.turn.done(False)


def failed_thirteen(stage: Stage) -> None:
    """Ada lays thirteen tiles, none of them in a set, and draws."""
    stage.table.match.start(["Ada", "Bo", "Cy", "Dee"], "original", "Ada", None, True)
    stage.table.match.begin_round(None, True)
    stage.lay("r10 r12 k13 b9 b11 b13 o10", "k10 k12 r13 b10 b12 o12")
    stage.table.turn.done(True)
    stage.table.turn.restored(True)


def begun(stage: Stage, *rows: str) -> None:
    """Ada has opened, Bo's long verdict is negative, and it is Cy's turn."""
    stage.table.match.start(["Ada", "Bo", "Cy", "Dee"], "original", "Ada", None, True)
    stage.table.match.begin_round(None, True)
    right, wrong = Table.from_notation(LYING), Table.from_notation(WRONG)
    stage.table.act(lambda match, at: match.claimed(right, at))  # no picture is read for these claims
    stage.table.act(lambda match, at: match.claimed(wrong, at))
    stage.table.act(lambda match, at: match.restored(at, right))
    stage.lay(*(rows or LYING))


def asked(*rows: str, hand: str | None = None) -> Callable[[Stage], None]:
    """Cy pressed Done, and a question is open or a hand covers the table."""

    def make(stage: Stage) -> None:
        begun(stage)
        stage.show(*rows, hand="over")
        stage.run(0.5)
        stage.show(*rows, hand=hand)
        stage.run(2.0)
        with suppress(Refused):
            stage.table.turn.done(False, waits=True)
        stage.run(1.5)

    return make


def hand_stays(stage: Stage) -> None:
    """Cy pressed Done, and a hand covers the table until the alarm line reports it."""
    asked(*LYING, "o4 o5 o6", hand="over")(stage)
    stage.run(9.5)


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


def struck_out(stage: Stage) -> None:
    over(stage)
    stage.table.act(lambda match, at: agreeing.round_voided(match, 1, at), by="Ada")


def ready(stage: Stage) -> None:
    stage.table.match.start(["Ada", "Bo", "Cy", "Dee"], "original", None, None, True)
    stage.run(0.3)


STATES: dict[str, tuple[Callable[[Stage], None], str]] = {
    "unread": (asked(*LYING, "o4 ?o5~o6:0.2 o6"), "#asked button"),
    "misread": (asked(*LYING, "k11 k12 k1~k13:0.36"), "#asked button"),
    "missing": (asked("r10 r11", "k1 k2 k3", "b4 b5"), "#asked button"),
    "too often": (asked(*LYING, "r10 k10 b10", "r10 k10 o10"), "#asked button"),
    "hidden": (asked(*LYING, hand="0"), "#asked button"),
    "a hand stays": (hand_stays, ".clock:has(#left:not(:empty)) #not-done"),
    "playing": (lambda stage: begun(stage, *LYING, "k1 r9"), "#done"),
    "restoring": (restoring, ".next-move"),
    "opened": (opened, "#done"),
    "thirteen": (laid_thirteen, "#done"),
    "thirteen failed": (failed_thirteen, "#done"),
    "paused": (paused, "#resume"),
    "ready": (ready, "#begin"),
    "counting": (counting, "#idle .big"),
    "over": (over, "#idle .big"),
    "struck out": (struck_out, "#idle .big"),
}
"""Each state of the table, with a function that leads to it and the elements that need a press."""


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Makes a state that replaces the last one, and returns its page's address; the window's cache of the page's files
    stays."""
    shown: list[Any] = []

    def close() -> None:
        for one in shown:
            one.close()

    def made(name: str) -> str:
        stage = Stage(tmp_path_factory.mktemp("stage"))
        stage.run(0.4)
        STATES[name][0](stage)
        close()
        page = server(create_app(stage.table), "127.0.0.1", shown[0].port if shown else 0)
        threading.Thread(target=page.run, daemon=True).start()
        shown[:] = page, stage.table
        return f"http://127.0.0.1:{page.port}"

    yield made
    close()


@pytest.fixture(scope="module")
def screen(window: Callable[..., Window]) -> Device:
    """A window that can be resized."""
    opened = window(1024, 768, touch=False)
    opened.cdp("Emulation.setScrollbarsHidden", hidden=True)
    return Device(opened, "screen", "http://127.0.0.1", None, None)


def at_last(screen: Device, script: str, *arguments: str) -> list[str]:
    """The faults that a script still finds once fonts and the table's picture have loaded."""
    found: list[str] = []
    for _ in range(FRAMES):
        screen.answer(DRAWN)
        if not (found := screen.run(script, *arguments)):
            break
    return found


def in_each(screen: Device, state: str, page: str, sizes: Sequence[str], asked_for: str) -> Iterator[tuple[str, bool]]:
    """Opens a page; gives each size once the page has it, then each again, and whether it is the first.

    Each state opens its pages at another size, so that every size is also tested on a newly opened page.
    """
    turned = list(STATES).index(state) % len(sizes)
    order = [*sizes[turned:], *sizes[:turned]]
    for step, size in enumerate([*order, *order]):
        width, height = SIZES[size]
        screen.window.resize(width, height, mobile=width < 500)
        if step == 0:
            screen.open(page)
        screen.until(f"innerWidth === {width}")
        screen.one(asked_for)
        screen.run("scrollTo(0, 0)")
        yield size, step < len(order)


@pytest.mark.parametrize("state", STATES)
def test_what_is_asked_for_is_in_view_and_everything_can_be_tapped(
    screen: Device, stages: Callable[[str], str], state: str
) -> None:
    address, asked_for = stages(state), STATES[state][1]
    is_asked = asked_for == "#asked button"
    faults = []
    for page, sizes in [(page, sizes) for page in (("/", "/tv") if is_asked else ("/",)) for sizes in (HELD, OTHERS)]:
        for size, is_first in in_each(screen, state, address + page, sizes, asked_for):
            if is_first:
                faults += [f"{page} {size}: {name}" for name in at_last(screen, LATE, asked_for)]
            else:
                faults += [f"{page} {size}: {name}, scrolled to" for name in at_last(screen, HIDDEN)]
            if page == "/tv" and size == "television":
                faults += at_last(screen, SMALL)
    middle = "#asked button" if is_asked else "#press .hand, #not-done, .drawn"
    for size, _ in in_each(screen, state, address + "/middle", SIZES_IN_THE_MIDDLE, middle):
        faults += [f"/middle {size}: {name}" for name in at_last(screen, LATE, "main button, main a")]
        faults += [f"/middle {size}: {name}" for name in at_last(screen, BEYOND)]
    assert faults == []


def test_a_phone_that_is_turned_is_asked_nothing_for_which_it_has_no_room(
    screen: Device, stages: Callable[[str], str]
) -> None:
    screen.window.resize(*SIZES["phone"], mobile=True)
    screen.open(stages("playing"))
    screen.one("#whose-phone button")
    screen.until(ALL_ASKED)
    screen.answer(DRAWN)  # from here on only the size changes
    screen.window.resize(*SIZES["tablet at 200 %"])
    screen.until("document.getElementById('whose-phone').hidden")
    assert at_last(screen, LATE, "#done") == []


@pytest.mark.parametrize("size", HELD)
def test_what_can_be_undone_covers_no_button(screen: Device, stages: Callable[[str], str], size: str) -> None:
    """The undo offer covers only the tabs, for ten seconds; if a sheet covers the tabs, the offer is above the
    sheet."""
    screen.window.resize(*SIZES[size], mobile=True)
    screen.open(stages("struck out") + "/scores")
    screen.one("#undo-now")
    assert screen.run(BAR)[0] >= 0
    screen.press("#round-1")
    screen.one("#strike")
    assert screen.run(BAR)[1] >= 0
    assert at_last(screen, LATE, "#sheet button, #sheet input, #undo button") == []


def test_what_was_struck_out_is_told_once(screen: Device, stages: Callable[[str], str]) -> None:
    screen.window.resize(*SIZES["phone"], mobile=True)
    screen.open(stages("over") + "/scores")
    screen.press("#round-1")
    screen.press("#strike")
    screen.says("#undo", "Round 1 was struck out. (")
    screen.answer(DRAWN)
    assert screen.run("return document.getElementById('notice').hidden")


def test_points_are_confirmed_with_a_button_beside_them(screen: Device, stages: Callable[[str], str]) -> None:
    """The keys for numbers of some phones have no Enter."""
    screen.window.resize(*SIZES["phone"], mobile=True)
    screen.open(stages("counting") + "/racks")
    screen.write("#points-1", "37")
    screen.one("#points-done-1")
    assert at_last(screen, LATE, "#points-done-1") == []
    screen.press("#points-done-1")
    screen.says(".card.confirmed", "37 points")


def test_the_middle_of_the_table_is_read_from_afar_and_done_is_as_large_as_a_hand(
    screen: Device, stages: Callable[[str], str]
) -> None:
    """On a tablet of 10 inches: figures of at least 9 mm, none wider than its tile, also in the verdict."""
    screen.window.resize(1024, 768)
    screen.open(stages("opened") + "/middle")
    screen.until("innerWidth === 1024 && document.body.classList.contains('wide')")
    screen.one(".drawn .tile")
    screen.answer(DRAWN)
    screen.until("document.getElementById('left').textContent")
    figures, spilt, (across, down) = screen.run(FIGURES, MILLIMETRE)
    assert min(figures) >= 9.0, figures
    assert spilt == []
    assert across >= 85, across
    assert down >= 55, down


@pytest.mark.parametrize("state", ["thirteen", "thirteen failed", "playing"])
def test_a_verdict_of_more_than_a_row_of_tiles_is_read_from_afar_too_however_the_tablet_lies(
    screen: Device, stages: Callable[[str], str], state: str
) -> None:
    address = stages(state)
    for width, height in ((1024, 768), (768, 1024)):
        screen.window.resize(width, height)
        screen.open(address + "/middle")
        screen.until(f"innerWidth === {width} && document.querySelectorAll('.drawn .tile').length > 9")
        screen.until("document.getElementById('left').textContent")
        assert at_last(screen, BEYOND) == []
        figures, spilt, _ = screen.run(FIGURES, MILLIMETRE)
        assert min(figures) >= 9.0, (width, figures)
        assert spilt == []
