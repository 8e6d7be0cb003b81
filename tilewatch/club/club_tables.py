"""The state of each table of a club, as the table reported it to the club's database."""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, literal, select, update

from tilewatch.club.club_database import TABLES, ClubDatabase
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import NotWritten

BEAT = 10.0
"""Seconds after which a table without news reports that it is running."""
RETRY = 0.2
"""Seconds between two attempts: many tables that start at once get their numbers one after the other."""
Json = dict[str, Any]
NewsOfTable = Callable[[int, float], tuple[int, str]]
"""Waits for a state newer than a version, for at most so many seconds (web.contract.TableControls.changed_since)."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored; `silent`: seconds since it was heard of; `changed`: seconds since the epoch."""

    name: str
    number: int
    silent: float
    changed: float
    status: str


class ClubTables:
    """The tables in a club's database. May be called from any thread."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database

    def tell(self, name: str, status: str) -> None:
        """Writes a table's state. Raises NotWritten."""
        with self._database.writing() as connection:
            row = {"status": status, "told": self._database.moment(), "changed": self._database.moment()}
            if not connection.execute(update(TABLES).where(TABLES.c.name == name).values(row)).rowcount:
                self._database.lock(connection)
                number = (connection.execute(select(func.max(TABLES.c.number))).scalar() or 0) + 1
                connection.execute(insert(TABLES).values(name=name, number=number, **row))
            self._database.notify(connection, name, in_haste=True)

    def beat(self, name: str) -> None:
        """Writes that a table is running, without news. Raises NotWritten."""
        with self._database.writing() as connection:
            connection.execute(update(TABLES).where(TABLES.c.name == name).values(told=self._database.moment()))

    def forget(self, name: str) -> None:
        """Hides a table until it reports again; its matches stay. Raises NotWritten."""
        with self._database.writing() as connection:
            connection.execute(delete(TABLES).where(TABLES.c.name == name))
            self._database.notify(connection, name)

    def keep_only(self, name: str) -> None:
        """Removes all other tables: a file holds one table, which may have been renamed. Raises NotWritten."""
        with self._database.writing() as connection:
            connection.execute(delete(TABLES).where(TABLES.c.name != name))

    def rows(self, names: Sequence[str] | None = None) -> list[TableRow]:
        """The stored tables: all, or those of these names. Raises JournalUnusable."""
        now = literal(self._database.moment()) if not self._database.is_server else self._database.moment()
        asked = select(TABLES, now.label("now"))
        if names is not None:
            asked = asked.where(TABLES.c.name.in_(names))
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(TABLES.c.number)).all()
        return [TableRow(row.name, row.number, float(row.now) - row.told, row.changed, row.status) for row in rows]


class TableStatus:
    """Reports the state of one table; runs in a thread of its own.

    `about`: constant parts: its page's address, and the schema of the database with its journal. `counted`: when a
    round of a match was counted, in seconds since the epoch; None: unknown. `mended`: the states of the matches other
    than the given number in which a round was corrected.
    """

    def __init__(
        self,
        tables: ClubTables,
        name: str,
        news: NewsOfTable,
        about: Mapping[str, Any],
        counted: Callable[[int, int], float | None],
        mended: Callable[[int], Sequence[Mapping[str, Any]]],
    ) -> None:
        self._tables, self._name, self._news = tables, name, news
        self._about, self._counted, self._mended = about, counted, mended
        self._last: Json | None = None

    def tell(self, stop: threading.Event) -> None:
        """Reports each change until `stop` is set; while a database is away the newest state waits."""
        version = -1
        while not stop.is_set():
            version, text = self._news(version, BEAT)
            try:
                self._write(self._status(json.loads(text)))
            except (NotWritten, JournalUnusable):
                self._last, version = None, -1
                stop.wait(RETRY)

    def _write(self, status: Json) -> None:
        if status == self._last:
            self._tables.beat(self._name)
            return
        self._tables.tell(self._name, json.dumps(self._with_age(status), ensure_ascii=False, separators=(",", ":")))
        self._last = status

    def _with_age(self, status: Json) -> Json:
        """The state with the age of its results in seconds, because every table has its own clock."""
        aged = [{**one, "ago": time.time() - one["counted"]} for one in status["mended"]]
        result = status["result"]
        told = None if result is None else {**result, "ago": time.time() - result["counted"]}
        return {**status, "result": told, "mended": aged}

    def _status(self, state: Mapping[str, Any]) -> Json:
        status = status_of(state, time.time(), self._last)
        status.update(self._about)
        status["result"] = self._result(state)
        at_table = state["match"]["number"] if state["match"] else 0
        status["mended"] = [one for one in map(self._result, self._mended(at_table)) if one is not None]
        return status

    def _result(self, state: Mapping[str, Any]) -> Json | None:
        """The round that was counted last, in the form of a tournament; None: no round of this match was."""
        if not state["match"] or not state["rounds"]:
            return None
        last, rules = state["rounds"][-1], state["match"]["rules"]
        charged = isinstance(rules, dict) and bool(rules.get("never_opened_pays"))
        known = self._last and self._last["result"]
        key = {"match": state["match"]["number"], **{name: last[name] for name in ("round", "scores", "void")}}
        if known and all(known[name] == value for name, value in key.items()):
            return dict(known)
        opened = {player["name"]: player["opened"] or charged for player in state["players"]}
        tiles = {name: len(rack.split()) for name, rack in last["racks"].items() if isinstance(rack, str)}
        moment = self._counted(state["match"]["number"], last["round"])
        return {**key, "tiles": tiles, "opened": opened, "counted": moment or time.time()}


def status_of(state: Mapping[str, Any], now: float, before: Mapping[str, Any] | None = None) -> Json:
    """The part of a table's state that the hall shows; `now`: seconds since the epoch."""
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
        "verdict": state["verdict"] and _verdict_of(state["verdict"]),
        "camera": camera["status"],
        "alarm": alarm and {name: alarm[name] for name in ("kind", "code", "values", "text")},
    }


def _verdict_of(verdict: Mapping[str, Any]) -> Json:
    """The last turn's verdict in short; the players' decision counts."""
    return {**{name: verdict[name] for name in ("player", "played", "by_hand")}, "legal": verdict["counts_as_legal"]}
