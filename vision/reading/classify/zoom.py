"""Crops -> names, once more where they are in doubt and the figure is small: the figure alone, enlarged."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.classify.classifier import classify, in_company
from vision.reading.classify.rectify import from_crops, rectify, through
from vision.reading.crops import AWAY, CROP_HEIGHT, CROP_WIDTH, MARGIN, grounds, smaller
from vision.reading.detect.infer import Infer
from vision.reading.detect.pyramid import Pyramid
from vision.reading.detections import Detections, Names

Floats = NDArray[np.float32]
Shares = NDArray[np.float64]
Pixels = NDArray[np.uint8]

CLEAR = 0.98
"""A face named more surely needs no closer look."""
LIKELY = 0.2
"""What is less likely to be a face gets none."""
WORTH_IT = 0.8
"""A closer look is taken where it shows less than this share of a face's sides."""
FILLS = np.array([0.72, 0.55])
"""The share of a look's width or height, whichever is reached first, that the figure fills: as on most editions' faces.
"""
LEAST_SHARE = 0.35
"""The least share of a face's sides that a closer look shows."""
STANDS_OUT = 0.45
"""What differs from the face's ground by this share of what differs most is its figure,"""
LEAST_OUT = 12.0
"""if it differs by so many levels, too."""
_SEARCHED = AWAY < 0.42
"""Where a face's figure may be: up to the rim. It overlaps with where the ground is told, since large figures reach
there."""


def with_names(network: Infer, picture: Pixels | Pyramid, found: Detections, asked: int | None = None) -> Detections:
    """The detections of ONE picture, whose crops are cut, with their names.

    `asked`: only so many, the first, need their names; the others are company. None: all do.
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
    """The same without a closer look."""
    return replace(found, names=classify(network, found.crops))


def both(one: Floats, other: Floats) -> Floats:
    """What two looks say together, their probabilities' geometric mean: likely is what neither rules out."""
    joined = np.sqrt((one + 1e-6) * (other + 1e-6))
    return np.asarray(joined / joined.sum(axis=-1, keepdims=True), np.float32)


def figures(crops: Pixels) -> Shares:
    """Where the figure stands in each crop (N, 64, 48, 3): left, top, right, bottom, as shares of the crop, (N, 4).

    The whole crop where nothing stands out.
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
    """Which share of its face's sides a closer look at each figure (N, 4) shows, (N,); 1: all of the face."""
    return np.asarray(np.clip(((boxes[:, 2:] - boxes[:, :2]) / FILLS).max(axis=1, initial=0), LEAST_SHARE, 1))


def closer(quads: Floats, boxes: Shares) -> Floats:
    """The quads (N, 4, 2) of what closer looks at the faces' figures (N, 4) show, turned as the faces' are."""
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    half = shares(boxes)[:, None] * (1 - 2 * MARGIN) / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = (middle[:, None] + half[:, None] * signs) * np.array([CROP_WIDTH, CROP_HEIGHT]) - 0.5
    return np.asarray(through(from_crops(quads), corners), np.float32)


def _span(there: NDArray[np.bool_]) -> tuple[Shares, Shares]:
    """From where to where something is in each row of (N, L), as shares; all of it where nothing is."""
    length, some = there.shape[1], there.any(axis=1)
    first, last = there.argmax(axis=1), length - there[:, ::-1].argmax(axis=1)
    return np.where(some, first, 0) / length, np.where(some, last, length) / length
