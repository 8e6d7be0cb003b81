"""The events of a match: frozen records, each with its time. They do not know how they are written to a file.

The events that players agree on among themselves are in agreed.py.
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
    """The table is cleared for a round and tiles are dealt; `first`: the player who begins, if already chosen."""

    first: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundBegan(Event):
    """The tiles were dealt; `first` plays the first turn."""

    first: str
    by_hand: bool = False
    """Whether no camera watches the table, so that the tiles on it and on the racks are not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DealtAgain(Event):
    """A player showed three pairs and asked for a new deal."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnClaimed(Event):
    """A claim: a player pressed Done, or the time was over.

    `after`: the table as it lay; `seconds`: duration of the turn; `verdict`: the referee's verdict. `before`: the table
    before the turn with a misread tile corrected, None if it was known rightly. `by_hand`: no camera looked at the
    table, and the turn is legal unless the players decide otherwise; `passed`: the players say that nothing was laid,
    and the camera goes on watching the round.
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
    """The table was put back after a failed turn; `table`: as it lies now."""

    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictOverruled(Event):
    """The players overruled the last verdict; `lay`: the true table, if it was misread.

    `draw`: number of tiles to draw for a turn that only the players find wrong; None, as in records without this field:
    the number of the rules.
    """

    legal: bool
    reason: str
    lay: Table | None = None
    draw: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnTakenBack(Event):
    """The last turn was taken back; its player plays it again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paused(Event):
    """The clock was stopped."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Resumed(Event):
    """The clock was started again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockHeld(Event):
    """The clock stops while the turn goes on: a claim waits for a free view of the table, or the players are asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockReleased(Event):
    """The clock that was held runs again; the turn is not over yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeExtended(Event):
    """The player took an extension of the turn's time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RackCorrected(Event):
    """A rack was counted by hand, because a player drew too many tiles or forgot to draw; `tiles`: its number of tiles.

    `was_unknown`: the number was not known before, so the racks of earlier turns stay unchanged. In records without
    this field the earlier racks are corrected as well.
    """

    player: str
    tiles: int
    was_unknown: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockCorrected(Event):
    """The players added seconds to the turn, or took some away if negative."""

    seconds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnGiven(Event):
    """The players decided whose turn it is; that player begins with a full clock."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundStopped(Event):
    """The players ended the round before any rack was empty; the racks are counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCounted(Event):
    """The racks at the end of a round, in the order of its players: notation, or points as a whole number."""

    racks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchEnded(Event):
    """The players ended the match after a round, before the agreed end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedOn(Event):
    """A match that the players had ended goes on."""


EVENTS: Mapping[str, type[Event]] = Event.kinds
"""Every kind of event by its name, including the events of agreed.py."""
