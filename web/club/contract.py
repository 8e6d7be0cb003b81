"""What a club's page shows and does. It knows this, and nothing of databases."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from referee.rules import Rules
from referee.tournament import RecordedTournament
from web.kept import PageNotes

Act = Callable[[RecordedTournament, float], RecordedTournament]
"""What makes the tournament that follows from one and the moment."""


class HallNews(Protocol):
    """All tables as they stand."""

    @property
    def trouble(self) -> str | None:
        """Why the database is away; None: it is there."""

    def tables(self) -> list[dict[str, Any]]:
        """Every table, in the order in which they came."""

    def forget(self, table: str) -> None:
        """A table is not shown any more, until it tells something. Raises NotWritten."""

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for news after `version`, at most `patience` seconds: the newest version, and what changed as JSON."""


class Tournaments(Protocol):
    """The tournament that was opened last, and not taken back. Raises Refused."""

    @property
    def number(self) -> int:
        """Its number; 0: none was opened."""

    @property
    def tournament(self) -> RecordedTournament | None:
        """How it stands; None: none was opened."""

    def open(self, title: str, players: Iterable[str], rounds: int, seats: int, rules: Rules) -> None:
        """Opens another one; the one before stays as it is."""

    def act(self, act: Act) -> RecordedTournament:
        """Changes it; it is written before anybody is told."""


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
        """What the page wants to be remembered."""

    def now(self) -> float:
        """The moment on the calendar that tournament and tables share."""

    def state(self) -> Mapping[str, Any]:
        """Everything in short, for a press that is asked twice."""
