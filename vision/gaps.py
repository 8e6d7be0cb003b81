"""Between steps 1 and 2: where a row has a gap as wide as one face, a face may lie that was torn by glare or not seen.

It is only proposed; whether one lies there, and which, is for the classifier to say.
"""

import numpy as np
from numpy.typing import NDArray

from vision.detect import Faces
from vision.quads import axes, centres, seen_from_each

SEEN = 0.5
"""The score that one of the two faces must have between which one may be missing."""
PROPOSED = 0.5
"""The score of what is proposed: it speaks neither for nor against a face."""
GAP = (1.75, 2.4)
"""Distance between two faces, in widths, that leaves room for just one between them."""
IN_LINE, ALIKE = 0.25, 0.15
"""How far one may lie above the other, in heights, and how much larger it may be."""
TURNED = np.radians(12)
TAKEN, AS_WIDE = 0.3, 0.18
"""A face lies there already whose centre is so near, in widths, and whose width differs by no more than this share."""


def with_gaps_filled(faces: Faces) -> Faces:
    """The faces, and those that may lie between two of them."""
    proposed = [_between(faces, i, j) for i, j in _pairs(faces)]
    free = [quad for quad in proposed if not _is_taken(faces, quad)]
    if not free:
        return faces
    scores = np.full(len(free), PROPOSED, np.float32)
    return Faces(np.concatenate([faces.quads, np.stack(free)]), np.concatenate([faces.scores, scores]))


def _pairs(faces: Faces) -> list[tuple[int, int]]:
    """Faces alike and in one line with room for just one between them."""
    u, v = map(np.abs, seen_from_each(faces.quads))
    fits = (u > GAP[0]) & (u < GAP[1]) & (v < IN_LINE)
    fits &= np.maximum(faces.scores[:, None], faces.scores[None]) >= SEEN
    across, down = axes(faces.quads)
    for side in (across, down):
        length = np.linalg.norm(side, axis=1)
        fits &= np.abs(length[:, None] / np.maximum(length[None], 1e-6) - 1) < ALIKE
    angle = np.arctan2(across[:, 1], across[:, 0])
    fits &= np.abs((angle[:, None] - angle[None] + np.pi / 2) % np.pi - np.pi / 2) < TURNED
    return [(int(i), int(j)) for i, j in np.argwhere(fits & fits.T) if i < j]


def _between(faces: Faces, i: int, j: int) -> NDArray[np.float32]:
    """The outline half-way from one face to the other, read as the first is."""
    one, other = faces.quads[i], faces.quads[j]
    if (one[1] - one[0]) @ (other[1] - other[0]) < 0:
        other = np.roll(other, 2, axis=0)
    return np.asarray((one + other) / 2, np.float32)


def _is_taken(faces: Faces, quad: NDArray[np.float32]) -> bool:
    """Whether a whole face was seen there."""
    width = float(np.linalg.norm(axes(quad[None])[0]))
    apart = np.linalg.norm(centres(faces.quads) - quad.mean(axis=0), axis=1)
    differ = np.abs(np.linalg.norm(axes(faces.quads)[0], axis=1) / width - 1)
    return bool(((apart < TAKEN * width) & (differ < AS_WIDE)).any())
