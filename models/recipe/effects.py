"""What light and cameras do to a picture: each effect takes and gives RGB float (H, W, 3), 0 to 255."""

import cv2
import numpy as np

from models.recipe.faces import Generator


def smooth_map(rng: Generator, shape: tuple[int, int], cells: int) -> np.ndarray:
    """A smooth map from 0 to 1 of the picture's size, (H, W, 1)."""
    small = rng.random((cells, cells), np.float32)
    return np.clip(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC), 0, 1)[..., None]


def uneven_light(rng: Generator, picture: np.ndarray) -> np.ndarray:
    """Light that falls off across the table, and a lamp's own colour in part of it."""
    h, w = picture.shape[:2]
    amount = rng.choice([rng.uniform(0, 0.25), rng.uniform(0.2, 0.65)], p=[0.7, 0.3])
    angle = rng.uniform(0, 2 * np.pi)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    slope = ((xs / w - 0.5) * np.cos(angle) + (ys / h - 0.5) * np.sin(angle))[..., None]
    light = 1 + amount * slope * 1.4
    if rng.random() < 0.3:
        tint = 1 + rng.uniform(-0.12, 0.12, 3).astype(np.float32) * (slope + 0.5)
        light = light * tint
    return picture * light


def shadows(rng: Generator, picture: np.ndarray) -> np.ndarray:
    """Soft-edged shadows of what stands outside the picture."""
    h, w = picture.shape[:2]
    mask = np.zeros((h // 4, w // 4), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [w / 4, h / 4]
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), float(rng.uniform(0.15, 0.55)))
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 12))
    return picture * (1 - cv2.resize(mask, (w, h))[..., None])


def glare(rng: Generator, picture: np.ndarray, gloss: np.ndarray) -> np.ndarray:
    """Bright reflections of lamps and windows, weaker where `gloss` (H, W, 1) is low."""
    h, w = picture.shape[:2]
    layer = np.zeros((h // 4, w // 4), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.uniform(0, w / 4)), int(rng.uniform(0, h / 4)))
        axes = (int(w / 4 * rng.uniform(0.02, 0.13)), int(h / 4 * rng.uniform(0.02, 0.16)))
        cv2.ellipse(layer, centre, axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(40, 260)), -1)
    layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(3, 24))
    tint = np.array([1, rng.uniform(0.86, 1), rng.uniform(0.7, 1)], np.float32)
    return picture + cv2.resize(layer, (w, h))[..., None] * tint * gloss


def colour_cast(rng: Generator, picture: np.ndarray) -> np.ndarray:
    """Warm, cold or greenish light, as a camera's white balance leaves it."""
    warm = rng.normal(0, 0.11)
    green = rng.normal(0, 0.035)
    if rng.random() < 0.12:
        warm = rng.uniform(0.2, 0.42)
    gains = np.array([1 + warm, 1 + green, 1 - warm * rng.uniform(0.8, 1.3)], np.float32)
    return picture * (gains / gains.max())


def tone(rng: Generator, picture: np.ndarray) -> np.ndarray:
    """Exposure, contrast, gamma and saturation."""
    gamma = np.exp(rng.normal(0, 0.22))
    picture = 255 * np.clip(picture / 255, 0, None) ** gamma
    picture = picture * np.exp(rng.normal(-0.08, 0.24))
    grey = picture.mean(axis=2, keepdims=True)
    picture = grey + (picture - grey) * np.clip(rng.normal(0.97, 0.22), 0.35, 1.6)
    if rng.random() < 0.3:
        lift = rng.uniform(0, 40)
        picture = lift + picture * (255 - lift) / 255
    return picture


def blur(rng: Generator, picture: np.ndarray) -> np.ndarray:
    """Out of focus, or moved while the shutter was open."""
    kind = rng.random()
    if kind < 0.5:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.25))
    if kind < 0.62:
        n = int(rng.integers(2, 6))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    if kind < 0.85:
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 1.5))
        return picture + (picture - soft) * rng.uniform(0.2, 1.3)  # phones sharpen
    return picture


def grain(rng: Generator, picture: np.ndarray) -> np.ndarray:
    """A sensor's noise: finer in light, coarser and coloured in the dark."""
    strength = rng.choice([rng.uniform(0, 3), rng.uniform(2, 12)], p=[0.6, 0.4])
    h, w = picture.shape[:2]
    noise = rng.standard_normal((h, w, 3), np.float32)
    if rng.random() < 0.5:
        noise = noise * 0.6 + cv2.resize(rng.standard_normal((h // 2, w // 2, 3), np.float32), (w, h)) * 0.6
    return picture + noise * strength * (1.3 - 0.6 * np.clip(picture, 0, 255) / 255)


def as_seen(rng: Generator, picture: np.ndarray, gloss: np.ndarray) -> np.ndarray:
    """The picture as a camera might have taken it, (H, W, 3) RGB uint8."""
    picture = uneven_light(rng, picture)
    if rng.random() < 0.35:
        picture = shadows(rng, picture)
    if rng.random() < 0.3:
        picture = glare(rng, picture, gloss)
    picture = tone(rng, colour_cast(rng, picture))
    picture = grain(rng, blur(rng, picture))
    return np.clip(picture, 0, 255).astype(np.uint8)
