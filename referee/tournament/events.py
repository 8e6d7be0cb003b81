"""The changes of a tournament: frozen records, each with its time in seconds of the calendar clock."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.match import Recorded
from referee.rules import Rules


@dataclass(frozen=True, slots=True)
class Seated:
    """The players of one table."""

    table: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """The seats of a future round."""

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a player in a round; `tiles`: number of tiles left on the rack, if counted."""

    player: str
    points: float
    tiles: int | None = None
    opened: bool = True
    """Whether the player laid any tile; some tournaments charge points if not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Change(Recorded):
    """An event that changed a tournament."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentBegan(Change):
    """The director opened the tournament: its players, number of rounds, seats of a table, and rules."""

    title: str
    players: tuple[str, ...]
    rounds: int
    seats: int
    rules: Rules


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerEntered(Change):
    """A player enters late or comes back."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLeft(Change):
    """A player plays no further rounds; the rounds played count."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundSeated(Change):
    """The seats of the next round.

    `byes`: players who sit out; `ahead`: the seats of later rounds, valid as long as the same players play; `final`:
    whether the round is a final, in which the best players sit at table 1 and only its points rank a table's players.
    """

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()
    ahead: tuple[SeatedRound, ...] = ()
    final: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultGiven(Change):
    """The result of a table in a round; `by_table`: whether the table's own program reported it, not a director."""

    round: int
    table: int
    scores: tuple[Score, ...]
    by_table: bool
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultSigned(Change):
    """The director confirms a table's result."""

    round: int
    table: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockStarted(Change):
    """The hall's clock starts; `seconds`: the time it runs."""

    seconds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockStopped(Change):
    """The hall's clock is stopped."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockResumed(Change):
    """The hall's clock goes on with the time it had left."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeTakenBack(Change):
    """An earlier change is taken back; `change`: its number, where 0 is the beginning."""

    change: int


CHANGES: Mapping[str, type[Change]] = Change.kinds
"""Every kind of change by its name."""
