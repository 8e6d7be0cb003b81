"""Refines the corners of quads, and cuts upright crops. Training uses these same functions."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detect.infer import Infer
from vision.reading.detect.scales import Pyramid
from vision.reading.detections import Doubles, Pixels
from vision.reading.geometry import CROP_HEIGHT, CROP_WIDTH, MARGIN, axes, scaled, widths

SHRINK_FROM = 1.5
"""Ratio of a face's size to its crop's, above which the crop is cut from a smaller pyramid level, against aliasing."""
AROUND = 1.4
"""Size of the area that the network for corners sees, in sizes of the face."""
FAR = 0.08
"""Shift of a corner, in widths of the face, above which the corners are refined a second time."""
LOOK_SIZE = np.array([CROP_WIDTH, CROP_HEIGHT], np.float32)
"""Unit of that network's corner offsets: width and height of its input, in pixels."""

_INSIDE = 1 - 2 * MARGIN
_FROM_CROP = np.array(
    [
        [1 / (_INSIDE * CROP_WIDTH), 0, (0.5 / CROP_WIDTH - MARGIN) / _INSIDE],
        [0, 1 / (_INSIDE * CROP_HEIGHT), (0.5 / CROP_HEIGHT - MARGIN) / _INSIDE],
        [0, 0, 1],
    ]
)
"""Matrix (3, 3) from pixels of a crop to shares of the face's width and height, 0 to 1."""


def rectify(picture: Pixels | Pyramid, quads: NDArray[np.float32], border: tuple[int, int] = (0, 0)) -> Pixels:
    """Upright crops (N, 64, 48, 3) of the faces at `quads` (N, 4, 2), in pixels of a BGR picture.

    `border`: additional pixels of the surroundings, above and below, and at either side.
    Raises ValueError: an array has another shape.
    """
    pyramid = Pyramid.of(picture)
    if pyramid.whole.ndim != 3 or pyramid.whole.shape[2] != 3:
        raise ValueError(f"a picture is (H, W, 3), not {pyramid.whole.shape}")
    if quads.ndim != 3 or quads.shape[1:] != (4, 2):
        raise ValueError(f"quads are (N, 4, 2), not {quads.shape}")
    down, across = border
    height, width = CROP_HEIGHT + 2 * down, CROP_WIDTH + 2 * across
    crops = np.zeros((len(quads), height, width, 3), np.uint8)
    matrices = from_crops(quads) @ np.array([[1, 0, -across], [0, 1, -down], [0, 0, 1.0]])
    for crop, matrix, times in zip(crops, matrices, _levels(quads).tolist(), strict=True):
        cv2.warpPerspective(
            pyramid[times],
            _into_level(pyramid, times) @ matrix if times else matrix,
            (width, height),
            dst=crop,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def one_below_the_other(crops: Pixels) -> tuple[Pixels, NDArray[np.float32]]:
    """A picture of crops (N, 64, 48, 3) stacked vertically, and the quads (N, 4, 2) of their faces in it."""
    x, y = MARGIN * CROP_WIDTH, MARGIN * CROP_HEIGHT
    face = np.array([[x, y], [CROP_WIDTH - x, y], [CROP_WIDTH - x, CROP_HEIGHT - y], [x, CROP_HEIGHT - y]]) - 0.5
    down = np.arange(len(crops))[:, None, None] * np.array([0, CROP_HEIGHT])
    return crops.reshape(-1, CROP_WIDTH, 3), np.asarray(face + down, np.float32)


def with_corners(network: Infer, picture: Pixels | Pyramid, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quads (N, 4, 2) with refined corners, in the same order of corners.

    Quads that moved far are refined once more.
    """
    first = _looked_at(network, picture, quads)
    far = np.linalg.norm(first - quads, axis=2).max(axis=1, initial=0) > FAR * widths(quads)
    if far.any():
        first[far] = _looked_at(network, picture, first[far])
    return first


def _looked_at(network: Infer, picture: Pixels | Pyramid, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    if not len(quads):
        return quads.copy()
    wide = widened(quads)
    (off,) = network(rectify(picture, wide))
    corners = through(onto_crops(wide), quads) + off.reshape(-1, 4, 2) * LOOK_SIZE
    return through(from_crops(wide), corners).astype(np.float32)


def widened(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Quads (N, 4, 2) of the areas that the network for corners sees."""
    return scaled(quads, AROUND)


def from_crops(quads: NDArray[np.floating]) -> Doubles:
    """The homographies (N, 3, 3) from pixels of the crops to pixels of the picture, for quads (N, 4, 2).

    Computed at once by the closed form for a square (Heckbert 1989).
    """
    first, second, third, fourth = np.moveaxis(quads.astype(np.float64), 1, 0)
    across, down, off = second - third, fourth - third, first - second + third - fourth
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    area = np.where(area == 0, 1e-9, area)  # for a degenerate quad any value will do
    g = (off[:, 0] * down[:, 1] - off[:, 1] * down[:, 0]) / area
    h = (across[:, 0] * off[:, 1] - across[:, 1] * off[:, 0]) / area
    out = np.ones((len(quads), 3, 3))
    out[:, :2, 0] = second - first + g[:, None] * second
    out[:, :2, 1] = fourth - first + h[:, None] * fourth
    out[:, :2, 2] = first
    out[:, 2, 0], out[:, 2, 1] = g, h
    return np.asarray(out @ _FROM_CROP)


def onto_crops(quads: NDArray[np.floating]) -> Doubles:
    """The homographies (N, 3, 3) from the picture's pixels to the crops', up to a factor, for quads (N, 4, 2)."""
    rows = np.moveaxis(from_crops(quads), 1, 0)
    return np.stack([np.cross(rows[1], rows[2]), np.cross(rows[2], rows[0]), np.cross(rows[0], rows[1])], axis=2)


def through(matrices: Doubles, points: NDArray[np.floating]) -> Doubles:
    """Points (N, K, 2), transformed by N homographies (N, 3, 3)."""
    moved = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2) @ matrices.transpose(0, 2, 1)
    return np.asarray(moved[..., :2] / moved[..., 2:])


def _into_level(pyramid: Pyramid, times: int) -> Doubles:
    """Matrix (3, 3) from pixels of the picture to pixels of the picture halved `times` times."""
    (height, width), (h, w) = pyramid.whole.shape[:2], pyramid[times].shape[:2]
    x, y = w / width, h / height
    return np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])


def _levels(quads: NDArray[np.float32]) -> NDArray[np.intp]:
    """The level of the pyramid from which each face is cut, (N,)."""
    across, down = (np.linalg.norm(axis, axis=1) for axis in axes(quads))
    times = np.minimum(across / CROP_WIDTH, down / CROP_HEIGHT) / SHRINK_FROM
    return np.asarray(np.ceil(np.log2(np.maximum(times, 1))), np.intp)
