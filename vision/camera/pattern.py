"""Whether a picture's ground is a pattern of squares, and how large they are: on some cloths they are like tiles."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import Pixels

SHORTEST, LONGEST = 4, 40
"""Pixels of a thumbnail between which a pattern's period may be."""
PLAIN = 2.0
"""Levels, of 255, by which a ground varies that is no pattern: noise alone."""
ALIKE = 0.45
"""Correlation of the picture with itself, moved by one period, from which it is a pattern: rows of tiles stay below."""


def period_of(thumbnail: Pixels) -> float | None:
    """After how far a pattern of squares begins again, across and down alike, as part of the picture's width.

    That is two squares, a light one and a dark one. None: there is no such pattern. Of 238 pictures of tables the one
    on a chequered ground was found, and no other.
    """
    grey = cv2.cvtColor(thumbnail, cv2.COLOR_BGR2GRAY).astype(np.float32)
    flat = grey - cv2.GaussianBlur(grey, (0, 0), LONGEST / 2)
    if flat.std() < PLAIN:
        return None
    height, width = int(flat.shape[0]), int(flat.shape[1])
    padded = np.zeros((2 * height, 2 * width), np.float32)
    padded[:height, :width] = flat
    power = np.fft.irfft2(np.abs(np.fft.rfft2(padded)) ** 2)
    across, down = power[0, :width] / power[0, 0], power[:height, 0] / power[0, 0]
    found = [_first_peak(line * (len(line) / np.arange(len(line), 0, -1))) for line in (across, down)]
    if found[0] is None or found[1] is None or not 0.6 < found[0] / found[1] < 1.6:
        return None
    return (found[0] + found[1]) / 2 / float(width)


def _first_peak(line: NDArray[np.float32]) -> int | None:
    """Where the correlation rises again after its first fall; None: it never rises far enough."""
    part = line[: LONGEST + 2]
    is_peak = (part[1:-1] > part[:-2]) & (part[1:-1] >= part[2:]) & (part[1:-1] > ALIKE)
    peaks = np.flatnonzero(is_peak) + 1
    far = peaks[peaks >= SHORTEST]
    return int(far[0]) if len(far) else None
