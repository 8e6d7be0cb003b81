"""Where a picture lies in the map of the table: a camera that trembles, sags or breathes moves no tile."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.alignment import Similarity
from vision.watching.motion import Mask

MOST_CORNERS, QUALITY, LEAST_APART = 150, 0.02, 6
"""Corners of the reference that are looked for, how strong each is against the strongest, and pixels between two."""
AROUND, EVEN = (31, 31), 96
"""Pixels of a thumbnail over which light is taken as even, and the level that it becomes."""
WINDOW = (15, 15)
"""Pixels around a corner by which it is found again."""
AGREE = 0.4
"""Pixels of a thumbnail by which a corner may miss the place that all corners agree on."""
FEWEST, SHARE = 12, 0.4
"""Corners that have to agree at least, and the part of all: an arm and new tiles may hide the others. Corners of mere
noise, as of a blurred cloth, agree by chance in up to 0.3."""
SPREAD = 0.15
"""Part of the picture's height over which four in five of them have to be spread, in every direction: corners of one
rack on a plain table tell how the rack moves, not how the camera does."""
FURTHEST = 0.02
"""Part of the picture's width by which a place may be moved; further off, the camera was bumped."""
STILL = 0.1
"""Pixels of a thumbnail by which a picture may be off and is taken as it is: moving it would blur more."""
LOST_FOR = 10
"""Pictures in a row of which nobody can tell where they lie until there has to be another reference."""

Matrix = NDArray[np.float64]
IDENTITY: Matrix = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


class Registration:
    """Finds where each picture of one camera lies in the map, by the corners of a reference picture (Lucas and Kanade;
    RANSAC)."""

    def __init__(self) -> None:
        self._grey: Pixels = np.zeros((0, 0), np.uint8)
        self._corners: NDArray[np.float32] = np.zeros((0, 1, 2), np.float32)
        self._lost = 0
        self.has_jumped = False
        """Whether the newest picture lies too far off, and is the map now."""
        self.found: Matrix | None = None
        """The similarity found for the newest picture; None: nobody can tell."""

    @property
    def is_lost(self) -> bool:
        """Whether `refer_to` should be called with what the map shows now: the camera was turned to another table, or
        nearly all that was there at first has gone."""
        return self._lost >= LOST_FOR

    def refer_to(self, thumbnail: Pixels) -> None:
        """Finds the next pictures by this thumbnail (H, W, 3), which shows the map."""
        self._grey, self._lost = _evenly_lit(thumbnail), 0
        corners = cv2.goodFeaturesToTrack(self._grey, MOST_CORNERS, QUALITY, LEAST_APART)
        self._corners = np.zeros((0, 1, 2), np.float32) if corners is None else np.asarray(corners, np.float32)

    def matrix_of(self, thumbnail: Pixels) -> Matrix:
        """The similarity (2, 3) that brings a thumbnail (H, W, 3) into the map, in its pixels; IDENTITY where it lies
        there, or nobody can tell."""
        self.has_jumped, self.found, self._lost = False, None, self._lost + 1
        if self._grey.shape != thumbnail.shape[:2]:
            self.refer_to(thumbnail)
            return IDENTITY
        if len(self._corners) < FEWEST:
            return IDENTITY
        matrix, agree = self._matched(_evenly_lit(thumbnail))
        if not self._is_enough(agree):
            return IDENTITY
        self._lost = 0
        height, width = self._grey.shape
        off = _furthest(matrix, width, height)
        if off > FURTHEST * width:
            self.refer_to(thumbnail)
            self.has_jumped = True
            return IDENTITY
        self.found = matrix = IDENTITY if off < STILL else matrix
        return matrix

    def _is_enough(self, agree: Mask) -> bool:
        """Whether the corners that agree, (N,), are so many and lie so far apart that it was the camera that moved."""
        if agree.sum() < max(FEWEST, SHARE * len(self._corners)):
            return False
        places = self._corners[agree, 0] - self._corners[agree, 0].mean(axis=0)
        across = places @ np.linalg.svd(places, full_matrices=False)[2].T
        return bool(np.ptp(np.percentile(across, (10, 90), axis=0), axis=0).min() >= SPREAD * len(self._grey))

    def _matched(self, grey: Pixels) -> tuple[Matrix, Mask]:
        """The similarity on which most corners agree, and which do, (N,)."""
        start = self._corners.copy()
        found, status, _ = cv2.calcOpticalFlowPyrLK(self._grey, grey, self._corners, start, winSize=WINDOW, maxLevel=2)
        agree = status[:, 0] > 0
        if agree.sum() < FEWEST:
            return IDENTITY, np.zeros_like(agree)
        matrix, inliers = cv2.estimateAffinePartial2D(
            found[agree], self._corners[agree], ransacReprojThreshold=AGREE, maxIters=200
        )
        if inliers is None:
            return IDENTITY, np.zeros_like(agree)
        agree[agree] = inliers[:, 0] > 0
        return np.asarray(matrix, np.float64), agree


def _evenly_lit(thumbnail: Pixels) -> Pixels:
    """The thumbnail in grey, each place against the light around it: bands of light that wander move no corner."""
    grey = cv2.cvtColor(thumbnail, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.divide(grey, cv2.blur(grey, AROUND), scale=EVEN), np.uint8)


def _furthest(matrix: Matrix, width: int, height: int) -> float:
    """By how many pixels the corner of a picture moves that moves most."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    return float(np.linalg.norm(Similarity(matrix)(corners) - corners, axis=1).max())


def warped(picture: Pixels, matrix: Matrix) -> Pixels:
    """The picture moved by a similarity in its own pixels; its rim is repeated beyond."""
    if matrix is IDENTITY:
        return picture
    size = picture.shape[1::-1]
    flags, border = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=border), np.uint8)


def in_pixels(matrix: Matrix, scale: float) -> Matrix:
    """The same similarity in the pixels of a picture `scale` times as large."""
    return matrix if matrix is IDENTITY else np.asarray(matrix * [1, 1, scale], np.float64)
