"""One look at a picture, or at a part of it, as large or small as asked."""

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import LEAST_SCORE, Faces, decode
from vision.reading.halves import Halves
from vision.reading.network import Infer

Pixels = NDArray[np.uint8]

MULTIPLE, PADDING = 32, 115
"""The network wants sides divisible by the first; what is added is of this grey."""


def look(network: Infer, halves: Halves, scale: float, least: float = LEAST_SCORE) -> Faces:
    """The faces that one look at `scale` shows, in the picture's own pixels."""
    small, sx, sy = _shown(halves, scale)
    faces = decode(network(small)[0][0], least)
    return Faces(np.asarray((faces.quads + 0.5) / np.array([sx, sy]) - 0.5, np.float32), faces.scores)


def look_at_part(network: Infer, halves: Halves, part: tuple[int, int, int, int], scale: float, least: float) -> Faces:
    """The faces that a look at a part of the picture shows, cut from the smallest half that is large enough."""
    half = halves[max(0, int(-np.log2(scale)))]
    times = np.array(halves.whole.shape[1::-1]) / half.shape[1::-1]
    low, high = np.floor(part[:2] / times).astype(int), np.ceil(part[2:] / times).astype(int)
    seen = look(network, Halves(half[low[1] : high[1], low[0] : high[0]]), scale * float(times[0]), least)
    return Faces(np.asarray((seen.quads + 0.5 + low) * times - 0.5, np.float32), seen.scores)


def _shown(halves: Halves, scale: float) -> tuple[Pixels, float, float]:
    """The picture as the network wants it, (1, h, w, 3), padded on the right and below, and its true scales."""
    height, width = halves.whole.shape[:2]
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    batch = np.full((1, -(-h // MULTIPLE) * MULTIPLE, -(-w // MULTIPLE) * MULTIPLE, 3), PADDING, np.uint8)
    batch[0, :h, :w] = halves.resized(w, h)
    return batch, w / width, h / height
