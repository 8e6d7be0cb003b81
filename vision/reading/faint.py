"""Between steps 1 and 2: what the detector hardly saw, but as large and of the shape that a tile would have there.

A tile whose ground is the cloth's, or far from the lamp, is but a hint. Alone it is not worth asking; beside another
tile of its row it is proposed, and the classifier says whether it is one.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import LEAST_SCORE, Faces
from vision.reading.geometry import seen_from_each, turned_apart
from vision.reading.plane import plane_of
from vision.reading.shapes import off_in_shape
from vision.reading.sizes import off_in_size

SURE, ENOUGH = 0.5, 4
"""So many faces of this score tell how tiles look here."""
FITS = 0.3
"""By how much it may be off in size and shape together, as logarithms."""
BESIDE, IN_LINE = (0.6, 1.4), 0.4
"""How far from one that was seen it lies, in widths; and how far above or below, in heights."""
TURNED = np.radians(12)


def without_stray(faces: Faces) -> Faces:
    """The faces that were seen, and of the faint ones those that fit to them."""
    return faces.where((faces.scores >= LEAST_SCORE) | _fit(faces))


def _fit(faces: Faces) -> NDArray[np.bool_]:
    sure = np.asarray(faces.scores >= SURE)
    if sure.sum() < ENOUGH or faces.scores.min() >= LEAST_SCORE:
        return np.zeros(len(faces), bool)
    upright = np.zeros(len(faces), bool)
    plane = plane_of(faces.quads, sure)
    off = off_in_size(faces.quads, plane) + off_in_shape(faces.quads, upright, sure, plane)
    return np.asarray((off < FITS) & _is_beside_one(faces))


def _is_beside_one(faces: Faces) -> NDArray[np.bool_]:
    """Whether each lies in a row with one that was seen."""
    u, v = map(np.abs, seen_from_each(faces.quads))
    beside = (u > BESIDE[0]) & (u < BESIDE[1]) & (v < IN_LINE) & (turned_apart(faces.quads) < TURNED)
    return np.asarray(beside[faces.scores >= LEAST_SCORE].any(axis=0))
