"""Between steps 3 and 1: whether what was seen must be looked at once more, because no name fits it, or none surely.

Seen low from one side tiles may be so narrow that three in a row are outlined as one face. The detector is sure of it,
and the classifier says that it is none: larger in the picture, each is seen by itself.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.classify import Names
from vision.reading.faces import Faces
from vision.reading.geometry import overlapping, upon_each
from vision.reading.sift import LEAST_REAL

SURE = 0.6
"""The detector's score of what calls for an explanation."""
LEAST, SHARE = 3, 0.1
"""So many of these that are named nowhere, and so many for each face that is named, are worth another look."""
LIKELY, CERTAIN = 0.5, 0.9
"""What is a tile at least as likely as the first, and a certain one less likely than the second, is doubted. With 0.25
for the first 219 of 1,047 pictures are looked at once more instead of 198, and of 22,464 tiles none is read otherwise.
"""


def unexplained(faces: Faces, realness: NDArray[np.floating]) -> bool:
    """Whether there are many sure faces (N) that cannot be named, beside some that can; `realness` (N,) tells.

    What lies upon a face that can be named is a part of it. Where nothing can be named nothing is a tile.
    """
    real = np.asarray(realness >= LEAST_REAL)
    upon = upon_each(faces.quads)[real].any(axis=0)
    left = np.count_nonzero(~real & ~upon & (faces.scores >= SURE))
    return bool(real.any() and left >= max(LEAST, SHARE * np.count_nonzero(real)))


def doubted(faces: Faces, names: Names, realness: NDArray[np.floating]) -> bool:
    """Whether any of the faces (N) may be a tile and is none surely, nor lies upon one that is likelier.

    `realness` (N,) tells; where none is a tile nothing is doubted.

    Of 13,919 tiles that were hard to read another look at such pictures finds 39 of 502 that were missed.
    """
    real = np.asarray(realness)
    likeliest = ~(overlapping(faces.quads) & (real[:, None] > real)).any(axis=0)
    unsure = (real > LIKELY) & (real * names.tiles.max(axis=1, initial=0) < CERTAIN)
    return bool((real >= LEAST_REAL).any() and (likeliest & unsure).any())
