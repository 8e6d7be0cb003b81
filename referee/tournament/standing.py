"""How a tournament stands: who plays, the rounds so far, the hall's clock."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from referee.match import Clock
from referee.rules import Rules
from referee.tournament.entries import same
from referee.tournament.events import SeatedRound
from referee.tournament.results import Result


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody on the entry list; `is_in`: plays the next round, too."""

    name: str
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A table of a round; `result`: None while it is played."""

    number: int
    players: tuple[str, ...]
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round of the tournament."""

    number: int
    tables: tuple[TableOfRound, ...]
    byes: tuple[str, ...] = ()
    final: bool = False

    def table(self, number: int) -> TableOfRound | None:
        """The table of that number; None: it does not play in this round."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables that have no result yet."""
        return tuple(table.number for table in self.tables if table.result is None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """How a tournament stands after its changes so far."""

    title: str
    entrants: tuple[Entrant, ...]
    planned: int
    """Rounds that were agreed, finals not counted."""
    seats: int
    rules: Rules
    rounds: tuple[TournamentRound, ...] = ()
    ahead: tuple[SeatedRound, ...] = ()
    clock: Clock | None = None

    @property
    def playing(self) -> tuple[str, ...]:
        """Who plays the next round."""
        return tuple(entrant.name for entrant in self.entrants if entrant.is_in)

    @property
    def last(self) -> TournamentRound | None:
        """The round that is played or was played last."""
        return self.rounds[-1] if self.rounds else None

    def entrant(self, name: str) -> Entrant | None:
        """The entrant of that name, however it is spelt; None: nobody."""
        return next((entrant for entrant in self.entrants if same(entrant.name) == same(name)), None)

    def points(self) -> Mapping[str, Fraction]:
        """Everybody's points of all rounds but the finals."""
        sums = {entrant.name: Fraction(0) for entrant in self.entrants}
        for round_ in self.rounds:
            for table in round_.tables:
                if table.result is not None and not round_.final:
                    for player, points in table.result.points.items():
                        sums[player] += points
        return sums

    def byes(self) -> Mapping[str, int]:
        """How often each player sat out."""
        counts: dict[str, int] = {}
        for round_ in self.rounds:
            for player in round_.byes:
                counts[player] = counts.get(player, 0) + 1
        return counts
