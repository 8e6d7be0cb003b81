"""Who waits for news, and the state's text as it is told to everybody."""

import json
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

from web.records.state import Stands, State

AT_ONCE = 0.05
"""Seconds after which whoever asks is told how everything stood a moment ago: somebody waits for the database."""
FRESH = 0.2
"""Seconds for which the same text is told to everybody; the clock in it is that old at most."""


class Listeners:
    """Counts the changes of a state and wakes those who wait for them.

    `state`: gives the state without its version. `clock`: seconds that only grow.
    """

    def __init__(self, state: Callable[[], Stands], clock: Callable[[], float]) -> None:
        self._state, self._clock = state, clock
        self.news = threading.Condition(threading.RLock())
        self.version = 1
        self._since = secrets.token_hex(4)
        """A word of this start of the program: versions of another start count from one again."""
        self._essence = ""
        self._told = (0, "", float("-inf"))
        self._last: tuple[State, float] | None = None

    def tell(self) -> None:
        """Wakes those who wait, if anything is different that matters."""
        with self.news:
            state = self._state()
            essence = json.dumps(_essence(state), sort_keys=True)
            if essence != self._essence:
                self._essence = essence
                self.version += 1
            self._keep(state)
            self.news.notify_all()

    def state(self) -> State:
        """The state with its version and `since`, the start of the program that the version counts from.

        It is a moment old where somebody waits for the database.
        """
        if not self.news.acquire(timeout=AT_ONCE if self._last else -1):
            return self._as_it_stood()
        try:
            return self._keep(self._state())
        finally:
            self.news.release()

    def _keep(self, state: Stands) -> State:
        whole: State = {"version": self.version, "since": self._since, **state}
        self._last = whole, self._clock()
        return whole

    def _as_it_stood(self) -> State:
        """The newest state that was told, its clock as it is now."""
        assert self._last is not None
        state, moment = self._last
        turn = state["turn"].copy()
        stands = state["pressed"] is not None or turn.get("asked") is not None
        if turn["phase"] == "playing" and not stands and turn["seconds_left"] is not None:
            turn["seconds_left"] = round(max(0.0, turn["seconds_left"] - (self._clock() - moment)), 1)
        return {**state, "turn": turn}

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for a state newer than `version`, at most `patience` seconds: version and the state's JSON."""
        if patience <= 0:
            state = self.state()
            return state["version"], json.dumps(state, ensure_ascii=False)
        with self.news:
            self.news.wait_for(lambda: self.version > version, patience)
            version, text, moment = self._told
            if version != self.version or self._clock() - moment > FRESH:
                text = json.dumps(self.state(), ensure_ascii=False)
                self._told = (self.version, text, self._clock())
            return self.version, text


def _essence(state: Mapping[str, Any]) -> dict[str, Any]:
    """What matters of a state: not the running clock, the camera's rate, or a pixel more or less."""
    return {
        **state,
        "alarm": {key: value for key, value in (state["alarm"] or {}).items() if key != "seconds"},
        "by_itself": {**(state["by_itself"] or {}), "left": (state["by_itself"] or {}).get("left") is not None},
        "turn": {key: value for key, value in state["turn"].items() if key != "seconds_left"},
        "camera": {key: value for key, value in state["camera"].items() if key != "fps"},
        "table": [{**row, "quads": _roughly(row["quads"])} for row in state["table"]],
    }


def _roughly(quads: list[list[list[float]]]) -> list[list[float]]:
    """Where each face begins, to a hundredth of the picture."""
    return [[round(corner, 2) for corner in quad[0]] for quad in quads]
