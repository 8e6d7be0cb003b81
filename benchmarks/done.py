"""Presses Done with a hand in view, the reader busy, no picture, or nothing in the way: what is heard when.

    python -m benchmarks.done [--presses 20] [--browser]

For each: how long until every device hears what happens now or what came of it, how long until the press is answered,
and the words that were heard first. `--browser`: also how long until the button's own page says so (Chromium).
Figures are wall-clock; run it on an idle machine.
"""

import http.client
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.harness import command_line, in_words
from tests.web.browser.device import chromium
from tilewatch.demo.player import Demo
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable, follow
from vision.camera import Camera
from vision.camera.picture import Pixels
from vision.reading import KnownFaces, Reader, TableReading
from web.app import create_app

RATE = 10
"""Pictures a second of the camera."""
BUSY = 3.0
"""Seconds that a busy reader takes longer for a picture than it would."""
LIMIT = 0.5
"""Seconds after which a Done is heard at the latest."""
HAND, TABLE = 1, 2  # the demo's pictures: a hand over the table, and seven tiles laid
SHOWN = """const [done, began] = [arguments[0], performance.now()];
const doing = document.getElementById('doing');
const look = () => doing.textContent
  ? requestAnimationFrame(() => setTimeout(() => done([performance.now() - began, doing.textContent])))
  : requestAnimationFrame(look);
document.getElementById('done').click();
look();"""
"""Presses Done; milliseconds until the next picture of the screen after words stand there, and the words."""


class BusyReader(Reader):
    """Reads as always, but late while it is `busy`."""

    busy = False

    def read(self, picture: Pixels, known: KnownFaces | None = None, is_lesson: bool = False) -> TableReading:
        if self.busy:
            time.sleep(BUSY)
        return super().read(picture, known, is_lesson)


class House:
    """A live table before a camera that shows pictures of the demo at RATE, and its page on loopback."""

    def __init__(self, folder: Path, reader: Reader) -> None:
        self.demo, self.stop, self.blind = Demo(), threading.Event(), threading.Event()
        self.camera = Camera(lambda: iter(()))
        journal = Journal(str(folder / "done.db"))
        self.table = LiveTable(reader, journal, Album(folder / "album"), self.camera)
        self.server = server(create_app(self.table, None), "127.0.0.1", 0)
        self.port = self.server.port
        for work in (self._show, self._follow, self.server.run):
            threading.Thread(target=work, daemon=True).start()

    def wait_until_steady(self, steady: bool) -> None:
        """Waits until the table is so."""
        version = 0
        while self.table.state()["steady"] != steady:
            version, _ = self.table.changed_since(version, 1.0)

    def _show(self) -> None:
        while not self.stop.wait(1 / RATE):
            if not self.blind.is_set():
                self.camera.keep(self.demo._shown)

    def _follow(self) -> None:
        follow(self.camera, self.table, self.stop)


class Table:
    """A table before a camera, one device that listens, and one that presses."""

    def __init__(self, folder: Path) -> None:
        self.reader = BusyReader()
        self.house = House(folder, self.reader)
        self.heard = threading.Condition()
        self.states: list[tuple[float, dict[str, Any]]] = []
        self.house.demo.show(TABLE)
        self.house.wait_until_steady(True)
        self.house.table.match.start(["Ada", "Bo"], {"preset": "original", "turn_seconds": None}, "Ada", None, False)
        self.house.table.match.begin_round(None, True)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=600)
        connection.request("GET", "/api/events")
        for line in connection.getresponse():
            if line.startswith(b"data: "):
                with self.heard:
                    self.states.append((time.perf_counter(), json.loads(line[6:])))
                    self.heard.notify_all()

    def press(self) -> tuple[float, float, str]:
        """Seconds until something is heard, until the press is answered, and what was heard first."""
        turn = self.house.table.state()["turn"]["number"]
        with self.heard:
            self.states.clear()
        began, answered = time.perf_counter(), list[tuple[float, str]]()
        pressing = threading.Thread(target=lambda: answered.append(self._post(turn)))
        pressing.start()
        with self.heard:
            self.heard.wait_for(lambda: self._news(turn) is not None or bool(answered), 10)
            news = self._news(turn)
        pressing.join()
        moment, words = min(filter(None, (news, answered[0])))
        return moment - began, answered[0][0] - began, words

    def _news(self, turn: int) -> tuple[float, str] | None:
        """When the first state came that says what happens now, or that it has happened."""
        for moment, state in self.states:
            if state["doing"]:
                return moment, str(state["doing"]["text"])
            if state["turn"]["number"] != turn:
                return moment, "(the verdict)"
        return None

    def _post(self, turn: int) -> tuple[float, str]:
        """When the press was answered, and how."""
        connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=60)
        connection.request("POST", "/api/turn/done", json.dumps({"turn": turn}), {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
        with self.heard:
            self.heard.notify_all()
        return time.perf_counter(), str(answer.get("error", "(the verdict)"))

    def ready(self) -> None:
        """Nothing is in the way, and somebody's turn is being played."""
        self.reader.busy = False
        self.house.blind.clear()
        self.house.demo.show(TABLE)
        self.house.wait_until_steady(True)
        phase = self.house.table.state()["turn"]["phase"]
        if phase == "paused":
            self.house.table.go_on()
        if phase == "restoring":
            self.house.table.turn.overrule(True, "so we play")


def moments(table: Table) -> Iterator[tuple[str, Callable[[], object]]]:
    """Each moment in which somebody presses, and how it comes about."""

    def hand() -> None:
        table.house.demo.show(HAND)
        table.house.wait_until_steady(False)

    def busy() -> None:
        table.reader.busy = True

    def silent() -> None:
        table.house.blind.set()
        time.sleep(1.0)

    def lost() -> None:
        table.house.blind.set()
        time.sleep(4.0)

    yield "nothing in the way", lambda: None
    yield "a hand in view", hand
    yield "the reader busy", busy
    yield "no picture for a second", silent
    yield "the camera lost", lost


def measure_page(table: Table, presses: int) -> None:
    """From the tap to the words on the screen of the device that was tapped, a hand in view."""
    driver = chromium()
    took, words = list[float](), set[str]()
    for _ in range(presses):
        table.ready()
        table.house.demo.show(HAND)
        table.house.wait_until_steady(False)
        driver.get(f"http://127.0.0.1:{table.house.port}/")
        time.sleep(2.0)
        shown, text = driver.execute_async_script(SHOWN)
        took.append(shown / 1000)
        words.add(text)
    driver.quit()
    print(f"on the device itself: {in_words(took)}: {sorted(words)}")


def main() -> None:
    """Measures each moment."""
    given = command_line(__doc__, presses=20, browser=False)
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        for name, come_about in moments(table):
            heard, answered, words = list[float](), list[float](), set[str]()
            for _ in range(given.presses):
                table.ready()
                come_about()
                first, last, text = table.press()
                heard.append(first)
                answered.append(last)
                words.add(text)
            print(
                f"{name}: heard after {in_words(heard)} (limit {1000 * LIMIT:.0f}); answered after {in_words(answered)}"
            )
            print(f"    {sorted(words)}")
        if given.browser:
            measure_page(table, given.presses)
        table.house.stop.set()


if __name__ == "__main__":
    main()
