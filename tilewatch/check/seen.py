"""The reading of one photograph: its tiles in rows, and advice for a better photograph."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from referee.messages import Message
from tilewatch.check.photograph import Photograph
from tilewatch.view import CameraSight, Level, advice
from vision.camera import Pixels, clarity_of, lighting_of, thumbnail
from vision.reading import PlacedTile, TableReading
from vision.watching import SettledTable, SettledTile

Read = Callable[[Pixels], TableReading]
"""Reads a picture: finds its tiles and rows."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A table as a photograph shows it, or as a person corrected it.

    `table`: quads in pixels of the original photograph; without a picture its width is 0. `advice`: what is wrong with
    the photograph, the worst first. `is_clear`: whether it is clear enough to judge the table. `ends`: the keys of
    tiles at whose side a further tile may lie outside the photograph; None: it is decided by the photograph's edges.
    """

    table: SettledTable
    advice: tuple[Message, ...] = ()
    is_clear: bool = True
    ends: frozenset[int] | None = None


def seen_in(photograph: Photograph, read: Read) -> Seen:
    """The reading of a photograph."""
    reading = read(photograph.pixels)
    quads = np.array([tile.quad for tile in reading.tiles], np.float32).reshape(-1, 4, 2)
    clarity = clarity_of(photograph.pixels, quads)
    is_clear = clarity.is_clear and (clarity.is_sharp or not len(quads))
    return Seen(_table(reading, photograph), _advice(photograph, reading, is_clear), is_clear)


def _table(reading: TableReading, photograph: Photograph) -> SettledTable:
    """The reading as a table, in pixels of the original photograph."""
    settled = tuple(
        SettledTile(key, tile.tile, _scaled(tile, photograph.scale), tile.confidence, tile.rivals)
        for key, tile in enumerate(reading.tiles)
    )
    unread = tuple(
        PlacedTile(tile.tile, _scaled(tile, photograph.scale), tile.confidence, tile.rivals) for tile in reading.unread
    )
    return SettledTable(photograph.width, photograph.height, settled, reading.sets, unread)


def _scaled(tile: PlacedTile, scale: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return (tile.quad * scale).astype(np.float32)


def _advice(photograph: Photograph, reading: TableReading, is_clear: bool) -> tuple[Message, ...]:
    """The conditions that keep the tiles from being read or make it hard, as advice."""
    height, width = photograph.pixels.shape[:2]
    sight = CameraSight(
        (width, height),
        0.0,
        lighting_of(thumbnail(photograph.pixels)),
        np.array([tile.quad for tile in reading.tiles], np.float32).reshape(-1, 4, 2),
        unread=np.array([tile.quad for tile in reading.unread], np.float32).reshape(-1, 4, 2),
        is_clear=is_clear,
    )
    found = [one for one in advice(sight) if not one.good and one.message.code != "advice.no-more"]
    return tuple(one.message for one in sorted(found, key=lambda one: one.level is not Level.STOPS))
