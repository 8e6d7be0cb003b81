"""Between steps 1 and 2: a second, closer look at where each face's corners lie."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import widths
from vision.reading.halves import Halves
from vision.reading.network import Infer
from vision.reading.straighten import CROP_HEIGHT, CROP_WIDTH, onto_crop, straighten

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
    return np.stack([_moved(*each) for each in zip(quads, wide, off.reshape(-1, 4, 2) * LOOK_SIZE, strict=True)])


def widened(quads: Floats) -> Floats:
    """The outlines (N, 4, 2) of what a closer look shows."""
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + (quads - middle) * AROUND, np.float32)


def _moved(quad: Floats, wide: Floats, off: Floats) -> Floats:
    """A face's corners (4, 2), each moved by `off` (4, 2) in the pixels of its closer look."""
    there = onto_crop(wide)
    seen = cv2.perspectiveTransform(quad[None].astype(np.float64), there) + off
    return np.asarray(cv2.perspectiveTransform(seen, np.linalg.inv(there))[0], np.float32)
