"""How a face looks, told so that light and blur hardly matter: its ink's place, its colour, and both at once."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Doubles, Floats, Pixels
from vision.reading.geometry import AWAY, grounds, smaller

DARK = 12.0
"""Levels added before two are compared as shares: in the dark noise would speak."""
NEAREST = 3
"""So many of the nearest known faces say together how like them a face is."""
ALIKE = 0.85
"""A face whose ink lies at least so much like that of a number's faces may have that number. Of tiles of 42 made-up
sets that are surely read nine in ten are 0.89 and more like those of their own set, one in a hundred 0.82 like
another's."""
_INNER = (slice(2, -2), slice(2, -2))
_MIDDLE = (AWAY < 0.44)[_INNER][..., None]
"""Where a face's own print is, and no neighbour."""


def shares(crops: Pixels) -> Floats:
    """How each place differs from its face's ground, as logarithms, (N, 28, 20, 3); 0 is the ground."""
    shown, ground = _logarithms(crops)
    return np.asarray(np.clip(shown - ground, -2.5, 1.5) * _MIDDLE, np.float32)


def _logarithms(crops: Pixels) -> tuple[Floats, Floats]:
    """What crops show, (N, 28, 20, 3), and their grounds, (N, 1, 1, 3)."""
    small = smaller(crops)
    ground = grounds(small).astype(np.float32)[:, None, None]
    return np.log(small[:, *_INNER].astype(np.float32) + DARK), np.log(ground + DARK)


def pictures(shares: Floats) -> Floats:
    """All of it as rows of length one, (N, 1680): for jokers, whose colours are a part of their face."""
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), 0.8) for one in shares]) if len(shares) else shares
    return _of_length_one(soft.reshape(len(shares), -1))


def inked(shares: Floats) -> Floats:
    """Where there is ink, whatever its colour, as rows of length one, (N, 560)."""
    return _of_length_one(np.abs(shares).max(axis=3).reshape(len(shares), -1))


def likeness(known: Floats, rows: Floats) -> NDArray[np.float64]:
    """How like the nearest of the known ones (K, D) rows (N, D) of length one are, -1 to 1, (N,)."""
    return np.asarray(np.sort(rows @ known.T, axis=1)[:, -NEAREST:].mean(axis=1), np.float64)


def turned(rows: Floats) -> Floats:
    """Rows of `pictures` (..., D) of the same faces turned round."""
    return np.asarray(rows.reshape(*rows.shape[:-1], -1, 3)[..., ::-1, :].reshape(rows.shape))


def inks(crops: Pixels) -> Doubles:
    """The ink's colour as logarithms, where it stands out from the ground and where most, and the ground's, (N, 9).

    Not as shares of the ground: those of light inks on dark grounds are cut off.
    """
    shown, ground = _logarithms(crops)
    out = np.abs(shares(crops)).max(axis=3).reshape(len(crops), -1, 1)
    most = np.maximum(np.percentile(out, 97, axis=1, keepdims=True), 0.1) if len(crops) else out
    weight = np.clip(out / most, 0, 1).astype(np.float64)
    flat = shown.reshape(len(crops), -1, 3)
    colours = [(flat * w).sum(axis=1) / np.maximum(w.sum(axis=1), 1e-6) for w in (weight**2, weight**8)]
    return np.concatenate([*colours, ground[:, 0, 0]], axis=1)


def _of_length_one(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
