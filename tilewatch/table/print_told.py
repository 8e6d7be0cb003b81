"""Print on photographs, taken for single tiles: print that a player named, or that lay on the table before the turn."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from referee.tiles import Tile
from tilewatch.check import Shown, homography, is_upon, moved
from vision.camera import Pixels
from vision.reading import Quad, centres
from vision.watching import Look, SettledTable, SettledTile, in_rows, likeness, looks_at

ALIKE = 0.6
"""Correlation from which two crops show the same print: 0.65 to 0.97 in six of eight pairs of photographs of one print
of a newspaper, 0.54 at most between print and a tile of that name."""
SHIFTS = (-0.12, 0.0, 0.12)
"""Widths and heights of a tile by which a homography may be off."""


Print = tuple[Tile, Look]
"""Print that was read as this tile, and its crop."""


class PrintTold:
    """Print that was read as a tile, by its name and its crop, and the newest photograph of an accepted table; valid
    for a round."""

    def __init__(self) -> None:
        self._round: object = None
        self._told: list[Print] = []
        self._accepted: Shown | None = None

    def say(self, round_: object, tile: SettledTile, pixels: Pixels) -> Print:
        """Records for this round that the face read as this tile in a photograph is print. Returns the value that
        `unsay` takes."""
        self._begin(round_)
        known = tile.read or tile.tile, looks_at(pixels, [tile.quad])[0]
        self._told.append(known)
        return known

    def unsay(self, known: Print) -> None:
        """Withdraws the print that `say` recorded."""
        self._told = [one for one in self._told if one is not known]

    def accept(self, round_: object, shown: Shown) -> None:
        """Records the photograph of a table that was judged legal: all of it beside its tiles is the bare table."""
        self._begin(round_)
        self._accepted = shown

    def without(self, round_: object, shown: Shown) -> SettledTable:
        """The photograph's table without single tiles that resemble known print of this round."""
        table = shown.seen.table
        if round_ != self._round:
            return table
        known = {tile.key for tile in alone(table) if self._is_told(tile, shown.pixels)}
        known |= {tile.key for tile in self._lay_there(shown)}
        return in_rows(replace(table, tiles=tuple(one for one in table.tiles if one.key not in known)))

    def _begin(self, round_: object) -> None:
        if round_ != self._round:
            self._round, self._told, self._accepted = round_, [], None

    def _is_told(self, tile: SettledTile, pixels: Pixels) -> bool:
        looks = [look for name, look in self._told if name == tile.tile]
        return bool(looks) and max(likeness(looks_at(pixels, [tile.quad])[0], look) for look in looks) >= ALIKE

    def _lay_there(self, shown: Shown) -> Iterator[SettledTile]:
        """The single tiles whose area looks the same on the accepted photograph, where no tile was read."""
        before, table = self._accepted, shown.seen.table
        matrix = None if before is None else homography(table.tiles, before.seen.table.tiles)
        if before is None or matrix is None:
            return
        for tile in alone(table):
            place, look = moved(tile.quad, matrix), looks_at(shown.pixels, [tile.quad])[0]
            is_alike = max(likeness(look, other) for other in _around(place, before.pixels)) >= ALIKE
            if is_alike and _is_bare(place, before):
                yield tile


def _around(place: Quad, pixels: Pixels) -> list[Look]:
    """Crops of a place and of places shifted slightly from it, since a homography is not exact."""
    across, down = place[1] - place[0], place[3] - place[0]
    return looks_at(pixels, [place + x * across + y * down for x in SHIFTS for y in SHIFTS])


def _is_bare(place: Quad, shown: Shown) -> bool:
    """Whether a place lies in the photograph, and no tile is read there."""
    height, width = shown.pixels.shape[:2]
    middles = centres(np.stack([tile.quad for tile in shown.seen.table.tiles]))
    return not is_upon(place, middles) and bool((place >= 0).all() and (place <= (width, height)).all())


def alone(table: SettledTable) -> list[SettledTile]:
    """The tiles that lie alone."""
    return [row[0] for row in table.rows if len(row) == 1]
