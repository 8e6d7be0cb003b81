"""Quads of upright faces for the tests of what is told from them."""

import numpy as np


def box(x: float, y: float, width: float = 30) -> np.ndarray:
    """Of a face as high as a tile is, its top left corner there."""
    return np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]], np.float32) * width + np.array([x, y], np.float32)
