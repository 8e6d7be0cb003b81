"""Players' answers about tiles and places, kept in the journal: they outlast a start of the program."""

from collections.abc import Callable, Iterable

from referee.tiles import Tile
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import ToldNote, ToldTile, quad_of
from tilewatch.table.watching import Watching
from vision.watching import SettledTile

TOLD = "told"
"""Name of the journal's note with the players' answers."""


class KeptAnswers:
    """The players' answers in the journal. The answers from before this start are restored at once."""

    def __init__(self, journal: Journal, watching: Watching) -> None:
        self._journal, self._watching = journal, watching
        self._noted = journal.noted(TOLD, ToldNote) or ToldNote()
        self._are_seen = False
        """Whether all tiles that are noted were seen since the program began."""
        for one in self._noted.told:
            read, tile = Tile.from_notation(one.read), Tile.from_notation(one.tile)
            watching.watch.remember([list(corner) for corner in one.quad], read, tile, one.look or None)
        for none in self._noted.absent:
            read = Tile.from_notation(none.read)
            watching.watch.remember([list(corner) for corner in none.quad], read, None, none.look or None, none.row)

    def keep(self) -> None:
        """Writes the answers about all tiles now on the table to the journal."""
        self._are_seen = True
        self._keep(self._note(), self._journal.note)

    def keep_places(self) -> None:
        """Writes the answers and the tiles' present positions to the journal: an answer must not pass to the next tile
        in that position, and the camera may have been moved. After a start nothing is written until all these tiles
        were seen again, because the camera may point elsewhere."""
        with self._watching.lock:
            now, before = self._note(), self._noted
            as_many = (len(now.told), len(now.absent)) == (len(before.told), len(before.absent))
            self._are_seen = self._are_seen or as_many
            if self._are_seen:
                self._keep(now, self._journal.beat)

    def _keep(self, note: ToldNote, write: Callable[[str, ToldNote], None]) -> None:
        """Writes the note if it differs from the last."""
        if note != self._noted:
            write(TOLD, note)
            self._noted = note

    def _note(self) -> ToldNote:
        snapshot = self._watching.watch.snapshot
        told = (tile for tile in snapshot.table.tiles if tile.is_told)
        return ToldNote(self._noted_of(told), self._noted_of(snapshot.absent))

    def _noted_of(self, tiles: Iterable[SettledTile]) -> tuple[ToldTile, ...]:
        look_of = self._watching.watch.look_of
        return tuple(
            ToldTile(
                quad_of(tile.quad), str(tile.read or tile.tile), str(tile.tile), look_of(tile.key) or b"", tile.row
            )
            for tile in tiles
        )
