"""The bodies of requests to a club's page."""

from typing import Annotated, Literal

from msgspec import Meta

from web.bodies import Press
from web.decoding import RulesAsWritten
from web.texts import Name, Reason, Text

Number = Annotated[int, Meta(ge=1, le=10_000)]
Points = Annotated[float, Meta(ge=-100_000, le=100_000)]


class Typed(Text):
    """A line that a person typed into a list; it is checked later, where an error can name the line."""

    longest = 200
    may_be_blank = True


class OpenTournament(Press, frozen=True, kw_only=True):
    """Opens a tournament; its players as names or as CSV."""

    name: str
    players: tuple[Typed, ...] = ()
    csv: str | None = None
    rounds: int = 5
    seats: int = 4
    rules: RulesAsWritten = "original"


class ReadEntries(Press, frozen=True, kw_only=True):
    """An entry list to be checked."""

    csv: str


class SeatRound(Press, frozen=True, kw_only=True):
    """Seats the next round; `final`: it is a final, with this number of tables."""

    final: Number | None = None


class GiveResult(Press, frozen=True, kw_only=True):
    """A table's result; `round`: default: the last; `tiles`: number of tiles left on each rack."""

    table: Number
    scores: dict[Name, Points]
    reason: Reason | None = None
    round: Number | None = None
    tiles: dict[Name, Annotated[int, Meta(ge=0, le=200)]] = {}  # noqa: RUF012 (msgspec copies it)
    unopened: tuple[Name, ...] = ()


class SignResult(Press, frozen=True, kw_only=True):
    """The director confirms a table's result."""

    table: Number
    round: Number | None = None


class OfEntrant(Press, frozen=True, kw_only=True):
    """A player who comes late or leaves."""

    name: Name


class TakeBack(Press, frozen=True, kw_only=True):
    """Revokes an earlier change."""

    change: Annotated[int, Meta(ge=0, le=1_000_000)]


class StartClock(Press, frozen=True, kw_only=True):
    """Starts the hall's clock."""

    minutes: int


class Invite(Press, frozen=True, kw_only=True):
    """Invites a table's host, or a player."""

    role: Literal["host", "player"]
    table: Number | None = None
    player: Name | None = None


class ForgetTable(Press, frozen=True, kw_only=True):
    """Hides a table."""

    name: Name
