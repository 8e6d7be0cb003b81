"""What a reading consists of: tiles with their places, and the rows they lie in."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile

Quad = NDArray[np.float32]
"""Corners of a face, (4, 2) pixels: top-left, top-right, bottom-right, bottom-left as the tile is read."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacedTile:
    """A tile, where it lies, and how sure the reading is.

    `confidence`: calibrated probability that `tile` is right.
    `rivals`: what else it could be, likeliest first, with their probabilities.
    """

    tile: Tile
    quad: Quad
    confidence: float
    rivals: tuple[tuple[Tile, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """One picture's tiles and sets.

    `sets`: indices into `tiles` in reading order; each tile is in exactly one.
    `milliseconds`: time spent in each step and in `total`.
    `unread`: where a tile certainly lies that cannot be read; it is none of `tiles`, its name is a guess. None where
    the picture was read by itself: there the guesses are among `tiles`.
    """

    width: int
    height: int
    tiles: tuple[PlacedTile, ...]
    sets: tuple[tuple[int, ...], ...]
    milliseconds: dict[str, float]
    unread: tuple[PlacedTile, ...] = ()
