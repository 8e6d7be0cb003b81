"""An SQLite file from outside: whether it was closed, whether its log is there, whether it is still the same file.

While the program runs the file's own `user_version` says so; a crash leaves it, and then the last events are in the log
(`-wal`) beside the file: without it they are lost, and SQLite would not say a word. One program at a time writes a
file: a second one would number its events alike.
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import IO

from sqlalchemy import Engine, text

IN_USE, CLOSED = 1, 0
"""What an SQLite file's user version says of it."""
USER_VERSION = slice(60, 64)
"""Where an SQLite file's header has it (sqlite.org/fileformat.html, 1.3)."""

OURS = {"schema_version", "match_events", "club_version", "events"}
"""Tables of which a file of ours has one at least; the last is of version 1."""
SHOWN = 3
"""So many tables of another program are told."""


def log_of(file: Path) -> Path:
    """The write-ahead log beside a file."""
    return file.with_name(file.name + "-wal")


def strange_tables(file: Path) -> str:
    """The tables of a file that another program keeps something in, to be shown; "": it is ours, new, or damaged.

    The file is not touched: neither its log nor a lock is made.
    """
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            tables = [str(name) for (name,) in rows]
    except (sqlite3.Error, UnicodeError):
        return ""
    more = ", …" if len(tables) > SHOWN else ""
    return "" if OURS.intersection(tables) else ", ".join(tables[:SHOWN]) + more


def is_in_use(file: Path) -> bool:
    """Whether the program that wrote a file last did not close it. Raises OSError."""
    if not file.exists():
        return False
    with file.open("rb") as opened:
        return int.from_bytes(opened.read(100)[USER_VERSION], "big") == IN_USE


def remark_before_opening(file: Path) -> str | None:
    """What is wrong with a file that should hold matches; None: nothing, or there is none yet."""
    if not file.exists():
        return None
    with file.open("rb") as opened:
        header = opened.read(100)
    if not header:
        return f"{file} is empty: if there were matches in it, they are lost"
    if is_in_use(file) and not log_of(file).exists():
        return f"{log_of(file)} is missing: what was played last may be lost"
    return None


def mark(engine: Engine, how: int) -> None:
    """Writes into the file itself that it is in use, or that it was closed."""
    with engine.connect() as connection:
        connection.execute(text(f"PRAGMA user_version={how}"))
        connection.commit()
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))


def same_file(file: Path) -> int | None:
    """What stays the same as long as a name means the same file; None: there is none."""
    try:
        return file.stat().st_ino
    except OSError:
        return None


def keep_private(file: Path) -> None:
    """Lets nobody but its owner read a file and what SQLite keeps beside it: the PIN stands in it. Raises OSError."""
    for path in (file, *file.parent.glob(f"{file.name}-*")):
        path.chmod(0o600)


class Taken(OSError):
    """Another program holds the file."""


def sole_writer(path: Path) -> IO[bytes]:
    """A lock beside the file, held until it is closed or the program ends, however it ends.

    `path`: the file itself, links followed, so that whatever name it was given the lock is the same.
    Raises Taken; OSError: the folder cannot be written.
    """
    lock = path.with_name(path.name + ".lock").open("ab")
    try:
        _hold(lock)
    except OSError as error:
        lock.close()
        raise Taken(f"{path} is in use by another tilewatch") from error
    return lock


if sys.platform == "win32":
    import msvcrt

    def _hold(lock: IO[bytes]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(lock: IO[bytes]) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
