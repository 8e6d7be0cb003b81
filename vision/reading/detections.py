"""What flows through the steps, and what comes out: detections, placed tiles, a table's reading."""

from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import JOKER, Colour, Tile

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.bool_]
Quad = NDArray[np.float32]
"""Corners of a face, (4, 2) pixels: top-left, top-right, bottom-right, bottom-left as the tile is read."""
Keep = NDArray[np.bool_] | NDArray[np.intp]
"""Which of N detections: a mask (N,) or indices (K,)."""

COLOURS = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.ORANGE)
"""The order of the classifier's colours."""
TILES: tuple[Tile, ...] = (*(Tile(colour, n) for n in range(1, 14) for colour in COLOURS), JOKER)
"""The 53 tiles in the order of `Names.tiles`: k1, r1, b1, o1, k2 … and the joker."""
PROPOSED = 0.5
"""The score of a place that other faces propose (proposals.py): it speaks neither for nor against a face."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What the classifier says of N crops, as probabilities.

    `tiles` (N, 53): in the order of TILES; `turns` (N, 4): by how many quarter turns to the right of the crop the tile
    is turned; `faces` (N,): the crop shows a face that can be read.
    """

    tiles: Floats = field(default_factory=lambda: np.zeros((0, len(TILES)), np.float32))
    turns: Floats = field(default_factory=lambda: np.zeros((0, 4), np.float32))
    faces: Floats = field(default_factory=lambda: np.zeros(0, np.float32))

    def __len__(self) -> int:
        return len(self.faces)

    def also(self, others: "Names") -> "Names":
        """Both these and the others."""
        return Names(*(np.concatenate([getattr(self, f.name), getattr(others, f.name)]) for f in fields(Names)))

    def where(self, keep: Keep) -> "Names":
        """Only some of them."""
        return Names(self.tiles[keep], self.turns[keep], self.faces[keep])

    @property
    def best(self) -> Floats:
        """The probability of each one's likeliest tile, (N,)."""
        return np.asarray(self.tiles.max(axis=1, initial=0))


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """N places in a picture that may show a tile's face; each step returns a fuller one.

    `quads` (N, 4, 2): corners in pixels, in the order of Quad; `scores` (N,): how sure the detector is, 0 to 1. Empty
    until their step has come: `crops` (N, 64, 48, 3), upright, BGR; `names`; `probability` (N,): that it is a tile.
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
        """Which of them no detector saw, (N,)."""
        return np.asarray(self.scores == PROPOSED)

    def also(self, others: "Detections") -> "Detections":
        """Both these and the others; what later steps found of them is left behind."""
        return Detections(np.concatenate([self.quads, others.quads]), np.concatenate([self.scores, others.scores]))

    def where(self, keep: Keep) -> "Detections":
        """Only some of them."""
        return Detections(
            self.quads[keep],
            self.scores[keep],
            self.crops[keep] if len(self.crops) else self.crops,
            self.names.where(keep) if len(self.names) else self.names,
            self.probability[keep] if len(self.probability) else self.probability,
        )

    def at(self, quads: Floats) -> "Detections":
        """The same with other corners (N, 4, 2)."""
        return replace(self, quads=np.asarray(quads, np.float32))


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
