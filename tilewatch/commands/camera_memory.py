"""Stores in the journal which device the camera was, and reports if the device's number has changed."""

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
    """Makes the camera store its device in the journal, so that the next start finds the device even under another
    number."""
    note = f"camera-{camera}"
    with suppress(JournalUnusable):
        noted = journal.noted(note, CameraNote)
        memory.last = None if noted is None else LastSeen(noted.name, noted.look)

    def keep(seen: LastSeen) -> None:
        with suppress(NotWritten):  # the next attempt follows in a minute
            journal.note(note, CameraNote(seen.name, seen.look))

    memory.keep = keep
    memory.told = lambda number, last: click.echo(said(renumbered(int(camera), number, last)), err=True)


def renumbered(asked: int, number: int, last: LastSeen) -> Message:
    """The message that device number `asked` now has the number `number`."""
    if not last.name:
        return Message.of("terminal.renumbered-by-look", asked=asked, number=number)
    return Message.of("terminal.renumbered", asked=asked, number=number, name=last.name)
