"""Whom the club's tournament seated at this table: Set up offers them, and nobody else plays there by mistake."""

import threading
from collections.abc import Mapping
from typing import Any

from referee.tournament import RecordedTournament
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.table_reports import table_number
from tilewatch.club.tournament_book import TournamentBook
from tilewatch.storage.sql.place import JournalUnusable


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
