"""Where a journal is: a file of SQLite's, or a server's URL; and why something can be none."""

import hashlib
import re
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from tilewatch.extras import is_missing, what_brings

KNOWN = ("postgresql", "sqlite")
"""The kinds of database that a journal can be kept in."""


class JournalUnusable(ValueError):
    """What was named cannot be a journal; the message says why."""


class NotAJournal(JournalUnusable):
    """A database that is none, or not ours to read: it is left as it is."""


class InUse(JournalUnusable):
    """Another program writes it."""


def url_of(place: str) -> URL:
    """A database's URL; what is none is a file of SQLite's. Raises JournalUnusable."""
    if "://" not in place:
        try:
            is_folder = Path(place).is_dir()
        except OSError as error:  # a name that no file can have
            raise JournalUnusable(f"{place}: {error.strerror}") from error
        if is_folder:
            raise NotAJournal(f"{Path(place)} is a folder, not a file of matches")
        return URL.create("sqlite", database=str(Path(place)))
    try:
        url = make_url(place)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")  # the driver that the extra `club` brings
        known = url.get_dialect().name in KNOWN
    except (NoSuchModuleError, ArgumentError, ValueError):
        known = False
    if not known:
        raise JournalUnusable(f"{shown(place)}: no database that is known here; postgresql://… or a file is")
    if url.get_backend_name() == "postgresql" and is_missing("psycopg"):
        raise JournalUnusable(f"{shown(place)}: {what_brings('psycopg', 'club')}")
    return url


def shown(place: str) -> str:
    """A database's place as it may be shown: without a password.

    >>> shown("postgresql://ada:secret@club/tilewatch")
    'postgresql://ada:***@club/tilewatch'
    >>> shown("postgresql://ada:secret@club:port/tilewatch")
    'postgresql://ada:***@club:port/tilewatch'
    """
    try:
        return make_url(place).render_as_string() if "://" in place else place
    except (ArgumentError, ValueError):
        return re.sub("(://[^:/]*):.*@", r"\1:***@", place)


def plain(error: BaseException) -> str:
    """What went wrong in one line, without SQL."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def part_of(table: str) -> str:
    """The schema of a server's database that holds a table's events; "": a table that nobody named.

    Names may hold anything, schemas' may not.
    """
    return f"table_{hashlib.sha256(table.encode()).hexdigest()[:16]}" if table else ""
