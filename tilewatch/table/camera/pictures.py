"""Pictures for the page: the newest picture with the reading drawn on it, a turn's pictures, a crop of one tile, and
the reading of a rack's photograph."""

import threading
from collections import Counter
from collections.abc import Sequence
from typing import TypedDict

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.match import rack_points
from referee.rules import Rules
from referee.tiles import Tile
from tilewatch.check import photograph_of
from tilewatch.storage.recorded_match import refusals
from tilewatch.table.situation import Situation
from tilewatch.table.turn_memory import TurnMemory
from tilewatch.view import ASKED_BELOW, with_knowledge
from vision.camera import Camera, Picture, PictureError, Pixels, encoded
from vision.overlay import overlay
from vision.reading import PlacedTile, TableReading, scaled
from vision.watching import PictureReader, SettledTable, SettledTile
from web.contract import BadRequest, Conflict
from web.records.answers import RackRead

AROUND = 1.7
"""Size of the crop in multiples of the tile's size: the neighbours in it show which row the tile belongs to."""
HEIGHT = 420
"""Pixels of the crop's height; a small tile is enlarged to it."""
QUALITY = 80
"""JPEG quality, 0 to 100, of the picture with the reading drawn on it."""


def crop(pixels: Pixels, quad: NDArray[np.float32]) -> Pixels:
    """The picture around a tile or a row, rectified. `quad`: its corners, (4, 2) in pixels, in reading order."""
    wide = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3]))
    high = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1]))
    across = max(1, min(2 * HEIGHT, round(HEIGHT * wide / max(high, 1.0))))
    size = across, max(1, min(HEIGHT, round(across * high / max(wide, 1.0))))
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    warp = cv2.getPerspectiveTransform(scaled(quad, AROUND), target)
    return np.asarray(cv2.warpPerspective(pixels, warp, size, flags=cv2.INTER_CUBIC), np.uint8)


class TilesOfRack(TypedDict):
    """The reading of a rack's photograph: tiles in notation, their points, and the indices of doubtful tiles."""

    tiles: list[str]
    points: int
    unsure: list[int]


class Pictures:
    """The camera's pictures as JPEG, and the reading of a rack's photograph (web.contract.TablePictures)."""

    def __init__(self, situation: Situation, memory: TurnMemory, camera: Camera, reader: PictureReader) -> None:
        self._now, self._memory, self._camera, self._reader = situation, memory, camera, reader
        self._reading, self._drawing = threading.Lock(), threading.Lock()
        self._drawn: tuple[Picture, SettledTable, bytes] | None = None

    def newest(self, plain: bool) -> bytes | None:
        """The newest picture as JPEG, with the reading drawn on it unless `plain`; None: there is none."""
        newest, table = self._camera.newest, self._now.view.table
        if self._now.by_photos:
            newest = self._now.view.snapshot.picture
        if newest is None:
            return None
        try:
            return newest.jpeg if plain or not table.width else self._drawn_once(newest, table)
        except PictureError:
            return None

    def _drawn_once(self, picture: Picture, table: SettledTable) -> bytes:
        """The picture with the reading drawn on it, made once and cached for all who ask. Raises PictureError."""
        with self._drawing:
            if self._drawn is None or self._drawn[0] is not picture or self._drawn[1] is not table:
                self._drawn = picture, table, drawn(picture, table)
            return self._drawn[2]

    def crop(self, corners: Sequence[tuple[float, float]]) -> bytes | None:
        """A rectified, enlarged JPEG of one place of the table, from the picture that was read last; None: there is no
        picture.

        `corners`: four points, as the state has them: fractions of the picture's width and height.
        """
        picture = self._now.view.snapshot.picture or self._camera.newest
        if picture is None:
            return None
        try:
            pixels = picture.pixels
        except PictureError:
            return None
        size = np.array(pixels.shape[1::-1], np.float32)
        return encoded(crop(pixels, np.array(corners, np.float32) * size), QUALITY)

    def of_turn(self, turn: int, side: str) -> bytes | None:
        """The JPEG taken before or after a turn (`side`: `before` or `after`); None: there is none."""
        return self._memory.picture(self._now.game.number, turn, side)

    def rack(self, player: str | None, photo: bytes) -> RackRead:
        """The tiles on a photograph of a player's rack, with their points; without a match nobody's. Raises Refused."""
        now = self._now.standing
        if now is None and player is not None:
            raise Conflict("no-match")
        if now is None:
            return {"player": None, **self._rack(photo, Rules(), Counter()), "expected": None}
        if player is None:
            raise Conflict("say-whose-rack")
        with refusals():
            place = now.place(player)
        read = self._rack(photo, now.rules, now.table.multiset())
        return {"player": player, **read, "expected": now.players[place].rack}

    def _rack(self, photo: bytes, rules: Rules, on_table: Counter[Tile]) -> TilesOfRack:
        try:
            with self._reading:
                return rack_reading(self._reader, photo, rules, on_table)
        except PictureError as error:
            raise BadRequest("photo-unusable", problem=error.message) from error


def drawn(picture: Picture, table: SettledTable) -> bytes:
    """The picture as JPEG with the table's reading drawn on it. Raises PictureError."""
    pixels = picture.pixels
    tiles = tuple(PlacedTile(tile.tile, tile.quad, tile.confidence, tile.rivals) for tile in table.tiles)
    reading = TableReading(table.width, table.height, tiles, table.sets, {}, table.unread)
    return encoded(np.asarray(overlay(pixels, reading), np.uint8), QUALITY)


def rack_reading(reader: PictureReader, photo: bytes, rules: Rules, on_table: Counter[Tile]) -> TilesOfRack:
    """The tiles on a photograph of a rack, their points, and the indices of tiles that a person should check.

    `on_table`: the tiles on the table, which cannot be on the rack as well. Raises PictureError.
    """
    reading = reader.read(photograph_of(photo).pixels)
    settled = tuple(
        SettledTile(key, tile.tile, tile.quad, tile.confidence, tile.rivals) for key, tile in enumerate(reading.tiles)
    )
    table = SettledTable(reading.width, reading.height, settled, reading.sets)
    table = with_knowledge(table, Counter(), lambda tile: rules.copies_of(tile) - on_table[tile])
    tiles = [tile for row in table.rows for tile in row]
    return {
        "tiles": [str(tile.tile) for tile in tiles],
        "points": rack_points((tile.tile for tile in tiles), rules),
        "unsure": [place for place, tile in enumerate(tiles) if tile.confidence < ASKED_BELOW],
    }
