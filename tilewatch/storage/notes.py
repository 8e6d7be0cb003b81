"""The journal's notes: small records by name. Writing one replaces the last of that name.

And what a page wants to be remembered (web.contract.PageNotes), in a table's journal or a club's database.
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
"""A face's corners: top left, top right, bottom right, bottom left."""
FORGOTTEN = "forgotten"
"""The name of the ForgottenNote."""
LOST = "lost"
"""The name of the LostNote."""


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


class ForgottenNote(Record, frozen=True):
    """Players whom the all-time table leaves out, each up to this match; whoever plays a later one is listed again."""

    until: dict[str, int] = {}  # noqa: RUF012 (msgspec copies it)


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


@contextmanager
def readable() -> Iterator[None]:
    """Turns what cannot be read just now into the page's refusal. Raises NotReadable."""
    try:
        yield
    except (JournalUnusable, DoesNotFit) as error:
        raise NotReadable("not-readable", why=str(error)) from error


class NoteStore(Protocol):
    """A journal, or a club's database. What is read raises JournalUnusable, what is written NotWritten."""

    def noted(self, name: str, kind: type[R]) -> R | None:
        """The note of that name, if there is one."""

    def note(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name."""

    def answered(self, key: str) -> Answer | None:
        """How a press was answered, by its key."""

    def keep_answer(self, answer: Answer) -> None:
        """Keeps how a press was answered."""


class KeptNotes:
    """`prefix`: what the page's notes are called there begins so."""

    def __init__(self, store: NoteStore, prefix: str = "") -> None:
        self._store, self._prefix = store, prefix

    def write(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name. Raises NotWritten."""
        self._store.note(self._prefix + name, note)

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name, if there is one. Raises NotReadable."""
        with readable():
            return self._store.noted(self._prefix + name, kind)

    def answered(self, key: str) -> Answer | None:
        """How a press was answered, by its key; None: it was not. Raises NotReadable."""
        with readable():
            return self._store.answered(key)

    def keep_answer(self, answer: Answer) -> None:
        """Keeps how a press was answered. Raises NotWritten."""
        self._store.keep_answer(answer)
