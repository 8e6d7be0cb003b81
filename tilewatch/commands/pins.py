"""PINs as commands take and make them."""

import secrets

from referee.messages import Message
from tilewatch.commands.inputs import InputError
from tilewatch.language import said
from tilewatch.storage.notes import NoteStore, PinNote

PIN_DIGITS = 6
SHORTEST_PIN, LONGEST_PIN = 4, 40


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
