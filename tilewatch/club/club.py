"""A club put together: the hall, its tournament, and what the page wants to be remembered (web.club.contract)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.hall import Hall
from tilewatch.club.reported_results import take_reports
from tilewatch.club.tournament_book import TournamentBook
from tilewatch.storage.page_notes import KeptNotes
from tilewatch.storage.recorded_match import readable


class Club:
    """A club's tables and its tournament. Raises JournalUnusable: the database cannot be read."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database
        self.notes, self.hall = KeptNotes(database), Hall(database)
        self.book = TournamentBook(database, self.hall.touch)
        self.hall.on_tournament.append(self._read_tournament)
        self.hall.on_tables.append(partial(take_reports, self.book))
        self.hall.poll()

    def now(self) -> float:
        """The moment on the calendar that tournament and tables share. Raises NotReadable: the database is away."""
        with readable():
            return self._database.now()

    def state(self) -> Mapping[str, Any]:
        """Everything in short, for a press that is asked twice."""
        return {"tables": len(self.hall.tables()), "tournament": self.book.number}

    def _read_tournament(self) -> None:
        if self.book.read():
            take_reports(self.book, self.hall.tables())
