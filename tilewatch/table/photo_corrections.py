"""Players' corrections of the newest photograph in a match by photographs."""

from dataclasses import replace
from itertools import count

from referee.messages import Message
from referee.tiles import Tile
from tilewatch.table.print_told import Print
from tilewatch.table.situation import Situation
from tilewatch.table.turn.photo_mending import untold, with_name, with_tile_at, without_unread_at
from vision.watching import SettledTile, Snapshot
from web.contract import Conflict

FIRST_ADDED = 2_000_000
"""Lowest key of a tile that a player adds to a photograph."""


class PhotoCorrections:
    """Shows the newest photograph as players correct it. The next photograph is read without these corrections, except
    for print. Of each method, `said` is the message for the players, and `by` the person whose device says so."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._added = count(FIRST_ADDED)

    def name(self, tile: SettledTile, wanted: Tile, said: Message, by: str) -> None:
        """Renames a tile."""
        self._show(with_name(self._photograph, tile.key, wanted), said, by)

    def remove(self, tile: SettledTile, said: Message, by: str) -> None:
        """Removes a face that is print; it is print on the next photographs, too."""
        photograph = self._photograph
        pixels = None if photograph.picture is None else photograph.picture.pixels
        known = None if pixels is None else self._situation.print_told.say(self._situation.round, tile, pixels)
        self._show(with_name(photograph, tile.key, None), said, by, known)

    def remove_rows(self, tiles: list[SettledTile], said: Message, by: str) -> None:
        """Removes the tiles of rows that are no part of the game."""
        snapshot = self._photograph
        for tile in tiles:
            snapshot = with_name(snapshot, tile.key, None)
        self._show(snapshot, said, by)

    def add(self, x: float, y: float, tile: Tile, said: Message, by: str) -> None:
        """Adds a tile with its middle at a point, in pixels."""
        self._show(with_tile_at(self._photograph, x, y, tile, next(self._added)), said, by)

    def free(self, x: float, y: float, said: Message, by: str) -> bool:
        """Removes the unread place at a point, in pixels; returns False where there is none."""
        freed = without_unread_at(self._photograph, x, y)
        if freed is not None:
            self._show(freed, said, by)
        return freed is not None

    def untell(self, key: int, said: Message, by: str) -> None:
        """Takes back the correction of the tile with this key."""
        self._show(untold(self._photograph, key), said, by)

    @property
    def _photograph(self) -> Snapshot:
        """The newest photograph's snapshot, with the rows that the page shows."""
        view = self._situation.view
        return replace(view.snapshot, table=view.table)

    def _show(self, snapshot: Snapshot, said: Message, by: str, known: Print | None = None) -> None:
        """Shows a corrected photograph. `known`: what became known as print, until the correction is undone."""
        before = self._photograph

        def back(_: str) -> None:
            with self._situation.lock:
                if self._situation.view.snapshot.picture is not before.picture:
                    raise Conflict("no-longer-there")
                if known is not None:
                    self._situation.print_told.unsay(known)
                self._situation.update(replace(before, number=self._photograph.number + 1))

        self._situation.undoing.say(said, back, by, of_turn=True)
        self._situation.update(snapshot)
