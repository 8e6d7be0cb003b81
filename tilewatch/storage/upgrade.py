"""Prepares a journal: creates missing tables, and upgrades a journal of an older version.

Version 1 was written until 2026: events as JSON without a checksum; a verdict had its faults with their English
sentences, and a redundant field `legal`.
"""

import logging
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Engine, Float, Integer, MetaData, Table, Text, func, insert, inspect, select

from referee.match import Event
from referee.messages import Message
from tilewatch.storage.damage.chain import EventRow, checksum_of, next_row
from tilewatch.storage.notes import IDENTITY, IdentityNote
from tilewatch.storage.record_codec import event_of, text_of
from tilewatch.storage.sql import schema
from tilewatch.storage.sql.place import NotAJournal
from web.decoding import encode

LOG = logging.getLogger(__name__)
SAID_EVERY = 2.0
"""Seconds between two lines of progress, so that a waiting person does not think the program dead."""
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
"""The tables of version 1."""


def made_ready(engine: Engine) -> None:
    """Upgrades a database to this version, completely or not at all. Raises SQLAlchemyError, NotAJournal."""
    with engine.begin() as connection:
        version = version_of(connection)
        if version is not None and version > schema.VERSION:
            raise NotAJournal(
                f"it was written by a newer tilewatch (version {version}; this one reads {schema.VERSION})"
            )
        schema.METADATA.create_all(connection)
        schema.add_missing_columns(connection, schema.PRESSES, schema.PROFILES)
        if version == 1:
            _copy_version_1(connection)
        if version != schema.VERSION:
            connection.execute(insert(schema.SCHEMA).values(version=schema.VERSION))


def is_older(engine: Engine) -> bool:
    """Whether a database was written by an older version. Raises SQLAlchemyError."""
    with engine.connect() as connection:
        return (version_of(connection) or schema.VERSION) < schema.VERSION


def version_of(connection: Connection) -> int | None:
    """The version of a journal; None: there is none yet."""
    there = inspect(connection).get_table_names()
    found: int | None = None
    if schema.SCHEMA.name in there:
        found = connection.execute(select(schema.SCHEMA.c.version)).scalar()
    if found is not None:
        return found
    return 1 if EVENTS.name in there else None


def _copy_version_1(connection: Connection) -> None:
    """Copies the events of version 1 into the new tables; the old table stays unchanged."""
    heads: dict[int, EventRow] = {}
    count = connection.execute(select(func.count()).select_from(EVENTS)).scalar() or 0
    said = time.monotonic()
    for place, (match, number, written, event) in enumerate(_events(connection), 1):
        before = heads[match].checksum if match in heads else ""
        heads[match] = next_row(before, match, number, written, text_of(event))
        connection.execute(insert(schema.EVENTS).values(asdict(heads[match])))
        if time.monotonic() - said >= SAID_EVERY:
            said = time.monotonic()
            LOG.warning("an older journal is brought up to this version: %d of %d events", place, count)
    for row in heads.values():
        connection.execute(insert(schema.HEADS).values(match=row.match, number=row.number, checksum=row.checksum))
    identity = encode(IdentityNote(""))
    notes = connection.execute(select(NOTES.c.name, NOTES.c.body)).all()
    for name, body in (*notes, (IDENTITY, identity)):
        connection.execute(insert(schema.NOTES).values(name=name, body=body, checksum=checksum_of(name, body)))


def _events(connection: Connection) -> Iterator[tuple[int, int, float, Event]]:
    """Every event with its match, number and moment, in order. Raises NotAJournal: an event cannot be read."""
    for match, number, written, body in connection.execute(select(EVENTS).order_by(*EVENTS.primary_key)):
        try:
            yield match, number, written, _event(body)
        except ValueError as error:
            raise NotAJournal(f"match {match}, event {number} of version 1 cannot be read: {error}") from error


def _event(body: str) -> Event:
    written: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
    if "verdict" in written:
        written["verdict"].pop("legal")
        written["verdict"]["faults"] = [_with_messages(fault) for fault in written["verdict"]["faults"]]
    return event_of(msgspec.json.encode(written).decode())


def _with_messages(fault: dict[str, Any]) -> dict[str, Any]:
    """A fault of version 1 as a fault with messages; sentence and source stay in English."""
    said, source = fault.pop("text"), fault.pop("source")
    message = Message.of("as-told", text=said).to_json()
    return {**fault, "message": message, "source": Message(source).to_json()}
