"""A live table in simulated time: pictures are shown to it one by one, independent of this machine's clock."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.messages import Message
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import Picture
from vision.camera.picture import Pixels
from vision.reading import KnownFaces, Reader, TableReading

BEAT = 0.1
"""Seconds between two pictures."""
RULES = {"turn_seconds": None, "clock_waits_for_referee": False}
"""Rules by which no turn ends automatically."""


class CountingReader(Reader):
    """A reader that counts its readings."""

    count = 0

    def read(self, picture: Pixels, known: KnownFaces | None = None, is_lesson: bool = False) -> TableReading:
        self.count += 1
        return super().read(picture, known, is_lesson)


@dataclass
class Player:
    """Shows a live table the pictures that `see` gives for a number and a moment, one every BEAT; it is also the
    table's camera.

    `slow`: seconds of simulated time that a reading takes, in which no picture is seen. `spent`: seconds of processor
    time that the table used for its pictures.
    """

    see: Callable[[int, float], Pixels]
    reader: CountingReader
    folder: Path
    slow: float = 0.0
    number: int = 0
    now: float = 1000.0
    spent: float = 0.0
    trouble: Message = field(default_factory=lambda: Message("unplugged"))
    rate: float = 1 / BEAT
    size: tuple[int, int] = (1280, 720)
    is_lost: bool = False
    is_still: bool = False
    is_turned: bool = False
    sender: str | None = None
    newest: Picture | None = None

    def __post_init__(self) -> None:
        journal = Journal(str(self.folder / "game.db"), durable=False)
        album, clock = Album(self.folder / "album"), lambda: self.now
        self.table = LiveTable(self.reader, journal, album, self, clock, lambda _, *until: self.wait(*until))  # type: ignore[arg-type]

    @property
    def state(self) -> Any:
        """The state, as every page gets it."""
        return self.table.state()

    def begin(self, players: list[str], preset: str = "original") -> None:
        """Begins a match of these players, and its first round."""
        self.table.match.start(players, {"preset": preset, **RULES}, players[0], None, False)
        self.table.match.begin_round(None, True)

    def show(self) -> None:
        """Shows the next picture."""
        self.number, self.now = self.number + 1, self.now + BEAT
        self.newest = Picture(self.see(self.number, self.now), self.number, self.now)
        before, began = self.reader.count, time.process_time()
        self.table.see(self.newest)
        self.table.tick()
        self.spent += time.process_time() - began
        self.now += self.slow * (self.reader.count - before)

    def wait(self, is_so: Callable[[], bool], patience: float) -> None:
        """Lets simulated time pass until a condition holds."""
        end = self.now + patience
        while not is_so() and self.now < end:
            self.show()
