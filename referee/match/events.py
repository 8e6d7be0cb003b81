"""What can happen in a match: frozen records, each with its moment. How they are written is not theirs to know.

What players settle among themselves meanwhile is in agreed.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.judging import Verdict
from referee.match import agreed
from referee.match.event import Event as Event
from referee.rules import Rules
from referee.table import Table


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchBegan(Event):
    """The players agreed on the rules and, if they like, on a total that ends the match."""

    name = "match-began"
    players: tuple[str, ...]
    rules: Rules
    points: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundReady(Event):
    """The table is cleared for a round, and tiles are dealt; `first`: who begins, if that is chosen already."""

    name = "round-ready"
    first: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundBegan(Event):
    """The tiles were dealt; `first` plays the first turn."""

    name = "round-began"
    first: str
    by_hand: bool = False
    """Whether nobody watches the table: what lies there and on the racks is not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DealtAgain(Event):
    """A player showed three pairs and asked for a new deal."""

    name = "dealt-again"
    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnClaimed(Event):
    """A player said done, or the time was over: the table as it lay, and what the referee said.

    `before`: what lay there by right, where a misread tile is read now; None: as it was known. `by_hand`: nobody looked
    at the table, and the turn is legal unless the players say otherwise; `passed`: they say that nothing was laid, and
    the round goes on being watched.
    """

    name = "turn-claimed"
    player: str
    after: Table
    seconds: float
    verdict: Verdict
    before: Table | None = None
    by_hand: bool = False
    passed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRestored(Event):
    """After a failed turn: what lies there now."""

    name = "table-restored"
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictOverruled(Event):
    """The players decided otherwise about the last verdict; `lay`: what really lay there, if it was misread."""

    name = "verdict-overruled"
    legal: bool
    reason: str
    lay: Table | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnTakenBack(Event):
    """The last turn was undone; its player plays it again."""

    name = "turn-taken-back"


@dataclass(frozen=True, kw_only=True, slots=True)
class Paused(Event):
    """The clock was stopped."""

    name = "paused"


@dataclass(frozen=True, kw_only=True, slots=True)
class Resumed(Event):
    """The clock was started again."""

    name = "resumed"


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeExtended(Event):
    """The player took one of the extensions."""

    name = "time-extended"


@dataclass(frozen=True, kw_only=True, slots=True)
class RackCorrected(Event):
    """A rack was counted by hand: somebody drew too many or forgot to draw."""

    name = "rack-corrected"
    player: str
    tiles: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockCorrected(Event):
    """The players gave the turn some seconds more, or took some away."""

    name = "clock-corrected"
    seconds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnGiven(Event):
    """The players say whose turn it is; that player has it with a full clock."""

    name = "turn-given"
    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundStopped(Event):
    """The players ended the round before anybody was out: the racks are counted."""

    name = "round-stopped"


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCounted(Event):
    """The racks at the end of a round in the order of those who played it: notation, or points as a whole number."""

    name = "round-counted"
    racks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchEnded(Event):
    """The players ended the match after a round, whatever was agreed."""

    name = "match-ended"


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedOn(Event):
    """The match that the players had ended goes on."""

    name = "played-on"


KINDS: tuple[type[Event], ...] = (
    MatchBegan,
    RoundReady,
    RoundBegan,
    DealtAgain,
    TurnClaimed,
    TableRestored,
    VerdictOverruled,
    TurnTakenBack,
    Paused,
    Resumed,
    TimeExtended,
    RackCorrected,
    ClockCorrected,
    TurnGiven,
    RoundStopped,
    RoundCounted,
    MatchEnded,
    PlayedOn,
    *agreed.KINDS,
)
EVENTS: Mapping[str, type[Event]] = {kind.name: kind for kind in KINDS}
"""Every kind of event by its name."""
