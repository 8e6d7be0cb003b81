"""The television before a made-up table: legible when full, faults marked, the end; and Done by the space bar."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from werkzeug.serving import make_server

from referee.highlights import highlights
from referee.match.match import Match
from referee.rules import Rules
from referee.table import Table
from tilewatch.telling import state_json
from web import files
from web.app import create_app
from web.contract import TableNotSeen

THIRTEEN = """\
k1 k2 k3 k4 k5 k6/r3 r4 r5 r6 r7/b1 b2 b3 b4 b5 b6 b7/o4 o5 o6 o7 o8 o9/k8 r8 b8 o8/k9 r9 o9/k10 k11 k12 k13 J
r9 r10 r11 r12 r13/b8 b9 J b11 b12 b13/o10 o11 o12 o13/k1 r1 b1 o1/k2 r2 o2/r4 r5 r6 r7 r8 r9 r10 r11 r12 r13"""
SIXTEEN = f"{THIRTEEN}/r1 r2 r3/b4 b5 b6/k5 k6 k7"
NAMES = ("Ada", "Maximiliane-Charlotte", "Cy", "Dagny")
OPENED = ("r10 r11 r12", "r10 r11 r12/k10 k11 k12", "r10 r11 r12/k10 k11 k12", "r10 r11 r12/k10 k11 k12/k3 k4 r9")
WIDTHS = "[...document.querySelectorAll('.tv-set .tile')].map(tile => tile.getBoundingClientRect())"
OUTSIDE = f"""(() => {{ const stage = document.getElementById('stage').getBoundingClientRect();
  return {WIDTHS}.filter(tile => tile.left < stage.left || tile.right > stage.right
    || tile.top < stage.top || tile.bottom > stage.bottom).length; }})()"""


def rows(text: str) -> list[str]:
    return text.replace("\n", "/").split("/")


def lying(text: str, faulty: int | None = None) -> list[dict[str, Any]]:
    """Sets in the form of the state; one set may have a fault."""
    fault = {"code": "not-a-set", "text": "?", "values": {}, "rule": {"code": "?", "text": "?", "values": {}}}
    quad = [[0.1, 0.1], [0.12, 0.1], [0.12, 0.15], [0.1, 0.15]]
    return [
        {"tiles": row.split(), "quads": [quad] * len(row.split()), "faults": [fault] if place == faulty else []}
        for place, row in enumerate(rows(text))
    ]


class Room:
    """A server on a `port` (0: any) whose state is set by the test."""

    def __init__(self, table: Any, pin: str | None, port: int) -> None:
        self.table, self.version, self.since = table, 1, "first start"
        self.match = Match.begun(NAMES, Rules.from_json({"preset": "original", "rounds": 1}), 0.0)
        table.state, table.changed_since, table.highlights = self.state, self.changed_since, self.highlights
        self.more: dict[str, Any] = {}
        self.app = create_app(table, pin)
        self._server = make_server("127.0.0.1", port, self.app, threaded=True)
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def show(self, match: Match, lies: list[dict[str, Any]], **more: Any) -> None:
        self.match, self.more, self.version = match, {"table": lies, **more}, self.version + 1

    def state(self) -> dict[str, Any]:
        camera = {"status": "ok", "fps": 10, "size": [1280, 720], "trouble": None, "message": None}
        none = dict.fromkeys(("alarm", "doing", "question", "paused_by", "by_itself", "journal", "restore"))
        rest = {
            "unsure": [],
            "absent": [],
            "unread": [],
            "face_down": [],
            "missing": [],
            "obstacles": [],
            "steady": True,
            "camera": camera,
            **none,
        }
        told = state_json.of_match(self.match, 1, self.match.events[-1].at + 5.0)
        return {"version": self.version, "since": self.since, **told, "table": [], **rest, **self.more}

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        until = time.monotonic() + patience
        while self.version == version and time.monotonic() < until:
            threading.Event().wait(0.05)
        state = self.state()
        return state["version"], json.dumps(state)

    def highlights(self, missed: bool) -> dict[str, Any]:
        return highlights(self.match.now.turns).to_json()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def television(device: Any) -> Any:
    return device("television", 1920, 1080, "http://127.0.0.1:0")


@pytest.fixture
def room(table: Any, television: Any, request: pytest.FixtureRequest) -> Iterator[Room]:
    """A room with the television, which leaves the page before the room is closed.

    A parameter is the room's PIN. The next room has the same address: the television's cache of files stays, all other
    storage is cleared.
    """
    made = Room(table, getattr(request, "param", None), urlsplit(television.address).port or 0)
    television.address = made.address
    yield made
    television.window.go("about:blank")
    television.cdp("Storage.clearDataForOrigin", origin=made.address, storageTypes="cookies,local_storage")
    television.window.errors()
    made.close()


def played(turns: int) -> Match:
    match, at = (
        Match.begun(NAMES, Rules.from_json({"preset": "original", "rounds": 1}), 0.0).round_begun(0.0, "Ada"),
        0.0,
    )
    for claim in OPENED[:turns]:
        at += 20.0
        match = match.claimed(Table.from_notation(rows(claim)), at)
    return match


@pytest.mark.parametrize("lies", [THIRTEEN, SIXTEEN], ids=["13 sets", "16 rows"])
def test_a_full_table_is_legible_from_three_metres(room: Room, television: Any, lies: str) -> None:
    """A tile is at least 60 of 1920 pixels wide; no tile is cut off, and the order is kept."""
    room.show(played(2), lying(lies))
    television.open("/tv")
    tiles = len(" ".join(rows(lies)).split())
    assert tiles >= 65
    television.until(f"{WIDTHS}.length === {tiles}")
    television.until(f"Math.min(...{WIDTHS}.map(tile => tile.width)) >= 60")
    assert television.run(f"return {OUTSIDE}") == 0
    assert television.text("#whose") == "Cy"
    television.looks_well("tv-full")


def test_after_a_restart_an_open_page_follows_the_table_again(room: Room, television: Any) -> None:
    """Its versions begin anew, below the version that the page saw last."""
    for _ in range(9):
        room.show(played(2), [])
    television.open("/tv")
    television.says("#whose", "Cy")
    room.version, room.since = 1, "second start"
    room.show(played(1), [])
    television.says("#whose", NAMES[1])


def test_a_failed_turn_shows_the_set_and_the_next_move(room: Room, television: Any) -> None:
    move = {"code": "?", "text": "Take the black 3 back.", "values": {}, "tile": "k3", "done": False}
    move |= {"set": None, "lies": [[0.2, 0.2], [0.22, 0.2], [0.22, 0.25], [0.2, 0.25]], "belongs": None}
    restore = {"table": [], "moves": [move], "ghosts": []}
    room.show(played(4), lying(f"{THIRTEEN}/k3 k4 r9", faulty=13), restore=restore)
    television.open("/tv")
    assert "Take the black 3 back." in television.text("#move")
    assert television.count(".tv-set.faulty") == 1
    assert "not allowed" in television.text("#verdict")
    assert television.run(f"return {OUTSIDE}") == 0
    television.looks_well("tv-restoring")


def test_the_match_ends_with_a_podium_its_numbers_and_a_picture_to_keep(room: Room, television: Any) -> None:
    racks = {"Ada": "", "Maximiliane-Charlotte": "r5 k9 J", "Cy": "b13 k3", "Dagny": "o3"}
    room.show(played(3).stopped(80.0).counted(racks, 90.0, anyway=True), [])
    television.open("/tv")
    assert television.text(".tv-title") == "Ada has won the match."
    assert "33 points" in television.text(".highlights")
    assert television.run(
        "const stage = document.getElementById('stage'); return stage.scrollHeight <= stage.clientHeight"
    )
    television.looks_well("tv-over")
    television.open("/")
    assert "+63" in television.text(".place-1 .step-block")
    assert "33 points" in television.text(".highlights")
    pixel = "document.querySelector('.keepsake canvas').getContext('2d').getImageData(540, 600, 1, 1).data.join()"
    television.until(f"{pixel} === '255,210,74,255'")  # the golden step of the first place
    television.press("#rematch")
    television.wait(lambda: room.table.asked, "a rematch")
    assert room.table.asked[-1][:2] == ("start", NAMES)


def test_an_evening_that_ends_between_two_rounds_has_its_podium_in_the_middle_of_the_table_too(
    room: Room, television: Any
) -> None:
    racks = {"Ada": "", "Maximiliane-Charlotte": "r5 k9 J", "Cy": "b13 k3", "Dagny": "o3"}
    begun = Match.begun(NAMES, Rules.from_json("original"), 0.0).round_begun(0.0, "Ada")
    between = begun.stopped(80.0).counted(racks, 90.0, anyway=True)
    room.show(between, [])
    television.open("/middle")
    television.one("#told .round-table")
    room.show(between.ended(95.0), [])
    television.one("#told .podium")


@pytest.mark.parametrize("room", ["482913"], indirect=True)
def test_a_television_without_the_pin_shows_a_code_that_a_phone_can_scan(room: Room, television: Any) -> None:
    room.app.config["TILEWATCH_ADDRESS"] = "http://192.168.1.5:8017/"
    room.show(played(2), lying(THIRTEEN))
    television.open("/tv")
    television.until("document.querySelector('.tv-join img').naturalWidth > 0")
    television.until("document.querySelector('.tv-join img').getBoundingClientRect().height >= 150")


def test_while_racks_are_counted_the_television_names_those_still_to_come(room: Room, television: Any) -> None:
    room.show(played(3).stopped(80.0), [])
    television.open("/tv")
    television.says("#stage [role=status]", "Still missing: Ada, Maximiliane-Charlotte, Cy and Dagny")
    agreements = room.app.extensions["tilewatch.agreements"]
    agreements.confirm(room.state(), "Cy", "k3", "a phone")
    television.says("#stage [role=status]", "Still missing: Ada, Maximiliane-Charlotte and Dagny")
    television.says("#stage li", "✓ Cy")


def test_while_racks_are_counted_the_middle_of_the_table_names_those_still_to_come(room: Room, television: Any) -> None:
    room.show(played(3).stopped(80.0), [])
    television.open("/middle")
    television.says("#told p", "Still missing: Ada, Maximiliane-Charlotte, Cy and Dagny")
    room.app.extensions["tilewatch.agreements"].confirm(room.state(), "Cy", "k3", "a phone")
    television.says("#told p", "Still missing: Ada, Maximiliane-Charlotte and Dagny")


UNTAPPED = """Object.defineProperty(navigator, 'userActivation',
  {value: {get hasBeenActive() { return Boolean(window.isTapped); }}});"""
"""To a browser every script of a test is a tap."""


def test_a_television_that_nobody_tapped_says_that_it_cannot_be_heard_yet(room: Room, television: Any) -> None:
    racks = {"Ada": "", "Maximiliane-Charlotte": "r5 k9 J", "Cy": "b13 k3", "Dagny": "o3"}
    room.show(played(3).stopped(80.0).counted(racks, 90.0, anyway=True), [])
    script = television.cdp("Page.addScriptToEvaluateOnNewDocument", source=UNTAPPED)
    television.open("/tv")
    television.cdp("Page.removeScriptToEvaluateOnNewDocument", **script)
    assert television.text("#stage .unheard") == "Tap once: then it can be heard."
    assert television.attribute("#sound-sounds", "aria-pressed") == "false"
    television.run("window.isTapped = true")
    television.keys("x")
    television.until("document.getElementById('sound-sounds').ariaPressed === 'true'")
    assert television.count(".unheard") == 0


def test_the_box_for_beginners_tapped_before_the_table_has_answered_is_not_lost(room: Room, television: Any) -> None:
    """The players and rules of the last match arrive after the tap; the tapped checkbox stays as it is."""
    room.show(played(3), [])
    answers = threading.Event()
    room.table.changed_since = lambda *asked: (answers.wait(10), room.changed_since(*asked))[1]
    television.open("/setup")
    television.until("document.getElementById('short').children.length")
    television.run("document.getElementById('beginners').click()")
    answers.set()
    television.until("document.getElementById('name-0').value === 'Ada'")
    television.press("#start")
    started = television.wait(lambda: [one for one in room.table.asked if one[0] == "start"], "a match")
    assert started[0][2]["turn_seconds"] is None


AUDIBLE = """window.sounding = 0;
const gain = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
window.AudioContext = class {
  createOscillator() { sounding += 1; return {frequency: {}, connect: to => to, start() {}, stop() {}}; }
  createGain() { return {gain, connect: to => to}; }
  close() { sounding = 0; }
};"""
"""Script that counts the tones being played."""
MOTION = [{"name": "prefers-reduced-motion", "value": "reduce"}]


@pytest.mark.parametrize("screen", ["/tv", "/middle", "/"])
def test_a_match_won_just_now_is_celebrated_with_a_tune_and_a_rain_of_tiles(
    room: Room, television: Any, screen: str
) -> None:
    """One tap mutes the tune at once; with reduced motion no tiles fall."""
    racks = {"Ada": "", "Maximiliane-Charlotte": "r5 k9 J", "Cy": "b13 k3", "Dagny": "o3"}
    counting = played(3).stopped(80.0)
    room.show(counting, [])
    television.open(screen)
    television.keys("x")  # a page may play sounds after its first use
    television.run(AUDIBLE)
    television.says("body", "Count the racks")
    room.show(counting.counted(racks, 90.0, anyway=True), [])
    television.until("sounding > 4 && document.querySelectorAll('.confetti i').length > 9")
    television.until("document.querySelector('.confetti i').getAnimations().length === 1")
    television.cdp("Emulation.setEmulatedMedia", features=MOTION)
    assert television.run("return getComputedStyle(document.querySelector('.confetti')).display") == "none"
    television.cdp("Emulation.setEmulatedMedia", features=[])
    television.press("#mute, #stage #sound-sounds, #tools #sound-sounds")
    assert television.run("return sounding") == 0
    assert television.run("return localStorage.getItem('tilewatch.sounds')") == "false"


def test_help_is_a_tap_away_where_nothing_may_be_scrolled(room: Room, television: Any) -> None:
    room.show(played(2), lying("r10 r11 r12"))
    for screen, about in (("/tv", "The television follows"), ("/middle", "as large as a hand")):
        television.open(screen)
        television.press("#help")
        television.says("#sheet p", about)
        television.one("#sheet svg.drawing")
        television.looks_well(f"help{screen.replace('/', '-')}")


def test_the_space_bar_and_a_presentation_remote_press_done(room: Room, television: Any) -> None:
    room.show(played(2), lying("r10 r11 r12"))
    for screen, key in (("/tv", " "), ("/", "\ue00f")):
        room.table.asked.clear()
        television.open(screen)
        television.until("document.querySelectorAll('.tv-set, .placed, .felt .tile').length > 0")
        television.keys(key)
        television.until("!document.querySelector('#done:disabled')")
        television.wait(lambda: room.table.asked, "Done")
        assert room.table.asked == [("done", False)]


def test_the_next_player_need_not_wait_for_the_last_ones_answer(room: Room, television: Any) -> None:
    is_answered = threading.Event()
    room.table.done = lambda anyway, turn=None, waits=False: is_answered.wait(60)
    room.show(played(2), lying("r10 r11 r12"))
    television.open("/")
    television.press("#done")
    television.one("#done:disabled")
    room.show(played(3), lying("r10 r11 r12"))
    television.says("#whose", "Dagny")
    television.one("#done:not(:disabled)")
    is_answered.set()


def test_nothing_is_drawn_anew_under_a_finger(room: Room, television: Any) -> None:
    """A tap on a replaced element would be lost, so the page redraws after the finger is lifted."""
    television.open("/")
    script = """const [files, done] = arguments;
    import(`${files}/js/page/dom.js`).then(({show, h}) => {
      const place = h('div'), first = h('button');
      const touch = (type) => first.dispatchEvent(new PointerEvent(type, {bubbles: true}));
      document.body.append(place);
      show(place, 1, () => first);
      touch('pointerdown');
      show(place, 2, () => h('p'));
      const wasThere = first.isConnected;
      touch('pointerup');
      new MutationObserver(() => done([wasThere, place.innerHTML])).observe(place, {childList: true});
    });"""
    assert television.answer(script, files.address()) == [True, "<p></p>"]


def test_the_television_says_why_done_led_to_nothing(room: Room, television: Any) -> None:
    def refused(anyway: bool, turn: int | None = None, waits: bool = False) -> None:
        raise TableNotSeen("table-moving")

    room.table.done = refused
    room.show(played(2), lying("r10 r11 r12"))
    television.open("/tv")
    television.one(".tv-set")
    television.keys(" ")
    television.says("#now", "Something is still moving over the table.")
    room.show(played(2), lying("r10 r11 r12"), steady=False)
    television.until("document.getElementById('now').hidden")


LISTEN = "window.heard = []; speechSynthesis.speak = words => heard.push(words.lang + ': ' + words.text)"


def test_what_is_said_of_the_time_is_not_there_any_more_when_a_screen_reader_comes_by_later(
    room: Room, television: Any
) -> None:
    told = state_json.of_match(played(2), 1, 50.0)["turn"]
    for left, said in ((31.0, ""), (10.9, "10 seconds left"), (57.0, "")):
        room.show(played(2), [], turn={**told, "seconds_left": left})
        if not said:
            television.open("/tv")
        television.until(f"document.getElementById('saytime').textContent === {said!r}")


def test_names_verdicts_and_the_last_thirty_seconds_are_spoken_if_the_device_is_asked_to(
    room: Room, television: Any
) -> None:
    television.open("/language/fi")
    for is_asked in (False, True):
        television.run("localStorage.setItem('tilewatch.voice', arguments[0])", str(is_asked).lower())
        room.show(played(1), lying("r10 r11 r12"))
        television.open("/tv")
        television.until("document.getElementById('whose').textContent === 'Maximiliane-Charlotte'")
        television.run(LISTEN)
        told = state_json.of_match(played(2), 1, 50.0)
        room.show(played(2), lying("r10 r11 r12/k10 k11 k12"), turn={**told["turn"], "seconds_left": 30.6})
        television.until("document.getElementById('saytime').textContent !== ''")
        heard = television.run("return heard")
        assert len(heard) == (2 if is_asked else 0)
    assert heard[0].startswith("fi: Maximiliane-Charlotte avaa 33 pisteellä.")
    assert "Cy, sinun vuorosi" in heard[0]
    assert heard[1] == "fi: 30 sekuntia jäljellä"
    television.run("localStorage.removeItem('tilewatch.voice')")
    television.open("/language/en")
