"""An SQLite file before this program opens it: whether it was closed, whether it is a journal, and its names.

While the program runs, the file itself has the mark "in use" (in the header's `user_version`), but SQLite, which also
reads the log (`-wal`), sees the mark "complete". So a copy of the file without its log is marked "in use", which
reveals that the log is missing, and a copy made by SQLite is marked "complete". After a crash without the log the last
events are lost, and SQLite would not report it.

The value of "in use" is the file's own `schema_version`: a copy made by SQLite has another `schema_version`, so it
counts as complete even if it was made while the mark was written.
"""

import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

COMPLETE = 0
"""User version of an SQLite file that was closed, or that SQLite copied."""
IN_USE_BEFORE = 1
"""User version of a file in use, as written by earlier versions of this program."""
USER_VERSION, SCHEMA_VERSION = slice(60, 64), slice(40, 44)
"""Bytes of two numbers in an SQLite file's header (sqlite.org/fileformat.html, 1.3)."""
READERS_BYTES = (0x40000002, 510)
"""Offset and number of the bytes on which programs hold SQLite's shared lock (sqlite.org/lockingv3.html)."""

OURS = {"schema_version", "match_events", "club_version", "events"}
"""Tables of which a file of this program has at least one; `events` is of version 1."""
SHOWN = 3
"""Most tables of another program that are named."""


def log_of(file: Path) -> Path:
    """The write-ahead log beside a file."""
    return file.with_name(file.name + "-wal")


@dataclass(frozen=True, slots=True)
class Look:
    """The inspection of a file before it is opened.

    `is_in_use`: the program that wrote it last did not close it. `strange_tables`: names of another program's tables,
    for a message. `remark`: what is wrong with a file that should hold matches.
    """

    is_in_use: bool = False
    strange_tables: str = ""
    remark: str | None = None


def look_at(file: Path) -> Look:
    """The inspection of a file that this program does not have open. Raises OSError.

    Closing the file while SQLite has it open in this program would drop SQLite's locks on it (owned_file.py).
    """
    if not file.exists():
        return Look()
    with file.open("rb") as opened:
        header = opened.read(100)
    is_in_use = _says_in_use(header)
    return Look(is_in_use, _strange_tables(file), _remark(file, header, is_in_use))


def _says_in_use(header: bytes) -> bool:
    marked, schema = (int.from_bytes(header[place], "big") for place in (USER_VERSION, SCHEMA_VERSION))
    return marked != COMPLETE and marked in (schema, IN_USE_BEFORE)


def _strange_tables(file: Path) -> str:
    """The tables of another program in the file; "": the file is ours, new, or damaged.

    The file is not touched: neither a log nor a lock is made.
    """
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            tables = [str(name) for (name,) in rows]
    except (sqlite3.Error, UnicodeError):
        return ""
    more = ", …" if len(tables) > SHOWN else ""
    return "" if OURS.intersection(tables) else ", ".join(tables[:SHOWN]) + more


def _remark(file: Path, header: bytes, is_in_use: bool) -> str | None:
    if not header:
        return f"{file} is empty: if there were matches in it, they are lost"
    if is_in_use and not log_of(file).exists():
        return f"{log_of(file)} is missing: what was played last may be lost"
    return None


def has_other_names(file: Path) -> bool:
    """Whether the file has hard links: SQLite would keep a log for each name."""
    return file.exists() and file.stat().st_nlink > 1


def other_name(file: Path) -> Path | None:
    """Another name of the file in its folder that has a log; None: there is none."""
    names = (path for path in file.parent.iterdir() if path != file and log_of(path).exists())
    return next((path for path in names if path.samefile(file)), None)


def same_file(file: Path) -> int | None:
    """A number that stays the same while a name means the same file (its inode); None: there is no file."""
    try:
        return file.stat().st_ino
    except OSError:
        return None


def keep_private(file: Path) -> None:
    """Lets only the owner read a file and SQLite's files beside it, because they contain the PIN. Raises OSError."""
    for path in (file, *file.parent.glob(f"{file.name}-*")):
        path.chmod(0o600)


if sys.platform == "win32":

    def is_open_elsewhere(_file: Path) -> bool:
        """Whether another program has the file open, by whatever name; Windows does not tell."""
        return False

else:
    import fcntl

    def is_open_elsewhere(file: Path) -> bool:
        """Whether another program has the file open with SQLite, by whatever name. Raises OSError.

        To be called only while this program does not have the file open.
        """
        first, how_many = READERS_BYTES
        with file.open("r+b") as opened:
            try:
                fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, how_many, first)
            except BlockingIOError:
                return True
        return False
