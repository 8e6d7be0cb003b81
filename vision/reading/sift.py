"""Between steps 3 and 4: of what was found, only what is a tile, each tile once."""

import numpy as np
from numpy.typing import NDArray

from vision.reading.classify import Names
from vision.reading.detect import Faces
from vision.reading.geometry import seen_from_each, strongest, widths
from vision.reading.sizes import off_in_size

Floats = NDArray[np.float64]

SAYS, BASE = np.array([0.86, 0.75, -8.5]), -0.1
"""Log-odds that a found face is a tile that can be read: how much each counts of what `told` tells, and without them.
That it is named surely tells nothing more since the classifier is trained with outlines as they are found; nor, beside
its size, does a neighbour at its side."""
LEAST_REAL = 0.55
"""A face less likely than this to be one is left out. On the photographs, renders and film that were never trained
with, 3 of 3,430 outlines of true faces fall below it (each tile has another above), and all but one of 10,469 on no
tile do."""
LEAST_TILE = 0.42
"""A tile whose best name is less likely than this is left out: it is covered, or no tile. On made-up webcam pictures
0.42 instead of 0.3 gave 2 points of precision for 0.1 of recall; from 0.5 on it costs more than it gives."""
LEAST_SIZE = 0.4
"""A face smaller than this share of the typical certain one is no tile of the same box: a dot, a wordmark, a thread."""
FOREIGN = 2.6
"""A face so many times as wide as the typical one, or as narrow, belongs to no tile of the same box."""
DOUBT = 0.85
"""What the certainty of such faces is multiplied with: they are doubts at most."""
WITHIN = 0.48
"""A face whose centre lies so near another's (as a share of that one's sides) lies upon it."""


def realness(faces: Faces, names: Names) -> Floats:
    """The probability (N,) that each is a face that can be read."""
    return np.asarray(1 / (1 + np.exp(-BASE - told(faces, names) @ SAYS)))


def told(faces: Faces, names: Names) -> Floats:
    """Log-odds that it is a face, as the classifier says and as the detector does, and how far off in size: (N, 3)."""
    said = [_log_odds(each) for each in (names.faces, faces.scores)]
    return np.stack([*said, off_in_size(faces.quads, names.faces)], axis=1)


def sift(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Without what is no face, cannot be read, or lies upon a face that is surer; `names.faces` is `realness`."""
    real = realness(faces, names)
    names = Names(names.tiles, names.turns, real.astype(np.float32))
    keep = (real >= LEAST_REAL) & (names.tiles.max(1, initial=0) >= LEAST_TILE)
    if keep.any():
        size = widths(faces.quads)
        typical = float(np.median(size[keep & (real >= np.median(real[keep]))]))
        keep &= size >= LEAST_SIZE * typical
        names = _doubted(names, np.abs(np.log(size / typical)) > np.log(FOREIGN))
    return _one_each(faces.where(keep), names.where(keep))


def _doubted(names: Names, which: NDArray[np.bool_]) -> Names:
    return Names(names.tiles, names.turns, np.where(which, np.float32(DOUBT), np.float32(1)) * names.faces)


def _one_each(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Of faces that lie upon one another, the one that is named with most certainty."""
    upon = upon_each(faces.quads)
    order = np.argsort(-names.tiles.max(1, initial=0) * names.faces * np.sqrt(faces.scores), kind="stable")
    keep = np.sort(order[strongest((upon | upon.T)[np.ix_(order, order)])])
    return faces.where(keep), names.where(keep)


def upon_each(quads: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Whether face j lies upon face i, [i, j], (N, N)."""
    u, v = seen_from_each(quads)
    return (np.abs(u) < WITHIN) & (np.abs(v) < WITHIN)


def _log_odds(p: NDArray[np.floating]) -> Floats:
    clipped = np.clip(p.astype(np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped) - np.log1p(-clipped))
