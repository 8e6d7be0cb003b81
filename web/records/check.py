"""Answers about a photograph that is checked."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from web.records.said import MessageTold, Tile
from web.records.state import Question, Unsure, WithOr
from web.records.verdicts import Fault, VerdictWithAccount

PixelQuad = Annotated[
    list[list[float]],
    Meta(description="a face's corners as it is read, top left and clockwise: pixels of the photograph, upright"),
]


class SetChecked(TypedDict):
    """A row of the photograph."""

    tiles: list[Tile]
    quads: Annotated[list[PixelQuad], Meta(description="as many as tiles; none: the tiles were told without places")]
    valid: Annotated[bool, Meta(description="whether it is a set, as it was read")]
    in_doubt: Annotated[bool, Meta(description="whether a tile of it should be settled by a person first")]
    kind: Annotated[Literal["run", "group"] | None, Meta(description="null: it is no set")]
    points: int
    stands: Annotated[list[list[Tile]], Meta(description="what each joker in it may stand for")]
    faults: list[Fault]


class UnreadChecked(WithOr):
    """A place that may hold a tile and cannot be read; `or`: its likely names."""

    quad: PixelQuad


class TableJudged(TypedDict):
    """The table as a whole."""

    valid: bool
    in_doubt: Annotated[bool, Meta(description="whether a person should settle something first")]
    faults: Annotated[list[Fault], Meta(description="those that are not about one set")]


class TableChecked(TypedDict):
    """A photograph, read and judged."""

    width: Annotated[int, Meta(description="of the photograph, upright; 0: the tiles were told without places")]
    height: int
    clear: Annotated[bool, Meta(description="whether the photograph is sharp and light enough to judge by")]
    sets: list[SetChecked]
    unsure: Annotated[list[Unsure], Meta(description="tiles that a person should settle")]
    unread: list[UnreadChecked]
    table: TableJudged
    advice: Annotated[list[MessageTold], Meta(description="what would make a better photograph")]


class TurnChecked(VerdictWithAccount):
    """The turn between two photographs; `question`: the doubt to settle before a player is blamed."""

    question: Question | None


class CheckTold(TableChecked):
    """The table after the turn; with the table before it also the turn."""

    before: TableChecked | None
    turn: TurnChecked | None
