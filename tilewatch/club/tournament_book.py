"""The tournament, stored: each change is in the database before anybody is told of it.

Results arrive automatically: a table that counted its round reports to the tournament. Several club pages may run at
the same time: a program that finds its change's number taken reads the other's changes, and acts on those.
"""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from referee.match import name_key
from referee.messages import message_of
from referee.rules import Rules
from referee.tournament import (
    CHANGES,
    Change,
    NotNow,
    RecordedTournament,
    Score,
    TableOfRound,
    TournamentError,
    counted,
)
from tilewatch.club.club_database import WRITTEN_CHANGES, ClubDatabase
from tilewatch.storage.damage.chain import checksum_of
from tilewatch.storage.record_codec import RecordCodec
from tilewatch.storage.sql.place import JournalUnusable
from web.club.contract import Act
from web.contract import BadRequest, Conflict, NotWritten, Refused

TOURNAMENT = ""
"""The notification that a tournament changed; every other notification is a table's name."""
TRIES = 20
"""Attempts to write a change if other programs wrote first: a hundred tables may report in the same second."""
CODEC = RecordCodec[Change](CHANGES, "change of a tournament")
"""Writes and reads changes for the database."""
NUMBER = re.compile(r"(\d+)\s*$")


class Taken(Exception):
    """Another program wrote the change of that number first."""


class TournamentChanges:
    """The changes in a club's database. May be called from any thread."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database

    def last_tournament(self) -> int:
        """The number of the newest tournament; 0: there is none. Raises JournalUnusable."""
        with self._database.reading() as connection:
            return connection.execute(select(func.max(WRITTEN_CHANGES.c.tournament))).scalar() or 0

    def texts(self, tournament: int, first: int = 0) -> list[str]:
        """The changes of a tournament from number `first` on, as JSON. Raises JournalUnusable, also if one is bad."""
        asked = select(WRITTEN_CHANGES).where(
            (WRITTEN_CHANGES.c.tournament == tournament) & (WRITTEN_CHANGES.c.number >= first)
        )
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(WRITTEN_CHANGES.c.number)).all()
        for place, row in enumerate(rows, first):
            if row.number != place or row.checksum != checksum_of(tournament, row.number, row.body):
                raise JournalUnusable(f"change {place} of tournament {tournament} is damaged or missing")
        return [row.body for row in rows]

    def write(self, tournament: int, number: int, body: str) -> None:
        """Writes a change of a tournament. Raises Taken: another program wrote that number. NotWritten."""
        row = {"tournament": tournament, "number": number, "body": body}
        try:
            with self._database.pressed() as connection:
                connection.execute(
                    insert(WRITTEN_CHANGES).values(**row, checksum=checksum_of(tournament, number, body))
                )
                self._database.notify(connection, TOURNAMENT)
        except NotWritten as error:
            if isinstance(error.__cause__, IntegrityError):
                raise Taken from error
            raise


class TournamentBook:
    """The newest tournament that was not taken back. May be called from any thread.

    `tell`: called after every change, whoever made it.
    """

    def __init__(self, database: ClubDatabase, tell: Callable[[], None]) -> None:
        self._database, self._changes, self._tell = database, TournamentChanges(database), tell
        self._lock = threading.RLock()
        self.number = 0
        self.tournament: RecordedTournament | None = None
        self.read()

    def read(self) -> bool:
        """Reads others' changes; whether there were any. Raises JournalUnusable."""
        with self._lock:
            before = (self.number, self.tournament and len(self.tournament.changes))
            number = self._changes.last_tournament()
            found = self._read(number)
            while found is not None and found.is_taken_back:
                number -= 1
                found = self._read(number)
            self.number, self.tournament = number, found
            is_news = before != (self.number, self.tournament and len(self.tournament.changes))
        if is_news:
            self._tell()
        return is_news

    def _read(self, number: int) -> RecordedTournament | None:
        """The tournament of a number; None: there is none. Raises JournalUnusable."""
        known = self.tournament if number == self.number else None
        first = 0 if known is None else len(known.changes)
        new = [CODEC.record_of(text) for text in self._changes.texts(number, first)] if number else []
        return _replayed([*(() if known is None else known.changes), *new]) if new else known

    def open(self, title: str, players: Iterable[str], rounds: int, seats: int, rules: Rules) -> None:
        """Opens a new tournament; the one before is left unchanged. Raises BadRequest, Conflict, NotWritten."""
        with self._lock, _told():
            begun = RecordedTournament.begun(title, players, rounds, seats, rules, self._database.now())
            number = self._changes.last_tournament() + 1
            try:
                self._changes.write(number, 0, CODEC.text_of(begun.changes[0]))
            except Taken as error:
                raise Conflict("tournament.opened-meanwhile") from error
            self.number, self.tournament = number, begun
        self._tell()

    def act(self, act: Act) -> RecordedTournament:
        """The tournament after an act, which is written. Raises BadRequest, Conflict, NotWritten."""
        with self._lock:
            after = self._written(act)
        self._tell()
        if after.is_taken_back:
            with _told():
                self.read()
        return after

    def _written(self, act: Act) -> RecordedTournament:
        number = self.number
        for _ in range(TRIES):
            if self.tournament is None:
                raise Conflict("no-tournament")
            if self.number != number:  # the act was meant for the former tournament
                raise Conflict("tournament.opened-meanwhile")
            with _told():
                after = act(self.tournament, self._database.now())
            if after.is_taken_back and number == 1:
                raise Conflict("change.beginning")
            try:
                self._changes.write(self.number, len(after.changes) - 1, CODEC.text_of(after.changes[-1]))
            except Taken:
                self.read()
                continue
            self.tournament = after
            return after
        raise Conflict("tournament.busy")


