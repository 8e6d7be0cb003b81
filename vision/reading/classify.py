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

IN_COMPANY = 16
"""Crops of sure faces that are named along with those that are asked, whose colours are judged beside them."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What each crop shows, as probabilities.

    `tiles` (N, 53), classes as TILES; `turns` (N, 4): lies turned by that many quarter turns to the right of the crop;
    `faces` (N,): is a face that can be read at all.
    """

    tiles: Floats
    turns: Floats
    faces: Floats

    def also(self, others: "Names") -> "Names":
        """Both these and the others."""
        pairs = ((self.tiles, others.tiles), (self.turns, others.turns), (self.faces, others.faces))
        return Names(*(np.concatenate(pair) for pair in pairs))

    def where(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> "Names":
        """Only some of them."""
        return Names(self.tiles[keep], self.turns[keep], self.faces[keep])


def classify(network: Infer, crops: NDArray[np.uint8]) -> Names:
    """Names the crops (N, 64, 48, 3), BGR, of ONE picture: their colours are judged side by side."""
    if not len(crops):
        return Names(np.zeros((0, len(TILES)), np.float32), np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    return names_of(*network(crops))


def names_of(number: Floats, colour: Floats, turn: Floats, face: Floats) -> Names:
    """What logits of N crops say: number and joker (N, 14), colour (N, 4), quarter turns (N, 4), is a face (N, 1)."""
    p_number = softmax(number * SHARPNESS["number"])
    p_colour = softmax(colour * SHARPNESS["colour"])
    numbered = (p_number[:, :13, None] * p_colour[:, None, :]).reshape(len(number), 52)
    tiles = np.concatenate([numbered, p_number[:, 13:]], 1)
    p_face = 1 / (1 + np.exp(-face[:, 0]))
    return Names(tiles, softmax(turn), np.asarray(p_face, np.float32))


def in_company(places: NDArray[np.intp]) -> NDArray[np.intp]:
    """At most IN_COMPANY of the places, evenly chosen."""
    if len(places) <= IN_COMPANY:
        return places
    return places[np.linspace(0, len(places) - 1, IN_COMPANY).astype(np.intp)]


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis.

    >>> softmax(np.zeros((1, 4), np.float32)).tolist()
    [[0.25, 0.25, 0.25, 0.25]]
    """
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)
