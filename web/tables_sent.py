"""A table that a person mended on a device, as it is sent: rows, where they lie, what is doubtful still."""

from typing import Annotated

from msgspec import Meta, field

from web.decoding import Record
from web.texts import TileName

Corner = tuple[Annotated[float, Meta(ge=-100_000, le=200_000)], Annotated[float, Meta(ge=-100_000, le=200_000)]]
Corners = tuple[Corner, Corner, Corner, Corner]
"""A quad's corners in pixels of the photograph."""
Index = Annotated[int, Meta(ge=0, le=999)]
Side = Annotated[int, Meta(ge=0, le=100_000)]
Few = Meta(max_length=400)


class RowSent(Record, frozen=True, kw_only=True):
    """A row of a table that a person mended; `quads`: where its tiles lie, as many as tiles, or none."""

    tiles: Annotated[tuple[TileName, ...], Few]
    quads: Annotated[tuple[Corners, ...], Few] = ()


class DoubtSent(Record, frozen=True, kw_only=True):
    """A tile that is doubtful still, as the answer before had it."""

    set: Index
    place: Index
    tile: TileName
    others: tuple[TileName, ...] = field(default=(), name="or")
    confidence: Annotated[float, Meta(ge=0, le=1)] = 0.5


class UnreadSent(Record, frozen=True, kw_only=True):
    """What may be a tile and cannot be read, as the answer before had it."""

    quad: Corners
    others: tuple[TileName, ...] = field(default=(), name="or")


Rows = Annotated[tuple[RowSent | str, ...], Meta(max_length=400, description="wanted.sets")]


class TableSent(Record, frozen=True, kw_only=True):
    """A table that a person mended: rows with their places, or in notation, and what is doubtful still."""

    sets: Rows
    unsure: Annotated[tuple[DoubtSent, ...], Few] = ()
    unread: Annotated[tuple[UnreadSent, ...], Few] = ()
    width: Side = 0
    height: Side = 0
    clear: bool = True
