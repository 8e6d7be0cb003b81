"""Past matches, and the players of all of them."""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from web.records.said import Moment, PageAddress, Points, RulesWritten, Tile
from web.records.state import RoundCounted
from web.records.turns import Seconds, TurnPlayed, TwoPictures
from web.records.verdicts import Scores

State = Literal["over", "left", "running"]
Part = Annotated[float | None, Meta(description="of all, 0 to 1; null: there was none")]
Mean = Annotated[float | None, Meta(description="on average; null: there was none")]


class MatchShort(TypedDict):
    """A match in short."""

    number: int
    began: Moment
    players: list[str]
    rules: RulesWritten
    scores: Scores
    state: State
    leaders: list[str]
    resumable: Annotated[bool, Meta(description="whether it can be gone on with")]
    table: NotRequired[Annotated[str, Meta(description="at a club's page: at which it was played")]]


class MatchListed(MatchShort):
    """A line of the list of matches."""

    rounds: Annotated[int, Meta(description="rounds that were counted")]
    turns: Annotated[int, Meta(description="turns that were played")]


class BoardRow(TypedDict):
    """A set of a turn's table; in boards, sets keep their order from turn to turn."""

    set: Annotated[int, Meta(description="its place in the turn's table")]
    tiles: list[Tile]
    ids: Annotated[list[int], Meta(description="by which each tile is followed from turn to turn")]
    how: Annotated[list[str], Meta(description="what the turn did to each tile: nothing, `new` or `moved`")]


class TurnReplayed(TurnPlayed):
    """A turn of a match, to be replayed."""

    pictures: TwoPictures
    had_opened: Annotated[bool, Meta(description="whether the player had opened before it")]
    rack_known: Annotated[bool, Meta(description="whether its best play can be told")]
    board: list[BoardRow]


class MatchKept(MatchShort):
    """A match with its rounds and turns."""

    points: Annotated[int | None, Meta(description="the total that ends it; null: none does")]
    rounds: list[RoundCounted]
    turns: list[TurnReplayed]


class MatchTold(MatchKept):
    """A match, as told to the device that asks."""

    may_look: Annotated[bool, Meta(description="whether the device that asks may see pictures")]


class MatchesPage(TypedDict):
    """Matches, the newest first."""

    matches: list[MatchListed]
    page: int
    pages: int
    found: Annotated[int, Meta(description="matches on all pages")]


class PlayerListed(TypedDict):
    """A line of the all-time table."""

    name: str
    matches: Annotated[int, Meta(description="matches with a turn played, or a round counted")]
    rounds: Annotated[int, Meta(description="rounds that were counted")]
    won: Annotated[int, Meta(description="rounds won")]
    points: Points
    matches_won: int
    last_played: Annotated[Moment, Meta(description="when the newest match began")]
    colour: Annotated[int, Meta(description="0 to 7")]
    picture: Annotated[PageAddress | None, Meta(description="null: there is none, or the device may not look")]


class PlayersTold(TypedDict):
    """The all-time table."""

    players: list[PlayerListed]


class RoundOfPlayer(TypedDict):
    """A round as one player saw it."""

    match: int
    round: int
    began: Moment
    points: Points
    won: bool
    total: Annotated[Points, Meta(description="points of all rounds until then")]


class MatchOfPlayer(TypedDict):
    """A match as one player saw it."""

    match: int
    began: Moment
    rounds: int
    points: Points
    won: Annotated[int, Meta(description="rounds won")]
    turns: int
    mean_seconds: Mean
    longest_seconds: Seconds
    failed: Annotated[int, Meta(description="turns that count as not allowed")]
    opening_points: Mean
    opening_turn: Annotated[Mean, Meta(description="in which of the own turns of a round the opening was laid")]


class Rival(TypedDict):
    """The results of two players in the rounds that both played."""

    name: str
    rounds: int
    ahead: Annotated[int, Meta(description="rounds with more points")]
    behind: Annotated[int, Meta(description="rounds with fewer points")]
    points: Points
    their_points: Points


class OpeningsOfPlayer(TypedDict):
    """A player's openings."""

    count: int
    mean_points: Mean
    most_points: int
    mean_turn: Mean
    rounds: Annotated[int, Meta(description="in which the player had a turn")]


class ThinkingOfPlayer(TypedDict):
    """How long a player's turns took, in seconds."""

    turns: int
    total: Seconds
    mean: Mean
    longest: Seconds


class FaultsOfPlayer(TypedDict):
    """Turns that count as illegal."""

    turns: int
    failed: int
    rate: Part
    codes: Annotated[Mapping[str, int], Meta(description="how often each fault was found, by its code")]


class PlayerFigured(TypedDict):
    """A player's figures over all matches."""

    name: str
    form: Annotated[list[RoundOfPlayer], Meta(description="the last rounds, the newest last")]
    rounds_played: list[RoundOfPlayer]
    matches_played: list[MatchOfPlayer]
    rivals: list[Rival]
    openings: OpeningsOfPlayer
    thinking: ThinkingOfPlayer
    faults: FaultsOfPlayer


class PlayerTold(PlayerFigured, PlayerListed):
    """One player's figures, with the player's line of the all-time table."""
