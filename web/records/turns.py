"""The turns of a match as they are listed, their durations, and the match's highlights."""

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from web.records.said import MessageTold, PageAddress, SetWritten, Tile
from web.records.verdicts import Verdict, VerdictWithAccount

Seconds = Annotated[float, Meta(description="seconds")]


class TwoPictures(TypedDict):
    """Where a turn's pictures are; null: there is none, or the device may not look."""

    before: PageAddress | None
    after: PageAddress | None


class TurnDone(TypedDict):
    """The tiles of a turn, and its outcome."""

    number: int
    round: int
    player: str
    before: list[SetWritten]
    after: list[SetWritten]
    legal: Annotated[bool, Meta(description="whether it counts as legal, whatever the referee said")]
    overruled: Annotated[str | None, Meta(description="why the players decided otherwise; null: they did not")]
    overruled_by: Annotated[str, Meta(description="whose device overruled it: the player's name, else its kind")]
    played: Annotated[int, Meta(description="tiles laid")]
    drawn: Annotated[int, Meta(description="tiles drawn")]
    seconds: Seconds
    why_long: Annotated[list[MessageTold], Meta(description="why it took more seconds than the rules give")]
    by_hand: bool


class TurnPlayed(TurnDone):
    """A turn with its verdict."""

    verdict: Verdict


class TurnTold(TurnDone):
    """A turn of the match at the table."""

    verdict: VerdictWithAccount
    pictures: TwoPictures


class TurnsPage(TypedDict):
    """A hundred turns, the newest last."""

    turns: list[TurnTold]
    page: int
    pages: int


class TimesOfPlayer(TypedDict):
    """The durations of a player's turns; times in seconds."""

    turns: int
    total: Seconds
    mean: Seconds
    longest: Seconds


class TurnNamed(TypedDict):
    """A turn by its numbers."""

    number: NotRequired[int]
    round: int
    player: str


class LongTurn(TurnNamed):
    """The turn that took most time."""

    turn: NotRequired[int]
    seconds: Seconds
    why_long: list[MessageTold] | None


class TimesTold(TypedDict):
    """How long each player took, and the longest turn."""

    players: Mapping[str, TimesOfPlayer]
    longest: LongTurn | None


class BigOpening(TurnNamed):
    """The opening that was worth most points."""

    turn: int
    points: int
    tiles: list[Tile]


class BoldTurn(TurnNamed):
    """The turn that moved most tiles of the table."""

    turn: int
    moved: Annotated[int, Meta(description="tiles of the table that changed their set")]
    sets: Annotated[int, Meta(description="sets that they were taken from")]
    laid: int


class MissedPlay(TurnNamed):
    """The turn in which most tiles more could have been laid, and these tiles if the rack is known."""

    turn: int
    tiles: Annotated[int, Meta(description="tiles that could have been laid")]
    laid: int
    play: list[Tile] | None
    table: list[SetWritten] | None


class Highlights(TypedDict, total=False):
    """The highlights of a match; empty before the first turn."""

    turns: int
    seconds: Annotated[float, Meta(description="what all turns took together")]
    longest_turn: LongTurn | None
    biggest_opening: BigOpening | None
    boldest_rearrangement: BoldTurn | None
    missed_play: MissedPlay | None
