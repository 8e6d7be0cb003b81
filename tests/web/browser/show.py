"""A running demo whose players wait while a test looks at the page."""

import threading
from pathlib import Path
from typing import Any

from referee.table import Table
from tilewatch.demo.player import Demo
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable, follow
from vision.camera.camera import Camera
from vision.reading.read import Reader
from web.app import create_app

PACE = 0.1
"""How much faster than life the demo's players are."""


class Show:
    """The demo at its address; its players continue when told to `go`, and wait at `until`."""

    def __init__(self, folder: Path) -> None:
        self.demo = Demo()
        self.eye = Camera(self.demo.frames)
        self._journal = Journal(str(folder / "game.db"))
        self.table = LiveTable(Reader(), self._journal, Album(folder / "album"), self.eye)
        self._server: Any = server(create_app(self.table), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.port}"
        self._stop, self._gate, self._is_waiting = threading.Event(), threading.Event(), threading.Event()
        self._to = ""
        self._not_in: int | None = None

    def begin(self) -> None:
        """Starts the camera and the server; the players wait for `go`."""
        self.eye.start()
        self._threads = [
            threading.Thread(target=follow, args=(self.eye, self.table, self._stop), daemon=True),
            threading.Thread(target=self._server.run, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def go(self, to: str) -> None:
        """The players continue until the match is in this phase again, and wait there."""
        number, phase = self._turn
        self._to, self._not_in = to, number if phase == to else None
        self._is_waiting.clear()
        self._gate.set()
        if len(self._threads) == 2:
            self._threads.append(
                threading.Thread(target=self.demo.play, args=(self.table, self._stop, self._wait), daemon=True)
            )
            self._threads[-1].start()

    def until(self, phase: str, patience: float = 400.0) -> dict[str, Any]:
        """The state once the players wait in the phase that they were sent to."""
        assert self._to == phase, f"the players do not wait there: go({phase!r}) first"
        assert self._is_waiting.wait(patience), f"the demo was never {phase}"
        return dict(self.table.state())

    def skip(self, but: int) -> None:
        """Claims the coming turns as in the script, except the last `but`; no picture is read for them."""
        place = self.demo._place(self.table, self.table.state())
        for turn in self.demo.turns[place:-but]:
            before, after = (Table.from_notation(turn[side]) for side in ("before", "after"))
            self.table._situation.act(lambda match, moment: match.claimed(after, moment))  # noqa: B023 (called at once)
            if not turn["legal"]:
                self.table._situation.act(lambda match, at: match.restored(at, before))  # noqa: B023

    def again(self) -> None:
        """The players play the current turn anew, on the table of its beginning."""
        self.demo._played = 0

    @property
    def _turn(self) -> tuple[int, str]:
        turn = self.table.state()["turn"]
        return turn["number"], turn["phase"]

    def _wait(self, seconds: float) -> None:
        self._stay()
        self._stop.wait(seconds * PACE)
        self._stay()

    def _stay(self) -> None:
        """Pauses the players if they have reached the phase that they were sent to, without a hand over the table."""
        number, phase = self._turn
        if phase == self._to and number != self._not_in and not self._stop.is_set():
            self._gate.clear()
            if phase == "playing":
                self.demo.show(self.demo._lies_before(self.demo._place(self.table, self.table.state())))
            self._is_waiting.set()
        self._gate.wait()

    def end(self) -> None:
        """Stops the camera, the server and the players."""
        self._stop.set()
        self._gate.set()
        self._server.close()
        for thread in self._threads:
            thread.join(timeout=3.0)
        self.eye.stop()
        self._journal.close()
