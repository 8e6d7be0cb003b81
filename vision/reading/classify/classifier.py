"""Crops -> how likely each is which tile; and what tiles are taken for one another."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Colour, Tile
from vision.reading.detect.infer import Infer
from vision.reading.detections import Names

Floats = NDArray[np.float32]

SHARPNESS = {"number": 1.15, "colour": 1.2}
"""What each logit is multiplied with, so that probabilities mean what they say (models.recipe's calibrate)."""

IN_COMPANY = 16
"""Crops of sure faces that are named along with those that are asked, whose colours are judged beside them."""

LOOKALIKE_NUMBERS = ((6, 9), (1, 7), (3, 8), (5, 6), (1, 11), (2, 12), (3, 13), (12, 13), (10, 11))
"""Numbers that are taken for one another: upside down, worn, or with a digit hidden by glare."""

LOOKALIKE_COLOURS = ((Colour.RED, Colour.ORANGE), (Colour.BLACK, Colour.BLUE))
"""Colours that are taken for one another under a warm or a weak lamp."""

Look = TypeVar("Look", int, Colour)


def classify(network: Infer, crops: NDArray[np.uint8]) -> Names:
    """Names the crops (N, 64, 48, 3), BGR, of ONE picture: their colours are judged side by side."""
    if not len(crops):
        return Names()
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


def lookalikes(tile: Tile) -> tuple[Tile, ...]:
    """What a tile could be if it was misread; a joker is taken for no other tile.

    >>> [str(one) for one in lookalikes(Tile.from_notation("r6"))]
    ['r9', 'r5', 'o6']
    """
    if tile.colour is None or tile.number is None:
        return ()
    numbers = _others(tile.number, LOOKALIKE_NUMBERS)
    colours = _others(tile.colour, LOOKALIKE_COLOURS)
    return (
        *(Tile(tile.colour, number) for number in numbers),
        *(Tile(colour, tile.number) for colour in colours),
    )


def _others(one: Look, pairs: Iterable[tuple[Look, Look]]) -> list[Look]:
    return [second if first == one else first for first, second in pairs if one in (first, second)]
