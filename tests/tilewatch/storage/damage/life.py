"""A table's life with its files, as a program of its own: each acknowledged event is printed as a line.

python -m tests.tilewatch.storage.damage.life FOLDER
"""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from referee.match.events import Event, Paused, Resumed
from tilewatch.storage.album import Album
from tilewatch.storage.backups import copy_by, make_backup
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql import owned_file
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import NotWritten

EVENTS, PICTURE_AFTER, BACKUP_AFTER = 8, 2, 5
LOG_FULL = 40_000
"""Bytes of a log from which it is emptied, so that this short life empties some."""
JPEG = b"\xff\xd8" + bytes(range(256)) * 40 + b"\xff\xd9"
ALBUM, BACKUPS = "album/000001-00001-after.jpg", "game.db.backups"
FILES = (
    "game.db", "game.db-wal", "game.db-shm", "game.db-journal", "game.db-seal", "game.db-seal.new", "album", ALBUM,
    f"{ALBUM}.new", BACKUPS, f"{BACKUPS}/new.part", f"{BACKUPS}/new.part-journal", f"{BACKUPS}/20010909-014640.db",
)  # fmt: skip
"""Every file that this life writes."""


def event(number: int) -> Event:
    """The event with this number."""
    return Paused(at=float(number)) if number % 2 else Resumed(at=float(number))


def lived(folder: Path) -> Iterator[str]:
    """What is acknowledged, in its order; a press that was refused is sent again, three times."""
    album = Album(folder / "album")
    with closing(Journal(str(folder / "game.db"))) as journal:
        for number in range(len(journal.events(1)), EVENTS):
            if not any(_is_written(journal, number) for _ in range(3)):
                return
            yield f"event {number}"
            if number == PICTURE_AFTER:
                album.keep(1, 1, "after", JPEG)
                if album.trouble is None:
                    yield "picture"
            if number == BACKUP_AFTER and _is_backed_up(folder / "game.db", journal):
                yield "backup"


def _is_written(journal: Journal, number: int) -> bool:
    try:
        journal.append(1, number, [event(number)])
    except NotWritten:
        return False
    return True


def _is_backed_up(file: Path, journal: Journal) -> bool:
    try:
        make_backup(file, partial(copy_by, journal.database.quick), clock=lambda: 1e9)
    except (OSError, sqlite3.Error, SQLAlchemyError):
        return False
    return True


if __name__ == "__main__":
    owned_file.LOG_FULL = LOG_FULL
    try:
        for acknowledged in lived(Path(sys.argv[1])):
            print(acknowledged, flush=True)
    except JournalUnusable as problem:
        print(f"closed: {problem}", flush=True)
