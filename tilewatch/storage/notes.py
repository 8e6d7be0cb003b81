"""The journal's notes: small records by name; writing a note replaces the last of that name.

And the notes that the page stores (web.contract.PageNotes), in a table's journal or a club's database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from referee.match import DoesNotFit
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import NotReadable
from web.decoding import R, Record
from web.press import Answer

IDENTITY = "identity"
"""The name of the IdentityNote."""
AT_TABLE = "at-table"
"""The name of the AtTableNote."""
Corner = tuple[float, float]
Quad = tuple[Corner, Corner, Corner, Corner]
"""A quad's corners: top left, top right, bottom right, bottom left."""
FORGOTTEN = "forgotten"
"""The name of the ForgottenNote."""
LOST = "lost"
"""The name of the LostNote."""


class WatchNote(Record, frozen=True):
    """The match's clock when the program last followed this match, in seconds."""

    match: int
    moment: float


class IdentityNote(Record, frozen=True):
    """The journal's id; "" in a journal that was begun by version 1."""

    id: str


class AtTableNote(Record, frozen=True):
    """The match that players resumed, and the newest match at that time; a later match replaces it at the table."""

    match: int
    last: int


class ForgottenNote(Record, frozen=True):
    """Players left out of the all-time table, each with a match number; a player of a later match is listed again."""

    until: dict[str, int] = {}  # noqa: RUF012 (msgspec copies it)


class LostNote(Record, frozen=True):
    """What could not be read at a start, stored until a player has confirmed it.

    `damage`: sentences. `presses`: number of acknowledged presses that are gone; `moment`: when the last of them was
    made. `turns`: match and number of each turn of which only pictures are left.
    """

    damage: tuple[str, ...] = ()
    presses: int = 0
    moment: float = 0.0
    turns: tuple[tuple[int, int], ...] = ()


class PinNote(Record, frozen=True):
    """The PIN that the program chose for this journal."""

    pin: str


class CameraNote(Record, frozen=True):
    """The camera of the last evening: its name, and its last picture of the table, reduced."""

    name: str
    look: bytes = b""


class BareTableNote(Record, frozen=True):
    """The bare table as it looked when the round began, as a JPEG."""

    jpeg: bytes


class ByItselfNote(Record, frozen=True):
    """Seconds after which a turn is claimed automatically; None: never."""

    seconds: int | None = None


class ToldTile(Record, frozen=True):
    """A player's correction of a tile: `quad` is its position, `read` the camera's reading, `tile` the player's name.

    `look`: a picture of the place, as bytes, if the camera reads nothing there; else empty. `row`: number of tiles in a
    row that is no part of the game; 0: the correction is about a single tile.
    """

    quad: Quad
    read: str
    tile: str
    look: bytes = b""
    row: int = 0


class ToldNote(Record, frozen=True):
    """The players' corrections of tiles that lie on the table."""

    told: tuple[ToldTile, ...] = ()
    absent: tuple[ToldTile, ...] = ()
    """Places where the camera reads a tile but none lies; their `tile` has no meaning."""


class PlacesNote(Record, frozen=True):
    """The position of every tile at the turn's beginning, set by set; corners in fractions of the picture."""

    rows: tuple[tuple[tuple[str, Quad], ...], ...] = ()


def quad_of(corners: Any) -> Quad:
    """The corners of an array of shape (4, 2) as a Quad."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth


@contextmanager
def readable() -> Iterator[None]:
    """Turns errors of reading the journal into the page's refusal. Raises NotReadable."""
    try:
        yield
    except (JournalUnusable, DoesNotFit) as error:
        raise NotReadable("not-readable", why=str(error)) from error


class NoteStore(Protocol):
    """A journal, or a club's database. Reading raises JournalUnusable, writing NotWritten."""

    def noted(self, name: str, kind: type[R]) -> R | None:
        """The note of that name; None: there is none."""

    def note(self, name: str, note: Record) -> None:
        """Writes a note, replacing the note of that name."""

    def answered(self, key: str) -> Answer | None:
        """The answer to a press, by its key; None: it was not handled."""

    def keep_answer(self, answer: Answer) -> None:
        """Writes the answer to a press."""


class KeptNotes:
    """The page's notes in a store, under names that begin with `prefix`."""

    def __init__(self, store: NoteStore, prefix: str = "") -> None:
        self._store, self._prefix = store, prefix

    def write(self, name: str, note: Record) -> None:
        """Writes a note, replacing the note of that name. Raises NotWritten."""
        self._store.note(self._prefix + name, note)

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name; None: there is none. Raises NotReadable."""
        with readable():
            return self._store.noted(self._prefix + name, kind)

    def answered(self, key: str) -> Answer | None:
        """The answer to a press, by its key; None: it was not handled. Raises NotReadable."""
        with readable():
            return self._store.answered(key)

    def keep_answer(self, answer: Answer) -> None:
        """Writes the answer to a press. Raises NotWritten."""
        self._store.keep_answer(answer)
