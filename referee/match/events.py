"""What can happen in a match: frozen records, each with its moment. How they are written is not theirs to know.

What players settle among themselves meanwhile is in agreed.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.judging import Verdict
from referee.match.event import Event as Event
from referee.rules import Rules
from referee.table import Table


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchBegan(Event):
    """The players agreed on the rules and, if they like, on a total that ends the match."""

    players: tuple[str, ...]
    rules: Rules
    points: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundReady(Event):
    """The table is cleared for a round, and tiles are dealt; `first`: who begins, if that is chosen already."""

    first: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundBegan(Event):
    """The tiles were dealt; `first` plays the first turn."""

    first: str
    by_hand: bool = False
    """Whether nobody watches the table: what lies there and on the racks is not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DealtAgain(Event):
    """A player showed three pairs and asked for a new deal."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnClaimed(Event):
    """A player said done, or the time was over: the table as it lay, and what the referee said.

    `before`: what lay there by right, where a misread tile is read now; None: as it was known. `by_hand`: nobody looked
    at the table, and the turn is legal unless the players say otherwise; `passed`: they say that nothing was laid, and
    the round goes on being watched.
    """

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

    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictOverruled(Event):
    """The players decided otherwise about the last verdict; `lay`: what really lay there, if it was misread.

    `draw`: tiles to draw for a turn that the players alone find wrong; None: as the rules say. Programs before wrote
    none, and what they wrote has to stay a match.
    """

    legal: bool
    reason: str
    lay: Table | None = None
    draw: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnTakenBack(Event):
    """The last turn was undone; its player plays it again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paused(Event):
    """The clock was stopped."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Resumed(Event):
    """The clock was started again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockHeld(Event):
    """The clock stands while the turn is played on: Done waits for the table to be seen, or the players are asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockReleased(Event):
    """The clock that was held goes on: the turn is not over yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeExtended(Event):
    """The player took one of the extensions."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RackCorrected(Event):
    """A rack was counted by hand: somebody drew too many or forgot to draw.

    `was_unknown`: nobody knew before how many it held, so earlier turns hold what they held. Programs before counted
    these anew, too, and what they wrote has to stay a match.
    """

    player: str
    tiles: int
    was_unknown: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockCorrected(Event):
    """The players gave the turn some seconds more, or took some away."""

    seconds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnGiven(Event):
    """The players say whose turn it is; that player has it with a full clock."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundStopped(Event):
    """The players ended the round before anybody was out: the racks are counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCounted(Event):
    """The racks at the end of a round in the order of those who played it: notation, or points as a whole number."""

    racks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchEnded(Event):
    """The players ended the match after a round, whatever was agreed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedOn(Event):
    """The match that the players had ended goes on."""


EVENTS: Mapping[str, type[Event]] = Event.kinds
"""Every kind of event by its name, those of agreed.py too."""
