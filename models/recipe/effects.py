"""What light and cameras do to a picture: each effect takes and gives RGB float (H, W, 3), 0 to 255."""

import cv2
import numpy as np

from models.recipe.arrays import Bytes, Floats, Generator


def uneven_light(rng: Generator, picture: Floats) -> Floats:
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


def shadows(rng: Generator, picture: Floats) -> Floats:
    """Soft-edged shadows of what stands outside the picture."""
    h, w = picture.shape[:2]
    mask = np.zeros((h // 4, w // 4), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [w / 4, h / 4]
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), float(rng.uniform(0.15, 0.55)))
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 12))
    return picture * (1 - cv2.resize(mask, (w, h))[..., None])


def glare(rng: Generator, picture: Floats, gloss: Floats) -> Floats:
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


def colour_cast(rng: Generator, picture: Floats) -> Floats:
    """Warm, cold or greenish light, as a camera's white balance leaves it."""
    warm = rng.normal(0, 0.08)
    green = rng.normal(0, 0.035)
    if rng.random() < 0.05:
        warm = rng.uniform(0.2, 0.35)
    gains = np.array([1 + warm, 1 + green, 1 - warm * rng.uniform(0.8, 1.3)], np.float32)
    return picture * (gains / gains.max())


def tone(rng: Generator, picture: Floats) -> Floats:
    """Exposure, contrast, gamma and saturation."""
    gamma = np.exp(rng.normal(0, 0.15))
    picture = 255 * np.clip(picture / 255, 0, None) ** gamma
    picture = picture * np.exp(rng.normal(-0.04, 0.16))
    grey = picture.mean(axis=2, keepdims=True)
    picture = grey + (picture - grey) * np.clip(rng.normal(0.98, 0.15), 0.5, 1.5)
    if rng.random() < 0.15:
        lift = rng.uniform(0, 40)
        picture = lift + picture * (255 - lift) / 255
    return picture


def as_seen(rng: Generator, picture: Floats, gloss: Floats) -> Bytes:
    """The table as light falls on it, (H, W, 3) RGB uint8: still sharp, for the training puts it through cameras."""
    picture = uneven_light(rng, picture)
    if rng.random() < 0.2:
        picture = shadows(rng, picture)
    if rng.random() < 0.25:
        picture = glare(rng, picture, gloss)
    picture = tone(rng, colour_cast(rng, picture))
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.7))
    return np.clip(picture, 0, 255).astype(np.uint8)
