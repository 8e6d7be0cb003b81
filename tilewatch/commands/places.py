"""The place of the journal, the files beside it, and the PIN stored in it."""

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
"""The folder of the journal if no other place is given."""
AUTHORITY = HOME / "authority.pem"
"""The file of this machine's CA, which `tilewatch certificate` makes."""
NOTHING = 1
"""Bytes up to which SQLite treats a file as empty."""
PIN_DIGITS = 6
SHORTEST_PIN, LONGEST_PIN = 4, 40


def database_place(given: str | None, is_demo: bool, closing: ExitStack) -> str:
    """The journal's place; without a given place the demo gets a temporary file. Raises InputError."""
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
    """The path of a file that belongs to a journal: beside the journal's file, or in HOME for a journal on a server."""
    return HOME / at_home if "://" in place else Path(place).with_suffix(ending)


def check_there(place: str, may_be_new: bool = False) -> None:
    """Checks that a database is on a server, or a file that is not empty: an empty file would become a journal.

    `may_be_new`: the file may also be missing. Raises InputError; JournalUnusable: the address is malformed.
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
    """The PIN of the buttons: the given PIN, else the journal's random PIN; None: no PIN is needed.

    Raises InputError: the PIN is too short, or cannot be typed. NotWritten.
    """
    if given is not None:
        return checked_pin(given)
    noted = notes.noted("pin", PinNote)
    if noted is None:
        noted = PinNote(random_pin())
        notes.note("pin", noted)
    return noted.pin


def play_pin_of(pin: str | None, notes: NoteStore) -> str | None:
    """The guests' PIN, which allows the buttons of the game only; it is stored in the journal. None: no PIN is needed.

    Raises NotWritten.
    """
    noted = notes.noted("play-pin", PinNote)
    if pin is None or (noted is not None and noted.pin != pin):
        return None if pin is None or noted is None else noted.pin
    made = next(made for made in iter(random_pin, "") if made != pin)
    notes.note("play-pin", PinNote(made))
    return made


def keep_pin(notes: NoteStore, pin: str) -> None:
    """Stores a new PIN; a PIN given at the next start takes precedence. Raises NotWritten."""
    notes.note("pin", PinNote(pin))


def checked_pin(given: str) -> str | None:
    """The given PIN; None for `none`. Raises InputError: it is too short, or cannot be typed."""
    if given == "none":
        return None
    if not given.isprintable() or not given.isascii() or not SHORTEST_PIN <= len(given.strip()) <= LONGEST_PIN:
        raise InputError(said(Message.of("terminal.no-such-pin", least=SHORTEST_PIN, most=LONGEST_PIN)))
    return given


def random_pin() -> str:
    """A random PIN."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
