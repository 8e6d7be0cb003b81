"""Between steps 3 and 1: whether what was seen must be looked at once more, because no name fits it.

Seen low from one side tiles may be so narrow that three in a row are outlined as one face. The detector is sure of it,
and the classifier says that it is none: larger in the picture, each is seen by itself.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.detect import Faces
from vision.reading.geometry import upon_each
from vision.reading.sift import LEAST_REAL

SURE = 0.6
"""The detector's score of what calls for an explanation."""
LEAST, SHARE = 3, 0.1
"""So many of these that are named nowhere, and so many for each face that is named, are worth another look."""


def unexplained(faces: Faces, realness: NDArray[np.floating]) -> bool:
    """Whether there are many sure faces (N) that cannot be named, beside some that can; `realness` (N,) tells.

    What lies upon a face that can be named is a part of it. Where nothing can be named nothing is a tile.
    """
    real = np.asarray(realness >= LEAST_REAL)
    upon = upon_each(faces.quads)[real].any(axis=0)
    left = np.count_nonzero(~real & ~upon & (faces.scores >= SURE))
    return bool(real.any() and left >= max(LEAST, SHARE * np.count_nonzero(real)))
