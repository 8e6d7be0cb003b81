"""Checksums of events, each made of the one before: a bit that flips anywhere breaks the chain there."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass


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


def checksum_of(*told: object) -> str:
    """The checksum of whatever stands in a row; of an event first that of the event before it ("" for the first)."""
    return hashlib.sha256(json.dumps(told, default=repr).encode()).hexdigest()


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
