"""The bare table of the round in the journal: a program that starts again in the middle of a round knows its print."""

from contextlib import suppress

from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import BareTableNote
from tilewatch.table.situation import Situation
from tilewatch.table.watching import Watching
from vision.camera import Picture, PictureError, Pixels, encoded

BARE_TABLE = "bare-table"
"""Name of the journal's note with the bare table."""
QUALITY = 95
"""The JPEG's quality: print is compared with it, pixel by pixel."""


class BareTable:
    """Writes the bare table to the journal when it changes, and gives it back to the watch at a start."""

    def __init__(self, journal: Journal, watching: Watching, situation: Situation) -> None:
        self._journal, self._watching = journal, watching
        self._kept: Pixels | None = None
        note = journal.noted(BARE_TABLE, BareTableNote) if situation.is_at_turn() else None
        with suppress(PictureError):
            if note is not None:
                watching.watch.remember_bare(Picture(note.jpeg, 0, 0.0).pixels)

    def keep(self) -> None:
        """Writes the bare table if it is another one."""
        bare = self._watching.watch.bare_table
        if bare is not None and bare is not self._kept:
            self._journal.beat(BARE_TABLE, BareTableNote(encoded(bare, QUALITY)))
        self._kept = bare
