"""Mending: what persons say about the tiles that the camera misreads. It sticks while the tile lies there."""

from referee.tiles import Tile
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import ToldNote, ToldTile, quad_of
from tilewatch.storage.recorded_match import refusals
from tilewatch.table.situation import Situation
from tilewatch.table.watching import Watching
from web.contract import BadRequest

TOLD = "told"
"""The journal's note of what persons said about tiles."""


class Corrections:
    """What persons say about tiles (web.contract.TileControls), kept in the journal."""

    def __init__(self, journal: Journal, watching: Watching, situation: Situation) -> None:
        self._journal, self._watching, self._situation = journal, watching, situation
        self._noted = journal.noted(TOLD, ToldNote) or ToldNote()
        for told in self._noted.told:
            read, tile = Tile.from_notation(told.read), Tile.from_notation(told.tile)
            watching.watch.remember([list(corner) for corner in told.quad], read, tile)

    def correct(self, set_: int, place: int, tile: str) -> None:
        """A person says what a tile of the table is. Raises Refused."""
        with refusals():
            told = Tile.from_notation(tile)
        now = self._situation
        with self._watching.lock, now.lock:
            rows = now.view.table.rows
            if set_ >= len(rows) or place >= len(rows[set_]):
                raise BadRequest("no-tile-there", set=set_, place=place)
            self._watching.watch.tell(rows[set_][place].key, told)
            self.keep()
            now.look(self._watching.watch.sight, now.view.trouble)

    def keep(self) -> None:
        """Notes what was said about the tiles that lie there now."""
        tiles = [tile for tile in self._watching.watch.sight.table.tiles if tile.is_told]
        note = ToldNote(tuple(ToldTile(quad_of(t.quad), str(t.read or t.tile), str(t.tile)) for t in tiles))
        if note != self._noted:
            self._journal.note(TOLD, note)
            self._noted = note
