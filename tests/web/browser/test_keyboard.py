"""A match is set up, a turn played, disputed and taken back without ever touching the screen."""

from typing import Any

ENTER, LEFT, RIGHT = "\ue007", "\ue012", "\ue014"
RUN = 2  # the demo's picture with seven tiles laid
MANY = 36  # stops of the keyboard on a screen
STOP = """const stop = document.activeElement;
const isSeen = () => {
  const box = stop.getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return stop === document.body || stop === middle || stop.contains(middle);
};
if (!isSeen()) stop.scrollIntoView({block: 'nearest'}); // what is drawn above it may have moved it since
return [stop.id || stop.textContent.trim(), isSeen()];"""
"""The focused element, and whether its centre is visible."""


def test_a_turn_is_played_by_keyboard_alone(device: Any, show: Any) -> None:
    laptop = device("laptop", 1024, 740)
    laptop.open("/setup")
    laptop.tab_to("#name-0")
    laptop.keys("Ada", ENTER)  # like "next" on a phone's keyboard
    laptop.until("document.activeElement.id === 'name-1'")
    laptop.keys("Bo")
    laptop.enter("#start")
    laptop.enter("#begin")
    laptop.one("#done")
    # a slow machine must not lose the turn by the clock
    show.table.act(lambda match, at: match.clock_corrected(240, at))
    show.demo.show(RUN)
    laptop.until("document.querySelectorAll('.placed').length === 7")
    laptop.enter(".fault[tabindex]")  # the rule of the marked set
    assert "leaflet “Original game”" in laptop.text("#sheet .source")
    laptop.keys("\ue00c")
    assert laptop.run("return document.activeElement.matches('.fault')")
    laptop.run("document.activeElement.blur()")
    mends_by_keyboard(laptop)
    laptop.enter("#done")
    laptop.one(".verdict.illegal")
    laptop.enter("#disagree")
    laptop.enter("#sheet a[href='/turns']")
    laptop.enter("#overrule")
    laptop.keys("it lay so before")
    laptop.enter("#overrule-send")
    assert "it lay so before" in laptop.text(".overruled")
    laptop.enter("#undo-turn")
    laptop.enter("#undo-sure")
    laptop.until("document.querySelectorAll('.turn').length === 0")
    laptop.looks_well("keyboard")
    assert show.table.state()["turn"]["player"] == "Ada"


def mends_by_keyboard(laptop: Any) -> None:
    """On the picture arrow keys move from tile to tile, and Enter opens the sheet; none of these keys presses Done."""
    laptop.enter("#view-picture")
    laptop.tab_to(".outline")
    laptop.keys(LEFT, LEFT)
    laptop.until("document.activeElement.id === 'outline-0-2'")
    laptop.keys("\ue007")
    laptop.one("#sheet .picker")
    laptop.keys("\ue00c")
    laptop.until("document.activeElement.id === 'outline-0-2'")
    laptop.keys(RIGHT)
    laptop.until("document.activeElement.id === 'outline-0-1'")
    laptop.enter("#view-places")
    laptop.run("document.activeElement.blur()")


def test_at_200_percent_nothing_lies_over_what_has_the_focus(device: Any) -> None:
    """Tabs stay at the lower edge, Start above them: tab stops are scrolled into view."""
    phone = device("phone-zoom", 195, 422)
    phone.open("/setup")
    phone.until("document.querySelectorAll('#options details').length > 0")
    stops = [phone.run(STOP) for _ in range(MANY) if phone.keys("\ue004") is None]
    assert {"name-0", "preset", "start"} <= {name for name, _ in stops}
    assert [name for name, is_seen in stops if not is_seen] == []
