"""Between steps 3 and 1: whether the camera is so low that what was seen must be looked at once more, larger.

A table that is seen from far aside is shortened until a tile is half as high as it would be from above: at the size at
which tiles are seen best by their shorter side several may be outlined as one, or none.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import Faces
from vision.reading.geometry import axes
from vision.reading.shapes import HIGH

SURE, ENOUGH = 0.9, 3
"""So many faces that are so likely tiles tell from where they are seen."""
LOW = 1.75
"""Tiles that are shortened so many times are seen from about 55 degrees aside and more. Up to 50 a second look that is
larger shows no more, and takes as long again."""


def is_low(faces: Faces, realness: NDArray[np.floating]) -> bool:
    """Whether faces (N) are seen from far aside, as those tell that are sure to be tiles; `realness` (N,)."""
    sure = faces.quads[realness >= SURE]
    return len(sure) >= ENOUGH and float(np.median(shortened(sure))) >= LOW


def shortened(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """How many times longer tiles' outlines (N, 4, 2) are than broad, in the direction in which they are most so, (N,).

    1: seen from above, whichever way a tile is turned, if its outline is read upright; 2: from 60 degrees aside.
    """
    across, down = axes(quads)
    sides = np.stack([across, down / HIGH], axis=1).astype(np.float64)
    long, short = np.linalg.svd(sides, compute_uv=False).T
    return np.asarray(long / np.maximum(short, 1e-6))
