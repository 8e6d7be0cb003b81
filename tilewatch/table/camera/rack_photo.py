"""A photograph of a rack, read."""

from collections import Counter
from typing import TypedDict

import cv2
import numpy as np

from referee.match import rack_points
from referee.rules import Rules
from referee.tiles import Tile
from tilewatch.view import ASKED_BELOW, with_knowledge
from vision.camera import Pixels, load_picture
from vision.watching import PictureReader, SettledTable, SettledTile

MOST_PHOTO_PIXELS = 64_000_000
"""Pixels of a photograph from a phone; larger ones are refused before they are decoded."""
WIDEST_READ = 2400
"""Pixels to which a photograph is made smaller before it is read: a rack fills it anyway."""


class TilesOfRack(TypedDict):
    """What a rack's photograph shows."""

    tiles: list[str]
    points: int
    unsure: list[int]


def photo_pixels(photo: bytes) -> Pixels:
    """A photograph from a phone, upright and no wider than needed.

    Raises PictureError: not a picture, or larger than a phone makes.
    """
    pixels = load_picture(photo, MOST_PHOTO_PIXELS)
    scale = WIDEST_READ / max(pixels.shape[:2])
    if scale >= 1:
        return pixels
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def rack_reading(reader: PictureReader, photo: bytes, rules: Rules, on_table: Counter[Tile]) -> TilesOfRack:
    """The tiles of a rack's photograph, their points, and which of them a person should look at.

    `on_table`: what cannot lie on the rack as well. Raises PictureError.
    """
    reading = reader.read(photo_pixels(photo))
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
