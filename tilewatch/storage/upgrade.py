"""A journal made ready: its tables made where they are missing, one of an older version brought up to this one.

Version 1 was written until 2026: events as JSON without a checksum; a verdict had its faults with their English
sentences, and repeated that it is `legal`.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Engine, Float, Integer, MetaData, Table, Text, insert, inspect, select

from referee.match import Event
from referee.messages import Message
from tilewatch.storage.damage.chain import EventRow, checksum_of, next_row
from tilewatch.storage.notes import IDENTITY, IdentityNote
from tilewatch.storage.record_codec import event_of, text_of
from tilewatch.storage.sql import schema
from tilewatch.storage.sql.place import NotAJournal
from web.decoding import encode

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
    """Brings a database to this version, all of it or nothing. Raises SQLAlchemyError, NotAJournal."""
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
    """Writes the events of version 1 anew; its own table stays as it is."""
    heads: dict[int, EventRow] = {}
    for match, number, written, event in _events(connection):
        before = heads[match].checksum if match in heads else ""
        heads[match] = next_row(before, match, number, written, text_of(event))
        connection.execute(insert(schema.EVENTS).values(asdict(heads[match])))
    for row in heads.values():
        connection.execute(insert(schema.HEADS).values(match=row.match, number=row.number, checksum=row.checksum))
    identity = encode(IdentityNote(""))
    notes = connection.execute(select(NOTES.c.name, NOTES.c.body)).all()
    for name, body in (*notes, (IDENTITY, identity)):
        connection.execute(insert(schema.NOTES).values(name=name, body=body, checksum=checksum_of(name, body)))


def _events(connection: Connection) -> Iterator[tuple[int, int, float, Event]]:
    """Every event with its match, number and moment, in their order. Raises NotAJournal: one cannot be read."""
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
    """A fault whose sentence and source were kept in English only; they stay so."""
    said, source = fault.pop("text"), fault.pop("source")
    message = Message.of("as-told", text=said).to_json()
    return {**fault, "message": message, "source": Message(source).to_json()}
