"""A labelled picture seen from another position: turned, from further away, aslant."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.recipe.editions.faces import Generator
from vision.reading import widths

Array = np.ndarray
MOST_TILT = 58.0
"""Greatest additional tilt of the camera, in degrees."""


@dataclass(frozen=True)
class SeenFrom:
    """A picture (H, W, 3) BGR uint8, its tiles' corners (N, 4, 2), and the homography that moved them."""

    picture: Array
    quads: Array
    matrix: Array

    def shows(self, quads: Array) -> Array:
        """The mask (N,) of quads (N, 4, 2), in pixels of this view, that lie wholly within it."""
        return np.asarray(((quads > 0) & (quads < self.picture.shape[1::-1])).all(axis=(1, 2)))


def typical_width(quads: Array) -> float:
    """Median shorter side of the quads, in pixels."""
    return float(np.median(widths(quads)))


def seen_from(
    rng: Generator, picture: Array, quads: Array, centre: Array, scale: float, size: tuple[int, int], tilt: float
) -> SeenFrom:
    """A view around `centre`, scaled by `scale`, of `size` pixels, turned, and tilted by `tilt` degrees."""
    matrix = homography(rng, np.asarray(centre, float), scale, size, tilt)
    halvings = max(0, int(np.floor(np.log2(1 / max(scale, 1e-3)) + 0.25)))
    for _ in range(halvings):  # reduce first, to avoid aliasing
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    grown = 2.0**halvings
    lift = np.array([[grown, 0, (grown - 1) / 2], [0, grown, (grown - 1) / 2], [0, 0, 1]])
    border = cv2.BORDER_REPLICATE if rng.random() < 0.6 else cv2.BORDER_CONSTANT
    grey = tuple(float(v) for v in np.median(picture[:: max(1, picture.shape[0] // 2 - 1)], axis=(0, 1)))
    out = cv2.warpPerspective(picture, matrix @ lift, size, flags=cv2.INTER_LINEAR, borderMode=border, borderValue=grey)
    return SeenFrom(np.asarray(out), moved(quads, matrix), matrix)


def homography(rng: Generator, centre: Array, scale: float, size: tuple[int, int], tilt: float) -> Array:
    """A random homography that turns and tilts the plane, with `centre` near the middle of the picture."""
    turn = np.deg2rad(rng.choice([0, 90, 180, 270]) + (rng.uniform(-45, 45) if rng.random() < 0.4 else 0))
    c, s = np.cos(turn), np.sin(turn)
    to_origin = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.0]])
    turned = np.array([[c * scale, -s * scale, 0], [s * scale, c * scale, 0], [0, 0, 1]])
    lean, far = np.deg2rad(tilt), rng.uniform(1.3, 3.0) * max(size)
    leaning = np.array([[1, 0, 0], [0, np.cos(lean), 0], [0, -np.sin(lean) / far, 1]])
    spin = rng.choice([0.0, 0.0, rng.uniform(-np.pi, np.pi)])
    k, m = np.cos(spin), np.sin(spin)
    spun = np.array([[k, -m, 0], [m, k, 0], [0, 0, 1]])
    shift = np.array(size) * (0.5 + rng.uniform(-0.25, 0.25, 2))
    to_middle = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    return np.asarray(to_middle @ spun.T @ leaning @ spun @ turned @ to_origin)


def moved(quads: Array, matrix: Array) -> Array:
    """Quads (N, 4, 2), transformed by a homography."""
    if not len(quads):
        return quads
    return (
        np.asarray(cv2.perspectiveTransform(quads.reshape(-1, 1, 2).astype(np.float64), matrix))
        .reshape(-1, 4, 2)
        .astype(np.float32)
    )


def drawn_tilt(rng: Generator) -> float:
    """A random additional tilt in degrees, often zero."""
    return float(rng.uniform(5, MOST_TILT)) if rng.random() < 0.4 else 0.0
