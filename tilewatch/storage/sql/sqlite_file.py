"""An SQLite file from outside, before this program opens it: whether it was closed, whether it is ours, its names.

While the program runs the file's own `user_version` says so, and what SQLite reads through the log (`-wal`) says that
all is there. So a copy of the file alone tells that it lacks its log, and one that SQLite made is whole; after a crash
without its log the last events are lost, and SQLite would not say a word.
"""

import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

IN_USE, COMPLETE = 1, 0
"""What an SQLite file's user version says of it."""
USER_VERSION = slice(60, 64)
"""Where an SQLite file's header has it (sqlite.org/fileformat.html, 1.3)."""
READERS_BYTES = (0x40000002, 510)
"""Where programs hold SQLite's shared lock on a file that they have open (sqlite.org/lockingv3.html), and its bytes."""

OURS = {"schema_version", "match_events", "club_version", "events"}
"""Tables of which a file of ours has one at least; the last is of version 1."""
SHOWN = 3
"""So many tables of another program are told."""


def log_of(file: Path) -> Path:
    """The write-ahead log beside a file."""
    return file.with_name(file.name + "-wal")


@dataclass(frozen=True, slots=True)
class Look:
    """What a file says before it is opened.

    `is_in_use`: the program that wrote it last did not close it. `strange_tables`: of another program, to be shown.
    `remark`: what is wrong with a file that should hold matches.
    """

    is_in_use: bool = False
    strange_tables: str = ""
    remark: str | None = None


def look_at(file: Path) -> Look:
    """What a file says that this program has not open. Raises OSError.

    To close a file that SQLite has open here would drop SQLite's locks on it (owned_file.py).
    """
    if not file.exists():
        return Look()
    with file.open("rb") as opened:
        header = opened.read(100)
    is_in_use = int.from_bytes(header[USER_VERSION], "big") == IN_USE
    return Look(is_in_use, _strange_tables(file), _remark(file, header, is_in_use))


def _strange_tables(file: Path) -> str:
    """The tables of a file that another program keeps something in; "": it is ours, new, or damaged.

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


def _remark(file: Path, header: bytes, is_in_use: bool) -> str | None:
    if not header:
        return f"{file} is empty: if there were matches in it, they are lost"
    if is_in_use and not log_of(file).exists():
        return f"{log_of(file)} is missing: what was played last may be lost"
    return None


def has_other_names(file: Path) -> bool:
    """Whether hard links give the file another name: SQLite would keep a log beside each."""
    return file.exists() and file.stat().st_nlink > 1


def other_name(file: Path) -> Path | None:
    """Another name of the file in its folder that has a log; None: no such name there."""
    names = (path for path in file.parent.iterdir() if path != file and log_of(path).exists())
    return next((path for path in names if path.samefile(file)), None)


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


if sys.platform == "win32":

    def is_open_elsewhere(_file: Path) -> bool:
        """Whether another program has the file open, by whatever name; Windows does not tell."""
        return False

else:
    import fcntl

    def is_open_elsewhere(file: Path) -> bool:
        """Whether another program has the file open with SQLite, by whatever name. Raises OSError.

        Only asked of a file that this program has not open.
        """
        first, how_many = READERS_BYTES
        with file.open("r+b") as opened:
            try:
                fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, how_many, first)
            except BlockingIOError:
                return True
        return False
