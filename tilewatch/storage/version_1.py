"""The reader of journals of version 1, as they were written until 2026: events as JSON without a checksum.

Kept as it is. A verdict has its faults with their English sentences and repeats that it is `legal`.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Float, Integer, MetaData, Table, Text, select

from referee.match import Event
from referee.messages import Message
from tilewatch.storage.record_codec import event_of
from tilewatch.storage.sql.place import NotAJournal

METADATA = MetaData()
NOTES = Table("notes", METADATA, Column("name", Text, primary_key=True), Column("body", Text))
EVENTS = Table(
    "events",
    METADATA,
    Column("match", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("written", Float),
    Column("body", Text),
)


def events(connection: Connection) -> Iterator[tuple[int, int, float, Event]]:
    """Every event with its match, number and moment, in their order. Raises NotAJournal: one cannot be read."""
    for match, number, written, body in connection.execute(select(EVENTS).order_by(*EVENTS.primary_key)):
        try:
            yield match, number, written, _event(body)
        except ValueError as error:
            raise NotAJournal(f"match {match}, event {number} of version 1 cannot be read: {error}") from error


def notes(connection: Connection) -> Iterator[tuple[str, str]]:
    """Every note, by its name and as JSON."""
    for note in connection.execute(select(NOTES)):
        yield note.name, note.body


def _event(body: str) -> Event:
    written: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
    if "verdict" in written:
        written["verdict"].pop("legal")
        written["verdict"]["faults"] = [_with_messages(fault) for fault in written["verdict"]["faults"]]
    return event_of(msgspec.json.encode(written).decode())


def _with_messages(fault: dict[str, Any]) -> dict[str, Any]:
    """A fault whose sentence and source were kept in English only; they stay so."""
    said, source = fault.pop("text"), fault.pop("source")
    message = Message.of("as-told", text=said).to_json()
    return {**fault, "message": message, "source": Message(source).to_json()}
