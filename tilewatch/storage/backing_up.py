"""Makes copies of a journal in use: every hour of play, when a match ends, and on request."""

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from tilewatch.storage.backups import Backup, backups_of, copy_by, make_backup
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import plain
from web.contract import BadRequest, NotWritten
from web.records.answers import BackupTold

LOOKED = 5.0
"""Seconds between two checks whether a copy is due."""
HOUR = 3600.0
"""Seconds after which a copy is made, if something was written."""


class BackingUp:
    """The copies of the journal in use (web.kept.BackupControls). May be called from any thread.

    `over`: gives the number of the match at the table once it is over; None: it is not over. `put_back`: ends the
    program, and starts it again with a copy in place of the file. `clock`: seconds since the epoch.
    """

    def __init__(
        self,
        journal: Journal,
        file: Path,
        over: Callable[[], int | None],
        put_back: Callable[[Path], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._journal, self._file, self._over, self._clock = journal, file, over, clock
        self._put_back = put_back
        self._lock = threading.Lock()
        newest = next(iter(self._known()), None)
        self._count = 0 if newest is None else newest.count
        self._moment = float("-inf") if newest is None else newest.moment
        self._over_before = over()
        self.trouble: str | None = None
        """Why the last copy could not be made, in one line; None: it was."""

    def listed(self) -> Sequence[BackupTold]:
        """The copies, the newest first."""
        return [_told(one) for one in self._known()]

    def make(self) -> BackupTold:
        """Makes a copy now. Raises NotWritten."""
        with self._lock:
            try:
                made = make_backup(self._file, partial(copy_by, self._journal.database.quick), self._clock)
            except (OSError, sqlite3.Error, SQLAlchemyError) as error:
                self.trouble = plain(error)
                raise NotWritten("not-written", why=self.trouble) from error
            self.trouble, self._count, self._moment = None, made.count, self._clock()
            return _told(made)

    def restore(self, name: str) -> None:
        """Restarts the program with the copy of that name; the present journal becomes a copy, too. Raises Refused."""
        found = next((one for one in self._known() if one.name == name), None)
        if found is None:
            raise BadRequest("no-such-backup", name=name)
        self._put_back(found.file)

    def follow(self, stop: threading.Event) -> None:
        """Makes copies until `stop` is set; runs in a thread of its own."""
        while not stop.wait(LOOKED):
            self.tick()

    def tick(self) -> None:
        """Makes a copy if something was written since the last copy, and an hour passed or a match ended."""
        over = self._over()
        has_ended, self._over_before = over not in (None, self._over_before), over
        is_due = has_ended or not 0 <= self._clock() - self._moment < HOUR
        with suppress(NotWritten, SQLAlchemyError):
            if is_due and self._journal.database.count() > self._count and self._journal.last_match():
                self.make()

    def _known(self) -> Sequence[Backup]:
        return backups_of(self._file)


def _told(one: Backup) -> BackupTold:
    return {"name": one.name, "moment": one.moment, "bytes": one.size}
