"""A family's table before a scripted camera, and the page that serves it."""

import threading
from pathlib import Path
from typing import Any

from tests.tilewatch.conftest import Stage, reading
from tilewatch.server import server
from web.app import create_app


class Table:
    """The family's table: its tiles, the camera's reading of them, and the family's acts."""

    def __init__(self, folder: Path, pin: str | None = None, dies: bool = False) -> None:
        self.stage = Stage(folder)
        self.stage.sender = None  # type: ignore[attr-defined]  # no phone is the camera
        self.stage.run(0.8)
        if dies:
            self.stage.play_and_die()
        self.app = create_app(self.stage.table, pin)
        self._server = server(self.app, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.port}"
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        self.rows: list[str] = []

    def lies(self, *rows: str, read: list[str] | None = None) -> None:
        """A hand comes and leaves these rows on the table; `read`: the camera's reading of them."""
        self.rows = list(rows)
        for hand, seconds in (("over", 0.3), (None, 0.8)):
            self.stage.show(*rows, hand=hand)
            if read is not None:
                self.stage.reader.learn(self.stage.shown, reading(read))
            self.stage.run(seconds)

    def lays(self, *more: str, read: list[str] | None = None) -> None:
        """Lays further rows beside the present ones."""
        seen = None if read is None else [*self.rows, *read]
        self.lies(*self.rows, *more, read=seen)

    @property
    def state(self) -> Any:
        return self.stage.table.state()

    @property
    def now(self) -> tuple[str, str]:
        return self.state["turn"]["player"], self.state["turn"]["phase"]

    def end(self) -> None:
        self._server.close()
        self._thread.join(timeout=5)
        self.stage.table.close()
