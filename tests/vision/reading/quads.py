"""Quads of upright faces, for tests of features computed from quads."""

import numpy as np


def box(x: float, y: float, width: float = 30) -> np.ndarray:
    """The quad of a face with the height of a tile and its top-left corner at a point."""
    return np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]], np.float32) * width + np.array([x, y], np.float32)
