"""What persons say about the tiles that lie there, and what is seen then; it stays so while a place looks the same."""

from dataclasses import replace

import numpy as np

from referee.tiles import Tile
from vision.reading import Gallery, Quad, centres
from vision.watching.known_tiles import KnownTiles
from vision.watching.places import PlaceLooks
from vision.watching.settle import SettledTable, in_rows
from vision.watching.snapshot import Snapshot
from vision.watching.tracks import SettledTile
from vision.watching.unread import at_point, elsewhere

TILE_SHARE = 40
"""Where no other tile tells how large one is: the picture's width by so many."""


class Answers:
    """Keeps what persons say with what is `known`; each answer gives the snapshot as it is after it.

    `looks`: of the places they speak of. `gallery`: what it teaches of this set.
    """

    def __init__(self, known: KnownTiles, looks: PlaceLooks, gallery: Gallery) -> None:
        self._known, self._looks, self._gallery = known, looks, gallery

    def tell(self, snapshot: Snapshot, key: int, tile: Tile) -> Snapshot:
        """After a person said what the tile with this key is."""
        self._unlearn(snapshot, key)
        self._known.tell(key, tile)
        if snapshot.picture is not None:
            for told in (old for old in snapshot.table.tiles if old.key == key):
                self._gallery.learn_told(snapshot.picture.pixels, told.quad, tile, key)
        tiles = (old.told(tile) if old.key == key else old for old in snapshot.table.tiles)
        return replace(snapshot, table=replace(snapshot.table, tiles=tuple(tiles)))

    def untell(self, snapshot: Snapshot, key: int) -> Snapshot:
        """After a person took back what was said of a tile, or of a place."""
        self._unlearn(snapshot, key)
        self._known.tell(key, None)
        lying = {track.key for track in (*self._known.kept, *self._known.seen)}
        tiles = tuple(old for old in snapshot.table.tiles if old.key in lying or not old.is_told)
        table = snapshot.table
        if len(tiles) < len(table.tiles):
            table = in_rows(replace(table, tiles=tiles))
        return replace(snapshot, table=table, absent=self._known.absent)

    def tell_absent(self, snapshot: Snapshot, key: int) -> Snapshot:
        """After a person said that no tile lies where this one is read."""
        self._unlearn(snapshot, key)
        self._known.tell_absent(key)
        tiles = tuple(old for old in snapshot.table.tiles if old.key != key)
        return replace(snapshot, table=in_rows(replace(snapshot.table, tiles=tiles)), absent=self._known.absent)

    def tell_there(self, snapshot: Snapshot, x: float, y: float, tile: Tile) -> Snapshot:
        """After a person said that a tile lies where none is read; `x`, `y`: its middle, in pixels."""
        if (missed := _missed_at(snapshot.table, x, y)) is not None:
            return self.tell(snapshot, missed.key, tile)
        quad = _outline_at(snapshot.table, x, y)
        told = self._known.tell_there(quad, tile)
        if snapshot.picture is not None:
            self._gallery.learn_told(snapshot.picture.pixels, quad, tile, told.key)
        tiles = (*(old for old in snapshot.table.tiles if self._known.is_known(old.key)), told)
        return self._spoken_of(replace(snapshot, table=in_rows(replace(snapshot.table, tiles=tiles))), told)

    def tell_free(self, snapshot: Snapshot, x: float, y: float) -> Snapshot | None:
        """After a person said that no tile lies where one is seen that cannot be read; None: none is seen there."""
        if (missed := _missed_at(snapshot.table, x, y)) is not None:
            return self.tell_absent(snapshot, missed.key)
        seen = at_point(snapshot.table.unread, x, y)
        return None if seen is None else self._spoken_of(snapshot, self._known.tell_free(seen.quad, seen.tile))

    def remember(self, quad: Quad, read: Tile, tile: Tile | None, look: bytes | None) -> None:
        """What a person said before the program began; `look`: of a place of which only a person spoke."""
        track = self._known.remember(quad, read, tile)
        if look is not None:
            track.is_added = True
            self._looks.remember(track.key, track.quad, look)

    def look_of(self, key: int) -> bytes | None:
        """How a place looks of which only a person spoke; None: a tile was read there, or nobody knows."""
        return self._looks.look_of(key) if self._known.is_added(key) else None

    def _unlearn(self, snapshot: Snapshot, key: int) -> None:
        """What was learnt of a tile before another answer is forgotten, also what was said before the program began."""
        lying = next((old for old in snapshot.table.tiles if old.key == key and old.is_told), None)
        if not self._gallery.forget(key) and lying is not None and snapshot.picture is not None:
            self._gallery.forget_told(snapshot.picture.pixels, lying.quad, lying.tile)

    def _spoken_of(self, snapshot: Snapshot, said: SettledTile) -> Snapshot:
        """After a place was spoken of where no tile is read: its look is learnt, and nothing is unread there."""
        if snapshot.picture is not None:
            self._looks.learn_more(snapshot.picture.pixels, said.key, said.quad)
        table = replace(snapshot.table, unread=elsewhere(snapshot.table.unread, [said.quad]))
        return replace(snapshot, table=table, absent=self._known.absent)


def _missed_at(table: SettledTable, x: float, y: float) -> SettledTile | None:
    """The tile there that was read before, and that the newest pictures do not show."""
    return at_point((tile for tile in table.tiles if tile.was_missed), x, y)


def _outline_at(table: SettledTable, x: float, y: float) -> Quad:
    """Where a tile's corners are whose middle is there: as they are seen, or it lies as the nearest tile does."""
    seen = at_point(table.unread, x, y)
    if seen is not None:
        return seen.quad
    if table.tiles:
        quads = np.stack([tile.quad for tile in table.tiles])
        nearest = quads[np.linalg.norm(centres(quads) - [x, y], axis=1).argmin()]
        return np.asarray(nearest - nearest.mean(axis=0) + [x, y], np.float32)
    half = table.width / TILE_SHARE / 2
    corners = np.array([[-1, -1.35], [1, -1.35], [1, 1.35], [-1, 1.35]]) * half
    return np.asarray(corners + [x, y], np.float32)
