"""A stage for tests: tiles on a drawn table, a camera whose clock is turned by hand, a reader that knows the tiles
drawn."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from threading import Condition, Event

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.messages import Message
from referee.tiles import Tile
from tests.stand_in import StandIn
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera.picture import Picture, Pixels, mirror_image
from vision.reading.classify.cache import KnownFaces
from vision.reading.detections import PlacedTile, TableReading

WIDTH, HEIGHT = 640, 360
WIDE = 20
"""Pixels of a tile's width."""
OFTEN = 4
"""Tenths of a second with a picture each; further pictures of a still table show nothing new."""
SELDOM, RARELY = 4, 10
"""Tenths of a second between later pictures: within the first three seconds and the last one, and in between."""
LAID = ["r10 r11 r12", "k1 k2 k3", "b4 b5 b6", "o7 o8 o9", "k7 k8 k9", "r3 b3 o3"]
"""Rows that are laid turn after turn."""


@cache
def bare() -> Pixels:
    grain = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 8, (HEIGHT, WIDTH)), (9, 3), 0)
    return np.clip(np.array([90, 130, 165]) + grain[..., None], 0, 255).astype(np.uint8)


def reading(rows: list[str], shift: tuple[int, int] = (0, 0), wide: int = WIDE) -> TableReading:
    """Rows below each other; `r9~r6:0.3` is read as r9 with 0.7, as r6 with 0.3; `.` leaves a gap.

    `?r9~r6:0.1`: a tile that cannot be read, r9 or r6 at a guess. `!r9`: a tile that the reader does not see at all.
    `_r9`: a tile that lies face down.
    """
    tiles: list[PlacedTile] = []
    unread: list[PlacedTile] = []
    sets = []
    for y, row in enumerate(rows):
        places = []
        for x, word in enumerate(row.split()):
            if word == "." or word[0] in "!_":
                continue
            name, _, rest = word.removeprefix("?").partition("~")
            rival, _, probability = rest.partition(":")
            p = float(probability or 0)
            left, top = 70 + (WIDE + 1) * x + 240 * (y % 2) + shift[0], 40 + 34 * (y // 2) + shift[1]
            corners = np.array([[0, 0], [wide, 0], [wide, int(1.35 * wide)], [0, int(1.35 * wide)]])
            quad = (corners + (left, top)).astype(np.float32)
            rivals = ((Tile.from_notation(rival), p),) if rival else ()
            if word.startswith("?"):
                unread.append(PlacedTile(Tile.from_notation(name), quad, 0.3, rivals))
                continue
            places.append(len(tiles))
            tiles.append(PlacedTile(Tile.from_notation(name), quad, 1 - p if p else 0.995, rivals))
        if places:
            sets.append(tuple(places))
    return TableReading(WIDTH, HEIGHT, tuple(tiles), tuple(sets), {}, tuple(unread))


class KnowingReader:
    """A reader that knows the tiles of each picture, because the stage drew it."""

    def __init__(self) -> None:
        self.known: dict[str, TableReading] = {}
        self.enlarged: str | None = None
        """The tile that is read in the middle of an enlarged crop; None: no tile is."""
        self._seen: list[tuple[NDArray[np.int16], TableReading]] = []

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        shown = self._digest(picture)
        if picture.shape[:2] != (HEIGHT, WIDTH) and shown not in self.known:  # an enlarged crop of a single place
            return self._read_enlarged(picture.shape[1], picture.shape[0])
        if shown not in self.known and self._digest(mirror_image(picture)) in self.known:
            return TableReading(picture.shape[1], picture.shape[0], (), (), {})
        return self.known[shown] if shown in self.known else self._nearest(picture)

    def _read_enlarged(self, width: int, height: int) -> TableReading:
        around = np.array([[-32, -43], [32, -43], [32, 43], [-32, 43]], np.float32)
        quad = np.asarray(around + [width / 2, height / 2], np.float32)
        tiles = () if self.enlarged is None else (PlacedTile(Tile.from_notation(self.enlarged), quad, 0.9),)
        return TableReading(width, height, tiles, (), {})

    def learn(self, picture: Pixels, shows: TableReading) -> None:
        self.known[self._digest(picture)] = shows
        self._seen.append((picture[::2, ::2].astype(np.int16), shows))

    def _nearest(self, picture: Pixels) -> TableReading:
        """The newest drawn picture that differs least: a mean, or the foreground, shows the tiles of that picture."""
        there = picture[::2, ::2]
        return min(reversed(self._seen), key=lambda seen: float(np.abs(there - seen[0]).mean()))[1]

    @staticmethod
    def _digest(picture: Pixels) -> str:
        return hashlib.sha256(picture.tobytes()).hexdigest()


class Stage(StandIn):
    """Shows tables to a live table, ten pictures a second, without waiting for the time to pass."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1000.0
        self.slept = 0.0
        self.reader = KnowingReader()
        self.newest: Picture | None = None
        self.is_lost = self.is_still = self.is_turned = False
        self.trouble = Message("unplugged")
        self.rate = 10.0
        self.size = (WIDTH, HEIGHT)
        self.is_found = Event()
        self.sender: str | None = None
        self._number = 0
        self.tile_width = WIDE
        self.shown = self._drawn([])
        self.table = self.opened()

    def opened(self) -> LiveTable:
        """A live table on the stage's journal, as after a start of the program."""
        journal = Journal(str(self.folder / "game.db"), durable=False)
        album = Album(self.folder / "album")
        sets = self.folder / "game.sets"
        return LiveTable(
            self.reader, journal, album, self, lambda: self.now, self.wait_for, sets, self.is_found,
            through=lambda: self.slept,
        )  # fmt: skip

    def choose(self, sender: str | None) -> None:
        self.sender = sender

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> bool:
        return False

    def reopen(self) -> None:
        """Starts the program again."""
        self.table.close()
        self.table = self.opened()

    def play_and_die(self) -> None:
        """Plays some turns, kills the program, damages the end of its log, and starts it again."""
        rules = {"preset": "original", "opening_points": 0, "turn_seconds": None}
        self.table.match.start(["Ada", "Bo"], rules, "Ada", None, False)
        self.table.match.begin_round(None, True)
        for count in range(1, len(LAID) + 1):
            self.lay(*LAID[:count])
            self.table.turn.done(False)
        self._killed()
        log = self.folder / "game.db-wal"
        log.write_bytes(log.read_bytes()[: -log.stat().st_size // 3])
        self.table = self.opened()
        self.run(0.8)

    def die(self) -> None:
        """Kills the program and starts it again; the program writes nothing at its end."""
        self._killed()
        self.table = self.opened()

    def _killed(self) -> None:
        left = self.folder / "left"
        shutil.copytree(self.folder, left, ignore=shutil.ignore_patterns("left", "*.lock"))
        self.table.close()
        self.folder = left

    def show(self, *rows: str, hand: str | None = None, shift: tuple[int, int] = (0, 0)) -> None:
        """Lays rows on the table. `hand`: `over` an empty place, or the index of a row that the hand covers."""
        seen = reading(["." if str(place) == hand else row for place, row in enumerate(rows)], shift, self.tile_width)
        self.shown = self._drawn(list(rows), hand, shift, seen)

    def run(self, seconds: float) -> None:
        """Lets time pass: ten pictures a second, and fewer once nothing has changed for long."""
        steps = round(seconds * 10)
        for step in range(steps):
            self.now += 0.1
            each = 1 if step < OFTEN else SELDOM if step < 30 or steps - step <= 10 else RARELY
            if not self.is_lost and step % each == 0:
                self._number += 1
                self.newest = Picture(self.shown, self._number, self.now)
                self.table.see(self.newest)
            self.table.tick()

    def sleep(self, seconds: float, watch_goes_on: bool) -> None:
        """The computer sleeps; if its monotonic clock runs on, as on Windows, that time seems to have passed."""
        self.slept += seconds
        self.now += seconds if watch_goes_on else 0.0
        self.run(0.2)

    def wait_for(self, lock: Condition, is_so: Callable[[], bool], patience: float) -> None:
        """Lets time pass until a condition holds, with pictures as often as `run` gives them. The caller's lock is free
        meanwhile, as in Condition.wait: the pictures take the camera's lock first, and others may press."""
        held = lock._release_save()  # type: ignore[attr-defined]
        try:
            self._run_until(is_so, patience)
        finally:
            lock._acquire_restore(held)  # type: ignore[attr-defined]

    def _run_until(self, is_so: Callable[[], bool], patience: float) -> None:
        end, step = self.now + patience, 0
        while not is_so() and self.now < end:
            if step < OFTEN or step % SELDOM == 0:
                self.run(0.1)
            else:
                self.now += 0.1
                self.table.tick()
            step += 1

    def wait(self, seconds: int, every: int = 3) -> None:
        """Lets much time pass while nothing moves: the clock ticks each second, and only one second in several has a
        picture.

        Each of the last three has a picture, so a claim that waits for a reading of the table gets it.
        """
        for left in reversed(range(seconds)):
            self.now += 0.9
            if left < 3 or left % every == 0:
                self.run(0.1)
            else:
                self.now += 0.1
                self.table.tick()

    def lay(self, *rows: str) -> None:
        """A hand comes, lays these rows, and leaves."""
        self.show(*rows, hand="over")
        self.run(0.1)
        self.show(*rows)
        self.run(0.4)

    def words(self) -> list[str]:
        """The table's rows in the state, as text."""
        return [" ".join(row["tiles"]) for row in self.table.state()["table"]]

    def _drawn(
        self,
        rows: list[str],
        hand: str | None = None,
        shift: tuple[int, int] = (0, 0),
        seen: TableReading | None = None,
    ) -> Pixels:
        picture = np.roll(bare(), shift, (1, 0))
        lying = reading(rows, shift, self.tile_width)
        drawn = reading([row.replace("!", "").replace("_", "?") for row in rows], shift, self.tile_width)
        down = [word[0] == "_" for row in rows for word in row.split() if word[0] in "_?"]
        for tile, is_down in (*((tile, False) for tile in drawn.tiles), *zip(drawn.unread, down, strict=True)):
            corners = tile.quad.astype(np.int32)
            cv2.fillConvexPoly(picture, corners, (215, 228, 235))
            if is_down:
                continue
            cv2.putText(picture, str(tile.tile), corners[3].tolist(), 0, 0.4, (60, 40, 160), 1)
        if hand is not None:
            place = int(hand) if hand.isdecimal() else 9
            end = (120 + 240 * (place % 2), 50 + 34 * (place // 2)) if hand.isdecimal() else (560, 250)
            cv2.line(picture, (600, HEIGHT), end, (130, 160, 215), 44)
        self.reader.learn(picture, lying if seen is None else seen)
        return picture


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    stage.run(0.3)
    yield stage
    stage.table.close()


@pytest.fixture
def game(stage: Stage) -> Callable[..., Stage]:
    """A match of Ada and Bo on the stage."""

    def begun(rules: object = "original", first: str = "Ada") -> Stage:
        stage.table.match.start(["Ada", "Bo"], rules, first, None, False)
        stage.table.match.begin_round(None, True)
        return stage

    return begun


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes commands write English instead of the language of their environment."""
    monkeypatch.setenv("LC_ALL", "C")
