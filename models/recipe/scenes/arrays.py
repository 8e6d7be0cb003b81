"""The kinds of array that the recipe's drawing passes around, and the colours in them."""

import cv2
import numpy as np
from numpy.typing import NDArray

Generator = np.random.Generator
Floats = NDArray[np.float32]
"""A picture or a map while it is drawn: RGB from 0 to 255, or shares."""
Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]
Ink = tuple[int, int, int]
"""A colour, RGB from 0 to 255."""


def hsv(h: float, s: float, v: float) -> Ink:
    """An RGB colour from hue (degrees), saturation and value (0 to 1)."""
    pixel = np.array([[[h % 360, min(s, 1.0), min(v, 1.0)]]], np.float32)
    rgb = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0] * 255
    return int(rgb[0]), int(rgb[1]), int(rgb[2])


def mixed(a: Ink, b: Ink, share: float) -> Ink:
    """A mixture of `a` with a share of `b`."""
    return (int(a[0] + (b[0] - a[0]) * share), int(a[1] + (b[1] - a[1]) * share), int(a[2] + (b[2] - a[2]) * share))


def any_colour(rng: Generator) -> Ink:
    """A random colour."""
    return hsv(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.05, 0.95))


def pale_colour(rng: Generator) -> Ink:
    """A pale colour, as of paper or plastic."""
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.75, 1))


def chance(rng: Generator, odds: dict[str, float]) -> str:
    """A random name, with these odds."""
    shares = np.array(list(odds.values()))
    return str(rng.choice(list(odds), p=shares / shares.sum()))


def narrowed(odds: dict[str, float], only: str | None) -> dict[str, float]:
    """The odds of the wanted names only (one, or several joined by "+"); all odds if no name is wanted."""
    wanted = names_in(only)
    return {name: share for name, share in odds.items() if name in wanted} or odds


def names_in(only: str | None) -> list[str]:
    """The names in "dark+disc"."""
    return only.split("+") if only else []


def between(rng: Generator, low: float, high: float) -> float:
    """A number between two, as Python's float."""
    return float(rng.uniform(low, high))
