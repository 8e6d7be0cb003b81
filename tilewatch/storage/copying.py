"""Copies matches from one journal to another in order, each completely or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from tilewatch.storage.damage.chain import EventRow, asked_rows, next_row, write_rows
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable, shown
from tilewatch.storage.sql.schema import HEADS


class Diverged(JournalUnusable):
    """Two journals differ in the same match; the message says which."""


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of an import: matches and events written, and matches that were present already."""

    matches: int = 0
    events: int = 0
    there: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """The last event of a match: its number and checksum."""

    number: int
    checksum: str


def heads(journal: Journal) -> dict[int, Head]:
    """The last event of each match. Raises JournalUnusable."""
    rows = journal.database.asked(select(HEADS.c.match, HEADS.c.number, HEADS.c.checksum))
    return {match: Head(number, checksum) for match, number, checksum in rows}


def caught_up(source: Journal, to: Journal, known_there: dict[int, Head] | None = None) -> int:
    """Writes the events that another journal of the same table lacks, under the same numbers; returns how many.

    `known_there`: the last events of its matches, if nobody else writes it; updated here. Raises JournalUnusable,
    NotWritten; Diverged: a match continued differently there.
    """
    there, written = heads(to) if known_there is None else known_there, 0
    for match, head in sorted(heads(source).items()):
        known = there.get(match)
        if known == head:
            continue
        rows = _rows(source, match, 0 if known is None else known.number)
        if known is not None and (not rows or rows[0].checksum != known.checksum):
            _check_that_it_goes_on(to, match, head)
            continue
        new = rows if known is None else rows[1:]
        with to.database.writing() as connection:
            write_rows(connection, new)
        there[match] = head
        written += len(new)
    return written


def imported(source: Journal, to: Journal) -> Copied:
    """Copies matches under new numbers; matches that are present already are skipped.

    Raises JournalUnusable, NotWritten.
    """
    there = {_beginning(_rows(to, match, 0)): match for match in sorted(heads(to))}
    last, copied = max(heads(to), default=0), Copied()
    for match in sorted(heads(source)):
        source.events(match)  # reads all events, and raises if any is damaged
        rows = _rows(source, match, 0)
        known = there.get(_beginning(rows))
        last += known is None
        events = _import_match(to, rows, last if known is None else known)
        copied = Copied(copied.matches + bool(events), copied.events + events, copied.there + (not events))
    return copied


def _rows(journal: Journal, match: int, first: int) -> list[EventRow]:
    """The events of a match from number `first` on."""
    return [EventRow(*row) for row in journal.database.asked(asked_rows(match, first))]


def _check_that_it_goes_on(to: Journal, match: int, head: Head) -> None:
    """Checks that the other journal has the same events, and perhaps more. Raises Diverged."""
    rows = _rows(to, match, head.number)
    if not rows or rows[0].checksum != head.checksum:
        raise Diverged(f"match {match} went on differently in {shown(to.database.place)}")


def _beginning(rows: Sequence[EventRow]) -> tuple[float, str]:
    return rows[0].written, rows[0].body


def _import_match(to: Journal, rows: Sequence[EventRow], match: int) -> int:
    """Writes the new events of a match, and returns how many; a match that differs there is skipped."""
    known = _rows(to, match, 0)
    is_the_same = [(row.written, row.body) for row in known] == [(row.written, row.body) for row in rows[: len(known)]]
    if not is_the_same or len(known) >= len(rows):
        return 0
    new, before = [], known[-1].checksum if known else ""
    for row in rows[len(known) :]:
        new.append(next_row(before, match, row.number, row.written, row.body))
        before = new[-1].checksum
    with to.database.writing() as connection:
        write_rows(connection, new)
    return len(new)
