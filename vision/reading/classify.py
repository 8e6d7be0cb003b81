"""Step 3: crops -> tile and probability."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.tiles import JOKER, Colour, Tile
from vision.reading.network import Infer

Floats = NDArray[np.float32]

COLOURS = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.ORANGE)
"""The order of the colour network's classes."""
TILES: tuple[Tile, ...] = (*(Tile(colour, n) for n in range(1, 14) for colour in COLOURS), JOKER)
"""The 53 classes in the order of `Names.tiles`: k1, r1, b1, o1, k2 … and the joker."""
SHARPNESS = {"number": 1.15, "colour": 1.2}
"""What each logit is multiplied with, so that probabilities mean what they say (models.recipe's calibrate)."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What each crop shows, as probabilities.

    `tiles` (N, 53), classes as TILES; `turns` (N, 4): lies turned by that many quarter turns to the right of the crop;
    `faces` (N,): is a face that can be read at all.
    """

    tiles: Floats
    turns: Floats
    faces: Floats

    def where(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> "Names":
        """Only some of them."""
        return Names(self.tiles[keep], self.turns[keep], self.faces[keep])


def classify(network: Infer, crops: NDArray[np.uint8]) -> Names:
    """Names the crops (N, 64, 48, 3), BGR, of ONE picture: their colours are judged side by side."""
    if not len(crops):
        return Names(np.zeros((0, len(TILES)), np.float32), np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    number, colour, turn, face = network(crops)
    p_number = softmax(number * SHARPNESS["number"])
    p_colour = softmax(colour * SHARPNESS["colour"])
    numbered = (p_number[:, :13, None] * p_colour[:, None, :]).reshape(len(crops), 52)
    tiles = np.concatenate([numbered, p_number[:, 13:]], 1)
    p_face = 1 / (1 + np.exp(-face[:, 0]))
    return Names(tiles, softmax(turn), np.asarray(p_face, np.float32))


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis.

    >>> softmax(np.zeros((1, 4), np.float32)).tolist()
    [[0.25, 0.25, 0.25, 0.25]]
    """
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)
