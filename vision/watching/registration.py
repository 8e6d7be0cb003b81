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
FEWEST, SHARE = 12, 0.5
"""Corners that have to agree at least, and the part of all."""
FURTHEST = 0.02
"""Part of the picture's width by which a place may be moved; further off, the camera was bumped."""
STILL = 0.1
"""Pixels of a thumbnail by which a picture may be off and is taken as it is: moving it would blur more."""
RENEWED = 16
"""Pixels of a thumbnail around a lost corner within which the reference is renewed."""
WORN = 0.85
"""Share of corners found again below which the reference is renewed around the lost ones: tiles came and went."""

Matrix = NDArray[np.float64]
IDENTITY: Matrix = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


class Registration:
    """Finds where each picture of one camera lies in the first one, by corners (Lucas and Kanade; RANSAC)."""

    def __init__(self) -> None:
        self._grey: Pixels = np.zeros((0, 0), np.uint8)
        self._corners: NDArray[np.float32] = np.zeros((0, 1, 2), np.float32)
        self.has_jumped = False
        """Whether the newest picture lies too far off, and is the map now."""
        self.found: Matrix | None = None
        """The similarity found for the newest picture; None: nobody can tell."""

    def matrix_of(self, thumbnail: Pixels) -> Matrix:
        """The similarity (2, 3) that brings a thumbnail (H, W, 3) into the map, in its pixels; IDENTITY where it lies
        there, or nobody can tell."""
        self.has_jumped, self.found = False, None
        grey = _evenly_lit(thumbnail)
        if self._grey.shape != grey.shape:
            self._refer_to(grey)
            return IDENTITY
        if len(self._corners) < FEWEST:
            return IDENTITY
        matrix, agree = self._matched(grey)
        if agree.sum() < max(FEWEST, SHARE * len(self._corners)):
            return IDENTITY
        height, width = grey.shape
        off = _furthest(matrix, width, height)
        if off > FURTHEST * width:
            self._refer_to(grey)
            self.has_jumped = True
            return IDENTITY
        self.found = matrix = IDENTITY if off < STILL else matrix
        if agree.sum() < WORN * len(self._corners):
            self._renew(np.asarray(warped(grey, matrix), np.uint8), agree)
        return matrix

    def _refer_to(self, grey: Pixels) -> None:
        self._grey = grey
        self._corners = _corners_of(grey, MOST_CORNERS)

    def _renew(self, grey: Pixels, agree: Mask) -> None:
        """Renews the reference around the corners that do not `agree` any more, from a picture (H, W) moved into the
        map. The rest of it stays, or small errors would add up, and the map drift.
        """
        worn = np.zeros(grey.shape, np.uint8)
        for x, y in self._corners[~agree, 0]:
            cv2.circle(worn, (round(float(x)), round(float(y))), RENEWED, 255, cv2.FILLED)
        self._grey = np.where(worn > 0, grey, self._grey)
        inside = np.asarray(cv2.erode(worn, np.ones(WINDOW, np.uint8)), np.uint8)
        fresh = _corners_of(grey, MOST_CORNERS - int(agree.sum()), inside)
        self._corners = np.concatenate([self._corners[agree], fresh])

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


def _corners_of(grey: Pixels, most: int, inside: Pixels | None = None) -> NDArray[np.float32]:
    """The strongest corners (N, 1, 2) of a thumbnail, at most so many, `inside` a mask (H, W)."""
    corners = cv2.goodFeaturesToTrack(grey, most, QUALITY, LEAST_APART, mask=inside)
    return np.zeros((0, 1, 2), np.float32) if corners is None else np.asarray(corners, np.float32)


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
