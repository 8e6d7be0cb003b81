"""Step 3, once more for what it doubts: where a face's figure is small, a closer look at the figure alone."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.classify import Names, classify
from vision.reading.halves import Halves
from vision.reading.network import Infer
from vision.reading.straighten import CROP_HEIGHT, CROP_WIDTH, MARGIN, from_crops, straighten, through

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

SURE, LIKELY = 0.95, 0.2
"""A face named more surely than the first needs no closer look; what is a face less likely than the second is none."""
SMALL = 0.8
"""A closer look is taken where it shows no more than this share of a face's sides."""
IN_COMPANY = 24
"""Crops of sure faces that are named along with closer looks, whose colours are judged beside them."""
FILLS = np.array([0.72, 0.55])
"""The share of a closer look's width and height that the figure fills, as most editions' figures fill their faces."""
LEAST_SHARE = 0.35
"""The least share of a face's sides that a closer look shows."""
STANDS_OUT, LEAST_OUT = 0.45, 12.0
"""What differs from the face's ground by this share of what differs most, and by so many levels, is its figure."""
SMALLER = 2
"""Crops are looked at so many times smaller: a figure is found as well, in a quarter of the time."""

_H, _W = CROP_HEIGHT // SMALLER, CROP_WIDTH // SMALLER
_AWAY = np.maximum(
    np.abs((np.arange(_H)[:, None] + 0.5) / _H - 0.5), np.abs((np.arange(_W)[None] + 0.5) / _W - 0.5)
) / (1 - 2 * MARGIN)
"""How far from a face's middle each place lies, in its sides, (H, W)."""
_GROUND, _FIGURE = (_AWAY > 0.36) & (_AWAY < 0.46), _AWAY < 0.42


def name(network: Infer, picture: Pixels | Halves, quads: Floats, crops: Pixels) -> Names:
    """Names the crops (N, 64, 48, 3) of the faces (N, 4, 2) of ONE picture; what is doubted with a closer look."""
    names = classify(network, crops)
    doubted = np.flatnonzero((names.tiles.max(1, initial=0) < SURE) & (names.faces > LIKELY))
    figure = figures(crops[doubted])
    small = shares(figure) < SMALL
    asked = doubted[small]
    if not len(asked):
        return names
    beside = spread(np.setdiff1d(np.flatnonzero(names.faces > 0.5), asked), IN_COMPANY)
    looks = np.concatenate([straighten(picture, closer(quads[asked], figure[small])), crops[beside]])
    seen = classify(network, looks).where(np.arange(len(asked)))
    tiles, turns = names.tiles.copy(), names.turns.copy()
    tiles[asked] = (tiles[asked] + seen.tiles) / 2
    turns[asked] = (turns[asked] + seen.turns) / 2
    return Names(tiles, turns, names.faces)


def spread(places: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """At most so many of the places, evenly chosen."""
    if len(places) <= most:
        return places
    return places[np.linspace(0, len(places) - 1, most).astype(np.intp)]


def figures(crops: Pixels) -> NDArray[np.float64]:
    """Where the figure stands in each crop (N, 64, 48, 3): left, top, right, bottom, as shares of the crop, (N, 4).

    The whole crop where nothing stands out.
    """
    if not len(crops):
        return np.zeros((0, 4))
    rows = np.ascontiguousarray(crops).reshape(-1, CROP_WIDTH, 3)
    small = cv2.resize(rows, (_W, len(rows) // SMALLER), interpolation=cv2.INTER_AREA)
    looks = small.reshape(-1, _H, _W, 3).astype(np.float32)
    ground = np.median(looks[:, _GROUND], axis=1)
    out = np.abs(looks - ground[:, None, None]).max(axis=3) * _FIGURE
    most = np.percentile(out[:, _FIGURE], 98, axis=1)
    figure = out > np.maximum(STANDS_OUT * most, LEAST_OUT)[:, None, None]
    return np.stack([*_span(figure.any(axis=1)), *_span(figure.any(axis=2))], axis=1)[:, [0, 2, 1, 3]]


def _span(there: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """From where to where something is in each row of (N, L), as shares; all of it where nothing is."""
    length = there.shape[1]
    some = there.any(axis=1)
    first, last = there.argmax(axis=1), length - there[:, ::-1].argmax(axis=1)
    return np.where(some, first, 0) / length, np.where(some, last, length) / length


def shares(figure: NDArray[np.float64]) -> NDArray[np.float64]:
    """Which share of its face's sides a closer look at each figure (N, 4) shows, (N,); 1: no closer look is needed."""
    sides = figure[:, 2:] - figure[:, :2]
    return np.asarray(np.clip((sides / FILLS).max(axis=1, initial=0), LEAST_SHARE, 1))


def closer(quads: Floats, figure: NDArray[np.float64]) -> Floats:
    """The outlines (N, 4, 2) of what closer looks at faces' figures (N, 4) show, turned as the faces' are."""
    size = np.array([CROP_WIDTH, CROP_HEIGHT])
    middle = (figure[:, :2] + figure[:, 2:]) / 2
    half = shares(figure)[:, None] * (1 - 2 * MARGIN) / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    places = (middle[:, None] + half[:, None] * signs) * size - 0.5
    return np.asarray(through(from_crops(quads), places), np.float32)
