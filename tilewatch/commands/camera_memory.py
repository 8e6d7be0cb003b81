"""Keeps in the journal which device the camera was, and says where its number changed."""

from contextlib import suppress

import click

from referee.messages import Message
from tilewatch.language import said
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import CameraNote
from tilewatch.storage.sql.place import JournalUnusable
from vision.camera import CameraMemory, LastSeen
from web.contract import NotWritten


def remember(memory: CameraMemory, journal: Journal, camera: str) -> None:
    """Has the journal keep the device that is asked for by this number, so that the next start knows it."""
    note = f"camera-{camera}"
    with suppress(JournalUnusable):
        noted = journal.noted(note, CameraNote)
        memory.last = None if noted is None else LastSeen(noted.name, noted.look)

    def keep(seen: LastSeen) -> None:
        with suppress(NotWritten):  # a minute later it is kept again
            journal.note(note, CameraNote(seen.name, seen.look))

    memory.keep = keep
    memory.told = lambda number, last: click.echo(said(renumbered(int(camera), number, last)), err=True)


def renumbered(asked: int, number: int, last: LastSeen) -> Message:
    """What is said where the camera asked for has another number now."""
    if not last.name:
        return Message.of("terminal.renumbered-by-look", asked=asked, number=number)
    return Message.of("terminal.renumbered", asked=asked, number=number, name=last.name)
