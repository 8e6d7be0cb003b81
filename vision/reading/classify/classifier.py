"""Crops -> the probability of each tile; also the tiles that are mistaken for one another.

Where a name is in doubt and the figure is small, the figure alone is enlarged and classified again.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Colour, Tile
from vision.reading.classify.rectify import from_crops, rectify, through
from vision.reading.detect.infer import Infer
from vision.reading.detect.scales import Pyramid
from vision.reading.detections import Detections, Floats, Names, Pixels
from vision.reading.geometry import AWAY, CROP_HEIGHT, CROP_WIDTH, LEAST_OUT, MARGIN, grounds, smaller

SHARPNESS = {"number": 1.15, "colour": 1.2}
"""Factors of the logits that calibrate their probabilities (see calibrate in models.recipe)."""

IN_COMPANY = 16
"""Number of crops of certain faces that are classified along with the uncertain ones, for the comparison of colours."""

LOOKALIKE_NUMBERS = ((6, 9), (1, 7), (3, 8), (5, 6), (1, 11), (2, 12), (3, 13), (12, 13), (10, 11))
"""Numbers that are mistaken for one another: upside down, worn, or with a digit hidden by glare."""

LOOKALIKE_COLOURS = ((Colour.RED, Colour.ORANGE), (Colour.BLACK, Colour.BLUE))
"""Colours that are mistaken for one another under warm or weak light."""

Look = TypeVar("Look", int, Colour)
Shares = NDArray[np.float64]
CLEAR = 0.98
"""Probability of its name from which a face is not enlarged."""
LIKELY = 0.2
"""Probability of being a face up to which a candidate is not enlarged."""
WORTH_IT = 0.8
"""Share of the face's sides that the enlarged crop must stay below for the enlargement to be worthwhile."""
FILLS = np.array([0.72, 0.55])
"""Share of an enlarged crop's width or height, whichever is reached first, that the figure fills, as on most editions'
faces.
"""
LEAST_SHARE = 0.35
"""Least share of the face's sides that an enlarged crop shows."""
STANDS_OUT = 0.45
"""Difference from the ground, as a share of the face's greatest, that a pixel of the figure exceeds."""
_SEARCHED = AWAY < 0.42
"""The mask of pixels that may belong to the figure, up to the rim. It overlaps the mask of the ground, since large
figures reach there.
"""


def classify(network: Infer, crops: NDArray[np.uint8]) -> Names:
    """The names of crops (N, 64, 48, 3), BGR, of ONE picture: the network compares their colours with each other."""
    if not len(crops):
        return Names()
    return names_of(*network(crops))


def names_of(number: Floats, colour: Floats, turn: Floats, face: Floats) -> Names:
    """Probabilities from logits of N crops: number or joker (N, 14), colour (N, 4), turns (N, 4), is a face (N, 1)."""
    p_number = softmax(number * SHARPNESS["number"])
    p_colour = softmax(colour * SHARPNESS["colour"])
    numbered = (p_number[:, :13, None] * p_colour[:, None, :]).reshape(len(number), 52)
    tiles = np.concatenate([numbered, p_number[:, 13:]], 1)
    p_face = 1 / (1 + np.exp(-face[:, 0]))
    return Names(tiles, softmax(turn), np.asarray(p_face, np.float32))


def in_company(places: NDArray[np.intp]) -> NDArray[np.intp]:
    """At most IN_COMPANY of the indices, evenly spaced."""
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
    """Tiles that a tile could be if it was misread; none for a joker.

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


def with_names(network: Infer, picture: Pixels | Pyramid, found: Detections, asked: int | None = None) -> Detections:
    """The detections of ONE picture, whose crops are cut, with their names.

    `asked`: number of faces, from the first, that need names; the others serve for comparison. None: all need them.
    """
    found = with_names_at_once(network, found)
    names = found.names
    doubted = np.flatnonzero(((names.best < CLEAR) & (names.faces > LIKELY))[:asked])
    boxes = figures(found.crops[doubted])
    is_small = shares(boxes) < WORTH_IT
    small = doubted[is_small]
    if len(small):
        beside = in_company(np.setdiff1d(np.flatnonzero(names.faces > 0.5), small))
        enlarged = rectify(picture, closer(found.quads[small], boxes[is_small]))
        named = classify(network, np.concatenate([enlarged, found.crops[beside]]))
        tiles, turns = names.tiles.copy(), names.turns.copy()
        tiles[small] = both(tiles[small], named.tiles[: len(small)])
        turns[small] = both(turns[small], named.turns[: len(small)])
        names = Names(tiles, turns, names.faces)
    return replace(found, names=names)


def with_names_at_once(network: Infer, found: Detections) -> Detections:
    """The detections with their names, without enlarging figures."""
    return replace(found, names=classify(network, found.crops))


def both(one: Floats, other: Floats) -> Floats:
    """The joint probabilities of two crops of a face, their normalised geometric mean: a name must fit both."""
    joined = np.sqrt((one + 1e-6) * (other + 1e-6))
    return np.asarray(joined / joined.sum(axis=-1, keepdims=True), np.float32)


def figures(crops: Pixels) -> Shares:
    """Boxes of the figure in each crop (N, 64, 48, 3): left, top, right, bottom, as shares of the crop, (N, 4).

    The whole crop where no figure stands out.
    """
    if not len(crops):
        return np.zeros((0, 4))
    small = smaller(crops)
    ground, shown = grounds(small).astype(np.float32), small.astype(np.float32)
    out = np.abs(shown - ground[:, None, None]).max(axis=3) * _SEARCHED
    most = np.percentile(out[:, _SEARCHED], 98, axis=1)
    figure = out > np.maximum(STANDS_OUT * most, LEAST_OUT)[:, None, None]
    (left, right), (top, bottom) = _span(figure.any(axis=1)), _span(figure.any(axis=2))
    return np.stack([left, top, right, bottom], axis=1)


def shares(boxes: Shares) -> Shares:
    """Share of the face's sides that an enlarged crop of each figure box (N, 4) shows, (N,); 1: the whole face."""
    return np.asarray(np.clip(((boxes[:, 2:] - boxes[:, :2]) / FILLS).max(axis=1, initial=0), LEAST_SHARE, 1))


def closer(quads: Floats, boxes: Shares) -> Floats:
    """Quads (N, 4, 2) of enlarged crops around the figure boxes (N, 4) of `quads`, in the same orientation."""
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    half = shares(boxes)[:, None] * (1 - 2 * MARGIN) / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = (middle[:, None] + half[:, None] * signs) * np.array([CROP_WIDTH, CROP_HEIGHT]) - 0.5
    return np.asarray(through(from_crops(quads), corners), np.float32)


def _span(there: NDArray[np.bool_]) -> tuple[Shares, Shares]:
    """First and last position of True in each row of (N, L), as shares of L; the whole row if none is True."""
    length, some = there.shape[1], there.any(axis=1)
    first, last = there.argmax(axis=1), length - there[:, ::-1].argmax(axis=1)
    return np.where(some, first, 0) / length, np.where(some, last, length) / length
