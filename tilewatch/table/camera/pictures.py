"""Pictures for the page: the newest one with the reading drawn on it, a turn's, and a rack's photograph read."""

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
from vision.reading import PlacedTile, TableReading
from vision.watching import PictureReader, SettledTable, SettledTile
from web.contract import BadRequest, Conflict
from web.records.answers import RackRead

AROUND = 1.7
"""Times a tile's size that is shown of its surroundings: a neighbour tells what a row is."""
HEIGHT = 420
"""Pixels of the crop's height; a small tile is made larger."""
QUALITY = 80
"""Of the JPEG with the reading drawn on it, 0 to 100."""


def crop(pixels: Pixels, quad: NDArray[np.float32]) -> Pixels:
    """The place of a face (four corners in pixels, (4, 2), as it is read) with what lies around it."""
    wide = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3]))
    high = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1]))
    size = max(1, min(2 * HEIGHT, round(HEIGHT * wide / max(high, 1.0)))), HEIGHT
    shown = (quad - quad.mean(axis=0)) * AROUND + quad.mean(axis=0)
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    warp = cv2.getPerspectiveTransform(np.asarray(shown, np.float32), target)
    return np.asarray(cv2.warpPerspective(pixels, warp, size, flags=cv2.INTER_CUBIC), np.uint8)


class Pictures:
    """What the camera saw, and what a phone photographed (web.contract.TablePictures)."""

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
        """The picture with the reading drawn on it: once, however many ask for it. Raises PictureError."""
        with self._drawing:
            if self._drawn is None or self._drawn[0] is not picture or self._drawn[1] is not table:
                self._drawn = picture, table, drawn(picture, table)
            return self._drawn[2]

    def crop(self, corners: Sequence[tuple[float, float]]) -> bytes | None:
        """A place of the table as it was read last, upright and large, as JPEG; None: there is no picture.

        `corners`: four, as the state has them: parts of the picture's width and height.
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
        """The JPEG of what the camera saw `before` or `after` a turn; None: there is none."""
        return self._memory.picture(self._now.game.number, turn, side)

    def rack(self, player: str, photo: bytes) -> RackRead:
        """What a photograph of a rack shows. Raises Refused."""
        now = self._now.standing
        if now is None:
            raise Conflict("no-match")
        with refusals():
            place = now.place(player)
        with self._reading:
            try:
                read = rack_reading(self._reader, photo, now.rules, now.table.multiset())
            except PictureError as error:
                raise BadRequest("photo-unusable", problem=error.message) from error
        return {"player": player, **read, "expected": now.players[place].rack}


def drawn(picture: Picture, table: SettledTable) -> bytes:
    """The picture as JPEG with the table's reading drawn on it. Raises PictureError."""
    pixels = picture.pixels
    tiles = tuple(PlacedTile(tile.tile, tile.quad, tile.confidence, tile.rivals) for tile in table.tiles)
    reading = TableReading(table.width, table.height, tiles, table.sets, {}, table.unread)
    return encoded(np.asarray(overlay(pixels, reading), np.uint8), QUALITY)


class TilesOfRack(TypedDict):
    """What a rack's photograph shows."""

    tiles: list[str]
    points: int
    unsure: list[int]


def rack_reading(reader: PictureReader, photo: bytes, rules: Rules, on_table: Counter[Tile]) -> TilesOfRack:
    """The tiles of a rack's photograph, their points, and which of them a person should look at.

    `on_table`: what cannot lie on the rack as well. Raises PictureError.
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
