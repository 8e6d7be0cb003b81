"""What a table tells the club: how it stands, in few bytes, whenever something changes that the hall wants to know."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from tilewatch.club.club_tables import ClubTables
from web.contract import NotWritten

BEAT = 10.0
"""Seconds after which a table without news says that it is there."""
RETRY = 0.2
"""Seconds between two tries: many tables that come at once wait for their number, one after the other."""
Json = dict[str, Any]
NewsOfTable = Callable[[int, float], tuple[int, str]]
"""Waits for a state newer than a version, so many seconds at most (web.contract.TableControls.changed_since)."""


class TableStatus:
    """Tells how one table stands, as a thread's work.

    `about`: what never changes of it: its page's address, and which part of the database its journal is in.
    `counted`: when the round of a match was counted, in seconds of the calendar; None: that is not known.
    """

    def __init__(
        self,
        tables: ClubTables,
        name: str,
        news: NewsOfTable,
        about: Mapping[str, Any],
        counted: Callable[[int, int], float | None],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._tables, self._name, self._news = tables, name, news
        self._about, self._counted, self._now = about, counted, now
        self._last: Json | None = None

    def tell(self, stop: threading.Event) -> None:
        """Tells each change until `stop` is set; while the database is away the newest one waits."""
        version = -1
        while not stop.is_set():
            version, text = self._news(version, BEAT)
            status = self._status(json.loads(text))
            try:
                self._write(status)
            except NotWritten:
                self._last, version = None, -1
                stop.wait(RETRY)

    def _write(self, status: Json) -> None:
        if status == self._last:
            self._tables.beat(self._name)
            return
        self._tables.tell(self._name, json.dumps(self._with_age(status), ensure_ascii=False, separators=(",", ":")))
        self._last = status

    def _with_age(self, status: Json) -> Json:
        """The status with how long ago its result was counted: every table has another clock."""
        result = status["result"]
        return status if result is None else {**status, "result": {**result, "ago": self._now() - result["counted"]}}

    def _status(self, state: Mapping[str, Any]) -> Json:
        status = status_of(state, self._now(), self._last)
        status.update(self._about)
        status["result"] = self._result(state)
        return status

    def _result(self, state: Mapping[str, Any]) -> Json | None:
        """The round that was counted last, as a tournament wants it; None: none of this match."""
        if not state["match"] or not state["rounds"]:
            return None
        last, rules = state["rounds"][-1], state["match"]["rules"]
        charged = isinstance(rules, dict) and bool(rules.get("never_opened_pays"))
        known = self._last and self._last["result"]
        key = {"match": state["match"]["number"], "round": last["round"], "scores": last["scores"]}
        if known and all(known[name] == value for name, value in key.items()):
            return dict(known)
        opened = {player["name"]: player["opened"] or charged for player in state["players"]}
        tiles = {name: len(rack.split()) for name, rack in last["racks"].items() if isinstance(rack, str)}
        moment = self._counted(state["match"]["number"], last["round"])
        return {**key, "tiles": tiles, "opened": opened, "counted": moment or self._now()}


def status_of(state: Mapping[str, Any], now: float, before: Mapping[str, Any] | None = None) -> Json:
    """What the hall wants to know of a table's state; `now`: seconds of the calendar."""
    turn, camera, alarm = state["turn"], state["camera"], state["alarm"]
    ends = None if turn["seconds_left"] is None else round(now + turn["seconds_left"], 1)
    if before is not None and before["ends"] is not None and ends is not None and abs(before["ends"] - ends) < 1.0:
        ends = before["ends"]
    is_running = turn["phase"] == "playing"
    return {
        "match": state["match"] and {name: state["match"][name] for name in ("number", "round", "finished")},
        "rules": state["match"] and state["match"]["rules"],
        "players": [{name: one[name] for name in ("name", "score", "rack", "opened")} for one in state["players"]],
        "phase": turn["phase"],
        "player": turn["player"],
        "turn": turn["number"],
        "ends": ends if is_running else None,
        "left": None if is_running or turn["seconds_left"] is None else round(turn["seconds_left"]),
        "pool": state["pool"],
        "table": [" ".join(row["tiles"]) for row in state["table"]],
        "verdict": state["verdict"] and {name: state["verdict"][name] for name in ("player", "legal", "played")},
        "camera": camera["status"],
        "alarm": alarm and {name: alarm[name] for name in ("kind", "code", "values", "text")},
    }
