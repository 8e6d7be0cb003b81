"""What `tilewatch play --table` adds: the journal in the club's database, and reports of the table's state to the hall.

Also the players whom the club's tournament seated at this table, so that Set up offers them and nobody plays at the
wrong table.
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
from tilewatch.storage.sql.place import PAUSE, InUse, JournalUnusable
from tilewatch.threads import Threads
from web.contract import NotWritten

LONGEST_NAME = 40
"""Letters of the longest table's name."""
ONLY_TABLE = "Table 1"
"""Name of the table on a machine with a single table, which was given no name."""


class SeatingHere:
    """The seats of one table, read from the club's database at each call. May be called from any thread. `place`: the
    club's database; `table`: this table's name.
    """

    def __init__(self, place: str, table: str) -> None:
        self._place, self._number = place, table_number(table)
        self._lock = threading.Lock()
        self._database: ClubDatabase | None = None
        self._book: TournamentBook | None = None

    def __call__(self) -> Mapping[str, Any] | None:
        """The seats of the present round: {"tournament", "round", "table", "players", "rules"}.

        None: there is no round, its result is in, the table has no seat in it, or the club's database is away.
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
        """The tournament's present state. Raises JournalUnusable."""
        if self._book is None:
            self._database = self._database or ClubDatabase(self._place)
            self._book = TournamentBook(self._database, lambda: None)
        else:
            self._book.read()
        return self._book.tournament

    def close(self) -> None:
        """Closes the database."""
        if self._database is not None:
            self._database.close()


def journal_of(place: str, table: str, home: Path) -> Journal:
    """The journal of a table: for a named table, a file of its own below `home` with a copy in the club's database.

    If `place` is a file, that file is the journal: it holds one table, whatever its name. Raises JournalUnusable,
    NotWritten.
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
    """The file of a club table's own journal; it differs for each database, whatever the password."""
    known = hashlib.sha256(f"{make_url(place)!r}\n{table}".encode()).hexdigest()[:8]
    return home / "tables" / f"{re.sub(r'[^A-Za-z0-9]+', '-', table).strip('-')}-{known}.db"


def start_telling(
    threads: Threads, place: str, table: str, news: NewsOfTable, journal: Journal, address: str | None
) -> None:
    """Starts the threads that report to the hall. They keep trying while the database is away."""
    if isinstance(journal, MirroredJournal):
        threads.start("copying the journal to the club", journal.catch_up)
    about = {"address": address, "part": table if is_server(place) else ""}

    def tell(stop: threading.Event) -> None:
        database = _opened(place, stop)
        if database is not None:
            with closing(database):
                tables = ClubTables(database)
                if not is_server(place):
                    with suppress(NotWritten):  # the old name then stays listed as silent
                        tables.keep_only(table or ONLY_TABLE)
                rounds = RoundsOfJournal(journal)
                TableStatus(tables, table or ONLY_TABLE, news, about, rounds.counted, rounds.mended).tell(stop)

    threads.start("telling the hall", tell)


def _opened(place: str, stop: threading.Event) -> ClubDatabase | None:
    """The club's database as soon as it can be opened; None: `stop` was set first."""
    while not stop.is_set():
        try:
            return ClubDatabase(place)
        except JournalUnusable:
            stop.wait(PAUSE)
    return None
