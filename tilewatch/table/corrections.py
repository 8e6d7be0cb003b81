"""Players' corrections of tiles that the camera misreads or misses."""

from collections.abc import Iterable
from dataclasses import replace

from referee.match import Phase
from referee.messages import Message
from referee.tiles import Tile
from tilewatch.storage.recorded_match import refusals
from tilewatch.table.kept_answers import KeptAnswers
from tilewatch.table.photo_corrections import PhotoCorrections
from tilewatch.table.situation import Situation, Turn
from tilewatch.table.watching import Watching
from tilewatch.view import View, mark_of
from vision.watching import Said, SettledTile
from web.contract import BadRequest, Conflict, TableNotSeen

FREED, UNTOLD = Message("done.freed"), Message("done.untold")


class Corrections:
    """Players' corrections of tiles (web.contract.TileControls), written to the journal."""

    def __init__(self, kept: KeptAnswers, watching: Watching, situation: Situation) -> None:
        self._kept, self._watching, self._situation = kept, watching, situation
        self._on_photograph = PhotoCorrections(situation)

    def correct(self, set_: int, place: int, tile: str | None, mark: str = "", by: str = "") -> None:
        """Names the tile at `place` of set `set_` as a player says; `tile` None: no tile lies there. `mark`: the mark
        of the tile as the page showed it; `by`: the person whose device says so. Raises Refused."""
        with refusals():
            wanted = None if tile is None else Tile.from_notation(tile)
        with self._watching.lock, self._situation.lock:
            old = _tile_at(self._situation.view, set_, place, mark)
            said = _named(old.tile, wanted)
            if wanted is None and (rows := self._apart(old.key)):
                self._remove_rows(rows, by)
            elif wanted is None:
                self._remove(old, said, by)
            else:
                self._name(old, wanted, said, by)

    def _name(self, old: SettledTile, wanted: Tile, said: Message, by: str) -> None:
        if self._situation.by_photos:
            self._on_photograph.name(old, wanted, said, by)
            return
        before = self._watching.watch.said
        self._watching.watch.tell(old.key, wanted)
        self._tell(said, by, before)

    def _remove(self, old: SettledTile, said: Message, by: str) -> None:
        if self._situation.by_photos:
            self._on_photograph.remove(old, said, by)
            return
        before = self._watching.watch.said
        self._watching.watch.tell_absent(old.key)
        self._tell(said, by, before)

    def _apart(self, key: int) -> list[list[SettledTile]]:
        """The rows with this tile that may be no part of the game, while players are asked about them, or put the table
        back; else none. While the table is put back, no question is asked."""
        view, question, standing = self._situation.view, self._situation.question, self._situation.standing
        is_restoring = standing is not None and standing.phase is Phase.RESTORING
        if not is_restoring and (question is None or question.kind != "apart"):
            return []
        blocks = ([list(view.table.rows[place]) for place in view.beside(row)] for row in view.apart)
        return next((block for block in blocks if any(tile.key == key for row in block for tile in row)), [])

    def _remove_rows(self, rows: list[list[SettledTile]], by: str) -> None:
        """Players say that these rows are no part of the game."""
        tiles = [tile for row in rows for tile in row]
        said = Message.of("done.apart", tiles=tuple(tile.tile for tile in tiles))
        if self._situation.by_photos:
            self._on_photograph.remove_rows(tiles, said, by)
            return
        before = self._watching.watch.said
        for row in rows:
            self._watching.watch.tell_apart({tile.key for tile in row})
        self._tell(said, by, before)

    def add(self, x: float, y: float, tile: str, by: str = "") -> None:
        """Adds a tile where the camera reads none; `x`, `y`: its middle in pixels of the picture. Raises Refused."""
        with refusals():
            wanted = Tile.from_notation(tile)
        with self._watching.lock, self._situation.lock:
            _check_inside(self._situation.view, x, y)
            said = Message.of("done.added", tile=(wanted,))
            if self._situation.by_photos:
                self._on_photograph.add(x, y, wanted, said, by)
                return
            before = self._watching.watch.said
            self._watching.watch.tell_there(x, y, wanted)
            if (pressed := self._situation.pressed) is not None:  # what lies beside the tile is read before the verdict
                self._situation.remember(replace(pressed, since=self._watching.read_once_more()))
            self._tell(said, by, before)

    def free(self, x: float, y: float, by: str = "") -> None:
        """Removes an unread place that is no tile; `x`, `y`: a point of it in pixels. Raises Refused."""
        with self._watching.lock, self._situation.lock:
            _check_inside(self._situation.view, x, y)
            before, by_photos = self._watching.watch.said, self._situation.by_photos
            is_freed = self._on_photograph.free(x, y, FREED, by) if by_photos else self._watching.watch.tell_free(x, y)
            if not is_freed:
                raise BadRequest("nothing-unread-there")
            if not by_photos:
                self._tell(FREED, by, before)

    def untell(self, set_: int, place: int, mark: str = "", by: str = "") -> None:
        """Takes back the correction of a tile, so that the camera's reading counts again. Raises Refused."""
        with self._watching.lock, self._situation.lock:
            key = _tile_at(self._situation.view, set_, place, mark).key
            if self._situation.by_photos:
                self._on_photograph.untell(key, UNTOLD, by)
                return
            self._watching.watch.untell(key)
            self._tell(UNTOLD, by)

    def untell_absent(self, place: int, mark: str = "", by: str = "") -> None:
        """Takes back a player's answer that no tile lies at a place; `place`: its index in the state. Raises
        Refused."""
        with self._watching.lock, self._situation.lock:
            absent = self._situation.view.snapshot.absent
            if not mark and place >= len(absent):
                raise BadRequest("nothing-said-there", place=place)
            self._watching.watch.untell(_marked(absent, mark).key if mark else absent[place].key)
            self._tell(UNTOLD, by)

    def insist(self) -> None:
        """Records the players' answer that the objects over the table belong there."""
        self._watching.insist()

    def _tell(self, said: Message, by: str, before: Said | None = None) -> None:
        """Writes the corrections to the journal and shows them. `said`: the message that reports the last one; `by`:
        the person who made it. `before`: what was said without it, which Undo restores; None: it cannot be undone."""
        self._kept.keep()
        after, turn = self._watching.watch.said, self._situation.turn
        is_undone = before is not None and bool(before.changed(after))
        back = None if before is None or not is_undone else lambda _: self._take_back(before, after, turn)
        self._situation.undoing.say(said, back, by, of_turn=True)
        self._show()

    def _take_back(self, before: Said, after: Said, turn: Turn | None) -> None:
        """Undoes a correction of that turn. Raises Conflict: the tile is gone, or the turn is over."""
        with self._watching.lock, self._situation.lock:
            is_over = self._situation.by_photos or self._situation.turn != turn
            if is_over or not self._watching.watch.take_back(before, after):
                raise Conflict("no-longer-there")
            self._kept.keep()
            self._show()

    def _show(self) -> None:
        self._situation.update(self._watching.watch.snapshot, self._situation.view.trouble)


