"""What `tilewatch play --table` adds: the journal in the club's database, and telling the hall how the table stands.

And whom the club's tournament seated here: Set up offers them, and nobody else plays there by mistake.
"""

import hashlib
import re
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from referee.messages import Message
from referee.tournament import RecordedTournament
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.club_tables import ClubTables, NewsOfTable, TableStatus
from tilewatch.club.rounds_of_journal import RoundsOfJournal
from tilewatch.club.tournament_book import TournamentBook, table_number
from tilewatch.storage.journal import Journal
from tilewatch.storage.mirrored import MirroredJournal
from tilewatch.storage.sql.place import InUse, JournalUnusable
from tilewatch.threads import Threads
from web.contract import NotWritten

LONGEST_NAME = 40
"""Letters of a table's name."""
ONLY_TABLE = "Table 1"
"""What a table is called that nobody named."""
RETRY = 0.5
"""Seconds after which the database is asked again."""


class SeatingHere:
    """The seats of one table, read from the club's database when somebody asks. May be called from any thread.

    `place`: the club's database; `table`: this table's name.
    """

    def __init__(self, place: str, table: str) -> None:
        self._place, self._number = place, table_number(table)
        self._lock = threading.Lock()
        self._database: ClubDatabase | None = None
        self._book: TournamentBook | None = None

    def __call__(self) -> Mapping[str, Any] | None:
        """{"tournament", "round", "table", "players", "rules"} of the round that is played.

        None: no round is, its result is in, the table has no seat in it, or the club's database is away.
        """
        try:
            with self._lock:
                tournament = self._read()
        except JournalUnusable:
            return None
        now = None if tournament is None else tournament.now
        table = None if now is None or now.last is None or self._number is None else now.last.table(self._number)
        if now is None or now.last is None or table is None or table.result is not None:
            return None
        about = {"tournament": now.title, "round": now.last.number, "table": table.number}
        return {**about, "players": list(table.players), "rules": now.rules.to_json()}

    def _read(self) -> RecordedTournament | None:
        """The tournament as it stands. Raises JournalUnusable."""
        if self._book is None:
            self._database = self._database or ClubDatabase(self._place)
            self._book = TournamentBook(self._database, lambda: None)
        else:
            self._book.read()
        return self._book.tournament

    def close(self) -> None:
        """Leaves the database."""
        if self._database is not None:
            self._database.close()


def journal_of(place: str, table: str, home: Path) -> Journal:
    """The journal of a table: with a name, its own file below `home` and its copy in the club's database.

    A file is the journal itself: it holds one table, whatever that is called. Raises JournalUnusable, NotWritten.
    """
    if not table:
        return Journal(place)
    if not table.isprintable() or len(table) > LONGEST_NAME:
        raise JournalUnusable(Message.of("club-table-name", most=LONGEST_NAME).text)
    if not is_server(place):
        try:
            return Journal(place)
        except InUse as error:
            raise InUse(Message.of("club-needs-server", place=place).text) from error
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
    about = {"address": address, "part": table if is_server(place) else ""}

    def tell(stop: threading.Event) -> None:
        database = _opened(place, stop)
        if database is not None:
            with closing(database):
                tables = ClubTables(database)
                if not is_server(place):
                    with suppress(NotWritten):  # then the old name stands there silent
                        tables.keep_only(table or ONLY_TABLE)
                rounds = RoundsOfJournal(journal)
                TableStatus(tables, table or ONLY_TABLE, news, about, rounds.counted, rounds.mended).tell(stop)

    threads.start("telling the hall", tell)


def _opened(place: str, stop: threading.Event) -> ClubDatabase | None:
    """The club's database as soon as it is there; None: `stop` was set before."""
    while not stop.is_set():
        try:
            return ClubDatabase(place)
        except JournalUnusable:
            stop.wait(RETRY)
    return None
