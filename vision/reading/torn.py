"""Between steps 1 and 2: two halves that were outlined as two faces and are one, each digit of a number by itself.

Seen low from one side a tile is broader than high, and a digit with its half of it looks like a tile; or so narrow that
the number and the dot below it do. The whole is only proposed; whether it or its halves are faces is for the classifier
to say.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import Faces
from vision.reading.geometry import axes, read_as, seen_from_each, turned_apart
from vision.reading.plane import plane_of
from vision.reading.sizes import off_in_size

SEEN = 0.5
"""Faces with at least this score tell how large a tile is."""
APART = (0.55, 1.35)
"""How far two halves' centres lie from one another, in their widths."""
IN_LINE, AS_HIGH = 0.25, 0.25
"""How far one may lie above the other, in heights, and how much higher it may be."""
TURNED = np.radians(15)
A_TILE = 0.25
"""By how much the whole may be larger or smaller than a tile would be there, as a logarithm: the halves make it seem
smaller, and two tiles are off by 0.35."""


def with_wholes(faces: Faces) -> Faces:
    """The faces, and those that two neighbours may be together, as surely seen as the surer of both."""
    wholes, scores = (np.concatenate(each) for each in zip(_beside(faces, 0), _beside(faces, 1), strict=True))
    if not len(wholes):
        return faces
    fits = off_in_size(wholes, plane_of(faces.quads, faces.scores >= SEEN)) < A_TILE
    return faces.also(Faces(wholes[fits], scores[fits]))


def _beside(faces: Faces, turn: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What two faces side by side (or, turned by one corner, one below the other) are together, and its score."""
    quads = np.roll(faces.quads, -turn, axis=1)
    left, right = _pairs(quads)
    wholes = _together(quads[left], quads[right])
    return np.roll(wholes, turn, axis=1), np.maximum(faces.scores[left], faces.scores[right])


def _pairs(quads: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which faces (N, 4, 2) have another close at their right, as both are read."""
    u, v = seen_from_each(quads)
    height = np.maximum(np.linalg.norm(axes(quads)[1], axis=1), 1e-6)
    beside = (u > APART[0]) & (u < APART[1]) & (np.abs(v) < IN_LINE) & (turned_apart(quads) < TURNED)
    left, right = np.nonzero(beside & (np.abs(np.log(height[:, None] / height[None])) < AS_HIGH))
    return left, right


def _together(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    """Outlines from the left faces' left sides to the right ones' right sides, (N, 4, 2)."""
    right = read_as(right, left)
    return np.stack([left[:, 0], right[:, 1], right[:, 2], left[:, 3]], axis=1)
