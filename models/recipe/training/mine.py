"""`python -m models.recipe.training.mine FOLDER`: what earlier rounds' networks find where no tile is.

Writes NAME.found.npz beside each picture: `wrong` (M, 4, 2), quads where no face is. The next round's classifier
learns from the mistakes it has to mend.
"""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from models import CORNERS, DETECTOR
from models.recipe.training.labelled import HIDDEN, Labelled
from vision.reading.detect.infer import Network
from vision.reading.detect.scales import detect
from vision.reading.read import located

NEAR = 0.3
"""A found face is a labelled one when their centres are nearer than this share of its shorter side."""
PART = 0.5
"""A found face that shares less than this with the nearest labelled one (intersection over union) is a part of it."""


def mine(faces: Network, corners: Network, labelled: Labelled) -> dict[str, np.ndarray]:
    """What is told above, for one picture."""
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


def main() -> None:
    """Mines a folder; pictures already mined are left as they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    faces, corners = Network(DETECTOR), Network(CORNERS)
    for folder in args.folders:
        for n, path in enumerate(sorted(folder.glob("*.jpg"))):
            target = path.with_suffix(".found.npz")
            if not target.exists():
                np.savez(target, allow_pickle=True, **mine(faces, corners, Labelled.load(path)))
            if n % 200 == 0:
                print(f"{folder.name} {n}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
