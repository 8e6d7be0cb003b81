"""The matches and players of all tables of a club (web.contract.History).

A match's number is made of its table's number and its number there. Pictures stay on the tables' own machines.
"""

import os
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from referee.solving import OutOfTime
from tilewatch.club.hall import Hall
from tilewatch.history import in_json
from tilewatch.history.history import History
from tilewatch.history.match_summary import MatchSummary, wanted
from tilewatch.history.player_figures import all_time_table, colours_given, in_order_of_coming
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.database import Database
from web.contract import Conflict
from web.records.answers import BestPlay
from web.records.history import MatchKept, MatchListed, PlayerListed, PlayerTold, State, TurnReplayed

OF_A_TABLE = 100_000
"""Factor of the table's number in a match's number; no table plays that many matches."""
FRESH = 60.0
"""Seconds for which summaries are cached: a match in play changes all the time."""
Json = Mapping[str, Any]


class Evenings:
    """The matches of all tables. May be called from any thread; every method raises NotReadable."""

    def __init__(self, place: str, hall: Hall) -> None:
        self._database, self._hall = Database(place, writes=False), hall
        self._tables: dict[str, History] = {}
        self._lock = threading.Lock()
        self._kept: tuple[float, list[MatchSummary]] = (float("-inf"), [])

    def matches(self, player: str | None = None, since: float | None = None) -> list[MatchListed]:
        """Summaries of the matches, the newest first; `player`: only this player's, `since`: only those begun later, in
        seconds since the epoch."""
        return [self._listed(summary) for summary in wanted(self.summaries(), player, since)]

    def match(self, number: int) -> MatchKept | None:
        """One match with its rounds and turns; None: there is no such match, or it cannot be read."""
        streamed = self.streamed(number)
        return None if streamed is None else {**streamed[0], "turns": list(streamed[1])}

    def streamed(self, number: int) -> tuple[MatchKept, Iterator[TurnReplayed]] | None:
        """One match as `match` returns it but without turns, and an iterator over its turns; None as there."""
        table, own = self._table(number), number % OF_A_TABLE
        found = None if table is None else self._history(table).streamed(own)
        if found is None or table is None:
            return None
        head, turns = found
        state = self._state(head["state"], table, own)
        return {**head, "number": number, "table": table["name"], "state": state, "resumable": False}, turns

    def turn_picture(self, number: int, turn: int, side: str) -> bytes | None:
        """None, because pictures stay on the table's own machine."""
        return None

    def possible(self, number: int, turn: int, out_of_time: OutOfTime) -> BestPlay | None:
        """The best possible play of a turn; None: there is no such turn, or the rack is unknown."""
        table = self._table(number)
        return None if table is None else self._history(table).possible(number % OF_A_TABLE, turn, out_of_time)

    def players(self) -> list[PlayerListed]:
        """The all-time table."""
        summaries = self.summaries()
        colours = colours_given(in_order_of_coming(summaries), {})
        return [in_json.of_standing(one, colours[one.name], False) for one in all_time_table(summaries)]

    def player(self, name: str) -> PlayerTold | None:
        """One player's figures; None: nobody of that name has played."""
        return in_json.of_player(name, self.players(), self.summaries())

    def picture(self, name: str) -> bytes | None:
        """None, because pictures stay on the tables' own machines."""
        return None

    def choose_colour(self, name: str, colour: int | None) -> None:
        """Raises Conflict: colours are chosen at a table."""
        raise Conflict("only-at-a-table")

    def choose_picture(self, name: str, photo: bytes | None) -> None:
        """Raises Conflict: pictures are chosen at a table."""
        raise Conflict("only-at-a-table")

    def summaries(self) -> list[MatchSummary]:
        """A summary of every match of every table, the oldest first."""
        with self._lock:
            moment, known = self._kept
            if time.monotonic() - moment > FRESH:
                known = sorted(self._read(), key=lambda summary: summary.began)
                self._kept = (time.monotonic(), known)
            return known

    def close(self) -> None:
        """Closes the database."""
        self._database.close()

    def _read(self) -> list[MatchSummary]:
        return [
            msgspec.structs.replace(summary, number=table["number"] * OF_A_TABLE + summary.number)
            for table in self._hall.tables()
            for summary in self._history(table).summaries()
        ]

    def _history(self, table: Json) -> History:
        name = table["name"]
        if name not in self._tables:
            journal = Journal.looked_at(self._database.looking_at(table.get("part", "")))
            self._tables[name] = History(journal, Album(Path(os.devnull)))
        return self._tables[name]

    def _table(self, number: int) -> Json | None:
        return next((table for table in self._hall.tables() if table["number"] == number // OF_A_TABLE), None)

    def _listed(self, summary: MatchSummary) -> MatchListed:
        listed, table = in_json.of_summary(summary, False), self._table(summary.number)
        if table is None:
            return listed
        state = self._state(listed["state"], table, summary.number % OF_A_TABLE)
        return {**listed, "table": table["name"], "state": state, "resumable": False}

    def _state(self, state: State, table: Json, own: int) -> State:
        """The state of a match: `running` if its table reports it as being played."""
        at_table = table.get("match")
        is_running = at_table and at_table["number"] == own and table["phase"] not in ("over", "setup")
        return "running" if is_running else state
