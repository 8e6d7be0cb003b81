"""What lies beside tiles is tiles: a ruler's numbers, a calendar's days, a bingo card's fields come by the dozen.

Each of them alone may look like a tile; that the others of its size beside it do not tells what it is.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import areas, centres
from vision.reading.grounds import apart_in_ground

Floats = NDArray[np.float64]

NEAR, BESIDE = 0.6, 1.5
"""What lies between so many sizes away lies beside it: nearer are other outlines of the same thing. A size is the
square root of an area."""
AS_LARGE = 0.5
"""By no more than this may the logarithms of their areas differ."""
ALIKE = 0.1
"""So far apart in ground is of one stuff: what is found in a rug's pattern tells nothing of a tile upon it."""
MOST_NONE = 2.0
"""More that are none tell no more. Of 35,000 outlines of held-out pictures, at 200 faces left out, 157 false ones pass
instead of 260, at 100 407 instead of 790. Were the ground no matter, 128 and 334 would, but single tiles on rugs were
lost."""


def none_beside(quads: NDArray[np.floating], real: Floats, ground: NDArray[np.uint8]) -> Floats:
    """How many more of what lies beside each face (N, 4, 2), as large as it, are no tiles than are, at most two: (N,).

    `real` (N,) tells how likely each is a tile by itself: one as likely as not counts on neither side. Of what is none
    only what has the same `ground` (N, 3), BGR, counts.
    """
    size = np.abs(areas(quads))
    centre = centres(quads)
    away = np.linalg.norm(centre[:, None] - centre[None], axis=2)
    own = np.maximum(np.sqrt(size), 1e-6)[:, None]
    large = np.log(np.maximum(size, 1e-6))
    beside = (away > NEAR * own) & (away < BESIDE * own) & (np.abs(large[:, None] - large[None]) < AS_LARGE)
    none = 1 - 2 * real
    counts = beside & ((none < 0) | (apart_in_ground(ground) < ALIKE))
    return np.asarray(np.clip(counts @ none, 0, MOST_NONE))
