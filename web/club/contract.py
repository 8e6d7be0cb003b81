"""The functions that a club's page shows and calls. The page knows these, and nothing of databases."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from referee.rules import Rules
from referee.tournament import RecordedTournament
from web.kept import PageNotes

Act = Callable[[RecordedTournament, float], RecordedTournament]
"""A function from a tournament and the moment to the changed tournament."""


class HallNews(Protocol):
    """The present state of all tables."""

    @property
    def trouble(self) -> str | None:
        """Why the database is away; None: it is there."""

    def tables(self) -> list[dict[str, Any]]:
        """Every table, in the order in which they came."""

    def forget(self, table: str) -> None:
        """Hides a table until news of it comes. Raises NotWritten."""

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for news after `version`, at most `patience` seconds; returns the newest version and the changes."""


class Tournaments(Protocol):
    """The last opened tournament that was not revoked. Raises Refused."""

    @property
    def number(self) -> int:
        """Its number; 0: none was opened."""

    @property
    def tournament(self) -> RecordedTournament | None:
        """The tournament; None: none was opened."""

    def open(self, title: str, players: Iterable[str], rounds: int, seats: int, rules: Rules) -> None:
        """Opens a tournament; the previous tournament stays as it is."""

    def act(self, act: Act) -> RecordedTournament:
        """Changes the tournament; the change is stored before it is told."""


class ClubControls(Protocol):
    """A club's tables and its tournament. Every method may be called from any thread."""

    @property
    def hall(self) -> HallNews:
        """All tables."""

    @property
    def book(self) -> Tournaments:
        """The tournament."""

    @property
    def notes(self) -> PageNotes:
        """The page's notes."""

    def now(self) -> float:
        """The present moment by the clock that tournament and tables share."""

    def state(self) -> Mapping[str, Any]:
        """The number of the tournament; 0: none was opened."""
