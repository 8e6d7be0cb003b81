"""How far each outline is off in size: all tiles of a box are equally large.

By their area, tiles look equally large whichever way they lie, also aslant.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import areas, centres
from vision.reading.plane import Plane

Floats = NDArray[np.float64]

MOST_OFF, UNTOLD = 0.4, 0.2
"""More than so far off (as a logarithm: 1.5 times as large) says no more than just so far; and what is said where no
sure one tells the size."""


def off_in_size(quads: NDArray[np.floating], plane: Plane | None) -> Floats:
    """By how much each outline (N, 4, 2) is larger or smaller than a tile would be there, as a logarithm, (N,)."""
    if plane is None:
        return np.full(len(quads), UNTOLD)
    size = np.log(np.maximum(np.abs(areas(quads)), 1.0)) / 2
    expected = np.log(plane.size) + 1.5 * np.log(plane.nearness(centres(quads)))
    return np.asarray(np.minimum(np.abs(size - expected), MOST_OFF))
