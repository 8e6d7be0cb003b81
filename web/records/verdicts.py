"""The referee's verdict on a turn with its reasons, and how a failed turn's table is put back."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from web.records.said import MessageTold, Quad, SetWritten, Tile, WithFrom

OldSet = Annotated[int | None, Meta(description="the set's place before the turn; null: the rack")]
NewSet = Annotated[int | None, Meta(description="the set's place after the turn; null: it is not to be seen")]


class Fault(MessageTold, WithFrom):
    """A fault of a turn; `from`: index, before the turn, of the set that it is about; null: no such set."""

    sets: Annotated[list[int], Meta(description="places of the sets after the turn")]
    tiles: list[Tile]
    source: Annotated[str, Meta(description="the rule in English: leaflet and sentence")]
    rule: Annotated[MessageTold, Meta(description="the same to be said in any language")]


class Verdict(TypedDict):
    """A verdict on a turn, as `tilewatch judge` prints it."""

    legal: bool
    played: list[Tile]
    draw: Annotated[int, Meta(description="tiles to draw after this turn")]
    opening_points: Annotated[int | None, Meta(description="of an opening; null: there was none")]
    faults: list[Fault]


class TileMoved(WithFrom):
    """A tile that changed its set; `from`: index of its set before the turn; null: the rack."""

    tile: Tile
    to: NewSet


class JokerMoved(WithFrom):
    """The fate of a joker that was on the table; `from`: index of its set before the turn."""

    to: NewSet
    what: Literal["kept", "freed", "taken", "hidden"]
    stands_for: Tile | None
    freed_by: list[Tile]
    freed_from: OldSet
    laid_with: list[Tile]


class AccountSentence(MessageTold, WithFrom):
    """A sentence on a moved tile; `from`: index of its set before the turn."""


class Account(TypedDict):
    """The moves of tiles in a turn."""

    jokers: list[JokerMoved]
    tiles: list[TileMoved]
    sentences: list[AccountSentence]


class VerdictWithAccount(Verdict):
    """A verdict, and the moves of tiles in its turn."""

    account: Annotated[Account | None, Meta(description="null: nobody can know what moved where")]


class VerdictNow(VerdictWithAccount):
    """A turn's verdict, and its player."""

    player: str
    turn: int
    counts_as_legal: Annotated[bool, Meta(description="whether it counts as legal, whatever the referee said")]
    fine: Annotated[int, Meta(description="tiles to draw because the turn failed, as it counts")]
    by_hand: Annotated[bool, Meta(description="whether nobody saw the table")]
    overruled: Annotated[str | None, Meta(description="why the players decided otherwise; null: they did not")]
    overruled_by: Annotated[str, Meta(description="whose device overruled it: the player's name, else its kind")]


class LastVerdict(VerdictNow):
    """The last turn's verdict."""

    time_over: Annotated[bool, Meta(description="whether the turn took all the time there was")]


Scores = Annotated[Mapping[str, int | float], Meta(description="points by player")]


class Move(MessageTold):
    """Where to move one tile to restore the old table."""

    tile: Tile
    to: Literal["rack", "set"]
    set: Annotated[int | None, Meta(description="of the old table")]
    left: Annotated[Tile | None, Meta(description="beside which it goes")]
    right: Tile | None
    done: bool
    lies: Annotated[Quad | None, Meta(description="where it lies; null: it is not seen")]
    belongs: Annotated[Quad | None, Meta(description="where it has to go; null: to the rack, or nobody knows")]


class Ghost(TypedDict):
    """A tile drawn over the picture while the old table is put back."""

    tile: Tile
    quad: Quad
    how: Literal["there", "missing", "astray", "strange"]
    set: Annotated[int | None, Meta(description="of the old table; null: where it lies now")]


class Restore(TypedDict):
    """How to put a failed turn's table back."""

    table: list[SetWritten]
    moves: list[Move]
    ghosts: list[Ghost]
