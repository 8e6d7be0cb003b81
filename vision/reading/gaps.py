"""Between steps 1 and 2: where a face may lie that was torn by glare or not seen, to judge by its neighbours.

Such places are a gap in a row, as wide as one face, and the next place of a row where only a part of a face was seen.
They are only proposed; whether a face lies there, and which, is for the classifier to say.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import Faces
from vision.reading.geometry import Floats, axes, centres, read_as, seen_from_each, turned_apart

Places = NDArray[np.intp]

SEEN = 0.5
"""The score that one of the two faces must have between which one may be missing."""
PROPOSED = 0.5
"""The score of what is proposed: it speaks neither for nor against a face."""
GAP, BESIDE = (1.75, 2.4), (0.9, 1.25)
"""Distance between two faces, in widths, that leaves room for just one between them, or for none."""
TORN = 0.6
"""A part of a face lies at most so many widths from where the whole one would."""
STEPS = 3
"""How many faces may be missing one after the other."""
IN_LINE, ALIKE = 0.25, 0.15
"""How far one may lie above the other, in heights, and how much larger it may be."""
TURNED = np.radians(12)
TAKEN, AS_WIDE = 0.3, 0.18
"""A face lies there already whose centre is so near, in widths, and whose width differs by no more than this share."""


def with_gaps_filled(faces: Faces) -> Faces:
    """The faces, and those that may lie between or beside them."""
    if not len(faces):
        return faces
    for _ in range(STEPS):
        more = _proposed(faces)
        if not len(more):
            break
        faces = faces.also(more)
    return faces


def _proposed(faces: Faces) -> Faces:
    """What the faces propose that was not seen whole."""
    quads = faces.quads
    (i, j), (k, m) = _pairs(faces)
    between = _half_way(quads[i], quads[j])
    beyond = quads[m] + (centres(quads[m]) - centres(quads[k])).astype(np.float32)[:, None]
    beyond = beyond[(_compared(quads, beyond)[0] < TORN).any(axis=1)]
    found = np.concatenate([between, beyond])
    free = list(found[~_taken(quads, found)])
    once = [quad for n, quad in enumerate(free) if not n or not _taken(np.stack(free[:n]), quad[None])[0]]
    return Faces(np.stack(once) if once else quads[:0], np.full(len(once), PROPOSED, np.float32))


def _pairs(faces: Faces) -> tuple[tuple[Places, Places], tuple[Places, Places]]:
    """Faces alike and in one line: those with room for one between them, and neighbours, these both ways."""
    u, v = map(np.abs, seen_from_each(faces.quads))
    fits = (v < IN_LINE) & (np.maximum(faces.scores[:, None], faces.scores[None]) >= SEEN)
    for side in axes(faces.quads):
        length = np.linalg.norm(side, axis=1)
        fits &= np.abs(length[:, None] / np.maximum(length[None], 1e-6) - 1) < ALIKE
    fits &= turned_apart(faces.quads) < TURNED
    gap, beside = (fits & (u > least) & (u < most) for least, most in (GAP, BESIDE))
    i, j = np.nonzero(np.triu(gap & gap.T))
    k, m = np.nonzero(beside & beside.T)
    return (i, j), (k, m)


def _half_way(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """The outlines half-way from faces (N, 4, 2) to others, read as the first are."""
    return np.asarray((one + read_as(other, one)) / 2, np.float32)


def _taken(quads: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.bool_]:
    """At which places (P, 4, 2) a whole face was seen, (P,)."""
    apart, differ = _compared(quads, places)
    return np.asarray(((apart < TAKEN) & (differ < AS_WIDE)).any(axis=1))


def _compared(quads: NDArray[np.float32], places: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """How far faces (N, 4, 2) lie from places (P, 4, 2), in widths, and by what share their widths differ: (P, N)."""
    width = np.linalg.norm(axes(places)[0], axis=1)[:, None]
    apart = np.linalg.norm(centres(places)[:, None] - centres(quads)[None], axis=2) / width
    return apart, np.abs(np.linalg.norm(axes(quads)[0], axis=1)[None] / width - 1)
