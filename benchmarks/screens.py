"""Makes a picture of every screen: phone, tablet, television; phone and tablet at 200 %; light and dark, all languages.

    python -m benchmarks.screens FOLDER [--languages en,fi] [--moments ready,over]

The demo is played on the way. FOLDER gets a JPEG each, a contact sheet for each moment and language, and `faults.txt`:
what sticks out, is cut, overlaps, lies below the fold or stands there in English. Needs Chromium, as the browser's
tests do. All of it takes some ten minutes.
"""

import base64
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from PIL import Image

from benchmarks.harness import command_line
from tests.web.browser.chrome import Chrome, Window
from tests.web.browser.show import Show
from web.contract import Conflict
from web.routes.joining import SCREENS
from web.wording.catalogue import LANGUAGE_COOKIE, Catalogue, catalogue, languages

SIZES = {
    "phone": (390, 844, 1.0),
    "tablet": (1024, 768, 1.0),
    "tv": (1920, 1080, 1.0),
    "tablet-zoom": (512, 384, 2.0),
    "phone-zoom": (195, 422, 2.0),
}
"""Width and height in CSS pixels, and device pixels each: `-zoom` is at 200 %."""
LONG = ["Maximiliane-Charlotte", "Bartholomew", "Anna-Kaarina Väänänen", "Jo"]
PACE = 0.2
"""Factor on the demo's pauses."""
TALLEST = 3
"""Largest height of a picture of a long page, in heights of the screen."""
HIGH = 420
"""Height in pixels of a picture on a contact sheet."""
FAULTS = (Path(__file__).parent / "screen_faults.js").read_text(encoding="utf-8")


class Evening(Show):
    """Plays the demo from one moment worth a picture to the next."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.begin()

    def moments(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The name of each moment, with the screens that differ at it."""
        yield "no-match", ("", *SCREENS, "agreement")
        unhurried = {"preset": "original", "turn_seconds": 300}
        self.table.match.start(self.demo.script["players"], unhurried, self.demo.script["players"][0], None, False)
        threading.Thread(target=self.demo.play, args=(self.table, self._stop, self._wait), daemon=True).start()
        yield self._at("restoring", 3), ("", "tv", "turns")
        yield self._at("playing", 37), ("", "tv", "my-rack")
        yield self._at("counting", 0), ("", "tv", "racks")
        yield self._at("over", 0), ("", *SCREENS, "matches/1", "players/Ada")
        self.table.match.start(LONG, "original", None, None, True)
        yield "ready", ("", "tv")
        self.table.match.begin_round(LONG[0], True)
        yield "four-players", ("", "tv", "scores")
        with suppress(Conflict):  # the phase is reached already, because nothing was played meanwhile
            self.table.pause()
        yield "paused", ("", "tv")
        self.table.go_on()
        self.eye.choose("a phone that never sends")
        time.sleep(3.5)
        yield "camera-lost", ("", "tv", "setup")

    def _at(self, phase: str, turn: int) -> str:
        """Plays until a phase, at the earliest in a certain turn."""
        while not self._is_there(phase, turn):
            self._gate.set()
            if self.table.state()["turn"]["phase"] == "paused":  # nobody played while the pictures were made
                self.table.go_on()
            time.sleep(0.1)
        self._gate.clear()
        time.sleep(1.0)
        return f"{phase}-{turn}" if turn else phase

    def _is_there(self, phase: str, turn: int) -> bool:
        now = self.table.state()["turn"]
        return bool(now["phase"] == phase and now["number"] >= turn)

    def _wait(self, seconds: float) -> None:
        self._gate.wait()
        self._stop.wait(seconds * PACE)
        self._gate.wait()