def _tile_at(view: View, set_: int, place: int, mark: str) -> SettledTile:
    """The tile with this mark; without a mark, the tile at `place` of set `set_`. Raises Refused."""
    rows = view.table.rows
    if mark:
        return _marked(view.table.tiles, mark)
    if set_ >= len(rows) or place >= len(rows[set_]):
        raise BadRequest("no-tile-there", set=set_, place=place)
    return rows[set_][place]


def _check_inside(view: View, x: float, y: float) -> None:
    """Checks that a point lies in the picture. Raises TableNotSeen, BadRequest."""
    table = view.table
    if not table.width:
        raise TableNotSeen("table-not-read")
    if not (0 <= x < table.width and 0 <= y < table.height):
        raise BadRequest("outside-the-picture", width=table.width, height=table.height)


def _named(read: Tile, wanted: Tile | None) -> Message:
    """The message that tells a player's name for a tile read; `wanted` None: no tile lies there."""
    if wanted is None:
        return Message.of("done.no-tile", tile=(read,))
    if read == wanted:
        return Message.of("done.settled", tile=(wanted,))
    return Message.of("done.tile", tile=(wanted,), read=(read,))


def _marked(tiles: Iterable[SettledTile], mark: str) -> SettledTile:
    """The tile that the page showed with this mark. Raises Conflict: it is gone."""
    for tile in tiles:
        if mark_of(tile) == mark:
            return tile
    raise Conflict("no-longer-there")
