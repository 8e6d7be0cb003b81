"""A summary of every match of a journal, made from its events once, and stored in the database and in memory."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from referee.match import DoesNotFit, Match
from tilewatch.history.match_summary import FORM, MatchSummary, summary_of
from tilewatch.storage.damage.chain import checksum_of
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.storage.sql.schema import EVENTS, HEADS, SUMMARIES
from web.decoding import NotUnderstood, decode, encode

AtTable = Callable[[], tuple[int, Match] | None]
"""Gives the number of the match that is played now, and the match; None: there is none."""
Kept = tuple[str, MatchSummary | None]
"""The checksum of a match's last event, and its summary; None: its events cannot be read."""


class Summaries:
    """The summaries of a journal's matches. `at_table`: gives the match being played, summarised from memory."""

    def __init__(self, journal: Journal, at_table: AtTable) -> None:
        self._journal, self._at_table = journal, at_table
        self._lock = threading.Lock()
        self._kept: dict[int, Kept] = {}
        self._running: tuple[Match, MatchSummary] | None = None
        self._is_loaded = False

    def all(self) -> list[MatchSummary]:
        """The summary of every readable match, the oldest first. Raises JournalUnusable."""
        with self._lock:
            heads = self._heads()
            running = self._at_table()
            self._load()
            stale = [number for number, head in heads.items() if self._is_stale(number, head, running)]
            self._make(stale, heads)
            found = (self._short(number, running) for number in sorted(heads))
            return [summary for summary in found if summary is not None]

    def head(self, number: int) -> str:
        """The checksum of a match's last event at the last call of `all`; "": unknown, as for the present match."""
        return self._kept[number][0] if number in self._kept else ""

    def _heads(self) -> dict[int, str]:
        """The checksum of each match's last event."""
        return {
            row.match: row.checksum for row in self._journal.database.asked(select(HEADS.c.match, HEADS.c.checksum))
        }

    def _load(self) -> None:
        """Reads the stored summaries once."""
        if self._is_loaded:
            return
        for number, head, body, checksum in self._journal.database.asked(select(SUMMARIES)):
            if (summary := _read(head, body, checksum)) is not None:
                self._kept[number] = (head, summary)
        self._is_loaded = True

    def _is_stale(self, number: int, head: str, running: tuple[int, Match] | None) -> bool:
        is_at_the_table = running is not None and running[0] == number
        return not is_at_the_table and self._kept.get(number, ("", None))[0] != head

    def _make(self, numbers: Iterable[int], heads: Mapping[int, str]) -> None:
        """Makes summaries from events, and stores them."""
        made = {number: self._from_events(number) for number in numbers}
        for number, summary in made.items():
            self._kept[number] = (heads[number], summary)
        rows = [_row(one, heads[number]) for number, one in made.items() if one is not None]
        if rows:
            self._journal.database.note(partial(_put, rows))

    def _from_events(self, number: int) -> MatchSummary | None:
        try:
            return summary_of(Match.replayed(self._journal.events(number)), number, self._began(number))
        except (DoesNotFit, ValueError):
            return None

    def _short(self, number: int, running: tuple[int, Match] | None) -> MatchSummary | None:
        if running is None or running[0] != number:
            return self._kept[number][1]
        if self._running is None or self._running[0] is not running[1]:
            self._running = (running[1], summary_of(running[1], number, self._began(number)))
        return self._running[1]

    def _began(self, number: int) -> float:
        """When a match began, in seconds since the epoch."""
        if self._running is not None and self._running[1].number == number:
            return self._running[1].began
        first = (EVENTS.c.match == number) & (EVENTS.c.number == 0)
        found = self._journal.database.asked(select(EVENTS.c.written).where(first))
        if not found:
            raise JournalUnusable(f"match {number} of the journal: event 0 is missing")
        return float(found[0][0])


def _row(summary: MatchSummary, head: str) -> dict[str, object]:
    body = encode(summary)
    return {"match": summary.number, "head": head, "body": body, "checksum": checksum_of(head, body)}


def _put(rows: Sequence[Mapping[str, Any]], connection: Connection) -> None:
    connection.execute(delete(SUMMARIES).where(SUMMARIES.c.match.in_([row["match"] for row in rows])))
    connection.execute(insert(SUMMARIES), rows)


def _read(head: str, body: str, checksum: str) -> MatchSummary | None:
    """A stored summary; None: it is damaged, or of another version."""
    try:
        summary = decode(body, MatchSummary) if checksum == checksum_of(head, body) else None
    except NotUnderstood:
        return None
    return summary if summary is not None and summary.form == FORM else None
