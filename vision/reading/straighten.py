"""Step 2: outlines of faces -> upright crops. Training borrows this very function."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import axes
from vision.reading.halves import Halves

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

CROP_WIDTH, CROP_HEIGHT = 48, 64
MARGIN = 0.06
"""How much more than the face a crop shows on each side, as a share of the face's size."""
SHRINK_FROM = 1.5
"""Faces more than so many times wider than a crop are cut from a picture shrunk by halves, lest they alias."""

_INSIDE = 1 - 2 * MARGIN
_FROM_CROP = np.array(
    [
        [1 / (_INSIDE * CROP_WIDTH), 0, (0.5 / CROP_WIDTH - MARGIN) / _INSIDE],
        [0, 1 / (_INSIDE * CROP_HEIGHT), (0.5 / CROP_HEIGHT - MARGIN) / _INSIDE],
        [0, 0, 1],
    ]
)
"""Brings a crop's pixels to shares of the face's width and height, 0 to 1."""


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
    matrices = from_crops(quads)
    for crop, matrix, times in zip(crops, matrices, _halvings(quads).tolist(), strict=True):
        cv2.warpPerspective(
            halves[times],
            _into_half(halves, times) @ matrix if times else matrix,
            (CROP_WIDTH, CROP_HEIGHT),
            dst=crop,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def from_crops(quads: NDArray[np.floating]) -> Floats:
    """The homographies (N, 3, 3) that bring what crops show back to where outlines (N, 4, 2) lie.

    All at once, by the closed form for a square (Heckbert 1989): one by one they took 2.6 of 46 ms of processor.
    """
    first, second, third, fourth = np.moveaxis(quads.astype(np.float64), 1, 0)
    across, down, off = second - third, fourth - third, first - second + third - fourth
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    area = np.where(area == 0, 1e-9, area)  # an outline that is a mere line shows nothing, whatever is taken
    g = (off[:, 0] * down[:, 1] - off[:, 1] * down[:, 0]) / area
    h = (across[:, 0] * off[:, 1] - across[:, 1] * off[:, 0]) / area
    out = np.ones((len(quads), 3, 3))
    out[:, :2, 0] = second - first + g[:, None] * second
    out[:, :2, 1] = fourth - first + h[:, None] * fourth
    out[:, :2, 2] = first
    out[:, 2, 0], out[:, 2, 1] = g, h
    return np.asarray(out @ _FROM_CROP)


def onto_crops(quads: NDArray[np.floating]) -> Floats:
    """The homographies (N, 3, 3) that bring outlines (N, 4, 2) to where their crops show them, up to a factor."""
    rows = np.moveaxis(from_crops(quads), 1, 0)
    return np.stack([np.cross(rows[1], rows[2]), np.cross(rows[2], rows[0]), np.cross(rows[0], rows[1])], axis=2)


def through(matrices: Floats, points: NDArray[np.floating]) -> Floats:
    """Points (N, K, 2), each N of them through its homography (N, 3, 3)."""
    moved = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2) @ matrices.transpose(0, 2, 1)
    return np.asarray(moved[..., :2] / moved[..., 2:])


def _into_half(halves: Halves, times: int) -> Floats:
    """Brings a place in the picture to where it is in the picture halved so many times."""
    (height, width), (h, w) = halves.whole.shape[:2], halves[times].shape[:2]
    x, y = w / width, h / height
    return np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])


def _halvings(quads: NDArray[np.float32]) -> NDArray[np.intp]:
    """How often the picture is halved before each face is cut from it, (N,)."""
    across, down = (np.linalg.norm(axis, axis=1) for axis in axes(quads))
    times = np.minimum(across / CROP_WIDTH, down / CROP_HEIGHT) / SHRINK_FROM
    return np.asarray(np.ceil(np.log2(np.maximum(times, 1))), np.intp)
