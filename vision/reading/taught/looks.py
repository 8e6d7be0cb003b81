"""Features of a face for comparison, robust against light and blur: its ink mask, its colour, and both together."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Doubles, Floats, Pixels
from vision.reading.geometry import AWAY, grounds, smaller

DARK = 12.0
"""Levels added before ratios are taken: in dark pixels noise would dominate."""
NEAREST = 3
"""Number of nearest known faces whose mean similarity counts."""
ALIKE = 0.85
"""Similarity of ink from which a face may have a number. Of surely read tiles of 42 made-up sets, nine in ten reach
0.89 with their own set, and one in a hundred reaches 0.82 with another's.
"""
_INNER = (slice(2, -2), slice(2, -2))
_MIDDLE = (AWAY < 0.44)[_INNER][..., None]
"""The mask of a face's own print, without its neighbours."""


def shares(crops: Pixels) -> Floats:
    """Logarithm of each pixel's ratio to its face's ground, (N, 28, 20, 3); 0 is the ground."""
    shown, ground = _logarithms(crops)
    return np.asarray(np.clip(shown - ground, -2.5, 1.5) * _MIDDLE, np.float32)


def _logarithms(crops: Pixels) -> tuple[Floats, Floats]:
    """The logarithms of crops, (N, 28, 20, 3), and of their grounds, (N, 1, 1, 3)."""
    small = smaller(crops)
    ground = grounds(small).astype(np.float32)[:, None, None]
    return np.log(small[:, *_INNER].astype(np.float32) + DARK), np.log(ground + DARK)


def pictures(shares: Floats) -> Floats:
    """The whole faces as rows of length one, (N, 1680): for jokers, whose colours are part of their face."""
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), 0.8) for one in shares]) if len(shares) else shares
    return _of_length_one(soft.reshape(len(shares), -1))


def inked(shares: Floats) -> Floats:
    """The ink masks, whatever the ink's colour, as rows of length one, (N, 560)."""
    return _of_length_one(np.abs(shares).max(axis=3).reshape(len(shares), -1))


def likeness(known: Floats, rows: Floats) -> NDArray[np.float64]:
    """Similarity, -1 to 1, of rows (N, D) to the nearest of the known rows (K, D), all of length one, (N,)."""
    return np.asarray(np.sort(rows @ known.T, axis=1)[:, -NEAREST:].mean(axis=1), np.float64)


def turned(rows: Floats) -> Floats:
    """Rows of `pictures` (..., D), with the faces turned round by 180 degrees."""
    return np.asarray(rows.reshape(*rows.shape[:-1], -1, 3)[..., ::-1, :].reshape(rows.shape))


def inks(crops: Pixels) -> Doubles:
    """The colour of the ink, the colour of its strongest pixels, and the colour of the ground, as logarithms, (N, 9).
    These are no ratios to the ground, because ratios of light inks on dark grounds would be clipped.
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
