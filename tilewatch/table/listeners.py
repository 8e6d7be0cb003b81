"""Who waits for news, and the state's text as it is told to everybody."""

import json
import threading
from collections.abc import Callable, Mapping
from typing import Any

FRESH = 0.2
"""Seconds for which the same text is told to everybody; the clock in it is that old at most."""


class Listeners:
    """Counts the changes of a state and wakes those who wait for them.

    `state`: gives the state without its version. `clock`: seconds that only grow.
    """

    def __init__(self, state: Callable[[], dict[str, Any]], clock: Callable[[], float]) -> None:
        self._state, self._clock = state, clock
        self.news = threading.Condition(threading.RLock())
        self.version = 1
        self._essence = ""
        self._told = (0, "", float("-inf"))

    def tell(self) -> None:
        """Wakes those who wait, if anything is different that matters."""
        with self.news:
            essence = json.dumps(_essence(self._state()), sort_keys=True)
            if essence != self._essence:
                self._essence = essence
                self.version += 1
            self.news.notify_all()

    def state(self) -> dict[str, Any]:
        """The state with its version."""
        with self.news:
            return {"version": self.version, **self._state()}

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for a state newer than `version`, at most `patience` seconds: version and the state's JSON."""
        with self.news:
            self.news.wait_for(lambda: self.version > version, patience)
            told, text, moment = self._told
            if told != self.version or self._clock() - moment > FRESH:
                text = json.dumps(self.state(), ensure_ascii=False)
                self._told = (self.version, text, self._clock())
            return self.version, text


def _essence(state: Mapping[str, Any]) -> dict[str, Any]:
    """What matters of a state: not the running clock, the camera's rate, or a pixel more or less."""
    return {
        **state,
        "alarm": {key: value for key, value in (state["alarm"] or {}).items() if key != "seconds"},
        "turn": {key: value for key, value in state["turn"].items() if key != "seconds_left"},
        "camera": {key: value for key, value in state["camera"].items() if key != "fps"},
        "table": [{**row, "quads": _roughly(row["quads"])} for row in state["table"]],
    }


def _roughly(quads: list[list[list[float]]]) -> list[list[float]]:
    """Where each face begins, to a hundredth of the picture."""
    return [[round(corner, 2) for corner in quad[0]] for quad in quads]
