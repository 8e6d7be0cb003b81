"""The checks when a journal is opened: damage is found and reported, and never used in play.

A damaged tail is set aside, in a file beside the journal or a table beside its tables; the match continues after its
last good event. A file with damaged pages is set aside whole, and what can be read is copied.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from tilewatch.storage.damage.chain import Damage, EventRow, checksum_of, damage_of, rows_of, write_rows
from tilewatch.storage.sql.place import JournalUnusable, NotAJournal, is_full, plain
from tilewatch.storage.sql.schema import COUNT, DAMAGED, EVENTS, HEADS, NOTES, PRESSES, PROFILES, SCHEMA
from tilewatch.storage.sql.sqlite_file import log_of

Row = tuple[object, ...]


def check_pages(engine: Engine) -> None:
    """Checks the pages of an SQLite file. Raises JournalUnusable, SQLAlchemyError."""
    if engine.dialect.name != "sqlite":
        return
    try:
        with engine.connect() as connection:
            found = connection.execute(text("PRAGMA quick_check(1)")).scalar()
    except SQLAlchemyError as error:
        if is_full(error):
            raise
        found = plain(error)
    if found != "ok":
        raise (NotAJournal if "not a database" in str(found) else JournalUnusable)(str(found).splitlines()[0])


def damage_in(connection: Connection, match: int, rows: Sequence[EventRow]) -> Damage | None:
    """Where a match is damaged, compared with the recorded number of its last event; None: it is whole."""
    last = connection.execute(select(HEADS.c.number).where(HEADS.c.match == match)).scalar()
    return damage_of(rows, last)


def mended(connection: Connection, file: Path | None, at_table: int | None = None) -> Iterator[str]:
    """Checks every match once, the newest first, and yields a sentence on each damage.

    The damaged events of the newest match, and of the match `at_table`, are set aside; of another match they stay, and
    it cannot be opened. If the newest match has no good event, the match before it is the newest. `file`: the journal's
    file; None: it is on a server.
    """
    is_newest = True
    asked = select(EVENTS.c.match).union(select(HEADS.c.match))
    for match in sorted(connection.execute(asked).scalars(), reverse=True):
        rows = rows_of(connection, match)
        damage = damage_in(connection, match, rows)
        if damage is None:
            yield from _mended_head(connection, rows) if rows else ()
        elif is_newest or match == at_table:
            yield _mended(connection, match, rows, damage, file)
        else:
            yield f"match {match}: {damage.why}; it cannot be opened"
        is_newest = is_newest and damage is not None and not damage.number


def _mended(connection: Connection, match: int, rows: Sequence[EventRow], damage: Damage, file: Path | None) -> str:
    """Keeps the good events of a match, and sets the rest aside; returns the sentence that says so."""
    tail = rows[damage.number :]
    where = f"; {_put_aside(connection, tail, file)}" if tail else ""
    _cut(connection, match, rows[: damage.number])
    stands = f"it stands where event {damage.number - 1} left it" if damage.number else "nothing of it is left"
    return f"match {match}: {damage.why}{where}; {stands}"


def unreadable_notes(connection: Connection) -> Iterator[str]:
    """Yields a sentence on every damaged note; it is ignored."""
    for name, body, checksum in connection.execute(select(NOTES.c.name, NOTES.c.body, NOTES.c.checksum)):
        if checksum != checksum_of(name, body):
            yield f"the note {name!r} is damaged, and counts as none"


def _mended_head(connection: Connection, rows: Sequence[EventRow]) -> Iterator[str]:
    """Rewrites the head of a whole match if it is damaged; other journals are compared by it."""
    match, last = rows[-1].match, rows[-1]
    head = connection.execute(select(HEADS.c.number, HEADS.c.checksum).where(HEADS.c.match == match)).first()
    if head is None or tuple(head) != (last.number, last.checksum):
        connection.execute(delete(HEADS).where(HEADS.c.match == match))
        connection.execute(insert(HEADS).values(match=match, number=last.number, checksum=last.checksum))
        yield f"match {match}: where it ends was damaged, and was written anew; it is whole"


def _put_aside(connection: Connection, tail: Sequence[EventRow], file: Path | None) -> str:
    """Writes rows to a separate place before they are deleted; returns a phrase with the place."""
    name = DAMAGED.name if file is None else f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"
    if file is None:
        DAMAGED.create(connection, checkfirst=True)
        connection.execute(insert(DAMAGED), [{**asdict(row), "put_aside": time.time()} for row in tail])
    else:
        with file.with_name(name).open("a", encoding="utf-8") as aside:
            aside.writelines(json.dumps(asdict(row), default=repr) + "\n" for row in tail)
    return f"{len(tail)} {'event' if len(tail) == 1 else 'events'} from there on put aside in {name}"


def _cut(connection: Connection, match: int, good: Sequence[EventRow]) -> None:
    """Deletes all but the good events of a match. Raises JournalUnusable: damaged rows cannot be deleted."""
    for table in (EVENTS, HEADS):
        connection.execute(delete(table).where(table.c.match == match))
    if good:
        write_rows(connection, good)
    left = rows_of(connection, match)
    if left != list(good) or damage_in(connection, match, left) is not None:
        raise JournalUnusable(f"match {match} cannot be mended")


def salvaged(file: Path, why: str) -> str:
    """Sets a damaged file aside, and makes a new file of what can be read; returns the sentence that says so.

    Raises OSError, sqlite3.Error: even that is impossible.
    """
    aside = file.with_name(f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    log, shared = log_of(file), file.with_name(file.name + "-shm")
    shared.unlink(missing_ok=True)
    file.rename(aside)
    if log.exists():
        log.rename(log_of(aside))
    with closing(sqlite3.connect(aside)) as damaged, closing(sqlite3.connect(file)) as new:
        for table in (SCHEMA, EVENTS, HEADS, NOTES, PRESSES, PROFILES, COUNT):
            _copy(damaged, new, table)
        new.commit()
    return f"{file.name} is damaged ({why}): it was put aside as {aside.name}, and what could be read was kept"


def _copy(damaged: sqlite3.Connection, new: sqlite3.Connection, table: Table) -> None:
    with suppress(sqlite3.Error):
        (made,) = damaged.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table.name,)).fetchone() or (None,)
        if made is None:
            return
        new.execute(made)
        rows = {row[: len(table.primary_key)]: row for row in _readable(damaged, table)}
        places = ",".join("?" * max(map(len, rows.values()), default=1))
        new.executemany(f"INSERT OR IGNORE INTO {table.name} VALUES ({places})", rows.values())


def _readable(damaged: sqlite3.Connection, table: Table) -> Iterator[Row]:
    """The rows from the first until one cannot be read, then from the last backwards."""
    for order in ("ASC", "DESC"):
        by = ", ".join(f'"{column.name}" {order}' for column in table.primary_key)
        with suppress(sqlite3.Error):
            yield from damaged.execute(f"SELECT * FROM {table.name} ORDER BY {by}")


def sign_profile(connection: Connection, name: str) -> None:
    """Writes the checksum of a player's profile; called after every change of it."""
    for row in connection.execute(select(PROFILES).where(PROFILES.c.name == name)).all():
        signed = update(PROFILES).where(PROFILES.c.name == name).values(checksum=_sum(row))
        connection.execute(signed)


def mend_profiles(connection: Connection) -> Iterator[str]:
    """Deletes damaged profiles of players, and yields a sentence for each."""
    for row in connection.execute(select(PROFILES).where(PROFILES.c.checksum.is_not(None))).all():
        if row.checksum != _sum(row):
            connection.execute(delete(PROFILES).where(PROFILES.c.name == row.name))
            yield f"colour and picture of {row.name!r} are damaged, and forgotten"


def _sum(row: object) -> str:
    name, colour, picture = (getattr(row, column) for column in ("name", "colour", "picture"))
    return checksum_of(name, colour, None if picture is None else bytes(picture).hex())
