"""Between steps 1 and 2: a second, closer look at where each face's corners lie."""

import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import widths
from vision.reading.halves import Halves
from vision.reading.network import Infer
from vision.reading.straighten import CROP_HEIGHT, CROP_WIDTH, from_crops, onto_crops, straighten, through

Floats = NDArray[np.float32]

AROUND = 1.4
"""The closer look shows so many times a face's width and height."""
FAR = 0.08
"""A face of which a corner was moved by more than this share of its width is looked at again."""
LOOK_SIZE = np.array([CROP_WIDTH, CROP_HEIGHT], np.float32)
"""The unit in which the network says how far a corner lies off: width and height of what it is shown."""


def refined(network: Infer, picture: NDArray[np.uint8] | Halves, quads: Floats) -> Floats:
    """The outlines (N, 4, 2) with their corners where the faces' really are, in the same order of corners.

    Those that the first look moved far are looked at once more.
    """
    first = _looked_at(network, picture, quads)
    far = np.linalg.norm(first - quads, axis=2).max(axis=1, initial=0) > FAR * widths(quads)
    if far.any():
        first[far] = _looked_at(network, picture, first[far])
    return first


def _looked_at(network: Infer, picture: NDArray[np.uint8] | Halves, quads: Floats) -> Floats:
    if not len(quads):
        return quads.copy()
    wide = widened(quads)
    (off,) = network(straighten(picture, wide))
    seen = through(onto_crops(wide), quads) + off.reshape(-1, 4, 2) * LOOK_SIZE
    return through(from_crops(wide), seen).astype(np.float32)


def widened(quads: Floats) -> Floats:
    """The outlines (N, 4, 2) of what a closer look shows."""
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + (quads - middle) * AROUND, np.float32)
