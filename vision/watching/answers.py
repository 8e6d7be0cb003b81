"""Players' answers about tiles on the table, applied to the snapshot; each holds while its place looks the same."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from referee.tiles import Tile
from vision.camera import Pixels
from vision.reading import SURE, Gallery, PlacedTile, Quad, centres
from vision.watching.in_play import InPlay
from vision.watching.places import as_bytes, from_bytes, looks_at
from vision.watching.said import Said
from vision.watching.settle import Settler
from vision.watching.snapshot import SettledTable, Snapshot, in_rows
from vision.watching.strays import PictureReader, Strays, is_stray
from vision.watching.surroundings import Surroundings
from vision.watching.tracks import SettledTile, Track
from vision.watching.unread import at_point, elsewhere

TILE_SHARE = 40
"""Assumed width of a tile where no other tile tells it: the picture's width divided by this number."""


class Answers:
    """The state of the table (`snapshot`), and what players say about its tiles.

    `gallery`: learnt appearances of this set's faces; players' answers are added to it.
    """

    def __init__(self, reader: PictureReader, gallery: Gallery | None = None) -> None:
        self.gallery, self.snapshot = gallery or Gallery(), Snapshot()
        self._settler = Settler()
        self._around, self._strays = Surroundings(), Strays(reader)
        self._in_play = InPlay(self._around, self._strays)
        self._known, self._learnt = self._settler.known, set[int]()
        self._pixels: Pixels | None = None
        """The mean (H, W, 3) in which the snapshot was read; a single picture lies beside the map by a tremble."""

    def tell(self, key: int, tile: Tile) -> None:
        """Corrects the tile with this key to `tile`; the correction holds while the tile lies there."""
        self._unlearn(key)
        self._known.tell(key, tile)
        table = self.snapshot.table
        for old in table.tiles:
            if old.key == key and not old.is_covered:
                self._learn(key, old.quad, tile)
        tiles = tuple(old.told(tile) if old.key == key else old for old in table.tiles)
        self.snapshot = replace(self.snapshot, table=replace(table, tiles=tiles))

    def untell(self, key: int) -> None:
        """Withdraws what a player said of a tile or of a place; the camera's reading counts there again."""
        if self._in_play.field.untell(key):
            self.snapshot = replace(self.snapshot, absent=self._absent)
            return
        self._unlearn(key)
        self._known.tell(key, None)
        left = [old for old in self.snapshot.table.tiles if self._known.is_known(old.key) or not old.is_told]
        read = {track.key: track.settled() for track in self._known.kept if track.key == key}
        self._keep([replace(read.get(old.key, old), quad=old.quad) for old in left])

    @property
    def said(self) -> Said:
        """What players have said so far."""
        tracks = {track.key: replace(track) for track in self._known.kept}
        return Said(tracks, self._in_play.field.rows, {tile.key: tile for tile in self.snapshot.table.tiles})

    def take_back(self, before: Said, after: Said) -> bool:
        """Takes back what was said between these moments; returns False where nothing of it holds any more."""
        changed, field = before.changed(after), self._in_play.field
        if not any(self._known.is_known(key) or key in field.rows for key in changed):
            return False
        for key in changed & (before.rows.keys() | after.rows.keys()):
            field.take_back(key, before.rows.get(key))
        for key in changed & (before.tracks.keys() | after.tracks.keys()):
            self._unlearn(key)
            self._known.take_back(key, before.tracks.get(key))
        now = {tile.key: tile for tile in self.snapshot.table.tiles}
        restored = [before.tiles[key] for key in sorted(changed) if key in before.tiles]
        restored = [replace(tile, quad=now.get(tile.key, tile).quad) for tile in restored]
        self._keep([*(tile for key, tile in now.items() if key not in changed), *restored])
        for tile in restored:
            if tile.is_told and not tile.is_covered:
                self._learn(tile.key, tile.quad, tile.tile)
        self.snapshot = self._with_rows(self.snapshot)
        return True

    def tell_absent(self, key: int) -> None:
        """Records that no tile lies where the tile with this key is read; no tile is reported there while the place
        looks the same.
        """
        self._unlearn(key)
        self._known.tell_absent(key)
        self._keep([old for old in self.snapshot.table.tiles if old.key != key])

    def tell_apart(self, keys: Collection[int]) -> None:
        """Records that the tiles with these keys are no part of the game: they stand on a rack, or are printed on a
        box. Nothing is reported from their row any more, whatever names are read.
        """
        tiles = [old for old in self.snapshot.table.tiles if old.key in keys]
        if not tiles:
            return
        for tile in tiles:
            self._unlearn(tile.key)
        self._in_play.tell_apart(tiles)
        self._around.learn_things([tile.quad for tile in tiles])
        left = self._in_play.field.outside(self.snapshot.table.tiles)
        self._known.drop({old.key for old in self.snapshot.table.tiles} - {old.key for old in left})
        self._keep(left)

    def tell_played(self, keys: Collection[int]) -> None:
        """Records that the rows with these tiles belong to the game: they stay so, whatever names are read."""
        for row in self.snapshot.table.rows:
            if any(tile.key in keys for tile in row):
                self._in_play.field.tell_played(row)
        self.snapshot = self._with_rows(self.snapshot)

    def forget_rows(self) -> None:
        """Forgets the rows that are no part of the game."""
        self._in_play.forget_rows()
        self.snapshot = replace(self.snapshot, absent=self._absent)

    def tell_there(self, x: float, y: float, tile: Tile) -> None:
        """Records that `tile` lies where the camera reads no tile; it is reported while the place looks the same.

        `x`, `y`: centre of the tile, in pixels of the picture.
        """
        if (named := self._open_at(x, y)) is not None:
            self.tell(named.key, tile)
            return
        quad = _outline_at(self.snapshot.table, x, y)
        told = self._known.said(self._known.now_at(quad), tile, tile)
        self._learn(told.key, quad, tile)
        there = replace(told.settled(), quad=quad)
        self._keep([*(old for old in self.snapshot.table.tiles if self._known.is_known(old.key)), there])
        self._around.forget(told.quad)
        self._in_play.bare.forget_at(told.quad)
        self._spoken_of(told, quad)

    def tell_free(self, x: float, y: float) -> bool:
        """Records that no tile lies at a point where the camera sees one that it cannot read; holds while the place
        looks the same.

        Returns False where no tile is seen at this point. `x`, `y`: in pixels of the picture.
        """
        named, unread = self._open_at(x, y), at_point(self.snapshot.table.unread, x, y)
        if named is not None:
            self.tell_absent(named.key)
        elif unread is not None:
            self._spoken_of(self._known.said(self._known.now_at(unread.quad), unread.tile, None), unread.quad)
        return named is not None or unread is not None

    def forget_corrections(self) -> None:
        """Drops corrections of tiles that are no longer seen, so that they do not apply to later tiles. Called while no
        turn is played.
        """
        self._known.forget_corrections()

    def take_for_things(self, asked: Sequence[PlacedTile]) -> None:
        """Learns mere candidates (see is_stray) as objects that belong to the table.

        `asked`: places about which players were asked whether tiles lie there, without an answer.
        """
        strays = [one.quad for one in asked if is_stray(one)]
        if strays:
            self._around.learn_things(strays)
            self._forget_unread(strays)

    def remember(
        self, quad: list[list[float]], read: Tile, tile: Tile | None, look: bytes | None = None, row: int = 0
    ) -> None:
        """Restores an answer that was given before the program started.

        `quad`: corners of the place; `read`: the name that the camera read; `tile`: the player's answer (None: no tile
        lies there); `look`: the place's appearance, as `look_of` returned it, by which the tile is recognised before it
        is read; `row`: how many tiles stand in a row that is no part of the game.
        """
        if row > 0:
            self._in_play.remember(np.array(quad, np.float32), read, row)
            return
        track = self._known.remember(np.array(quad, np.float32), read, tile)
        if look is not None:
            track.is_added = tile in (None, read)  # otherwise the camera misread a tile there
            track.look = from_bytes(look)

    def look_of(self, key: int) -> bytes | None:
        """The appearance, as bytes, of a place that a player spoke of, by the tile's key; None: it is not known."""
        looks = [track.look for track in self._known.kept if track.key == key]
        return as_bytes(looks[0]) if looks and looks[0] is not None else None

    def _with_rows(self, snapshot: Snapshot) -> Snapshot:
        """The snapshot with what is known, or asked, of its rows: whether they belong to the game."""
        field, tiles = self._in_play.field, snapshot.table.tiles
        return replace(snapshot, apart=field.doubted(tiles), played=field.played(tiles))

    @property
    def _absent(self) -> tuple[SettledTile, ...]:
        return (*self._known.absent, *self._in_play.field.told)

    def _learn_faces(self, table: SettledTable, pixels: Pixels) -> None:
        """Adds each confidently read tile to the gallery once, as an example of this set's faces."""
        sure = (tile for tile in table.tiles if tile.confidence >= SURE and not tile.is_covered)
        new = [tile for tile in sure if tile.key not in self._learnt]
        read = [tile for tile in new if not tile.is_told]
        self.gallery.learn(pixels, [(tile.tile, tile.quad) for tile in read], [tile.key for tile in read])
        self._learnt |= {tile.key for tile in new}

    def _learn(self, key: int, quad: Quad, tile: Tile) -> None:
        if self._pixels is not None:
            self.gallery.learn_told(self._pixels, quad, tile, key)

    def _unlearn(self, key: int) -> None:
        """Removes from the gallery the examples that earlier answers about this tile added, also before this start of
        the program.
        """
        self.gallery.forget(key)
        lying = next((old for old in self.snapshot.table.tiles if old.key == key), None)
        if lying is not None and self._pixels is not None:
            self.gallery.forget_of_before(self._pixels, lying.quad, lying.tile)

    def _open_at(self, x: float, y: float) -> SettledTile | None:
        """The tile at this point that a player has to name, or has named; None: no such tile."""
        if at_point(self.snapshot.table.unread, x, y) is not None:
            return None
        return at_point((tile for tile in self.snapshot.table.tiles if tile.is_open or tile.is_told), x, y)

    def _spoken_of(self, said: Track, quad: Quad) -> None:
        """Stores the appearance of a place where a player answered and no tile is read; the place no longer counts as
        unread.
        """
        if self._pixels is not None:
            (said.look,) = looks_at(self._pixels, [quad])
        self._forget_unread([quad])
        self.snapshot = replace(self.snapshot, absent=self._absent)

    def _forget_unread(self, quads: Sequence[Quad]) -> None:
        self._strays.forget(quads)
        table = self.snapshot.table
        self.snapshot = replace(self.snapshot, table=replace(table, unread=elsewhere(table.unread, quads)))

    def _keep(self, tiles: Sequence[SettledTile]) -> None:
        """Replaces the table's tiles, and arranges them in rows where they changed."""
        table = self.snapshot.table
        if list(tiles) != list(table.tiles):
            table = in_rows(replace(table, tiles=tuple(tiles)))
        self.snapshot = replace(self.snapshot, table=table, absent=self._absent)


def _outline_at(table: SettledTable, x: float, y: float) -> Quad:
    """The quad of a tile with its centre at (x, y), in pixels: that of the unread candidate there; else the nearest
    tile's quad, moved there; else an upright quad of assumed size.
    """
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
