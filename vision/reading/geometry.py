"""Geometry of faces: quads (N, 4, 2) in pixels, corners top-left, top-right, bottom-right, bottom-left as read.

Also the size and margin of a crop, the colour of a face's ground, and whether a figure stands out from it.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Doubles, Pixels

WITHIN = 0.48
"""Distance between centres, as a share of a face's sides, below which one face lies upon the other."""
CROP_WIDTH, CROP_HEIGHT = 48, 64
MARGIN = 0.06
"""Margin of a crop around the face on each side, as a share of the face's size."""
SMALLER = 2
"""Factor by which crops are reduced to find grounds and figures: as good, in a quarter of the time."""
_H, _W = CROP_HEIGHT // SMALLER, CROP_WIDTH // SMALLER
AWAY = np.maximum(np.abs((np.arange(_H)[:, None] + 0.5) / _H - 0.5), np.abs((np.arange(_W)[None] + 0.5) / _W - 0.5)) / (
    1 - 2 * MARGIN
)
"""Distance of each pixel of a reduced crop from the face's middle, as a share of the face's sides, (32, 24)."""
LEAST_OUT = 12.0
"""Difference from the ground, in levels, that a pixel of a figure exceeds."""
LEAST_FIGURE = 0.05
"""Least share of a face's middle that stands out if it bears a figure: even a one covers a tenth."""
MIDDLE = np.s_[:, 6:26, 5:19]
"""The part of reduced crops where the figure stands."""
_GROUND = (AWAY > 0.36) & (AWAY < 0.46)
"""The mask of pixels near the rim that show hardly anything but a face's ground; large figures that reach there hardly
move the median.
"""


def axes(quads: NDArray[np.floating]) -> tuple[Doubles, Doubles]:
    """The axes of each face across and down, (N, 2) each; their lengths are the means of its opposite sides."""
    quads = np.asarray(quads, np.float64)
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return across, down


def widths(quads: NDArray[np.floating]) -> Doubles:
    """The shorter side of each face in pixels, (N,)."""
    across, down = axes(quads)
    return np.asarray(np.minimum(np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)))


def areas(quads: NDArray[np.floating]) -> Doubles:
    """The area of each face in pixels, (N,); negative where it is seen from behind."""
    across, down = axes(quads)
    return np.asarray(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])


def centres(quads: NDArray[np.floating]) -> Doubles:
    """The centre of each face, (N, 2)."""
    return np.asarray(np.asarray(quads, np.float64).mean(axis=1))


def scaled(quad: NDArray[np.floating], times: float) -> NDArray[np.float32]:
    """The quad (4, 2), or each of quads (N, 4, 2), made `times` as large about its centre."""
    middle = quad.mean(axis=-2, keepdims=True)
    return np.asarray(middle + (quad - middle) * times, np.float32)


def seen_from_each(quads: NDArray[np.floating]) -> tuple[Doubles, Doubles]:
    """The centre of face j relative to face i, in i's widths across and heights down: u[i, j] and v[i, j], (N, N)."""
    across, down = axes(quads)
    centre = centres(quads)
    away = centre[None] - centre[:, None]
    area = areas(quads)
    area = np.where(np.abs(area) < 1e-6, np.inf, area)[:, None]
    u = (away[..., 0] * down[:, None, 1] - away[..., 1] * down[:, None, 0]) / area
    v = (across[:, None, 0] * away[..., 1] - across[:, None, 1] * away[..., 0]) / area
    return u, v


def turned_apart(quads: NDArray[np.floating]) -> Doubles:
    """The angle in radians between each two faces, (N, N), modulo half a turn."""
    across = axes(quads)[0]
    angle = np.arctan2(across[:, 1], across[:, 0])
    return np.asarray(np.abs((angle[:, None] - angle[None] + np.pi / 2) % np.pi - np.pi / 2))


def read_as(quads: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quads (N, 4, 2), each turned by 180 degrees if it is read the other way than its partner in `others`."""
    against = ((quads[:, 1] - quads[:, 0]) * (others[:, 1] - others[:, 0])).sum(axis=1) < 0
    return np.where(against[:, None, None], np.roll(quads, 2, axis=1), quads)


def upon_each(quads: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Whether face j lies upon face i: [i, j], (N, N)."""
    u, v = seen_from_each(quads)
    return (np.abs(u) < WITHIN) & (np.abs(v) < WITHIN)


def overlapping(quads: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Whether either of two faces lies upon the other, (N, N); True on the diagonal."""
    upon = upon_each(quads)
    return upon | upon.T


def strongest(near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Indices of the faces kept by non-maximum suppression: those that lie near no stronger face that is kept.

    `near` (N, N): which faces are near each other; the strongest comes first.
    """
    before = np.tril(near, -1)
    keep = np.asarray(~before.any(axis=1))
    for i in np.flatnonzero(~keep):
        keep[i] = not (before[i] & keep).any()
    return np.flatnonzero(keep)


def smaller(crops: Pixels) -> Pixels:
    """The crops (N, 64, 48, 3), reduced by SMALLER to (N, 32, 24, 3)."""
    if not len(crops):
        return np.zeros((0, _H, _W, 3), np.uint8)
    below_each_other = np.ascontiguousarray(crops).reshape(-1, CROP_WIDTH, 3)
    small = cv2.resize(below_each_other, (_W, len(crops) * _H), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, _H, _W, 3), np.uint8)


def grounds(shown: Pixels) -> Pixels:
    """The BGR colour (N, 3) of each face's ground: the median of the rim of its reduced crop."""
    rim = shown[:, _GROUND]
    middle = rim.shape[1] // 2
    return np.asarray(np.partition(rim, middle, axis=1)[:, middle])


def has_figure(crops: Pixels) -> NDArray[np.bool_]:
    """Whether a figure stands out from the ground in the middle of each crop (N, 64, 48, 3), (N,)."""
    small = smaller(crops)
    apart = np.abs(small[MIDDLE].astype(np.int16) - grounds(small)[:, None, None])
    blue, green, red = np.moveaxis(apart >= LEAST_OUT, 3, 0)  # several times as fast as any(axis=3)
    return np.asarray((blue | green | red).mean(axis=(1, 2)) >= LEAST_FIGURE)
