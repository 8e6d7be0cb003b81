"""A journal made ready: its tables made where they are missing, one of an older version brought up to this one."""

from sqlalchemy import Connection, Engine, insert, inspect, select

from tilewatch.storage import version_1
from tilewatch.storage.chain import checksum_of
from tilewatch.storage.database import JournalUnusable
from tilewatch.storage.event_codec import text_of
from tilewatch.storage.schema import EVENTS, HEADS, METADATA, SCHEMA, VERSION


def made_ready(engine: Engine) -> None:
    """Brings a database to this version, all of it or nothing. Raises SQLAlchemyError, JournalUnusable."""
    with engine.begin() as connection:
        version = version_of(connection)
        if version is not None and version > VERSION:
            raise JournalUnusable(f"it was written by a newer tilewatch (version {version}; this one reads {VERSION})")
        METADATA.create_all(connection)
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
    heads: dict[int, tuple[int, str]] = {}
    for match, number, written, event in version_1.events(connection):
        _, before = heads.get(match, (0, ""))
        body = text_of(event)
        checksum = checksum_of(before, match, number, written, body)
        heads[match] = number, checksum
        row = {"match": match, "number": number, "written": written, "body": body, "checksum": checksum}
        connection.execute(insert(EVENTS).values(row))
    for match, (number, checksum) in heads.items():
        connection.execute(insert(HEADS).values(match=match, number=number, checksum=checksum))
