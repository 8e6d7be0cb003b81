"""How a face looks, to be compared with others: where its ink is, and which colour the ink has."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

NEAREST = 3
"""So many of the nearest examples of a number say how near it is."""
FIGURE, OFF = (21, 28), 2
"""Width and height to which a figure is averaged, and by how much two may be moved against each other."""
USUAL_SPREAD = 0.05
"""What the inks of one colour differ by at least, as logarithms of their shares."""

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Face:
    """How a face looks.

    `figure` (28, 21): how dark each place is, 0 to 1. `ink` (3,): its colour, as logarithms of shares of the white.
    """

    figure: Floats
    ink: Floats


def face_of(crop: Pixels) -> Face:
    """How the face in an upright crop (64, 48, 3), BGR, looks."""
    inner = crop[4:-4, 3:-3].astype(np.float32)
    share = inner / (np.percentile(inner.reshape(-1, 3), 80, axis=0).astype(np.float32) + 1)
    dark = 1 - share.min(axis=2)
    figure = cv2.resize(cv2.GaussianBlur(dark, (0, 0), 1.0), FIGURE, interpolation=cv2.INTER_AREA)
    weight = np.clip(dark / max(float(np.percentile(dark, 97)), 0.1), 0, 1)[..., None] ** 2
    ink = (share * weight).sum((0, 1)) / max(float(weight.sum()), 1.0)
    return Face(np.asarray(figure, np.float32), np.asarray(np.log(np.clip(ink, 0.03, 2)), np.float32))


def resemblance(face: Face, known: Sequence[Face]) -> float | None:
    """How well a face's figure correlates with the nearest known ones of a number; None: there are none."""
    if not known:
        return None
    inner = np.ascontiguousarray(face.figure[OFF:-OFF, OFF:-OFF])
    found = [float(cv2.matchTemplate(one.figure, inner, cv2.TM_CCOEFF_NORMED).max()) for one in known]
    return float(np.mean(sorted(found)[-NEAREST:]))


def ink_apart(face: Face, known: Sequence[Face]) -> float | None:
    """By how many times their spread a face's ink lies away from known ones of a colour; None: there are none."""
    if not known:
        return None
    inks = np.stack([one.ink for one in known])
    return float(np.abs((face.ink - np.median(inks, axis=0)) / (inks.std(axis=0) + USUAL_SPREAD)).mean())
