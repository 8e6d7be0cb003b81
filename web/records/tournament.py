"""A club's tournament and its hall."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta

from web.records.said import MessageTold, PageAddress, Points, RulesWritten
from web.records.verdicts import Scores


class Entrant(TypedDict):
    """Somebody who entered."""

    name: str
    is_in: Annotated[bool, Meta(description="false: left since")]


class Result(TypedDict):
    """How a table's round ended."""

    scores: Scores
    tiles: Annotated[Mapping[str, int | None], Meta(description="left on each rack; null: nobody said")]
    winners: list[str]
    by_table: Annotated[bool, Meta(description="whether the table reported it by itself")]
    reason: Annotated[str, Meta(description="why the director entered it otherwise")]
    signed: bool


class TableSeated(TypedDict):
    """A table of a round to come."""

    table: int
    players: list[str]


class TableOfRound(TableSeated):
    """A table of a round."""

    result: Result | None


class RoundSeated(TypedDict):
    """A round of a tournament."""

    round: int
    final: bool
    byes: Annotated[list[str], Meta(description="who sits out")]
    tables: list[TableOfRound]


class RoundAhead(TypedDict):
    """A round to come whose seats are known."""

    tables: list[TableSeated]


class HallClock(TypedDict):
    """The hall's clock."""

    left: Annotated[float | None, Meta(description="seconds")]
    runs: bool
    seconds: Annotated[float | None, Meta(description="in all")]


class Change(TypedDict):
    """A change of the tournament."""

    change: int
    at: Annotated[float, Meta(description="seconds of the calendar")]
    counts: Annotated[bool, Meta(description="false: it was taken back")]
    told: MessageTold


class TournamentTold(TypedDict):
    """The whole tournament but its standings."""

    number: int
    name: str
    players: list[Entrant]
    planned: Annotated[int, Meta(description="rounds")]
    seats: Annotated[int, Meta(description="at a table")]
    rules: RulesWritten
    rounds: list[RoundSeated]
    ahead: list[RoundAhead]
    clock: Annotated[HallClock | None, Meta(description="null: none was started in this round")]
    changes: list[Change]


class FinalPlayed(TypedDict):
    """A player's part in a final."""

    table: int
    points: Points


class Place(TypedDict):
    """A line of the standings."""

    place: int
    player: str
    is_in: bool
    points: Points
    played: Annotated[int, Meta(description="rounds")]
    won: Annotated[int, Meta(description="rounds")]
    tiles: Annotated[int | None, Meta(description="left on the racks; null: nobody knows")]
    final: FinalPlayed | None
    by: Annotated[MessageTold | None, Meta(description="what parts the player from who has as many points")]


class StandingsTold(TypedDict):
    """The standings, and the rules for them in the agreement."""

    name: str
    rounds: int
    planned: int
    standings: list[Place]
    tie_breaks: list[MessageTold]
    agreed: MessageTold


class HallTold(TypedDict):
    """Every table of a hall."""

    tables: Annotated[list[Mapping[str, Any]], Meta(description="each as it stands: name, players, phase, alarm …")]
    trouble: Annotated[str | None, Meta(description="why the database does not answer")]


class RoleNamed(TypedDict):
    """A role, and of which table or player."""

    kind: Literal["host", "player"]
    of: str


class RoleTold(TypedDict):
    """What this device may do."""

    director: bool
    role: RoleNamed | None


class Invitation(TypedDict):
    """An address that gives a role."""

    code: str
    address: PageAddress


class Entries(TypedDict):
    """The names of an entry list."""

    players: list[str]
