"""The changes of a club's tournaments, in its database: each number is written once."""

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.schema import CHANGES
from tilewatch.storage.damage.chain import checksum_of
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import NotWritten

TOURNAMENT = ""
"""The news that a tournament changed; every other news is a table's name."""


class Taken(Exception):
    """Somebody else wrote the change of that number first."""


class TournamentChanges:
    """The changes in a club's database. Every method may be called from any thread."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database

    def last_tournament(self) -> int:
        """The number of the tournament that was opened last; 0: none. Raises JournalUnusable."""
        with self._database.reading() as connection:
            return connection.execute(select(func.max(CHANGES.c.tournament))).scalar() or 0

    def texts(self, tournament: int, first: int = 0) -> list[str]:
        """The changes of a tournament from a number on, as JSON. Raises JournalUnusable: one is damaged, too."""
        asked = select(CHANGES).where((CHANGES.c.tournament == tournament) & (CHANGES.c.number >= first))
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(CHANGES.c.number)).all()
        for place, row in enumerate(rows, first):
            if row.number != place or row.checksum != checksum_of(tournament, row.number, row.body):
                raise JournalUnusable(f"change {place} of tournament {tournament} is damaged or missing")
        return [row.body for row in rows]

    def write(self, tournament: int, number: int, body: str) -> None:
        """Writes a change of a tournament. Raises Taken: somebody else wrote that number. NotWritten."""
        row = {"tournament": tournament, "number": number, "body": body}
        try:
            with self._database.pressed() as connection:
                connection.execute(insert(CHANGES).values(**row, checksum=checksum_of(tournament, number, body)))
                self._database.notify(connection, TOURNAMENT)
        except NotWritten as error:
            if isinstance(error.__cause__, IntegrityError):
                raise Taken from error
            raise
