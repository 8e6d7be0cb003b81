"""Effects of light on a table before a camera sees it: each takes and returns RGB float (H, W, 3), 0 to 255."""

import cv2
import numpy as np

from models.recipe.scenes.arrays import Bytes, Floats, Generator

COARSE = 4
"""Factor by which soft maps are drawn smaller than the picture."""


def uneven_light(rng: Generator, picture: Floats) -> Floats:
    """Light that falls off across the table, and a lamp's own colour in part of it."""
    amount = float(rng.uniform(0, 0.25) if rng.random() < 0.7 else rng.uniform(0.2, 0.65))
    angle = rng.uniform(0, 2 * np.pi)
    ys, xs = np.mgrid[0:9, 0:9] / 8 - 0.5
    slope = (xs * np.cos(angle) + ys * np.sin(angle))[..., None]
    light = 1 + amount * slope * np.full(3, 1.4)
    if rng.random() < 0.3:
        light = light * (1 + rng.uniform(-0.12, 0.12, 3) * (slope + 0.5))
    return _times(picture, light.astype(np.float32))


def lamp(rng: Generator, picture: Floats) -> Floats:
    """One lamp's cone: bright in the middle, dark around."""
    ys, xs = np.mgrid[0:33, 0:33] / 32
    far = np.hypot(xs - rng.uniform(0.2, 0.8), (ys - rng.uniform(0.2, 0.8)) * rng.uniform(0.7, 1.4))
    cone = 1 / (1 + np.exp((far - rng.uniform(0.2, 0.6)) * rng.uniform(6, 30)))
    low = rng.uniform(0.25, 0.7)
    warm = np.array([1.0, rng.uniform(0.86, 1), rng.uniform(0.65, 1)])
    return _times(picture, (low + (1.05 - low) * cone[..., None] * warm).astype(np.float32))


def shadows(rng: Generator, picture: Floats) -> Floats:
    """Shadows of objects outside the picture, their edges soft or hard."""
    h, w = (side // COARSE for side in picture.shape[:2])
    mask = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [w, h]
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), float(rng.uniform(0.15, 0.55)))
    mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.6, 12)))
    return _times(picture, np.asarray(1 - mask[..., None], np.float32))


def glare(rng: Generator, picture: Floats, gloss: Floats) -> Floats:
    """Bright reflections of lamps and windows, weaker where `gloss` (H, W, 1) is low."""
    h, w = (side // COARSE for side in picture.shape[:2])
    layer = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
        axes = (int(w * rng.uniform(0.02, 0.13)), int(h * rng.uniform(0.02, 0.16)))
        cv2.ellipse(layer, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(40, 260)), -1)
    layer = cv2.GaussianBlur(layer, (0, 0), float(rng.uniform(2, 20)))
    tint = np.array([1, rng.uniform(0.86, 1), rng.uniform(0.7, 1)], np.float32)
    added = cv2.resize(layer[..., None] * tint, picture.shape[1::-1]) * gloss
    return np.asarray(picture + added, np.float32)


def toned(rng: Generator, picture: Bytes) -> Bytes:
    """The picture with another white balance, exposure, contrast and saturation; (H, W, 3) uint8."""
    warm = rng.normal(0, 0.08) if rng.random() < 0.95 else rng.uniform(0.2, 0.35)
    gains = np.array([1 + warm, 1 + rng.normal(0, 0.035), 1 - warm * rng.uniform(0.8, 1.3)])
    gains = gains / gains.max() * np.exp(rng.normal(-0.04, 0.16))
    levels = 255 * (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.15)) * gains
    if rng.random() < 0.15:
        lift = rng.uniform(0, 40)
        levels = lift + levels * (255 - lift) / 255
    even = np.asarray(cv2.LUT(picture, np.clip(levels, 0, 255).astype(np.uint8)[None]))
    colour = float(np.clip(rng.normal(0.98, 0.15), 0.5, 1.5))
    mixing = colour * np.eye(3) + (1 - colour) / 3
    return np.asarray(cv2.transform(even, mixing), np.uint8)


def as_seen(rng: Generator, picture: Floats, gloss: Floats) -> Bytes:
    """The lit table, (H, W, 3) RGB uint8, still sharp: the training passes it through simulated cameras."""
    picture = lamp(rng, picture) if rng.random() < 0.08 else uneven_light(rng, picture)
    if rng.random() < 0.2:
        picture = shadows(rng, picture)
    if rng.random() < 0.25:
        picture = glare(rng, picture, gloss)
    codes = np.clip(picture, 0, 255).astype(np.uint8)
    return toned(rng, np.asarray(cv2.GaussianBlur(codes, (0, 0), float(rng.uniform(0.3, 0.7)))))


def _times(picture: Floats, light: Floats) -> Floats:
    """The picture times a coarse map."""
    spread = cv2.resize(light, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(picture, spread if spread.ndim == 3 else cv2.merge([spread] * 3)), np.float32)
