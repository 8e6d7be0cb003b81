"""Finds false detections of earlier rounds' networks in labelled pictures.

Writes NAME.found.npz beside each picture: `wrong` (M, 4, 2), quads where no face is. The next round's classifier is
trained on these mistakes. Also matches the quads that the networks find to the labelled faces, for training.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from models import CORNERS, DETECTOR
from models.recipe.training.labelled import HIDDEN, Labelled
from vision.reading.detect.infer import Network
from vision.reading.detect.scales import detect
from vision.reading.detections import Detections
from vision.reading.read import located

SAME_OVERLAP = 0.5
"""Intersection over union of a quad and a face above which the quad stands for the face."""
OTHER_OVERLAP = 0.4
"""Intersection over union with every face below which a quad stands for no face; between both limits it is not trained.
With 0.2, a dot below the number, in a quad with its half of the tile, was read as another tile.
"""
NEAR = 0.3
"""Distance between centres, in shorter sides, below which a detected face matches a labelled one."""
PART = 0.5
"""Intersection over union with the nearest labelled face below which a detected face is only a part of it."""


@dataclass
class Found:
    """Detected quads (M, 4, 2), with the corners of faces in the label's order, and the index of each quad's face, or
    -1 (M,).
    """

    quads: np.ndarray
    owners: np.ndarray

    def of(self, face: int) -> np.ndarray:
        """All quads of one face, (K, 4, 2)."""
        return self.quads[self.owners == face]

    @property
    def none(self) -> np.ndarray:
        """Quads of no face, (K, 4, 2)."""
        return self.of(-1)


def found_in(picture: np.ndarray, labelled: np.ndarray) -> Found:
    """The faces that the networks find in a picture (H, W, 3) BGR with these labelled faces (N, 4, 2), with refined
    corners."""
    faces, corners = _networks()
    return matched(located(corners, picture, detect(faces, picture)), labelled)


def seen_at_first(picture: np.ndarray, labelled: np.ndarray) -> Found:
    """The faces before their corners are refined."""
    network = _networks()[0]
    return matched(detect(network, picture), labelled)


def matched(found: Detections, labelled: np.ndarray) -> Found:
    """The detected quads, each with the index of its labelled face, or -1; ambiguous quads are left out."""
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
    """Intersection over union of two quads; 0 at once where their bounding boxes do not touch."""
    apart = (one.max(axis=0) < other.min(axis=0)) | (other.max(axis=0) < one.min(axis=0))
    return 0.0 if apart.any() or not cv2.isContourConvex(other) else overlap(one, other)


def _in_order_of(face: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The quad, beginning at the corner that is the face's first."""
    ways = [np.roll(quad, -k, axis=0) for k in range(4)]
    return ways[int(np.argmin([np.linalg.norm(way - face, axis=1).sum() for way in ways]))]


@lru_cache(1)
def _networks() -> tuple[Network, Network]:
    """The detector and the network for corners, opened once in each process that makes samples."""
    return Network(DETECTOR), Network(CORNERS)


def mine(faces: Network, corners: Network, labelled: Labelled) -> dict[str, np.ndarray]:
    """The arrays to be stored for one picture: `wrong` (M, 4, 2), its quads of no face."""
    found = located(corners, labelled.picture, detect(faces, labelled.picture))
    centres = labelled.quads.mean(axis=1).reshape(-1, 2)
    wrong = []
    for quad in found.quads:
        gaps = np.linalg.norm(centres - quad.mean(axis=0), axis=1)
        best = int(gaps.argmin()) if len(gaps) else -1
        near = best >= 0 and gaps[best] < NEAR * np.linalg.norm(quad[1] - quad[0])
        if not near and (best < 0 or labelled.ink[best] < HIDDEN or overlap(quad, labelled.quads[best]) < PART):
            wrong.append(quad)
    return {"wrong": np.array(wrong, np.float32).reshape(-1, 4, 2)}


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union of two quads (4, 2)."""
    shared = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0]
    both = cv2.contourArea(one.astype(np.float32)) + cv2.contourArea(other.astype(np.float32)) - shared
    return float(shared / both) if both > 0 else 0.0


def mine_folders(folders: Iterable[Path]) -> None:
    """Mines all pictures of these folders that were not mined yet."""
    faces, corners = Network(DETECTOR), Network(CORNERS)
    for folder in folders:
        for n, path in enumerate(sorted(folder.glob("*.jpg"))):
            target = path.with_suffix(".found.npz")
            if not target.exists():
                np.savez(target, allow_pickle=True, **mine(faces, corners, Labelled.load(path)))
            if n % 200 == 0:
                print(f"{folder.name} {n}", file=sys.stderr, flush=True)
