"""The detector's maps -> quads; which quads are one face."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Detections
from vision.reading.geometry import strongest, widths

Floats = NDArray[np.float32]

STRIDE = 4
"""Pixels of the network's picture that one cell of its map stands for."""
UNIT = 24.0
"""The network gives lengths as logarithms of multiples of this many pixels."""
KEYSTONE = 8.0
"""It gives how far corners lie off a parallelogram as so many times its share of the face's size."""
LEAST_SCORE = 0.3
"""The score of a face."""
MOST_FACES = 240
"""Places taken from one pass, and from all of them: a box has 106 tiles, and on tables with tiles hardly any place
that is none has a higher score; what shows more is noise or a texture, and naming it would take for ever."""
SAME = 0.45
"""Two faces whose centres are nearer than this share of a face's width are one."""


def decode(maps: Floats) -> Detections:
    """Peaks of the network's maps (13, h, w) as faces, strongest first, in the network's pixels."""
    least_logit = np.float32(np.log(LEAST_SCORE / (1 - LEAST_SCORE)))
    ys, xs = np.nonzero((maps[0] >= least_logit) & (maps[0] >= cv2.dilate(maps[0], np.ones((3, 3), np.uint8))))
    cells = maps[:, ys, xs]
    order = np.argsort(-cells[0], kind="stable")[:MOST_FACES]
    quads = quads_at(cells[1:, order], xs[order], ys[order])
    scores = 1 / (1 + np.exp(-cells[0, order]))
    return Detections(quads, np.asarray(scores, np.float32)).where(_apart(quads))


def quads_at(geometry: Floats, xs: NDArray[np.integer], ys: NDArray[np.integer]) -> Floats:
    """Corners (N, 4, 2) from geometry (12, N) at cells: off-centre, log lengths, axes by twice their angle, up, and
    how far they lie off a parallelogram."""
    centre = np.stack([xs + 0.5 + geometry[0], ys + 0.5 + geometry[1]], 1) * STRIDE
    lengths = UNIT * np.exp(np.clip(geometry[2:4], -3, 3.5))
    angles = np.stack([np.arctan2(geometry[5], geometry[4]), np.arctan2(geometry[7], geometry[6])]) / 2
    across, down = (
        np.stack([np.cos(a), np.sin(a)], 1) * length[:, None] for a, length in zip(angles, lengths, strict=True)
    )
    down = np.where((down * geometry[8:10].T).sum(1, keepdims=True) > 0, -down, down)
    turned = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    across = np.where(turned[:, None] < 0, -across, across)
    off = geometry[10:12].T / KEYSTONE * np.sqrt(lengths.prod(0))[:, None]
    corners = [
        centre + (sx * across + sy * down) / 2 + sx * sy * off for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return np.asarray(np.stack(corners, 1), np.float32)


def most_likely(found: Detections) -> Detections:
    """The MOST_FACES of the highest score, highest first."""
    return found.where(np.argsort(-found.scores, kind="stable")[:MOST_FACES])


def merge(first: Detections, second: Detections) -> Detections:
    """Both passes' faces; where they show the same one, the second's quad."""
    both = second.also(first)
    return both.where(_apart(both.quads))


def _apart(quads: Floats) -> NDArray[np.intp]:
    """Indices of the faces that are not the same as a stronger one before them."""
    if not len(quads):
        return np.zeros(0, np.intp)
    centres, size = quads.mean(1), widths(quads)
    away = centres[:, None] - centres[None]
    near = (away**2).sum(2) < (SAME * np.minimum(size[:, None], size[None])) ** 2
    return strongest(near)
