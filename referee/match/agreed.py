"""Events that the players agree on during a match: who plays, by which rules, and corrections of scored rounds."""

from dataclasses import dataclass
from typing import Literal

from referee.match.event import Event
from referee.rules import Rules

LeftRack = Literal["pool", "keep"]
"""What happens to the rack of a player who leaves: its tiles go to the pool, or are counted at the round's end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLeft(Event):
    """A player leaves the match; the points so far stay.

    `early`: whether the player left before the end of the match, which the final order shows. Records without this
    field count as not early, so that finished matches keep their winners.
    """

    player: str
    rack: LeftRack
    early: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerStayed(Event):
    """A player who left by mistake goes on in the same round, with the same seat and rack."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerJoined(Event):
    """A player joins or comes back: from the next round on, or `now`, with a rack that is dealt at once."""

    player: str
    now: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerPaced(Event):
    """From the next turn on, a player has `pace` times the time that the rules give for a turn."""

    player: str
    pace: float


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerRenamed(Event):
    """A player gets another name, also in the turns and rounds played before."""

    player: str
    to: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayersOrdered(Event):
    """The playing order from the next turn on: every player who has a seat."""

    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesChanged(Event):
    """The rules change from the next turn on.

    `dealt_anew`: tiles were being dealt, and each rack gets the number of tiles of the new rules. Records without this
    field leave the racks unchanged.
    """

    rules: Rules
    reason: str = ""
    dealt_anew: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundMended(Event):
    """A scored round is counted again; `racks`: every rack, in the notation and order of its `round-counted` event."""

    round: int
    racks: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundVoided(Event):
    """A scored round is declared void: no player gets points for it."""

    round: int
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundUnvoided(Event):
    """A void round counts again."""

    round: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MendingTakenBack(Event):
    """The last change to a scored round is undone."""

    round: int
