"""Results that come by themselves: a table that counted its round reports to the tournament."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from referee.tournament import RecordedTournament, Score, TableOfRound, counted, same
from tilewatch.club.tournament_book import TournamentBook
from web.contract import Refused

NUMBER = re.compile(r"(\d+)\s*$")


def table_number(name: str) -> int | None:
    """The number of a tournament's table that a table's name ends in, in whatever language; None: it has none.

    >>> table_number("Table 7"), table_number("Pöytä 12"), table_number("Kitchen")
    (7, 12, None)
    """
    found = NUMBER.search(name)
    return None if found is None else int(found[1])


def take_reports(book: TournamentBook, tables: Iterable[Mapping[str, Any]]) -> None:
    """Enters what tables counted since their round was seated."""
    for table in tables:
        _take(book, table)


def _take(book: TournamentBook, table: Mapping[str, Any]) -> None:
    result, number, tournament = table.get("result"), table_number(str(table["name"])), book.tournament
    if not result or number is None or tournament is None:
        return
    scores = [
        Score(name, float(points), result["tiles"].get(name), result["opened"].get(name, True))
        for name, points in result["scores"].items()
    ]
    if _is_wanted(tournament, number, scores, result["counted"]):
        with suppress(Refused):  # somebody was faster, or the table tells it again with its next news
            book.act(lambda now, moment: now.reported(number, scores, moment))


def _is_wanted(tournament: RecordedTournament, number: int, scores: Sequence[Score], counted_at: float) -> bool:
    """Whether the result is of that table in the round that is played, and says something new."""
    last = tournament.now.last
    table = None if last is None else last.table(number)
    if table is None or counted_at < _seated_at(tournament):
        return False
    seated = {same(name): name for name in table.players}
    if {same(score.player) for score in scores} != {*seated}:
        return False
    spelt = [replace(score, player=seated[same(score.player)]) for score in scores]
    return not _is_known(table, counted(spelt, tournament.now.rules))


def _is_known(table: TableOfRound, points: Mapping[str, Fraction]) -> bool:
    """Whether a director decided, or the table said the same before."""
    if table.result is None:
        return False
    return table.result.signed or not table.result.by_table or table.result.points == points


def _seated_at(tournament: RecordedTournament) -> float:
    """When the last round was seated."""
    seated = [number for number in tournament.counts() if tournament.changes[number].name == "round-seated"]
    return tournament.changes[seated[-1]].at
