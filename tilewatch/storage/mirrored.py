"""A table's journal in a club: written to the table's own disk first, then to the club's database.

While the database is away the table plays on, and the backlog is written in order once the database answers.
"""

import threading
from collections.abc import Sequence

from referee.match import Event
from referee.messages import Message, message_of
from tilewatch.storage.copying import Diverged, Head, caught_up, heads
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import InUse, JournalUnusable
from web.contract import NotWritten

PRESS_WAITS = 0.25
"""Seconds that a press waits for the club's database; after that the table plays on."""
SLOW = "it does not answer"
RETRY = 1.0
"""Seconds between two attempts while the database is away."""


class MirroredJournal(Journal):
    """A journal in a file on the table's own disk (`own`), with a copy in the club's database under the table's name.

    The rows of both are equal, checksums included. Raises JournalUnusable: the file cannot be used, another program
    plays at this table, or the two journals diverged; NotWritten: one of them lacks matches and takes none.
    """

    def __init__(self, own: str, url: str, table: str, durable: bool = True) -> None:
        super().__init__(own, durable=durable)
        self._url, self._table_name, self._durable = url, table, durable
        self._club: Journal | None = None
        self._there: dict[int, Head] = {}
        self._why: str | None = None
        self._has_double = False
        """Whether another computer uses the same table name, and its matches are in the club's database."""
        self._written, self._copied = 0, 0
        self._news = threading.Condition()
        self._at_it, self._is_closed = threading.RLock(), False
        try:
            self._start()
        except (JournalUnusable, NotWritten):
            self.close()
            raise

    @property
    def behind(self) -> Message | None:
        """The events that the club's database lacks, and the reason; None: no events."""
        if self._written == self._copied:
            return None
        if self._has_double:
            return Message.of("club-table-twice", table=self._table_name)
        return Message.of("club-away", events=self._written - self._copied, why=self._why or SLOW)

    def append(self, match: int, number: int, events: Sequence[Event]) -> None:
        """Writes events to the own disk, then waits up to PRESS_WAITS for the club's database. Raises NotWritten."""
        super().append(match, number, events)
        with self._news:
            self._written += 1
            mine = self._written
            self._news.notify_all()
            if self._why is None:
                self._news.wait_for(lambda: self._copied >= mine or self._why is not None, PRESS_WAITS)
                if self._copied < mine:
                    self._why = self._why or SLOW

    def catch_up(self, stop: threading.Event) -> None:
        """Copies new events to the club's database until `stop` is set or the journal closed; runs in an own thread."""
        while not stop.is_set() and not self._is_closed:
            with self._news:
                self._news.wait_for(lambda: self._written > self._copied, RETRY)
            if self._written > self._copied and not self._copy():
                stop.wait(RETRY)

    def close(self) -> None:
        """Closes both databases after a running copy; a backlog is copied first if the club's database is connected."""
        with self._at_it:
            if self._club is not None and self._written > self._copied:
                self._copy()
            self._is_closed = True
            self._let_go()
        super().close()

    def _start(self) -> None:
        """Fetches the matches that another machine played at this table before, and writes this machine's backlog.

        Raises JournalUnusable: another program plays at this table now, or its matches contradict this machine's
        matches.
        """
        self._written = 1
        try:
            self._club = self._opened_there()
        except InUse as error:
            raise InUse(Message.of("club-table-taken", table=self._table_name).text) from error
        except JournalUnusable as error:
            self._why = str(error)
            self.remarks = (*self.remarks, f"the club's database is away ({error}): the table plays on without it")
            return
        self._exchange(self._club)
        self._copied = self._written

    def _exchange(self, club: Journal) -> None:
        """Copies to each of the two journals the events that it lacks. Raises JournalUnusable."""
        try:
            caught_up(club, self)
            self._there = heads(club)
            caught_up(self, club, self._there)
        except Diverged as error:
            told = Message.of("club-table-differs", table=self._table_name, why=str(error))
            raise JournalUnusable(told.text) from error

    def _opened_there(self) -> Journal:
        return Journal(self._url, self._clock, self._durable, self._table_name)

    def _copy(self) -> bool:
        """Copies the backlog; whether it succeeded."""
        with self._at_it:
            return not self._is_closed and self._copied_now()

    def _copied_now(self) -> bool:
        until = self._written
        try:
            if self._club is None:
                self._club = self._opened_there()
                self._there = heads(self._club)
            caught_up(self, self._club, self._there)
        except (JournalUnusable, NotWritten) as error:
            self._let_go()
            self._has_double = isinstance(error, InUse | Diverged)
            self._tell(self._copied, str(message_of(error).values.get("why", error)))  # the own journal has the press
            return False
        self._has_double = False
        self._tell(until, None)
        return True

    def _tell(self, copied: int, why: str | None) -> None:
        with self._news:
            self._copied, self._why = copied, why
            self._news.notify_all()

    def _let_go(self) -> None:
        club, self._club = self._club, None
        if club is not None:
            club.close()
