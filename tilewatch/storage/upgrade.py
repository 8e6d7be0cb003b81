"""A journal made ready: its tables made where they are missing, one of an older version brought up to this one."""

from dataclasses import asdict

from sqlalchemy import Connection, Engine, insert, inspect, select

from tilewatch.storage import version_1
from tilewatch.storage.damage.chain import EventRow, checksum_of, next_row
from tilewatch.storage.notes import IDENTITY, IdentityNote
from tilewatch.storage.record_codec import text_of
from tilewatch.storage.sql.place import NotAJournal
from tilewatch.storage.sql.schema import (
    EVENTS,
    HEADS,
    METADATA,
    NOTES,
    PRESSES,
    PROFILES,
    SCHEMA,
    VERSION,
    add_missing_columns,
)
from web.decoding import encode


def made_ready(engine: Engine) -> None:
    """Brings a database to this version, all of it or nothing. Raises SQLAlchemyError, NotAJournal."""
    with engine.begin() as connection:
        version = version_of(connection)
        if version is not None and version > VERSION:
            raise NotAJournal(f"it was written by a newer tilewatch (version {version}; this one reads {VERSION})")
        METADATA.create_all(connection)
        add_missing_columns(connection, PRESSES, PROFILES)
        if version == 1:
            _copy_version_1(connection)
        if version != VERSION:
            connection.execute(insert(SCHEMA).values(version=VERSION))


def version_of(connection: Connection) -> int | None:
    """The version of a journal; None: there is none yet."""
    there = inspect(connection).get_table_names()
    found: int | None = None
    if SCHEMA.name in there:
        found = connection.execute(select(SCHEMA.c.version)).scalar()
    if found is not None:
        return found
    return 1 if version_1.EVENTS.name in there else None


def _copy_version_1(connection: Connection) -> None:
    """Writes the events of version 1 anew; its own table stays as it is."""
    heads: dict[int, EventRow] = {}
    for match, number, written, event in version_1.events(connection):
        before = heads[match].checksum if match in heads else ""
        heads[match] = next_row(before, match, number, written, text_of(event))
        connection.execute(insert(EVENTS).values(asdict(heads[match])))
    for row in heads.values():
        connection.execute(insert(HEADS).values(match=row.match, number=row.number, checksum=row.checksum))
    identity = encode(IdentityNote(""))
    for name, body in (*version_1.notes(connection), (IDENTITY, identity)):
        connection.execute(insert(NOTES).values(name=name, body=body, checksum=checksum_of(name, body)))
