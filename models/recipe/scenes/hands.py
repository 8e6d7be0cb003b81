"""Hands that reach into the picture, over whatever lies there."""

import cv2
import numpy as np

from models.recipe.scenes.arrays import Floats, Generator, Points, hsv
from models.recipe.scenes.canvas import IN_FRONT, Canvas


def draw_hand(rng: Generator, canvas: Canvas) -> None:
    """A forearm, at times in a sleeve, and a hand from an edge."""
    h, w = canvas.owner.shape
    skin = np.array(hsv(rng.uniform(8, 28), rng.uniform(0.25, 0.65), rng.uniform(0.3, 0.95)))
    mask = np.zeros((h, w), np.float32)
    size = min(h, w) * rng.uniform(0.08, 0.2)
    palm = np.array([rng.uniform(0.15, 0.85) * w, rng.uniform(0.15, 0.85) * h])
    edge = palm + np.array([rng.normal(0, 0.4), rng.choice([-1, 1])]) * max(h, w) * 1.2
    back = (edge - palm) / np.linalg.norm(edge - palm)
    cv2.line(mask, _px(palm), _px(edge), 1.0, int(size * rng.uniform(0.6, 0.95)))
    cv2.circle(mask, _px(palm), int(size * 0.55), 1.0, -1)
    for angle in np.linspace(-0.8, 0.8, 5) + rng.normal(0, 0.07, 5):
        c, s = np.cos(angle), np.sin(angle)
        ahead = np.array([-back[0] * c + back[1] * s, -back[0] * s - back[1] * c])
        tip = palm + ahead * size * rng.uniform(0.7, 1.35)
        cv2.line(mask, _px(palm), _px(tip), 1.0, max(3, int(size * rng.uniform(0.2, 0.28))))
    soft = _blurred(mask, size * 0.12)
    shade = (0.6 + 0.4 * soft)[..., None] * (1 + 0.05 * rng.standard_normal((h, w, 1), np.float32))
    dark = _blurred(np.roll(mask, (int(size * 0.15), int(size * 0.1)), (0, 1)), size * 0.15)
    canvas.picture *= 1 - 0.45 * dark[..., None]
    cover = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
    canvas.picture += (cover * (skin * shade - canvas.picture)).astype(np.float32)
    canvas.owner[mask > 0.5] = IN_FRONT
    if rng.random() < 0.5:
        _sleeve(rng, canvas, palm + back * size * rng.uniform(1.2, 2.5), edge, int(size * 1.2))


def _sleeve(rng: Generator, canvas: Canvas, start: Points, end: Points, thick: int) -> None:
    mask = np.zeros(canvas.owner.shape, np.uint8)
    cv2.line(mask, _px(start), _px(end), 255, thick)
    colour = np.array(hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.05, 0.9)), np.float32)
    canvas.picture[mask > 0] = colour * rng.uniform(0.85, 1.1)
    canvas.owner[mask > 0] = IN_FRONT


def _blurred(mask: Floats, sigma: float) -> Floats:
    """A wide blur, made on a quarter of the size."""
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4), mask.shape[::-1]), np.float32)


def _px(point: Points) -> tuple[int, int]:
    return int(point[0]), int(point[1])
