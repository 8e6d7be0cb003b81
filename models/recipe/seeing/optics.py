"""What a lens does to light, and what a camera does to a coded picture: blurs, sharpening, JPEG."""

import cv2
import numpy as np

from models.recipe.editions.faces import Generator

Array = np.ndarray
OVERSAMPLED = 6
"""Blur kernels are drawn so many times larger and then averaged."""


def disc_kernel(radius: float) -> Array:
    """A lens out of focus: a disc of this radius in pixels."""
    reach = int(np.ceil(radius)) + 1
    side = (2 * reach + 1) * OVERSAMPLED
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    disc = (np.hypot(x, y) <= radius * OVERSAMPLED).astype(np.float32)
    return _averaged(disc, 2 * reach + 1)


def streak_kernel(length: float, angle: float) -> Array:
    """A camera or tile that moved so many pixels while the shutter was open."""
    reach = int(np.ceil(length / 2)) + 1
    side = (2 * reach + 1) * OVERSAMPLED
    along = np.linspace(-length / 2, length / 2, 8 * side) * OVERSAMPLED
    streak = np.zeros((side, side), np.float32)
    rows = np.round((side - 1) / 2 + along * np.sin(angle)).astype(int)
    columns = np.round((side - 1) / 2 + along * np.cos(angle)).astype(int)
    streak[rows, columns] = 1
    return _averaged(cv2.dilate(streak, np.ones((OVERSAMPLED // 2 + 1,) * 2)), 2 * reach + 1)


def _averaged(kernel: Array, side: int) -> Array:
    small = np.asarray(cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA))
    return small / small.sum()


def lens(rng: Generator, light: Array, width: float) -> Array:
    """A lens that is a little soft, out of focus or shaken; never so much that a tile `width` pixels wide is lost."""
    kind, most = rng.random(), float(np.clip(width / 16, 0.35, 2.2))
    if kind < 0.3:
        return light
    if kind < 0.6:
        return np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.25, 0.35 + 0.55 * most)))
    if kind < 0.82:
        return np.asarray(cv2.filter2D(light, -1, disc_kernel(rng.uniform(0.4, 0.5 + 0.9 * most))))
    kernel = streak_kernel(rng.uniform(0.8, 1.0 + 2.2 * most), rng.uniform(0, np.pi))
    return np.asarray(cv2.filter2D(light, -1, kernel))


def sharpened(rng: Generator, picture: Array) -> Array:
    """Halos along edges, as webcams and phones add them; (H, W, 3) uint8."""
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 1.6))
    much = float(rng.uniform(0.3, 1.6))
    return np.asarray(cv2.addWeighted(picture, 1 + much, soft, -much, 0))


def smeared(rng: Generator, picture: Array) -> Array:
    """Noise taken away together with fine detail, as cheap cameras do; (H, W, 3) uint8."""
    if rng.random() < 0.5:
        return np.asarray(cv2.medianBlur(picture, 3))
    return np.asarray(cv2.bilateralFilter(picture, 5, rng.uniform(10, 35), 1.5))


def coded(rng: Generator, picture: Array, worst: int = 40) -> Array:
    """Through JPEG, its colours at half the size as webcams send them; (H, W, 3) uint8."""
    quality = int(rng.uniform(worst, 96))
    return np.asarray(
        cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    )
