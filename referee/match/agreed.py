"""What players settle among themselves while a match goes on: who plays, by which rules, what a round was worth."""

from dataclasses import dataclass
from typing import Literal

from referee.match.event import Event
from referee.rules import Rules

LeftRack = Literal["pool", "keep"]
"""What becomes of the rack of a player who leaves: its tiles go to the pool, or are counted at the round's end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLeft(Event):
    """A player goes; the points so far stay."""

    player: str
    rack: LeftRack


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerJoined(Event):
    """A player comes, or comes back: from the next round on, or `now` with a rack that is dealt at once."""

    player: str
    now: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerRenamed(Event):
    """A player is called otherwise, in everything that was played before too."""

    player: str
    to: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayersOrdered(Event):
    """Who follows whom from the next turn on: everybody who has a seat."""

    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesChanged(Event):
    """Other rules from the next turn on; `by`: on whose device.

    `dealt_anew`: tiles were being dealt, and as many are as these rules say. Programs before left the racks as they
    were, and what they wrote has to stay a match.
    """

    rules: Rules
    reason: str = ""
    by: str = ""
    dealt_anew: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundMended(Event):
    """A scored round is counted again; `racks`: all of them, as in `round-counted` and in that round's order."""

    round: int
    racks: tuple[str, ...]
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundVoided(Event):
    """A scored round is struck out: it brings nobody any points."""

    round: int
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundUnvoided(Event):
    """A round that was struck out counts again."""

    round: int
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class MendingTakenBack(Event):
    """What was done to a scored round last is undone."""

    round: int
