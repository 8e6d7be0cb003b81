"""Where matches are kept, what belongs to them, and the PIN that is kept with them."""

import os
import secrets
import tempfile
from contextlib import ExitStack
from pathlib import Path

from referee.messages import Message
from tilewatch.commands.inputs import InputError
from tilewatch.language import said
from tilewatch.storage.notes import NoteStore, PinNote
from tilewatch.storage.sql.place import url_of

HOME = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tilewatch"
"""Where matches are kept unless another place is named."""
AUTHORITY = HOME / "authority.pem"
"""Where the machine's own authority is, once somebody made one (`tilewatch certificate`)."""
NOTHING = 1
"""Bytes: SQLite takes a file of so many for one that is empty."""
PIN_DIGITS = 6
SHORTEST_PIN, LONGEST_PIN = 4, 40


def database_place(given: str | None, is_demo: bool, closing: ExitStack) -> str:
    """Where the journal is; the demo's is thrown away in the end unless a place is named. Raises InputError."""
    if given is not None:
        return given
    if is_demo:
        return str(Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="tilewatch-"))) / "demo.db")
    try:
        HOME.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(said(Message.of("terminal.no-home", place=str(HOME), problem=str(error.strerror)))) from error
    return str(HOME / "matches.db")


def beside(place: str, ending: str, at_home: str) -> Path:
    """What is kept beside a journal's file, of its name with another ending; of a server's journal it is at home."""
    return HOME / at_home if "://" in place else Path(place).with_suffix(ending)


def check_there(place: str, may_be_new: bool = False) -> None:
    """Nothing, when a database is a server's, or a file that holds something: an empty one would be made a journal.

    `may_be_new`: or no file yet. Raises InputError; JournalUnusable: its address is none.
    """
    url = url_of(place)
    if url.get_backend_name() != "sqlite":
        return
    file = Path(url.database or "")
    try:
        size = file.stat().st_size if file.is_file() else None
    except OSError as error:
        raise InputError(f"{place}: {error.strerror or error}") from error
    if size is None and may_be_new and not file.exists():
        return
    if size is None:
        raise InputError(f"{place}: {said('no-such-file')}")
    if size <= NOTHING:
        raise InputError(f"{place}: {said('file-empty')}")


def pin_of(given: str | None, notes: NoteStore) -> str | None:
    """The PIN of the buttons: the one given, else a random one, the same each time there; None: there is none.

    Raises InputError: too short, or nothing that can be typed. NotWritten.
    """
    if given is not None:
        return checked_pin(given)
    noted = notes.noted("pin", PinNote)
    if noted is None:
        noted = PinNote(random_pin())
        notes.note("pin", noted)
    return noted.pin


def play_pin_of(pin: str | None, notes: NoteStore) -> str | None:
    """What lets guests play, another one than the PIN, the same each time there; None: no PIN is needed.

    Raises NotWritten.
    """
    noted = notes.noted("play-pin", PinNote)
    if pin is None or (noted is not None and noted.pin != pin):
        return None if pin is None or noted is None else noted.pin
    made = next(made for made in iter(random_pin, "") if made != pin)
    notes.note("play-pin", PinNote(made))
    return made


def keep_pin(notes: NoteStore, pin: str) -> None:
    """Keeps another PIN for the next start; one that is given then counts all the same. Raises NotWritten."""
    notes.note("pin", PinNote(pin))


def checked_pin(given: str) -> str | None:
    """The PIN that was given; None for `none`. Raises InputError: too short, or nothing that can be typed."""
    if given == "none":
        return None
    if not given.isprintable() or not given.isascii() or not SHORTEST_PIN <= len(given.strip()) <= LONGEST_PIN:
        raise InputError(said(Message.of("terminal.no-such-pin", least=SHORTEST_PIN, most=LONGEST_PIN)))
    return given


def random_pin() -> str:
    """A PIN that nobody has seen."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
