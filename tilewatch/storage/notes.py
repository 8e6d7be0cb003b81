"""The journal's notes, each a record in the place of the one before."""

from typing import Any

from web.decoding.decode import Record

IDENTITY = "identity"
"""The name of the IdentityNote."""
AT_TABLE = "at-table"
"""The name of the AtTableNote."""
Corner = tuple[float, float]
Quad = tuple[Corner, Corner, Corner, Corner]
"""A face's corners: top left, top right, bottom right, bottom left."""


class WatchNote(Record, frozen=True):
    """How far the watch of a match has come."""

    match: int
    moment: float


class IdentityNote(Record, frozen=True):
    """What tells a journal from every other; "" for one that was begun with version 1."""

    id: str


class AtTableNote(Record, frozen=True):
    """The match that was resumed, and the last one there was then: a newer one takes its place at the table."""

    match: int
    last: int


FORGOTTEN = "forgotten"
"""The name of the ForgottenNote."""


class ForgottenNote(Record, frozen=True):
    """Who is not in the all-time table, up to which match: who plays again is known again."""

    until: dict[str, int] = {}  # noqa: RUF012 (msgspec copies it)


LOST = "lost"
"""The name of the LostNote."""


class LostNote(Record, frozen=True):
    """What could not be read at a start, until somebody has seen it.

    `damage`: sentences; `presses`, `moment`: how many were acknowledged and are gone, and when the last was;
    `turns`: match and number of turns of which there are only pictures.
    """

    damage: tuple[str, ...] = ()
    presses: int = 0
    moment: float = 0.0
    turns: tuple[tuple[int, int], ...] = ()


class PinNote(Record, frozen=True):
    """The PIN that was made up for this journal."""

    pin: str


class ByItselfNote(Record, frozen=True):
    """After how many seconds a turn is done by itself; None: never."""

    seconds: int | None = None


class ToldTile(Record, frozen=True):
    """What a person said of a tile: where it lies, what was read there, what it is.

    `look`: how its place looks where nothing is read there; empty where something is.
    """

    quad: Quad
    read: str
    tile: str
    look: bytes = b""


class ToldNote(Record, frozen=True):
    """What persons said about the tiles that lie on the table."""

    told: tuple[ToldTile, ...] = ()
    absent: tuple[ToldTile, ...] = ()
    """Where no tile lies though one is read; what it is said to be means nothing."""


class PlacesNote(Record, frozen=True):
    """Where everything lay when the turn began: of each set its tiles, each with its face in parts of the picture."""

    rows: tuple[tuple[tuple[str, Quad], ...], ...] = ()


def quad_of(corners: Any) -> Quad:
    """Four corners of an array of shape (4, 2)."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth
