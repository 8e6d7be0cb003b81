"""Steps 1 and 2: picture -> outlines of faces, their corners looked at closer, and those that the others propose."""

import numpy as np
from numpy.typing import NDArray

from vision.reading.detect import Glance, detect, glance
from vision.reading.faces import HINT, Faces
from vision.reading.faint import without_stray
from vision.reading.gaps import with_gaps_filled
from vision.reading.halves import Halves
from vision.reading.network import Infer
from vision.reading.refine import refined
from vision.reading.torn import with_wholes


def find(
    faces: Infer, corners: Infer, picture: NDArray[np.uint8] | Halves, first: Glance | None = None, nearer: bool = False
) -> Faces:
    """The faces in a BGR picture (H, W, 3), with the networks of models.FACES and models.CORNERS.

    `first`: a glance at it, where there was one. `nearer`: as for `detect`.
    """
    halves = Halves.of(picture)
    seen = without_stray(detect(faces, halves, first or glance(faces, halves), nearer, HINT))
    seen = Faces(refined(corners, halves, seen.quads), seen.scores)
    filled = with_gaps_filled(with_wholes(seen))
    proposed = refined(corners, halves, filled.quads[len(seen) :])
    return Faces(np.concatenate([seen.quads, proposed]), filled.scores)
