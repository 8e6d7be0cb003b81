"""Step 2: outlines of faces -> upright crops. Training borrows this very function."""

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_WIDTH, CROP_HEIGHT = 48, 64
MARGIN = 0.06
"""How much more than the face a crop shows on each side, as a share of the face's size."""
SHRINK_FROM = 1.5
"""Faces more than so many times wider than a crop are cut from a picture shrunk by halves, lest they alias."""

_TARGET = np.array(
    [[MARGIN, MARGIN], [1 - MARGIN, MARGIN], [1 - MARGIN, 1 - MARGIN], [MARGIN, 1 - MARGIN]], np.float32
) * np.array([CROP_WIDTH, CROP_HEIGHT], np.float32) - np.float32(0.5)
"""Where a face's corners come to lie in its crop, in pixels."""


def straighten(picture: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Upright crops (N, 64, 48, 3) of the faces that `quads` (N, 4, 2), in pixels, outline in a BGR picture.

    Raises ValueError: an array has another shape.
    """
    if picture.ndim != 3 or picture.shape[2] != 3:
        raise ValueError(f"a picture is (H, W, 3), not {picture.shape}")
    if quads.ndim != 3 or quads.shape[1:] != (4, 2):
        raise ValueError(f"quads are (N, 4, 2), not {quads.shape}")
    crops = np.zeros((len(quads), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    shrunk = {0: picture}
    for crop, quad in zip(crops, quads, strict=True):
        halvings = _halvings(quad)
        for step in range(1, halvings + 1):
            if step not in shrunk:
                shrunk[step] = np.asarray(
                    cv2.resize(shrunk[step - 1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
                )
        corners = (quad + 0.5) / 2**halvings - 0.5
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), _TARGET)
        cv2.warpPerspective(
            shrunk[halvings],
            matrix,
            (CROP_WIDTH, CROP_HEIGHT),
            dst=crop,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def _halvings(quad: NDArray[np.float32]) -> int:
    """How often the picture is halved before this face is cut from it."""
    width = float(np.linalg.norm(quad[1] - quad[0] + quad[2] - quad[3]) / 2)
    height = float(np.linalg.norm(quad[3] - quad[0] + quad[2] - quad[1]) / 2)
    times = min(width / CROP_WIDTH, height / CROP_HEIGHT) / SHRINK_FROM
    return max(0, int(np.ceil(np.log2(times)))) if times > 1 else 0
