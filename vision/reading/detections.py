"""The data that passes between the steps, and the result: detections, placed tiles, the reading of a table."""

from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import JOKER, Colour, Tile

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.bool_]
Quad = NDArray[np.float32]
"""Corners of a face, (4, 2) in pixels: top-left, top-right, bottom-right, bottom-left as the tile is read."""
Keep = NDArray[np.bool_] | NDArray[np.intp]
"""A selection among N detections: a mask (N,) or indices (K,)."""

COLOURS = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.ORANGE)
"""The order of the classifier's colours."""
TILES: tuple[Tile, ...] = (*(Tile(colour, n) for n in range(1, 14) for colour in COLOURS), JOKER)
"""The 53 kinds of tile in the order of `Names.tiles`: k1, r1, b1, o1, k2 … and the joker."""
PROPOSED = 0.5
"""The score of a place that other faces propose (proposals.py); it counts neither for nor against a face."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The classifier's probabilities for N crops.

    `tiles` (N, 53): each kind of tile, in the order of TILES; `turns` (N, 4): the tile is turned by 0 to 3 quarters to
    the right in its crop; `faces` (N,): the crop shows a readable face.
    """

    tiles: Floats = field(default_factory=lambda: np.zeros((0, len(TILES)), np.float32))
    turns: Floats = field(default_factory=lambda: np.zeros((0, 4), np.float32))
    faces: Floats = field(default_factory=lambda: np.zeros(0, np.float32))

    def __len__(self) -> int:
        return len(self.faces)

    def also(self, others: "Names") -> "Names":
        """These names, followed by the others."""
        return Names(*(np.concatenate([getattr(self, f.name), getattr(others, f.name)]) for f in fields(Names)))

    def where(self, keep: Keep) -> "Names":
        """The selected names only."""
        return Names(self.tiles[keep], self.turns[keep], self.faces[keep])

    @property
    def best(self) -> Floats:
        """Probability of each crop's likeliest tile, (N,)."""
        return np.asarray(self.tiles.max(axis=1, initial=0))


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """N candidate faces in a picture; each step returns a fuller record.

    `quads` (N, 4, 2): corners in pixels, in the order of Quad; `scores` (N,): the detector's confidence, 0 to 1. Filled
    by later steps: `crops` (N, 64, 48, 3), upright, BGR; `names`; `probability` (N,) of being a tile.
    """

    quads: Floats = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))
    scores: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    crops: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 64, 48, 3), np.uint8))
    names: Names = field(default_factory=Names)
    probability: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def __len__(self) -> int:
        return len(self.quads)

    @property
    def is_proposed(self) -> NDArray[np.bool_]:
        """The mask (N,) of candidates that were proposed by others instead of detected."""
        return np.asarray(self.scores == PROPOSED)

    def also(self, others: "Detections") -> "Detections":
        """These candidates, followed by the others, with quads and scores only."""
        return Detections(np.concatenate([self.quads, others.quads]), np.concatenate([self.scores, others.scores]))

    def where(self, keep: Keep) -> "Detections":
        """The selected candidates only."""
        return Detections(
            self.quads[keep],
            self.scores[keep],
            self.crops[keep] if len(self.crops) else self.crops,
            self.names.where(keep) if len(self.names) else self.names,
            self.probability[keep] if len(self.probability) else self.probability,
        )

    def at(self, quads: Floats) -> "Detections":
        """The same candidates with other quads (N, 4, 2)."""
        return replace(self, quads=np.asarray(quads, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class PlacedTile:
    """A tile, its quad in the picture, and how sure the reading is.

    `confidence`: calibrated probability that `tile` is right.
    `rivals`: other tiles that it could be, likeliest first, with their probabilities.
    """

    tile: Tile
    quad: Quad
    confidence: float
    rivals: tuple[tuple[Tile, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """The tiles and sets read in one picture, `width` x `height` pixels.

    `sets`: indices into `tiles` in reading order; each tile is in exactly one set.
    `milliseconds`: time spent in each step and in `total`.
    `unread`: places where a tile certainly lies that cannot be read; they are not in `tiles`, and their names are
    guesses. Empty where a picture was read by itself: its guesses are among `tiles`.
    """

    width: int
    height: int
    tiles: tuple[PlacedTile, ...]
    sets: tuple[tuple[int, ...], ...]
    milliseconds: dict[str, float]
    unread: tuple[PlacedTile, ...] = ()
