"""A tile that lies face down, in the pool say: nobody has to be asked about it.

Of 4,784 printed tiles of photographs, renders, a film and made-up tops, by day and by evening lamp, none is taken for
one.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.camera import Pixels
from vision.reading import Quad, widths

TOUCHES = 1.7
"""Times a tile's width between the middles of a stray and of a tile that is read from which it is none of its row."""
FACE, RIM = (32, 44), (5, 7)
"""Pixels to which a face is brought to look for a figure on it, and how many of them at its rim are left out."""
FIGURE, WHITE = 0.05, 250.0
"""Part of a face's light that its strokes lack where it bears a figure (0.06 by evening lamp, 0.14 by day, or more;
plastic without one 0.02); and the level of all colours from which a lamp may have drowned it.
"""


def is_face_down(picture: Pixels, stray: Quad, read: Sequence[Quad]) -> bool:
    """Whether a stray bears no figure, and lies apart from all tiles that are read."""
    width = float(widths(stray[None])[0])
    apart = [float(np.hypot(*(quad.mean(axis=0) - stray.mean(axis=0)))) for quad in read]
    return min(apart, default=np.inf) > TOUCHES * width and _is_blank(picture, stray)


def _is_blank(picture: Pixels, quad: Quad) -> bool:
    (width, height), (across, down) = FACE, RIM
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, upright), FACE)
    inner = cv2.GaussianBlur(face, (3, 3), 0)[down:-down, across:-across].reshape(-1, 3)
    strokes, ground = np.percentile(inner, (3, 60), axis=0)
    return bool(((ground - strokes) < FIGURE * ground.max()).all() and ground.min() < WHITE)
