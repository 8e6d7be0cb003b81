"""Corrections at the table, on a phone: a tap on the tile, a tap on its name, and one tap to undo the correction."""

from typing import Any

import pytest

from web import files

TAP = """const met = document.querySelector(arguments[0]), box = met.getBoundingClientRect();
met.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true,
  clientX: box.x + arguments[1] * box.width, clientY: box.y + arguments[2] * box.height}));"""

GLIDE = """const [files, done] = arguments; Promise.all([
  import(`${files}/js/parts/board/glide.js`), import(`${files}/js/page/dom.js`)]).then(([{gliding}, {show}]) => {
  const place = document.createElement('div');
  const lay = left => { const tile = document.createElement('span'); tile.dataset.glide = 'r7';
    tile.style.cssText = `position: fixed; width: 40px; height: 50px; left: ${left}px`;
    place.replaceChildren(tile); return true; };
  document.body.append(place); show(place, 'drawn', () => null); lay(0); gliding(place, () => lay(200));
  done(place.getAnimations({subtree: true}).map(one => one.effect.getTiming().duration)); place.remove(); });"""

HALVES = """const [files, done] = arguments; import(`${files}/js/parts/board/zoom.js`).then(({onTap}) => {
  const told = [], tap = (detail) => { const drawn = document.createElement('div'); onTap(drawn, () => detail,
    (at) => told.push(at)); drawn.dispatchEvent(new MouseEvent('click', {detail})); };
  tap(1); tap(2); setTimeout(() => { tap(1); setTimeout(() => done(told), 350); }, 350); });"""


@pytest.fixture(scope="module")
def phone(device: Any, show: Any) -> Any:
    """A phone at a table on which two players have laid their first sets."""
    rules = {"preset": "original", "turn_seconds": 300}
    show.table.match.start(["Ada", "Bo", "Cy"], rules, None, None, True)
    show.table.match.begin_round(None, True)
    phone = device("phone", 390, 844)
    phone.open("/")
    show.go("restoring")
    show.until("restoring")
    show.go("playing")
    show.until("playing")
    phone.one("#done")
    return phone


def tap(phone: Any, css: str, x: float = 0.5, y: float = 0.5) -> None:
    phone.one(css)
    phone.run(TAP, css, x, y)


def told(show: Any) -> list[str]:
    return [row["tiles"][place] for row in show.table.state()["table"] for place in row["told"]]


def hear(show: Any, wanted: list[str]) -> None:
    """Waits until the table has received these players' answers."""
    version = 0
    for _ in range(20):
        if told(show) == wanted:
            return
        version, _state = show.table.changed_since(version, 1.0)
    assert told(show) == wanted


def test_a_tile_is_added_with_a_tap_on_its_place_and_its_name(phone: Any, show: Any) -> None:
    phone.press("#view-picture")
    tap(phone, ".ground", 0.02, 0.05)
    phone.one("#sheet .picker")
    phone.looks_well("adding")
    phone.press('#sheet .picker [data-tile="o13"]')
    phone.until("document.querySelectorAll('.outline.told').length === 1")
    assert told(show) == ["o13"]
    phone.looks_well("added")


def test_a_tile_is_corrected_with_two_taps_and_marked(phone: Any, show: Any) -> None:
    tap(phone, ".outline.told polygon")
    phone.press('#sheet .picker [data-tile="b13"]')
    phone.until("document.querySelectorAll('.outline.told').length === 1")
    hear(show, ["b13"])
    tap(phone, ".outline.told polygon")
    phone.press("#untell")
    phone.until("document.querySelectorAll('.outline.told').length === 0")
    assert told(show) == []


def test_done_says_at_once_what_happens(phone: Any, show: Any) -> None:
    """The line appears before the table has been read, and disappears with the verdict."""
    phone.awake("#done")
    said = phone.run("document.getElementById('done').click(); return document.getElementById('doing').textContent")
    assert said == "The table is being read …"
    phone.until("document.getElementById('doing').textContent === ''")
    assert "lays nothing" in phone.text("#verdict")


def test_a_rack_and_the_turn_are_put_right_with_two_taps_and_undone_with_one(phone: Any, show: Any) -> None:
    rack = show.table.state()["players"][1]["rack"]
    phone.press("#right")
    phone.press("#rack-1-more")
    phone.says("#undo", f"{rack + 1} (")  # and the phone that pressed
    phone.press("#undo-now")
    phone.until(f"document.querySelectorAll('.held')[1].textContent === '{rack}'")
    other = next(n for n, one in enumerate(show.table.state()["players"]) if one["name"] != now(show)["player"])
    phone.press(f"#turn-of-{other}")
    phone.one("#undo-now")
    assert now(show)["player"] == show.table.state()["players"][other]["name"]
    phone.press("#undo-away")  # the button below it can be pressed
    assert phone.all("#undo", "hidden") == [True]
    phone.looks_well("put-right")


def test_a_round_is_ended_early_and_played_on_after_all(phone: Any, show: Any) -> None:
    phone.press("#stop-round")
    phone.one("#play-on")
    assert now(show)["phase"] == "counting"
    phone.press("#play-on")
    phone.one("#done")
    assert now(show)["phase"] == "playing"


def test_everybody_sees_who_paused_the_clock_on_every_screen(phone: Any, show: Any) -> None:
    show.table.pause()
    phone.open("/turns")
    phone.until("document.getElementById('alarm-text').textContent === 'The players paused the clock.'")
    phone.press("#alarm-resume")
    phone.until("document.getElementById('alarm-text').textContent === ''")
    assert now(show)["phase"] == "playing"


def test_a_double_tap_makes_the_picture_larger_and_another_one_whole_again(phone: Any) -> None:
    phone.open("/")
    phone.one(".pictured .ghostly")
    width = "document.querySelector('.pictured .ghostly').getBoundingClientRect().width"
    whole = phone.run(f"return {width}")
    for wanted in (f"{width} > 1.9 * {whole}", f"Math.abs({width} - {whole}) < 2"):
        phone.run("document.querySelector('.pictured').dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))")
        phone.until(wanted)


def test_a_double_tap_is_none_of_one_though_the_table_is_drawn_anew_between_its_halves(phone: Any) -> None:
    assert phone.answer(HALVES, files.address()) == [1]


def test_tiles_glide_for_less_than_half_a_second_unless_less_motion_is_wanted(phone: Any) -> None:
    assert phone.answer(GLIDE, files.address()) == [400]
    phone.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    assert phone.answer(GLIDE, files.address()) == []


def now(show: Any) -> dict[str, Any]:
    turn: dict[str, Any] = show.table.state()["turn"]
    return turn
