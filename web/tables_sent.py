"""A table that a person corrected on a device, as it is sent: its rows, their positions, and the remaining doubts."""

from typing import Annotated

from msgspec import Meta, field

from web.decoding import Record
from web.texts import TileName

Corner = tuple[Annotated[float, Meta(ge=-100_000, le=200_000)], Annotated[float, Meta(ge=-100_000, le=200_000)]]
Corners = tuple[Corner, Corner, Corner, Corner]
"""The corners of a quad, in pixels of the photograph."""
Index = Annotated[int, Meta(ge=0, le=999)]
Side = Annotated[int, Meta(ge=0, le=100_000)]
Few = Meta(max_length=400)


class RowSent(Record, frozen=True, kw_only=True):
    """A row of the table; `quads`: its tiles' positions, one for each tile, or empty."""

    tiles: Annotated[tuple[TileName, ...], Few]
    quads: Annotated[tuple[Corners, ...], Few] = ()


class DoubtSent(Record, frozen=True, kw_only=True):
    """A tile that is still doubtful, copied from the previous answer."""

    set: Index
    place: Index
    tile: TileName
    others: tuple[TileName, ...] = field(default=(), name="or")
    confidence: Annotated[float, Meta(ge=0, le=1)] = 0.5


class UnreadSent(Record, frozen=True, kw_only=True):
    """A place that may hold a tile and cannot be read, copied from the previous answer."""

    quad: Corners
    others: tuple[TileName, ...] = field(default=(), name="or")


Rows = Annotated[tuple[RowSent | str, ...], Meta(max_length=400, description="wanted.sets")]


class TableSent(Record, frozen=True, kw_only=True):
    """A table that a person corrected: rows with positions or in notation, and the remaining doubts."""

    sets: Rows
    unsure: Annotated[tuple[DoubtSent, ...], Few] = ()
    unread: Annotated[tuple[UnreadSent, ...], Few] = ()
    width: Side = 0
    height: Side = 0
    clear: bool = True
