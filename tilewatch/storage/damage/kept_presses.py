"""Presses with a checksum each.

A press is written down in one transaction with what it did: the same key sent again does nothing again.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, insert, select, update

from tilewatch.storage.damage.chain import checksum_of
from web.contract import NotWritten
from web.press import Answer, under_way

KEPT_FOR = 3 * 86400
"""Seconds after which a press is forgotten: a phone asks again at once, or when it is switched on the next day."""


class KeptPresses:
    """The presses in a table of a database."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._doubtful: set[str] = set()

    @contextmanager
    def doubted(self) -> Iterator[None]:
        """A transaction in here that fails may have written its press all the same: it was told as not written."""
        try:
            yield
        except NotWritten:
            press = under_way()
            if press is not None and press.is_written:
                self._doubtful.add(press.key)
                press.is_written = False
            raise

    def write(self, connection: Connection) -> None:
        """Writes the press under way, unless it was written with the first thing it did.

        Raises IntegrityError: it was done before. Nothing is done again then.
        """
        press = under_way()
        if press is None or press.is_written:
            return
        if press.key in self._doubtful:
            self._forget(connection, {press.key})
        self._insert(connection, press.answer)
        press.is_written = True

    def correct(self, connection: Connection, answer: Answer) -> None:
        """Writes how a press was answered, in the place of what was expected."""
        self._forget(connection, {answer.key})
        self._insert(connection, answer)

    def forget_doubtful(self, connection: Connection) -> None:
        """Takes out the presses that were told as not written, together with what they did."""
        self._forget(connection, self._doubtful)

    def mend(self, connection: Connection) -> Iterator[str]:
        """Answers that are damaged: whoever asks again is told how all stands; a sentence where there are any."""
        table = self._table.c
        asked = select(table.key, table.status, table.body, table.checksum).where(table.checksum.is_not(None))
        damaged = [key for key, *values, checksum in connection.execute(asked) if checksum != checksum_of(key, *values)]
        for key in damaged:
            mended = {"status": 200, "body": "", "checksum": checksum_of(key, 200, "")}
            connection.execute(update(self._table).where(table.key == key).values(mended))
        if damaged:
            yield f"of {len(damaged)} presses the answer is damaged: one that is sent again is told how all stands now"

    def forget_old(self, connection: Connection) -> None:
        """Takes out the presses that nobody sends again."""
        connection.execute(delete(self._table).where(self._table.c.written < time.time() - KEPT_FOR))

    def are_sure(self) -> None:
        """What was doubtful was taken out."""
        self._doubtful.clear()

    def asked(self, key: str) -> Select[Any] | None:
        """What to ask for the answer of a press; None: it was told as not written, whatever stands there."""
        table = self._table.c
        return None if key in self._doubtful else select(table.status, table.body).where(table.key == key)

    def _insert(self, connection: Connection, answer: Answer) -> None:
        checksum = checksum_of(answer.key, answer.status, answer.body)
        row = {"key": answer.key, "status": answer.status, "body": answer.body, "checksum": checksum}
        row["written"] = time.time()
        connection.execute(insert(self._table).values(**row))

    def _forget(self, connection: Connection, keys: set[str]) -> None:
        if keys:
            connection.execute(delete(self._table).where(self._table.c.key.in_(set(keys))))
