"""Removed things, stored for a day to be restored: a device's session, the PIN, a player, a set of tiles."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import current_app

from web.access import device_name
from web.contract import Refused
from web.decoding import Record
from web.kept import KeepsNotes
from web.sessions import Session

NOTE = "taken-away"
FOR_A_DAY = 86400.0
"""Seconds for which a removed thing is stored."""
MOST = 40
"""Removed things that are stored; the oldest is dropped first."""


class TakenAway(Record, frozen=True):
    """A removed thing: its kind, its name, when it was removed (seconds since the epoch), and on which device.

    The other fields are needed to restore it: a device's `session`; a PIN, or a player's present name (`text`); a
    player's picture, or a set as a file (`file`); a player's `colour`; and the `matches` in which a name was changed.
    """

    id: str
    kind: str
    name: str
    moment: float
    by: str
    session: Session | None = None
    text: str = ""
    file: bytes = b""
    colour: int | None = None
    matches: tuple[int, ...] = ()


class TakenNote(Record, frozen=True):
    """Everything that can be restored, the oldest first."""

    taken: tuple[TakenAway, ...] = ()


@contextmanager
def taking_away(kind: str, name: str, **kept: Any) -> Iterator[None]:
    """A context that stores what its block removes; if the block fails, nothing stays stored. Raises NotWritten before
    the block, so that nothing is removed."""
    one = TakenAway(secrets.token_hex(4), kind, name, time.time(), device_name(), **kept)
    _keep((*taken_away(), one)[-MOST:])
    try:
        yield
    except Refused:
        is_given_back(one)
        raise


def taken_away() -> tuple[TakenAway, ...]:
    """Everything that can be restored, the oldest first."""
    note = _keeper().notes.read(NOTE, TakenNote) or TakenNote()
    return tuple(one for one in note.taken if abs(time.time() - one.moment) < FOR_A_DAY)


def is_given_back(one: TakenAway) -> None:
    """Drops a thing that was restored. Raises NotWritten."""
    _keep(tuple(other for other in taken_away() if other.id != one.id))


def forget_old(keeper: KeepsNotes) -> None:
    """Deletes things older than a day, above all pictures. Raises NotWritten."""
    note = keeper.notes.read(NOTE, TakenNote) or TakenNote()
    kept = tuple(one for one in note.taken if abs(time.time() - one.moment) < FOR_A_DAY)
    if len(kept) < len(note.taken):
        keeper.notes.write(NOTE, TakenNote(kept))


def _keep(taken: tuple[TakenAway, ...]) -> None:
    _keeper().notes.write(NOTE, TakenNote(taken))


def _keeper() -> KeepsNotes:
    keeper: KeepsNotes = current_app.extensions["tilewatch.keeper"]
    return keeper