def _replayed(changes: Iterable[object]) -> RecordedTournament:
    try:
        return RecordedTournament.replayed(changes)  # type: ignore[arg-type]
    except (NotNow, TournamentError, ValueError) as error:
        raise JournalUnusable(f"the tournament cannot be read: {error}") from error


@contextmanager
def _told() -> Iterator[None]:
    """Turns the referee's refusals into the page's; an unreadable database counts as unwritable."""
    try:
        yield
    except NotNow as error:
        raise Conflict(error.message) from error
    except TournamentError as error:
        raise BadRequest(message_of(error)) from error
    except JournalUnusable as error:
        raise NotWritten("not-written", why=str(error)) from error


def table_number(name: str) -> int | None:
    """The number at the end of a table's name, in whatever language; None: there is none.

    >>> table_number("Table 7"), table_number("Pöytä 12"), table_number("Kitchen")
    (7, 12, None)
    """
    found = NUMBER.search(name)
    return None if found is None else int(found[1])


def take_reports(book: TournamentBook, tables: Iterable[Mapping[str, Any]]) -> None:
    """Enters the tables' results into the rounds in which they were played, and takes annulled results back."""
    for table in tables:
        number = table_number(str(table["name"]))
        results = [one for one in (*table.get("mended", ()), table.get("result")) if one]
        tournament = book.tournament
        if number is not None and tournament is not None:
            for seated in _by_round(tournament, number, results).values():
                _take(book, tournament.now.rules, *seated)


def _by_round(
    tournament: RecordedTournament, number: int, results: Iterable[Mapping[str, Any]]
) -> dict[int, tuple[int, TableOfRound, Mapping[str, Any]]]:
    """For each round that a table played: the round's number, the seated table, and the result counted last."""
    found = {}
    for result in sorted(results, key=lambda one: float(one["counted"])):
        round_ = tournament.round_at(result["counted"])
        table = None if round_ is None else round_.table(number)
        if round_ is None or table is None:
            continue
        if {*map(name_key, result["scores"])} == {*map(name_key, table.players)}:
            found[round_.number] = (round_.number, table, result)
    return found


def _take(book: TournamentBook, rules: Rules, round_: int, table: TableOfRound, result: Mapping[str, Any]) -> None:
    """Enters a table's result of a round, unless it is known already, or a director decided."""
    scores = [
        Score(name, float(points), result["tiles"].get(name), result["opened"].get(name, True))
        for name, points in result["scores"].items()
    ]
    is_void = result.get("void", False)
    if not _is_decided(table) and _is_told(table, scores, rules) == is_void:
        with suppress(Refused):  # another program entered it, or the table reports it again
            _enter(book, round_, table.number, None if is_void else scores)


def _enter(book: TournamentBook, round_: int, table: int, scores: Sequence[Score] | None) -> None:
    """Enters a table's result of a round; None: the round was annulled. Raises Refused."""
    if scores is not None:
        book.act(lambda now, moment: now.reported(table, scores, moment, round_))
    elif book.tournament is not None:
        for change in reversed(book.tournament.reports(table, round_)):  # a corrected round was reported twice
            _take_back(book, change)


def _take_back(book: TournamentBook, change: int) -> None:
    book.act(lambda now, moment: now.taken_back(change, moment))


def _is_decided(table: TableOfRound) -> bool:
    """Whether a director decided the result."""
    return table.result is not None and (table.result.signed or not table.result.by_table)


def _is_told(table: TableOfRound, scores: Sequence[Score], rules: Rules) -> bool:
    """Whether the table reported the same result before."""
    names = {name_key(name): name for name in table.players}
    spelt = [replace(score, player=names[name_key(score.player)]) for score in scores]
    return table.result is not None and table.result.points == counted(spelt, rules)
