"""The hall: the present state of all tables for every listener, first the whole, then changes.

And the club put together: the hall, its tournament, and the page's notes (web.club.contract).
"""

import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.club_tables import ClubTables, TableRow
from tilewatch.club.tournament_book import TOURNAMENT, TournamentBook, take_reports
from tilewatch.storage.notes import KeptNotes, readable
from tilewatch.storage.sql.place import PAUSE, JournalUnusable

SILENT = 30.0
"""Seconds without a report after which a table counts as cut off: three of its beats."""
Json = dict[str, Any]


class Hall:
    """The state of all tables, for the club's page (web.club.contract.HallNews).

    `on_tables` are called with the tables that changed, `on_tournament` when a tournament may have changed; both
    outside of the lock.
    """

    def __init__(self, database: ClubDatabase, clock: Callable[[], float] = time.time) -> None:
        self._database, self._written, self._clock = database, ClubTables(database), clock
        self._news = threading.Condition()
        self._version = 1
        self._tables: dict[str, Json] = {}
        self._changed: dict[str, int] = {}
        self.trouble: str | None = None
        """Why the database is away; None: it is not."""
        self.on_tables: list[Callable[[list[Json]], None]] = []
        self.on_tournament: list[Callable[[], None]] = []

    def follow(self, stop: threading.Event) -> None:
        """Takes news from the database until `stop` is set, retrying while it is away; runs in a thread of its own."""
        while not stop.is_set():
            try:
                for news in self._database.news(stop):
                    self.poll(news)
            except JournalUnusable as error:
                self._set_trouble(str(error))
                stop.wait(PAUSE)

    def forget(self, table: str) -> None:
        """Hides a table until it reports again. Raises NotWritten."""
        self._written.forget(table)
        self.poll()

    def poll(self, news: set[str] | None = None) -> None:
        """Reads the changes of the tables in `news`; None: of all tables. Raises JournalUnusable."""
        rows = self._written.rows(None if news is None else sorted(news - {TOURNAMENT}))
        changed = self._take(rows, whole=news is None)
        self._set_trouble(None)
        if news is None or TOURNAMENT in news:
            for tell in self.on_tournament:
                tell()
        if changed:
            for tell_tables in self.on_tables:
                tell_tables(changed)

    def tables(self) -> list[Json]:
        """Every table, by number."""
        with self._news:
            return self._all()

    def touch(self) -> None:
        """Tells every listener that the tournament changed."""
        with self._news:
            self._mark(TOURNAMENT)

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for news after `version`, at most `patience` seconds; returns the newest version, and the changes as
        JSON.

        A version below 0 gets everything.
        """
        with self._news:
            self._news.wait_for(lambda: self._version > version, patience)
            since = version if 0 <= version <= self._version else 0
            changed = [name for name, changed in self._changed.items() if changed > since and name in self._tables]
            tables = [self._tables[name] for name in changed] if since else self._all()
            news = {
                "version": self._version,
                "since": since,
                "now": round(self._clock(), 2),
                "tables": tables,
                "gone": self._gone_since(since) if since else [],
                "tournament": self._changed.get(TOURNAMENT, 0),
                "trouble": self.trouble,
            }
            return self._version, json.dumps(news, ensure_ascii=False, separators=(",", ":"))

    def _all(self) -> list[Json]:
        return sorted(self._tables.values(), key=lambda table: table["number"])

    def _gone_since(self, version: int) -> list[str]:
        gone = (name for name in self._changed if name != TOURNAMENT and name not in self._tables)
        return [name for name in gone if self._changed[name] > version]

    def _take(self, rows: list[TableRow], whole: bool) -> list[Json]:
        """Takes stored rows; returns the tables that changed."""
        changed = []
        with self._news:
            for row in rows:
                table = _table_of(row)
                if self._tables.get(row.name) != table:
                    self._tables[row.name] = table
                    changed.append(table)
                    self._changed[row.name] = self._version + 1
            gone = self._tables.keys() - {row.name for row in rows} if whole else set()
            for name in gone:
                del self._tables[name]
                self._changed[name] = self._version + 1
            if changed or gone:
                self._mark()
        return changed

    def _mark(self, name: str | None = None) -> None:
        self._version += 1
        if name is not None:
            self._changed[name] = self._version
        self._news.notify_all()

    def _set_trouble(self, trouble: str | None) -> None:
        with self._news:
            if trouble != self.trouble:
                self.trouble = trouble
                self._mark()


def _table_of(row: TableRow) -> Json:
    """A table as the page gets it; a table whose state cannot be read counts as silent."""
    status: Mapping[str, Any] = {}
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        said = {**json.loads(row.status)}
        result = said.get("result") and _result_of(said["result"], row.changed)
        status = {**said, "result": result, "mended": [_result_of(one, row.changed) for one in said.get("mended", ())]}
    return {**status, "name": row.name, "number": row.number, "silent": row.silent > SILENT or not status}


def _result_of(result: Mapping[str, Any], changed: float) -> Json:
    """A round's result as a table reported it. Raises ValueError, TypeError, KeyError, AttributeError: malformed."""
    if not all(math.isfinite(float(points)) for points in result["scores"].values()):
        raise ValueError("points have to be finite")
    if not all(isinstance(count, int | None) for count in result["tiles"].values()):
        raise TypeError("tiles are counted in whole numbers")
    result["opened"].keys()
    return {**result, "counted": changed - float(result["ago"])}


class Club:
    """A club's tables and its tournament. Raises JournalUnusable: the database cannot be read."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database
        self.notes, self.hall = KeptNotes(database), Hall(database)
        self.book = TournamentBook(database, self.hall.touch)
        self._reported = 0
        self.hall.on_tournament.append(self._read_tournament)
        self.hall.on_tables.append(partial(take_reports, self.book))
        self.hall.poll()

    def now(self) -> float:
        """Seconds since the epoch by the clock of tournament and tables. Raises NotReadable: the database is away."""
        with readable():
            return self._database.now()

    def state(self) -> Mapping[str, Any]:
        """A short summary, for the answer to a press that is repeated."""
        return {"tables": len(self.hall.tables()), "tournament": self.book.number}

    def _read_tournament(self) -> None:
        """Reads the tournament; enters the tables' results if another program changed it, or opened a new
        tournament."""
        if self.book.read() or self.book.number != self._reported:
            self._reported = self.book.number
            take_reports(self.book, self.hall.tables())
