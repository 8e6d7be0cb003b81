"""A match's events with a checksum each, made of the one before, so that a bit that flips breaks the chain.

And presses, each with its own: a press is written down in one transaction with what it did, so that the same key sent
again does nothing again.
"""

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, func, insert, select, update

from tilewatch.storage.sql.schema import EVENTS, HEADS
from web.contract import NotWritten
from web.press import Answer, under_way

PRESSES_LATER = 2_000
STARTS_LATER = 3
"""Presses and starts of the program after which a press may be forgotten, both together: some ten matches on several
evenings. A phone asks again at once, or when it is switched on the next day; calendars of computers leap."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as it stands in the database."""

    match: int
    number: int
    written: float
    body: str
    checksum: str


@dataclass(frozen=True, slots=True)
class Damage:
    """Where the chain of a match breaks, and why."""

    number: int
    """The first event that is not good."""
    why: str


def checksum_of(*values: object) -> str:
    """The checksum of whatever stands in a row; of an event first that of the event before it ("" for the first)."""
    return hashlib.sha256(json.dumps(values, default=repr).encode()).hexdigest()


def next_row(before: str, match: int, number: int, written: float, body: str) -> EventRow:
    """The row of an event with its checksum."""
    return EventRow(match, number, written, body, checksum_of(before, match, number, written, body))


def damage_of(rows: Sequence[EventRow], last: int | None) -> Damage | None:
    """Where the chain of a match breaks; None: nowhere. `last`: the number that its last event should have."""
    before = ""
    for place, row in enumerate(rows):
        if row.number != place:
            return Damage(place, f"event {place} is missing")
        if row != next_row(before, row.match, row.number, row.written, row.body):
            return Damage(place, f"event {place} is damaged")
        before = row.checksum
    if last is not None and last >= len(rows):
        return Damage(len(rows), f"event {len(rows)} is missing")
    return None


def asked_rows(match: int, first: int = 0) -> Select[Any]:
    """What to ask for the rows of a match from a number on."""
    return select(EVENTS).where((EVENTS.c.match == match) & (EVENTS.c.number >= first)).order_by(EVENTS.c.number)


def rows_of(connection: Connection, match: int) -> list[EventRow]:
    """The rows of a match in their order."""
    return [EventRow(*row) for row in connection.execute(asked_rows(match))]


def write_rows(connection: Connection, rows: Sequence[EventRow]) -> None:
    """Writes events of one match, and which is its last now."""
    last = rows[-1]
    connection.execute(insert(EVENTS), [asdict(row) for row in rows])
    head = {"number": last.number, "checksum": last.checksum}
    if not connection.execute(update(HEADS).where(HEADS.c.match == last.match).values(head)).rowcount:
        connection.execute(insert(HEADS).values(match=last.match, **head))


class KeptPresses:
    """The presses in a table of a database."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._doubtful: set[str] = set()
        self._number = self._start = 0

    @contextmanager
    def doubted(self) -> Iterator[None]:
        """A transaction in here that fails may have written its press all the same: it was told as not written."""
        try:
            yield
        except NotWritten:
            press = under_way()
            if press is not None and press.is_written:
                self._doubtful.add(press.key)
                press.is_written = False
            raise

    def write(self, connection: Connection) -> None:
        """Writes the press under way, unless it was written with the first thing it did.

        Raises IntegrityError: it was done before. Nothing is done again then.
        """
        press = under_way()
        if press is None or press.is_written:
            return
        if press.key in self._doubtful:
            self._forget(connection, {press.key})
        self._insert(connection, press.answer)
        press.is_written = True

    def correct(self, connection: Connection, answer: Answer) -> None:
        """Writes how a press was answered, in the place of what was expected."""
        self._forget(connection, {answer.key})
        self._insert(connection, answer)

    def forget_doubtful(self, connection: Connection) -> None:
        """Takes out the presses that were told as not written, together with what they did."""
        self._forget(connection, self._doubtful)

    def mend(self, connection: Connection) -> Iterator[str]:
        """Answers that are damaged: whoever asks again is told how all stands; a sentence where there are any."""
        table = self._table.c
        asked = select(table.key, table.status, table.body, table.checksum).where(table.checksum.is_not(None))
        damaged = [key for key, *values, checksum in connection.execute(asked) if checksum != checksum_of(key, *values)]
        for key in damaged:
            mended = {"status": 200, "body": "", "checksum": checksum_of(key, 200, "")}
            connection.execute(update(self._table).where(table.key == key).values(mended))
        if damaged:
            yield f"of {len(damaged)} presses the answer is damaged: one that is sent again is told how all stands now"

    def begin(self, connection: Connection) -> None:
        """Begins to count the presses of this start of the program, and takes out those that nobody sends again."""
        table = self._table.c
        number, start = connection.execute(select(func.max(table.number), func.max(table.start))).one()
        self._number, self._start = number or 0, (start or 0) + 1
        is_old = (func.coalesce(table.number, 0) <= self._number - PRESSES_LATER) & (
            func.coalesce(table.start, 0) <= self._start - STARTS_LATER
        )
        connection.execute(delete(self._table).where(is_old))

    def are_sure(self) -> None:
        """What was doubtful was taken out."""
        self._doubtful.clear()

    def asked(self, key: str) -> Select[Any] | None:
        """The query for how a press was answered; None: it was refused as not written, and counts so."""
        table = self._table.c
        return None if key in self._doubtful else select(table.status, table.body).where(table.key == key)

    def _insert(self, connection: Connection, answer: Answer) -> None:
        checksum = checksum_of(answer.key, answer.status, answer.body)
        row = {"key": answer.key, "status": answer.status, "body": answer.body, "checksum": checksum}
        self._number += 1
        counted = {"written": time.time(), "number": self._number, "start": self._start}
        connection.execute(insert(self._table).values(**row, **counted))

    def _forget(self, connection: Connection, keys: set[str]) -> None:
        if keys:
            connection.execute(delete(self._table).where(self._table.c.key.in_(set(keys))))
