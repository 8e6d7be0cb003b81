"""Reads the list of players, from typed names or from the CSV file of a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from referee.match import name_key
from referee.messages import Message, Refusal

LONGEST_NAME = 40
"""Characters; the most that the page shows in a cell of the seat plan."""
HEADINGS = frozenset({"name", "player", "navn", "spiller", "namn", "spelare", "nimi", "pelaaja"})
"""Headings of the column of names, in the languages of the page."""
SEPARATORS = ";\t,"
JOINER = "\N{ZERO WIDTH JOINER}"
"""Invisible character that joins several emoji into one."""


class TournamentError(Refusal, ValueError):
    """Input that is never possible: a name given twice, a score too many, an unreadable line."""


def entries(names: Iterable[str]) -> tuple[str, ...]:
    """The names of an entry list, trimmed. Raises TournamentError if a name is blank, too long or given twice."""
    return _checked((place, name) for place, name in enumerate(names, 1))


def entries_from_csv(text: str) -> tuple[str, ...]:
    """The names of an entry list in CSV: its only column, or the column whose heading is in HEADINGS.

    Raises TournamentError, which names the wrong line.
    """
    rows = list(_rows(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")))
    if not rows:
        raise TournamentError("csv.empty")
    (_, first), column = rows[0], 0
    titles = [name_key(cell) for cell in first]
    named = [place for place, title in enumerate(titles) if title in HEADINGS]
    if named:
        column, rows = named[0], rows[1:]
    elif len(first) > 1:
        raise TournamentError("csv.no-heading")
    return _checked(_cells(rows, column, len(first)), "csv.")


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not blank, each with its number."""
    first = text.split("\n", 1)[0]
    separator = next((sign for sign in SEPARATORS if sign in first), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        yield from ((reader.line_num, row) for row in reader if any(cell.strip() for cell in row))
    except csv.Error as error:
        raise TournamentError("csv.broken", line=reader.line_num, why=str(error)) from error


def _cells(rows: Iterable[tuple[int, list[str]]], column: int, width: int) -> Iterator[tuple[int, str]]:
    for line, row in rows:
        if len(row) != width:
            raise TournamentError("csv.columns", line=line, found=len(row), wanted=width)
        yield line, row[column]


def _checked(named: Iterable[tuple[int, str]], kind: str = "entry.") -> tuple[str, ...]:
    """The names, checked and normalised; `kind`: prefix of the message codes, which names the unit that `place`
    counts."""
    places: dict[str, int] = {}
    names = []
    for place, name in named:
        if (wrong := wrong_with(name)) is not None:
            raise TournamentError(f"{kind}wrong", place=place, why=wrong)
        first = places.setdefault(name_key(as_entered(name)), place)
        if first != place:
            raise TournamentError(f"{kind}twice", place=place, name=name.strip(), first=first)
        names.append(as_entered(name))
    return tuple(names)


def as_entered(name: str) -> str:
    """A name as it is stored: in Unicode NFC (lists from a Mac have accents as separate characters), blanks single.

    >>> len("A\u030ase"), as_entered(" A\u030ase ")
    (4, 'Åse')
    """
    return " ".join(normalize("NFC", name).split())


def wrong_with(name: str) -> Message | None:
    """The reason why a text is no valid name; None if it is valid."""
    visible = name.replace(JOINER, "").strip()
    if not visible:
        return Message("name.blank")
    if len(as_entered(name)) > LONGEST_NAME:
        return Message.of("name.too-long", most=LONGEST_NAME)
    return None if visible.isprintable() else Message("name.not-printable")
