"""One place of the picture, upright and large, for a question about what lies there."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels

AROUND = 1.7
"""Times a tile's size that is shown of its surroundings: a neighbour tells what a row is."""
HEIGHT = 420
"""Pixels of the crop's height; a small tile is made larger."""


def crop(pixels: Pixels, quad: NDArray[np.float32]) -> Pixels:
    """The place of a face (four corners in pixels, (4, 2), as it is read) with what lies around it."""
    wide = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3]))
    high = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1]))
    size = max(1, min(2 * HEIGHT, round(HEIGHT * wide / max(high, 1.0)))), HEIGHT
    shown = (quad - quad.mean(axis=0)) * AROUND + quad.mean(axis=0)
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    warp = cv2.getPerspectiveTransform(np.asarray(shown, np.float32), target)
    return np.asarray(cv2.warpPerspective(pixels, warp, size, flags=cv2.INTER_CUBIC), np.uint8)
