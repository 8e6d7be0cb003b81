"""Who plays: a list of names as it is typed, or as a table of somebody's spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from referee.messages import Message, Refusal

LONGEST_NAME = 40
"""Characters; what the page shows in a seat plan's cell."""
HEADINGS = frozenset({"name", "player", "navn", "spiller", "namn", "spelare", "nimi", "pelaaja"})
"""What the column of names is called, in the languages of the page."""
SEPARATORS = ";\t,"
JOINER = "\N{ZERO WIDTH JOINER}"
"""Holds emoji together that are drawn as one; it is nothing to see itself."""


class TournamentError(Refusal, ValueError):
    """Something that no tournament can have: a name twice, a score too many, a line that cannot be read."""


def same(name: str) -> str:
    """What two spellings of one name have in common.

    >>> same("  ada  LOVELACE ") == same("Ada Lovelace")
    True
    """
    return " ".join(name.split()).casefold()


def entries(names: Iterable[str]) -> tuple[str, ...]:
    """The names of an entry list, trimmed. Raises TournamentError: one is blank, too long or there twice."""
    return _checked((place, name) for place, name in enumerate(names, 1))


def entries_from_csv(text: str) -> tuple[str, ...]:
    """The names of an entry list as CSV: one column, or the one that the first line calls `name`.

    Raises TournamentError with the line that is wrong.
    """
    rows = list(_rows(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")))
    if not rows:
        raise TournamentError("csv.empty")
    (_, first), column = rows[0], 0
    titles = [same(cell) for cell in first]
    named = [place for place, title in enumerate(titles) if title in HEADINGS]
    if named:
        column, rows = named[0], rows[1:]
    elif len(first) > 1:
        raise TournamentError("csv.no-heading")
    return _checked(_cells(rows, column, len(first)), "csv.")


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that hold anything, each with its number."""
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
    """The names, each looked at; `kind`: how messages call a name's place."""
    places: dict[str, int] = {}
    names = []
    for place, name in named:
        if (wrong := wrong_with(name)) is not None:
            raise TournamentError(f"{kind}wrong", place=place, why=wrong)
        first = places.setdefault(same(as_entered(name)), place)
        if first != place:
            raise TournamentError(f"{kind}twice", place=place, name=name.strip(), first=first)
        names.append(as_entered(name))
    return tuple(names)


def as_entered(name: str) -> str:
    """A name as it is entered: a letter and its accent are one character (a Mac's lists have two), blanks are single.

    >>> len("A\u030ase"), as_entered(" A\u030ase ")
    (4, 'Åse')
    """
    return " ".join(normalize("NFC", name).split())


def wrong_with(name: str) -> Message | None:
    """Why this is no name; None: it is one."""
    visible = name.replace(JOINER, "").strip()
    if not visible:
        return Message("name.blank")
    if len(as_entered(name)) > LONGEST_NAME:
        return Message.of("name.too-long", most=LONGEST_NAME)
    return None if visible.isprintable() else Message("name.not-printable")