class Browser:
    """Chromium in various sizes."""

    def __init__(self, address: str, folder: Path) -> None:
        self.chrome, self._address = Chrome(folder), address
        self._window = Window(self.chrome, 1024, 768, touch=False)
        self._window.cdp("Emulation.setScrollbarsHidden", hidden=True)

    def open(self, screen: str, language: str) -> None:
        """Opens a screen in a language."""
        self._window.cdp("Network.setCookie", name=LANGUAGE_COOKIE, value=language, url=self._address)
        self._window.go(f"{self._address}/{screen}")
        time.sleep(0.6)

    def resize(self, size: str) -> None:
        """Resizes the window."""
        width, height, factor = SIZES[size]
        self._window.resize(width, height, factor, size.startswith("phone"))
        time.sleep(0.2)

    def dress(self, light: str) -> None:
        """Sets light or dark colours."""
        self._window.run("document.documentElement.dataset.light = arguments[0]", light)

    def picture(self, size: str) -> bytes:
        """The screen as JPEG, with the part below the fold."""
        width, height, _ = SIZES[size]
        tall = self._window.run("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": min(max(tall, height), TALLEST * height), "scale": 1}
        asked = {"format": "jpeg", "quality": 80, "clip": clip, "captureBeyondViewport": True}
        return base64.b64decode(self._window.cdp("Page.captureScreenshot", **asked)["data"])

    def faults(self, english: list[str]) -> list[str]:
        """The layout faults of the screen."""
        return list(self._window.run(FAULTS, english))


def english_of(language: str) -> list[str]:
    """Patterns of the English texts that have a different translation in this language."""
    texts = catalogue(language)
    if not isinstance(texts, Catalogue):
        return []
    plain = [one for one, said in texts.entries.items() if isinstance(one, str) and said != one and " " in one]
    return [re.sub(r"\\{\w+\\}", ".+", re.escape(one)) for one in plain if len(re.sub(r"{\w+}", "", one).split()) > 2]


def contact_sheet(pictures: list[Path], place: Path) -> None:
    """All pictures side by side, one row for each screen."""
    rows: dict[str, list[Image.Image]] = {}
    for path in pictures:
        picture = Image.open(path)
        small = picture.resize((HIGH * picture.width // picture.height, HIGH))
        rows.setdefault(path.stem.split("~")[0], []).append(small)
    wide = max(sum(image.width + 6 for image in row) for row in rows.values())
    sheet = Image.new("RGB", (wide, (HIGH + 6) * len(rows)), "#888")
    for n, row in enumerate(rows.values()):
        left = 0
        for image in row:
            sheet.paste(image, (left, n * (HIGH + 6)))
            left += image.width + 6
    sheet.save(place, quality=80)


def main() -> None:
    """Makes all pictures."""
    given = command_line(__doc__, "folder", languages=",".join(languages()), moments="")
    given.folder.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        evening = Evening(Path(place))
        browser = Browser(evening.address, Path(place) / "chromium")
        wanted = set(filter(None, given.moments.split(",")))
        for moment, screens in evening.moments():
            if not given.moments or moment in wanted:
                for language in given.languages.split(","):
                    faults += pictures_of(browser, given.folder, moment, screens, language)
            wanted.discard(moment)
            if given.moments and not wanted:
                break
        browser.chrome.end()
    (given.folder / "faults.txt").write_text("\n".join(faults) + "\n", encoding="utf-8")
    print(f"{len(list(given.folder.glob('*~*.jpg')))} pictures, {len(faults)} faults: {given.folder / 'faults.txt'}")


def pictures_of(browser: Browser, folder: Path, moment: str, screens: tuple[str, ...], language: str) -> list[str]:
    """Makes the pictures of a moment in a language; returns the layout faults."""
    faults, made, english = [], [], english_of(language)
    for screen in screens:
        name = f"{moment}.{screen.replace('/', '-') or 'game'}.{language}"
        browser.open(screen, language)
        for size in SIZES:
            browser.resize(size)
            faults += [f"{name} {size}: {fault}" for fault in browser.faults(english)]
            for light in ("light", "dark"):
                browser.dress(light)
                made.append(folder / f"{name}~{size}-{light}.jpg")
                made[-1].write_bytes(browser.picture(size))
    contact_sheet(made, folder / f"sheet.{moment}.{language}.jpg")
    return faults


if __name__ == "__main__":
    main()
