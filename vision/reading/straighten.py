"""Step 2: outlines of faces -> upright crops. Training borrows this very function."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import axes
from vision.reading.halves import Halves

Pixels = NDArray[np.uint8]

CROP_WIDTH, CROP_HEIGHT = 48, 64
MARGIN = 0.06
"""How much more than the face a crop shows on each side, as a share of the face's size."""
SHRINK_FROM = 1.5
"""Faces more than so many times wider than a crop are cut from a picture shrunk by halves, lest they alias."""

_TARGET = np.array(
    [[MARGIN, MARGIN], [1 - MARGIN, MARGIN], [1 - MARGIN, 1 - MARGIN], [MARGIN, 1 - MARGIN]], np.float32
) * np.array([CROP_WIDTH, CROP_HEIGHT], np.float32) - np.float32(0.5)
"""Where a face's corners come to lie in its crop, in pixels."""


def straighten(picture: Pixels | Halves, quads: NDArray[np.float32]) -> Pixels:
    """Upright crops (N, 64, 48, 3) of the faces that `quads` (N, 4, 2), in pixels, outline in a BGR picture.

    Raises ValueError: an array has another shape.
    """
    halves = Halves.of(picture)
    if halves.whole.ndim != 3 or halves.whole.shape[2] != 3:
        raise ValueError(f"a picture is (H, W, 3), not {halves.whole.shape}")
    if quads.ndim != 3 or quads.shape[1:] != (4, 2):
        raise ValueError(f"quads are (N, 4, 2), not {quads.shape}")
    crops = np.zeros((len(quads), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for crop, quad, times in zip(crops, quads.astype(np.float32), _halvings(quads).tolist(), strict=True):
        matrix = onto_crop(_in_half(quad, halves, times))
        cv2.warpPerspective(
            halves[times],
            matrix,
            (CROP_WIDTH, CROP_HEIGHT),
            dst=crop,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def onto_crop(quad: NDArray[np.floating]) -> NDArray[np.float64]:
    """The homography (3, 3) that brings an outline (4, 2) to where its crop shows it."""
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), _TARGET), np.float64)


def _in_half(quad: NDArray[np.float32], halves: Halves, times: int) -> NDArray[np.float32]:
    """Where a face's corners are in the picture halved so many times."""
    if not times:
        return quad
    (height, width), (h, w) = halves.whole.shape[:2], halves[times].shape[:2]
    return np.asarray((quad + 0.5) * [w / width, h / height] - 0.5, np.float32)


def _halvings(quads: NDArray[np.float32]) -> NDArray[np.intp]:
    """How often the picture is halved before each face is cut from it, (N,)."""
    across, down = (np.linalg.norm(axis, axis=1) for axis in axes(quads))
    times = np.minimum(across / CROP_WIDTH, down / CROP_HEIGHT) / SHRINK_FROM
    return np.asarray(np.ceil(np.log2(np.maximum(times, 1))), np.intp)
