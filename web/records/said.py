"""Parts that other records share: messages, tiles and their places, points, and rules in notation."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from msgspec import Meta

from referee.messages import Message

Quad = Annotated[
    list[list[float]],
    Meta(description="a face's corners as it is read, top left and clockwise: parts of the picture's size"),
]
Tile = Annotated[str, Meta(description="a tile in notation: `r7`, `J`")]
SetWritten = Annotated[str, Meta(description="a set in notation: `r7 r8 r9`")]
RulesWritten = Annotated[
    str | Mapping[str, Any], Meta(description="a preset's name, or it with the options that differ")
]
Moment = Annotated[str, Meta(description="in UTC: `2026-11-22T19:00:00Z`")]
PageAddress = Annotated[str, Meta(description="an address of this page")]
Points = int | float


class MessageTold(TypedDict):
    """A message to a person."""

    code: Annotated[str, Meta(description="what is said, whatever the language")]
    values: Annotated[Mapping[str, Any], Meta(description="what stands in the sentence, by name")]
    text: Annotated[str, Meta(description="the sentence in English")]


def told_of(message: Message) -> MessageTold:
    """A message in the form of an answer."""
    written = message.to_json()
    return {"code": written["code"], "values": written["values"], "text": written["text"]}


class WithFrom(TypedDict("WithFrom", {"from": int | None})):
    """A message about a set that was on the table before the turn."""
