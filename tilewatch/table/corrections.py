"""Players' corrections of tiles that the camera misreads or misses."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

from referee.match import Phase
from referee.messages import Message
from referee.tiles import Tile
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import ToldNote, ToldTile, quad_of
from tilewatch.storage.recorded_match import refusals
from tilewatch.table.print_told import Print
from tilewatch.table.situation import Situation
from tilewatch.table.turn.photo_mending import untold, with_name, with_tile_at, without_unread_at
from tilewatch.table.watching import Watching
from tilewatch.view import mark_of
from vision.watching import SettledTile, Snapshot
from web.contract import BadRequest, Conflict, TableNotSeen

TOLD = "told"
"""Name of the journal's note with the players' corrections."""
Answers = dict[int, Tile | None]
"""Players' answers by the tile's key; None: no tile lies there."""
FREED, UNTOLD = Message("done.freed"), Message("done.untold")
FIRST_ADDED = 2_000_000
"""Lowest key of a tile that a player adds to a photograph."""


class Corrections:
    """Players' corrections of tiles (web.contract.TileControls), written to the journal."""

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
            watching.watch.remember([list(corner) for corner in none.quad], read, None, none.look or None, none.row)

    def correct(self, set_: int, place: int, tile: str | None, mark: str = "", by: str = "") -> None:
        """Names the tile at `place` of set `set_` as a player says; `tile` None: no tile lies there. `mark`: the mark
        of the tile as the page showed it; `by`: the person whose device says so. Raises Refused."""
        with refusals():
            wanted = None if tile is None else Tile.from_notation(tile)
        with self._watching.lock, self._situation.lock:
            key = self._key(set_, place, mark)
            said = _named(self._tile(key), wanted)
            if wanted is None and (rows := self._apart(key)):
                self._tell_apart(rows, by)
                return
            if self._situation.by_photos:
                known = self._say_print(key) if wanted is None else None
                self._mend(with_name(self._photograph, key, wanted), said, by, known)
                return
            before = self._answers()
            if wanted is None:
                self._watching.watch.tell_absent(key)
            else:
                self._watching.watch.tell(key, wanted)
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

    def _tell_apart(self, rows: list[list[SettledTile]], by: str) -> None:
        """Players say that these rows are no part of the game."""
        tiles = [tile for row in rows for tile in row]
        said = Message.of("done.apart", tiles=tuple(tile.tile for tile in tiles))
        if self._situation.by_photos:
            snapshot = self._photograph
            for tile in tiles:
                snapshot = with_name(snapshot, tile.key, None)
            self._mend(snapshot, said, by)
            return
        before = self._answers()
        for row in rows:
            self._watching.watch.tell_apart({tile.key for tile in row})
        self._tell(said, by, before)

    def add(self, x: float, y: float, tile: str, by: str = "") -> None:
        """Adds a tile where the camera reads none; `x`, `y`: its middle in pixels of the picture. Raises Refused."""
        with refusals():
            wanted = Tile.from_notation(tile)
        with self._watching.lock, self._situation.lock:
            self._check_inside(x, y)
            said = Message.of("done.added", tile=(wanted,))
            if self._situation.by_photos:
                self._mend(with_tile_at(self._photograph, x, y, wanted, next(self._added)), said, by)
                return
            before = self._answers()
            self._watching.watch.tell_there(x, y, wanted)
            if (pressed := self._situation.pressed) is not None:  # what lies beside the tile is read before the verdict
                self._situation.remember(replace(pressed, since=self._watching.read_once_more()))
            self._tell(said, by, before)

    def free(self, x: float, y: float, by: str = "") -> None:
        """Removes an unread place that is no tile; `x`, `y`: a point of it in pixels. Raises Refused."""
        with self._watching.lock, self._situation.lock:
            self._check_inside(x, y)
            if self._situation.by_photos:
                if (freed := without_unread_at(self._photograph, x, y)) is None:
                    raise BadRequest("nothing-unread-there")
                self._mend(freed, FREED, by)
                return
            before = self._answers()
            if not self._watching.watch.tell_free(x, y):
                raise BadRequest("nothing-unread-there")
            self._tell(FREED, by, before)

    def untell(self, set_: int, place: int, mark: str = "", by: str = "") -> None:
        """Takes back the correction of a tile, so that the camera's reading counts again. Raises Refused."""
        with self._watching.lock, self._situation.lock:
            key = self._key(set_, place, mark)
            if self._situation.by_photos:
                self._mend(untold(self._photograph, key), UNTOLD, by)
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

    @property
    def _photograph(self) -> Snapshot:
        """The newest photograph's snapshot, with the rows that the page shows."""
        view = self._situation.view
        return replace(view.snapshot, table=view.table)

    def _tile(self, key: int) -> SettledTile | None:
        return next((one for one in self._situation.view.table.tiles if one.key == key), None)

    def _say_print(self, key: int) -> Print | None:
        """Records that the face read as this tile is print, for the next photographs, too."""
        photograph, tile = self._photograph, self._tile(key)
        if tile is None or photograph.picture is None:
            return None
        return self._situation.print_told.say(self._situation.round, tile, photograph.picture.pixels)

    def _mend(self, snapshot: Snapshot, said: Message, by: str, known: Print | None = None) -> None:
        """Shows a corrected photograph. The next photograph is read without the correction, except for print that is
        `known`. `said`: the message for the players; `by`: the person whose device said so."""
        before, photo = self._photograph, self._situation.photo_of
        self._situation.update(snapshot)

        def back(_: str) -> None:
            with self._situation.lock:
                if self._situation.photo_of != photo:
                    raise Conflict("no-longer-there")
                if known is not None:
                    self._situation.print_told.unsay(known)
                self._situation.update(replace(before, number=self._photograph.number + 1))

        self._situation.say_done(said, back, by)

    def _answers(self) -> Answers:
        """Players' answers about each tile and place, by its key."""
        snapshot = self._watching.watch.snapshot
        told: Answers = {tile.key: tile.tile for tile in snapshot.table.tiles if tile.is_told}
        return {**told, **{none.key: None for none in snapshot.absent}}

    def _say_again(self, before: Answers, said: Answers) -> None:
        """Undoes the corrections `said`: these places get the answers of `before` again. Raises Conflict: a tile is
        gone."""
        watch = self._watching.watch
        with self._watching.lock, self._situation.lock:
            if any(key not in self._answers() for key in said):
                raise Conflict("no-longer-there")
            for key in said:
                if key not in before:
                    watch.untell(key)
                elif (tile := before[key]) is not None:
                    watch.tell(key, tile)
            self._tell()

    def _check_inside(self, x: float, y: float) -> None:
        """Checks that a point lies in the picture. Raises TableNotSeen, BadRequest."""
        table = self._situation.view.table
        if not table.width:
            raise TableNotSeen("table-not-read")
        if not (0 <= x < table.width and 0 <= y < table.height):
            raise BadRequest("outside-the-picture", width=table.width, height=table.height)

    def _key(self, set_: int, place: int, mark: str) -> int:
        """The key of the tile with this mark; without a mark, of the tile at `place` of set `set_`. Raises Refused."""
        rows = self._situation.view.table.rows
        if mark:
            return _marked(self._situation.view.table.tiles, mark).key
        if set_ >= len(rows) or place >= len(rows[set_]):
            raise BadRequest("no-tile-there", set=set_, place=place)
        return rows[set_][place].key

    def _tell(self, said: Message | None = None, by: str = "", before: Answers | None = None) -> None:
        """Writes the corrections to the journal and shows them. `said`: the message that reports the last one; None:
        nothing is reported. `by`: the person who made it. `before`: the corrections without it, which Undo restores;
        None: it cannot be undone."""
        self.keep()
        if said is not None:
            known, now = before, self._answers()
            changed = {} if known is None else {key: now[key] for key in now if (key, now[key]) not in known.items()}
            back = None if known is None or not changed else lambda _: self._say_again(known, changed)
            self._situation.say_done(said, back, by)
        self._situation.update(self._watching.watch.snapshot, self._situation.view.trouble)

    def keep(self) -> None:
        """Writes the corrections of all tiles now on the table to the journal."""
        self._are_seen = True
        self._keep(self._note(), self._journal.note)

    def keep_places(self) -> None:
        """Writes the corrections and the tiles' present positions to the journal: a correction must not pass to the
        next tile in that position, and the camera may have been moved. After a start nothing is written until all
        corrected tiles were seen again, because the camera may point elsewhere."""
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


def _named(tile: SettledTile | None, wanted: Tile | None) -> Message:
    """The message that tells a player's name for a tile; `wanted` None: no tile lies there."""
    read = None if tile is None else tile.tile
    if wanted is None:
        return FREED if read is None else Message.of("done.no-tile", tile=(read,))
    if read is None or read == wanted:
        return Message.of("done.settled", tile=(wanted,))
    return Message.of("done.tile", tile=(wanted,), read=(read,))


def _marked(tiles: Iterable[SettledTile], mark: str) -> SettledTile:
    """The tile that the page showed with this mark. Raises Conflict: it is gone."""
    for tile in tiles:
        if mark_of(tile) == mark:
            return tile
    raise Conflict("no-longer-there")
