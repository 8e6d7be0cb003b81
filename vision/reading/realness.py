"""Between steps 3 and 4: how likely what was found is a tile, as the networks say and by how like the others it is."""

import numpy as np
from numpy.typing import NDArray

from vision.reading.beside import none_beside
from vision.reading.classify import Names
from vision.reading.faces import Faces
from vision.reading.grounds import grounds, off_in_ground, smaller
from vision.reading.plane import plane_of
from vision.reading.shapes import off_in_shape
from vision.reading.sizes import off_in_size

Floats = NDArray[np.float64]

SURE = 0.9
"""What the classifier finds at least as likely to be a face tells how tiles look here."""
ALONE_SAYS, ALONE_BASE = np.array([0.84, 0.63, -3.3, -5.9, -5.35]), 1.95
"""Log-odds that a found face is a tile that can be read, before it is known what lies beside it: how much each counts
of what `told` tells, but for the last, and without them."""
SAYS, BASE = np.array([0.73, 1.01, -4.31, -4.56, -3.08, -2.3]), 1.92
"""The same once that is known. That it is named surely tells nothing more since the classifier is trained with outlines
as they are found; nor how high its figure is."""


def realness(faces: Faces, names: Names, crops: NDArray[np.uint8]) -> Floats:
    """The probability (N,) that each is a face that can be read; `crops` (N, 64, 48, 3) show them."""
    return _probability(BASE + told(faces, names, crops) @ SAYS)


def told(faces: Faces, names: Names, crops: NDArray[np.uint8]) -> Floats:
    """Log-odds that it is a face, as the classifier says and as the detector does; how far it is off in size, in ground
    and in shape; and how many more of what lies beside it are none than are tiles: (N, 6)."""
    said = [log_odds(each) for each in (names.faces, faces.scores)]
    on_its_side = np.asarray(names.turns.argmax(axis=1) % 2 == 1)
    sure = np.asarray(names.faces >= SURE)
    plane = plane_of(faces.quads, sure)
    ground = grounds(smaller(crops))
    off = (
        off_in_size(faces.quads, plane),
        off_in_ground(faces.quads, ground, sure),
        off_in_shape(faces.quads, on_its_side, sure, plane),
    )
    alone = np.stack([*said, *off], axis=1)
    real = _probability(ALONE_BASE + alone @ ALONE_SAYS)
    return np.column_stack([alone, none_beside(faces.quads, real, ground)])


def _probability(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))


def log_odds(p: NDArray[np.floating]) -> Floats:
    """The logarithm of p / (1 - p)."""
    clipped = np.clip(p.astype(np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped) - np.log1p(-clipped))
