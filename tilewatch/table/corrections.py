"""Mending: what persons say about tiles that the camera misreads or misses."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

from referee.tiles import Tile
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import ToldNote, ToldTile, quad_of
from tilewatch.storage.recorded_match import refusals
from tilewatch.table.situation import Situation
from tilewatch.table.turn.photo_mending import untold, with_name, with_tile_at, without_unread_at
from tilewatch.table.watching import Watching
from tilewatch.view import mark_of
from vision.watching import SettledTile, Snapshot
from web.contract import BadRequest, Conflict, TableNotSeen

TOLD = "told"
"""The journal's note of what persons said about tiles."""
FIRST_ADDED = 2_000_000
"""The keys of tiles that persons add to a photograph begin here."""


class Corrections:
    """What persons say about tiles (web.contract.TileControls), kept in the journal."""

    def __init__(self, journal: Journal, watching: Watching, situation: Situation) -> None:
        self._journal, self._watching, self._situation = journal, watching, situation
        self._noted = journal.noted(TOLD, ToldNote) or ToldNote()
        self._added = count(FIRST_ADDED)
        self._are_seen = False
        """Whether all tiles that are noted were seen since the program began."""
        for one in self._noted.told:
            read, tile = Tile.from_notation(one.read), Tile.from_notation(one.tile)
            watching.watch.remember([list(corner) for corner in one.quad], read, tile, one.look or None)
        for none in self._noted.absent:
            read = Tile.from_notation(none.read)
            watching.watch.remember([list(corner) for corner in none.quad], read, None, none.look or None)

    def correct(self, set_: int, place: int, tile: str | None, mark: str = "") -> None:
        """A person says what a tile of the table is; None: that none lies there. `mark`: which was shown. Raises
        Refused."""
        with refusals():
            wanted = None if tile is None else Tile.from_notation(tile)
        with self._watching.lock, self._situation.lock:
            key = self._key(set_, place, mark)
            if self._situation.by_photos:
                self._mend(with_name(self._photograph, key, wanted))
                return
            if wanted is None:
                self._watching.watch.tell_absent(key)
            else:
                self._watching.watch.tell(key, wanted)
            self._tell()

    def add(self, x: float, y: float, tile: str) -> None:
        """A person says that a tile lies where none is read; `x`, `y`: pixels of the picture. Raises Refused."""
        with refusals():
            wanted = Tile.from_notation(tile)
        with self._watching.lock, self._situation.lock:
            self._check_inside(x, y)
            if self._situation.by_photos:
                self._mend(with_tile_at(self._photograph, x, y, wanted, next(self._added)))
                return
            self._watching.watch.tell_there(x, y, wanted)
            self._tell()

    def free(self, x: float, y: float) -> None:
        """A person says that no tile lies where one is seen that cannot be read; `x`, `y`: pixels. Raises Refused."""
        with self._watching.lock, self._situation.lock:
            self._check_inside(x, y)
            if self._situation.by_photos:
                if (freed := without_unread_at(self._photograph, x, y)) is None:
                    raise BadRequest("nothing-unread-there")
                self._mend(freed)
                return
            if not self._watching.watch.tell_free(x, y):
                raise BadRequest("nothing-unread-there")
            self._tell()

    def untell(self, set_: int, place: int, mark: str = "") -> None:
        """A person takes back what was said of a tile: the camera's word counts again. Raises Refused."""
        with self._watching.lock, self._situation.lock:
            key = self._key(set_, place, mark)
            if self._situation.by_photos:
                self._mend(untold(self._photograph, key))
                return
            self._watching.watch.untell(key)
            self._tell()

    def untell_absent(self, place: int, mark: str = "") -> None:
        """A person takes back that no tile lies at a place, by its number in the state. Raises Refused."""
        with self._watching.lock, self._situation.lock:
            absent = self._situation.view.snapshot.absent
            if not mark and place >= len(absent):
                raise BadRequest("nothing-said-there", place=place)
            self._watching.watch.untell(_marked(absent, mark).key if mark else absent[place].key)
            self._tell()

    def insist(self) -> None:
        """The players say that what lies over the table belongs there."""
        self._watching.insist()

    @property
    def _photograph(self) -> Snapshot:
        """The newest photograph, its rows as they are shown."""
        view = self._situation.view
        return replace(view.snapshot, table=view.table)

    def _mend(self, snapshot: Snapshot) -> None:
        """A photograph's tiles were mended: it holds for this photograph, and nothing is remembered for the next."""
        self._situation.update(snapshot)

    def _check_inside(self, x: float, y: float) -> None:
        """Raises TableNotSeen, BadRequest."""
        table = self._situation.view.table
        if not table.width:
            raise TableNotSeen("table-not-read")
        if not (0 <= x < table.width and 0 <= y < table.height):
            raise BadRequest("outside-the-picture", width=table.width, height=table.height)

    def _key(self, set_: int, place: int, mark: str) -> int:
        """The key of the tile with this mark; where none is given, of the one in a set's place. Raises Refused."""
        rows = self._situation.view.table.rows
        if mark:
            return _marked(self._situation.view.table.tiles, mark).key
        if set_ >= len(rows) or place >= len(rows[set_]):
            raise BadRequest("no-tile-there", set=set_, place=place)
        return rows[set_][place].key

    def _tell(self) -> None:
        self.keep()
        self._situation.update(self._watching.watch.snapshot, self._situation.view.trouble)

    def keep(self) -> None:
        """Notes what was said about the tiles that lie there now."""
        self._are_seen = True
        self._keep(self._note(), self._journal.note)

    def keep_places(self) -> None:
        """Notes it, and where they lie: of a tile that was taken away it says nothing about the next in its place, and
        the camera may have been pushed. After a start nothing is noted before all were seen: it may look elsewhere."""
        with self._watching.lock:
            now, before = self._note(), self._noted
            as_many = (len(now.told), len(now.absent)) == (len(before.told), len(before.absent))
            self._are_seen = self._are_seen or as_many
            if self._are_seen:
                self._keep(now, self._journal.beat)

    def _keep(self, note: ToldNote, write: Callable[[str, ToldNote], None]) -> None:
        """Writes it down where it says anything new."""
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
            ToldTile(quad_of(tile.quad), str(tile.read or tile.tile), str(tile.tile), look_of(tile.key) or b"")
            for tile in tiles
        )


def _marked(tiles: Iterable[SettledTile], mark: str) -> SettledTile:
    """The tile that was shown with this mark. Raises Conflict."""
    for tile in tiles:
        if mark_of(tile) == mark:
            return tile
    raise Conflict("no-longer-there")
