"""A match's events as a hash chain: each has a checksum over the one before, so that a flipped bit is detected.

And presses, each with a checksum. A press is written in the same transaction as its effect, so that the same key sent
again has no second effect.
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
"""Presses and starts of the program that must both have followed before a press is deleted: some ten matches on several
evenings. A phone repeats a press at once, or when it is switched on the next day; the computer's date may jump, and is
not used."""

_JSON = json.JSONEncoder(default=repr)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as a row of the database."""

    match: int
    number: int
    written: float
    body: str
    checksum: str


@dataclass(frozen=True, slots=True)
class Damage:
    """Where the chain of a match breaks, and why."""

    number: int
    """Number of the first bad event."""
    why: str


def checksum_of(*values: object) -> str:
    """The checksum of a row's values; the first value of an event is the previous event's checksum ("" for the first
    event)."""
    return hashlib.sha256(_JSON.encode(values).encode()).hexdigest()


def next_row(before: str, match: int, number: int, written: float, body: str) -> EventRow:
    """An event's row with its checksum; `before`: the previous event's checksum."""
    return EventRow(match, number, written, body, checksum_of(before, match, number, written, body))


def damage_of(rows: Sequence[EventRow], last: int | None) -> Damage | None:
    """Where the chain of a match breaks; None: it is whole. `last`: the number its last event should have."""
    before = ""
    for place, row in enumerate(rows):
        if row.number != place:
            return Damage(place, f"event {place} is missing")
        if row.checksum != checksum_of(before, row.match, row.number, row.written, row.body):
            return Damage(place, f"event {place} is damaged")
        before = row.checksum
    if last is not None and last >= len(rows):
        return Damage(len(rows), f"event {len(rows)} is missing")
    return None


def asked_rows(match: int, first: int = 0) -> Select[Any]:
    """The query for a match's rows from number `first` on."""
    return select(EVENTS).where((EVENTS.c.match == match) & (EVENTS.c.number >= first)).order_by(EVENTS.c.number)


def rows_of(connection: Connection, match: int) -> list[EventRow]:
    """The rows of a match in order."""
    return [EventRow(*row) for row in connection.execute(asked_rows(match))]


def write_rows(connection: Connection, rows: Sequence[EventRow]) -> None:
    """Writes events of one match, and updates its head."""
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
        """A context for a transaction: if it fails, its press is remembered as doubtful, because it may be in the
        database although the caller was told it was not written."""
        try:
            yield
        except NotWritten:
            press = under_way()
            if press is not None and press.is_written:
                self._doubtful.add(press.key)
                press.is_written = False
            raise

    def write(self, connection: Connection) -> None:
        """Writes the press being handled, unless its first effect already wrote it.

        Raises IntegrityError: the press was handled before, so it must have no second effect.
        """
        press = under_way()
        if press is None or press.is_written:
            return
        if press.key in self._doubtful:
            self._forget(connection, {press.key})
        self._insert(connection, press.answer)
        press.is_written = True

    def correct(self, connection: Connection, answer: Answer) -> None:
        """Replaces a press's expected answer by the real answer."""
        self._forget(connection, {answer.key})
        self._insert(connection, answer)

    def forget_doubtful(self, connection: Connection) -> None:
        """Deletes the doubtful presses; the caller deletes their effects."""
        self._forget(connection, self._doubtful)

    def mend(self, connection: Connection) -> Iterator[str]:
        """Replaces damaged answers, so that a repeated press gets the present state; yields a sentence if any were."""
        table = self._table.c
        asked = select(table.key, table.status, table.body, table.checksum).where(table.checksum.is_not(None))
        damaged = [key for key, *values, checksum in connection.execute(asked) if checksum != checksum_of(key, *values)]
        for key in damaged:
            mended = {"status": 200, "body": "", "checksum": checksum_of(key, 200, "")}
            connection.execute(update(self._table).where(table.key == key).values(mended))
        if damaged:
            yield f"of {len(damaged)} presses the answer is damaged: one that is sent again is told how all stands now"

    def begin(self, connection: Connection) -> None:
        """Begins the press count of this start of the program, and deletes presses too old to be repeated."""
        table = self._table.c
        number, start = connection.execute(select(func.max(table.number), func.max(table.start))).one()
        self._number, self._start = number or 0, (start or 0) + 1
        is_old = (func.coalesce(table.number, 0) <= self._number - PRESSES_LATER) & (
            func.coalesce(table.start, 0) <= self._start - STARTS_LATER
        )
        connection.execute(delete(self._table).where(is_old))

    def are_sure(self) -> None:
        """Clears the doubtful presses: they were deleted from the database."""
        self._doubtful.clear()

    def asked(self, key: str) -> Select[Any] | None:
        """The query for the answer to a press; None: the press is doubtful, and counts as not written."""
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
