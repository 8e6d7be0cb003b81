"""What can happen in a tournament: frozen records, each with its moment in seconds of the calendar."""

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
    """The seats of a round that is still to come."""

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What a round brought a player at a table; `tiles`: left on the rack, if that was counted."""

    player: str
    points: float
    tiles: int | None = None
    opened: bool = True
    """False: never laid a tile, which some tournaments charge for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Change(Recorded):
    """Something that changed a tournament."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentBegan(Change):
    """The director opened it: who plays, how many rounds, seats of a table, the rules of play and of scores."""

    title: str
    players: tuple[str, ...]
    rounds: int
    seats: int
    rules: Rules


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerEntered(Change):
    """A latecomer, or somebody who comes back."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLeft(Change):
    """Somebody plays no further round; what was played counts."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundSeated(Change):
    """The next round: who sits where; `ahead`: the seats of rounds after it, as long as the same players play.

    `final`: its tables are for places: the best sit at table 1, and its points alone order a table.
    """

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()
    ahead: tuple[SeatedRound, ...] = ()
    final: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultGiven(Change):
    """What a round brought at a table; `by_table`: the table's own program counted it, else a director said so."""

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
    """The hall's clock runs; `seconds`: for so long."""

    seconds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockStopped(Change):
    """The hall's clock stands."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockResumed(Change):
    """The hall's clock runs on with what it had left."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeTakenBack(Change):
    """An earlier change does not count any more; `change`: its number, the beginning being 0."""

    change: int


CHANGES: Mapping[str, type[Change]] = Change.kinds
"""Every kind of change by its name."""
