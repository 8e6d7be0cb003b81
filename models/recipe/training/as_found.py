"""Outlines as detector and corners of an earlier round really give them, and which labelled face each stands for.

Made-up roughness is not theirs: with true quads the classifier named 3 to 14 tiles in a hundred more than with found
ones. So a part of the samples is cut as found in the very picture that the camera gave.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models import CORNERS, DETECTOR
from models.recipe.training.mine import overlap
from vision.reading.detect.infer import Network
from vision.reading.detect.scales import detect
from vision.reading.detections import Detections
from vision.reading.read import located

SAME_OVERLAP = 0.5
"""Intersection over union of a quad and a face above which the quad stands for the face."""
OTHER_OVERLAP = 0.4
"""Intersection over union with every face below which a quad stands for none; between both nothing is asked. With 0.2
a dot below the number, in a quad with its half of the tile, was read as another tile."""


@dataclass
class Found:
    """Outlines (M, 4, 2), the corners of faces in the label's order, and which face each is, or -1 (M,)."""

    quads: np.ndarray
    owners: np.ndarray

    def of(self, face: int) -> np.ndarray:
        """All quads of one face, (K, 4, 2)."""
        return self.quads[self.owners == face]

    @property
    def none(self) -> np.ndarray:
        """Outlines of what is no face, (K, 4, 2)."""
        return self.of(-1)


def found_in(picture: np.ndarray, labelled: np.ndarray) -> Found:
    """What is found in a picture (H, W, 3) BGR with these labelled faces (N, 4, 2), corners looked at closer."""
    faces, corners = _networks()
    return matched(located(corners, picture, detect(faces, picture)), labelled)


def seen_at_first(picture: np.ndarray, labelled: np.ndarray) -> Found:
    """The same before corners are looked at closer."""
    network = _networks()[0]
    return matched(detect(network, picture), labelled)


def matched(found: Detections, labelled: np.ndarray) -> Found:
    """Which labelled face each quad found stands for."""
    quads, owners = [], []
    for quad in found.quads:
        shares = np.array([_shared(quad, face) for face in labelled])
        best = int(shares.argmax()) if len(shares) else -1
        if best < 0 or shares[best] < OTHER_OVERLAP:
            quads.append(quad)
            owners.append(-1)
        elif shares[best] > SAME_OVERLAP:
            quads.append(_in_order_of(labelled[best], quad))
            owners.append(best)
    return Found(np.array(quads, np.float32).reshape(-1, 4, 2), np.array(owners, int))


def _shared(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union; 0 at once where their boxes do not touch."""
    apart = (one.max(axis=0) < other.min(axis=0)) | (other.max(axis=0) < one.min(axis=0))
    return 0.0 if apart.any() or not cv2.isContourConvex(other) else overlap(one, other)


def _in_order_of(face: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The quad begun at the corner that is the face's first."""
    ways = [np.roll(quad, -k, axis=0) for k in range(4)]
    return ways[int(np.argmin([np.linalg.norm(way - face, axis=1).sum() for way in ways]))]


@lru_cache(1)
def _networks() -> tuple[Network, Network]:
    """Opened once in each process that makes samples."""
    return Network(DETECTOR), Network(CORNERS)
