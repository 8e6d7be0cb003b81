"""The journal's notes: small records by name. Writing one replaces the last of that name."""

from typing import Any

from web.decoding import Record

IDENTITY = "identity"
"""The name of the IdentityNote."""
AT_TABLE = "at-table"
"""The name of the AtTableNote."""
Corner = tuple[float, float]
Quad = tuple[Corner, Corner, Corner, Corner]
"""A face's corners: top left, top right, bottom right, bottom left."""


class WatchNote(Record, frozen=True):
    """The last moment at which the program followed this match."""

    match: int
    moment: float


class IdentityNote(Record, frozen=True):
    """The journal's own id; "" in a journal that version 1 began."""

    id: str


class AtTableNote(Record, frozen=True):
    """The match that players resumed, and the newest match then; a later match takes its place at the table."""

    match: int
    last: int


FORGOTTEN = "forgotten"
"""The name of the ForgottenNote."""


class ForgottenNote(Record, frozen=True):
    """Players whom the all-time table leaves out, each up to this match; whoever plays a later one is listed again."""

    until: dict[str, int] = {}  # noqa: RUF012 (msgspec copies it)


LOST = "lost"
"""The name of the LostNote."""


class LostNote(Record, frozen=True):
    """What the program could not read at a start. It is kept until somebody has confirmed it.

    `damage`: sentences. `presses`: how many acknowledged presses are gone; `moment`: when the last of them was made.
    `turns`: match and number of each turn of which only pictures are left.
    """

    damage: tuple[str, ...] = ()
    presses: int = 0
    moment: float = 0.0
    turns: tuple[tuple[int, int], ...] = ()


class PinNote(Record, frozen=True):
    """The PIN that the program chose for this journal."""

    pin: str


class ByItselfNote(Record, frozen=True):
    """After how many seconds a turn is done by itself; None: never."""

    seconds: int | None = None


class ToldTile(Record, frozen=True):
    """What a person said of a tile: `quad` is where it lies, `read` what the camera reads there, `tile` what it is.

    `look`: a picture of its place where the camera reads nothing there; empty where it reads something.
    """

    quad: Quad
    read: str
    tile: str
    look: bytes = b""


class ToldNote(Record, frozen=True):
    """What persons said about the tiles that lie on the table."""

    told: tuple[ToldTile, ...] = ()
    absent: tuple[ToldTile, ...] = ()
    """Places where the camera reads a tile though none lies there; their `tile` means nothing."""


class PlacesNote(Record, frozen=True):
    """Where every tile lay when the turn began, set by set; corners in parts of the picture's width and height."""

    rows: tuple[tuple[tuple[str, Quad], ...], ...] = ()


def quad_of(corners: Any) -> Quad:
    """Four corners of an array of shape (4, 2)."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth
