"""Checksums of events, each made of the one before: a bit that flips anywhere breaks the chain there."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as it stands in the database."""

    number: int
    written: float
    body: str
    checksum: str


def checksum_of(before: str, match: int, number: int, written: float, body: str) -> str:
    """The checksum of an event; `before`: that of the event before it, "" for the first."""
    told = json.dumps([before, match, number, float(written), body])
    return hashlib.sha256(told.encode()).hexdigest()


def first_damage(match: int, rows: Iterable[EventRow]) -> tuple[int, str] | None:
    """Where the chain of a match breaks: the place of the row, and what is wrong with it; None: nowhere."""
    before = ""
    for place, row in enumerate(rows):
        if row.number != place:
            return place, f"event {place} is missing"
        if row.checksum != checksum_of(before, match, row.number, row.written, row.body):
            return place, f"event {place} is damaged: its checksum is another"
        before = row.checksum
    return None
