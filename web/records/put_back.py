"""What a failed turn's table has to become, while it is put back."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from web.records.said import MessageTold, Quad, SetWritten, Tile


class Move(MessageTold):
    """What to do with one tile so that the old table lies there again."""

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
    """What a failed turn's table has to become."""

    table: list[SetWritten]
    moves: list[Move]
    ghosts: list[Ghost]
