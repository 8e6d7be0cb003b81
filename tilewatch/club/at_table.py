"""What `tilewatch play --table` adds: the journal in the club's database, and telling the hall how the table stands."""

import hashlib
import re
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.engine import make_url

from referee.messages import Message
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.table_status import NewsOfTable, TableStatus
from tilewatch.storage.journal import Journal
from tilewatch.storage.mirrored import MirroredJournal
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.storage.sql.schema import EVENTS
from tilewatch.threads import Threads

LONGEST_NAME = 40
ONLY_TABLE = "Table 1"
"""What a table is called that nobody named."""
RETRY = 0.5


def journal_of(place: str, table: str, home: Path) -> Journal:
    """The journal of a table: with a name, its own file below `home` and its copy in the club's database.

    Raises JournalUnusable, NotWritten.
    """
    if not table:
        return Journal(place)
    if not table.isprintable() or len(table) > LONGEST_NAME:
        raise JournalUnusable(Message.of("club-table-name", most=LONGEST_NAME).text)
    if not is_server(place):
        raise JournalUnusable(Message.of("club-needs-server", place=place).text)
    own = own_file(place, table, home)
    own.parent.mkdir(parents=True, exist_ok=True)
    return MirroredJournal(str(own), place, table)


def is_server(place: str) -> bool:
    """Whether a place is a server's database, which several tables may share."""
    return place.startswith(("postgresql:", "postgresql+", "postgres:"))


def own_file(place: str, table: str, home: Path) -> Path:
    """Where a table of a club keeps its own journal: another one for each database, whatever its password."""
    known = hashlib.sha256(f"{make_url(place)!r}\n{table}".encode()).hexdigest()[:8]
    return home / "tables" / f"{re.sub(r'[^A-Za-z0-9]+', '-', table).strip('-')}-{known}.db"


def start_telling(
    threads: Threads, place: str, table: str, news: NewsOfTable, journal: Journal, address: str | None
) -> None:
    """Starts what tells the hall. A database that is away is asked again and again."""
    if isinstance(journal, MirroredJournal):
        threads.start("copying the journal to the club", journal.catch_up)
    part = table if is_server(place) else ""
    about = {"address": address, "part": part}

    def tell(stop: threading.Event) -> None:
        database = _opened(place, stop)
        if database is not None:
            with closing(database):
                TableStatus(database, table or ONLY_TABLE, news, about, counted_in(journal)).tell(stop)

    threads.start("telling the hall", tell)


def _opened(place: str, stop: threading.Event) -> ClubDatabase | None:
    """The club's database as soon as it is there; None: `stop` was set before."""
    while not stop.is_set():
        try:
            return ClubDatabase(place)
        except JournalUnusable:
            stop.wait(RETRY)
    return None


def counted_in(journal: Journal) -> Callable[[int, int], float | None]:
    """When a round of a match was counted last, by the journal."""

    def counted(match: int, _round: int) -> float | None:
        is_count = (EVENTS.c.match == match) & EVENTS.c.body.contains('"round-counted"')
        asked = select(EVENTS.c.written).where(is_count).order_by(EVENTS.c.number.desc()).limit(1)
        rows = journal.database.asked(asked)
        return float(rows[0][0]) if rows else None

    return counted
