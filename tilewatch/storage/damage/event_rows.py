"""The events of a match as rows: read in their order, and written with which is the last one now."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update

from tilewatch.storage.damage.chain import EventRow
from tilewatch.storage.sql.schema import EVENTS, HEADS


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
