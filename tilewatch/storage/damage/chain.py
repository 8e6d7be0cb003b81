"""A match's events with a checksum each, made of the one before, so that a bit that flips breaks the chain."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update

from tilewatch.storage.sql.schema import EVENTS, HEADS


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
