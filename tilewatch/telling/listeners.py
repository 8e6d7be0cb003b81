"""Wakes the threads that wait for a new state, and caches the state's text, which is equal for all devices."""

import json
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

from web.records.state import Stands, State

AT_ONCE = 0.05
"""Seconds after which a reader gets the previous state, because a thread that holds the lock waits for the database."""
FRESH = 0.2
"""Seconds for which the same text is sent to every device; its clock is that old at most."""


class Listeners:
    """Counts the changes of a state, and wakes those who wait for them.

    `state`: gives the state without its version. `clock`: monotonic seconds.
    """

    def __init__(self, state: Callable[[], Stands], clock: Callable[[], float]) -> None:
        self._state, self._clock = state, clock
        self.news = threading.Condition(threading.RLock())
        self._version, self._is_stale = 1, False
        self._since = secrets.token_hex(4)
        """Random id of this start of the program, because versions count from one again."""
        self._essence = ""
        self._told = (0, "", float("-inf"))
        self._last: tuple[State, float] | None = None

    def tell(self) -> None:
        """Reports that the state may have changed; the state is computed again for the next reader."""
        with self.news:
            self._is_stale = True
            self.news.notify_all()

    @property
    def version(self) -> int:
        """The number of changes of the state so far, apart from changes that pages ignore."""
        with self.news:
            if self._is_stale:
                self._look()
            return self._version

    def state(self) -> State:
        """The state with its version and `since`, the id of this start of the program, in which versions begin at one.

        While another thread waits for the database, the previous state is returned.
        """
        if not self.news.acquire(timeout=AT_ONCE if self._last else -1):
            return self._as_it_stood()
        try:
            return self._look()
        finally:
            self.news.release()

    def _look(self) -> State:
        """The present state; the version is raised if a change was reported, and the change matters."""
        state = self._state()
        essence = json.dumps(_essence(state), sort_keys=True) if self._is_stale else self._essence
        self._version += essence != self._essence
        self._essence, self._is_stale = essence, False
        return self._keep(state)

    def _keep(self, state: Stands) -> State:
        whole: State = {"version": self._version, "since": self._since, **state}
        self._last = whole, self._clock()
        return whole

    def _as_it_stood(self) -> State:
        """The previous state, with its clock corrected to now."""
        assert self._last is not None
        state, moment = self._last
        turn = state["turn"].copy()
        stands = state["pressed"] is not None or turn.get("asked") is not None
        if turn["phase"] == "playing" and not stands and turn["seconds_left"] is not None:
            turn["seconds_left"] = round(max(0.0, turn["seconds_left"] - (self._clock() - moment)), 1)
        return {**state, "turn": turn}

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits at most `patience` seconds for a state newer than `version`; returns version and state as JSON."""
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
    """The part of a state whose change matters: no running clock, no rate of the camera, no shifts of single pixels."""
    return {
        **state,
        "alarm": {key: value for key, value in (state["alarm"] or {}).items() if key != "seconds"},
        "by_itself": {**(state["by_itself"] or {}), "left": (state["by_itself"] or {}).get("left") is not None},
        "undo": {**(state["undo"] or {}), "left": None},
        "turn": {key: value for key, value in state["turn"].items() if key != "seconds_left"},
        "camera": {key: value for key, value in state["camera"].items() if key != "fps"},
        "table": [{**row, "quads": _roughly(row["quads"])} for row in state["table"]],
    }


def _roughly(quads: list[list[list[float]]]) -> list[list[float]]:
    """The first corner of each quad, to a hundredth of the picture."""
    return [[round(corner, 2) for corner in quad[0]] for quad in quads]
