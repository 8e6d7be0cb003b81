"""What lies beside tiles is tiles: a ruler's numbers, a calendar's days, a bingo card's fields come by the dozen.

Each of them alone may look like a tile; that the others of its size beside it do not tells what it is.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import areas, centres

Floats = NDArray[np.float64]

NEAR, BESIDE = 0.6, 1.5
"""What lies between so many sizes away lies beside it: nearer are other outlines of the same thing. A size is the
square root of an area."""
AS_LARGE = 0.5
"""By no more than this may the logarithms of their areas differ."""
MOST_NONE = 2.0
"""More that are none tell no more. Of 35,000 outlines of held-out pictures, at 200 faces left out, 129 false ones pass
instead of 260, at 100 343 instead of 790; with tiles beside it telling for it, or only what lies in line, hardly fewer.
"""


def none_beside(quads: NDArray[np.floating], real: Floats, scores: NDArray[np.floating]) -> Floats:
    """How many more of what lies beside each face (N, 4, 2), as large as it, are no tiles than are, at most two: (N,).

    `real` (N,) tells how likely each is a tile by itself: one as likely as not counts on neither side. `scores` (N,):
    how surely the detector sees it; the edge of a tile, hardly seen as one, is hardly counted as none.
    """
    none = 1 - 2 * real
    told = np.where(none > 0, scores * none, none)
    size = np.abs(areas(quads))
    centre = centres(quads)
    away = np.linalg.norm(centre[:, None] - centre[None], axis=2)
    own = np.maximum(np.sqrt(size), 1e-6)[:, None]
    large = np.log(np.maximum(size, 1e-6))
    beside = (away > NEAR * own) & (away < BESIDE * own) & (np.abs(large[:, None] - large[None]) < AS_LARGE)
    return np.asarray(np.clip(beside @ told, 0, MOST_NONE))
