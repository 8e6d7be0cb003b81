"""Objects to put on a table of 1280 x 720 pixels, drawn or cut out of the film."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from benchmarks.thing_parts.scene import Floats, Pixels, Thing

WIDTH, HEIGHT = 1280, 720
FILM = Path(__file__).resolve().parents[2].parent / "shared" / "film"
Colour = tuple[int, int, int]


def empty() -> tuple[Floats, Pixels]:
    """An empty canvas."""
    return np.zeros((HEIGHT, WIDTH), np.float32), np.zeros((HEIGHT, WIDTH, 3), np.uint8)


def arm(off: tuple[float, float] = (0.0, 0.0)) -> Thing:
    """An arm with its shadow, cut out of the film, without the tiles beside it."""
    return Thing(*_arm(), off)


@cache
def _arm() -> tuple[Floats, Pixels]:
    there, bare = (cv2.imread(str(FILM / name)) for name in ("f001.jpg", "f000.jpg"))
    assert there is not None
    assert bare is not None
    apart = cv2.absdiff(there, bare).max(axis=2)
    apart[:200] = 0
    mask = cv2.morphologyEx((apart > 14).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5)))
    for tile in json.loads((FILM / "f001.json").read_text())["tiles"]:
        quad = np.array(tile["quad"], np.float32)
        cv2.fillConvexPoly(mask, np.round(quad.mean(axis=0) + 1.6 * (quad - quad.mean(axis=0))).astype(np.int32), 0)
    _, labels, sizes, _ = cv2.connectedComponentsWithStats(mask)
    mask = (labels == 1 + int(sizes[1:, cv2.CC_STAT_AREA].argmax())).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((15, 15)))
    alpha = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.2)
    return np.asarray(alpha, np.float32), np.asarray(there, np.uint8)


def disc(x: int, y: int, radius: int, colour: Colour, rim: Colour | None = None, flat: float = 0.85) -> Thing:
    """A plate, a bowl, a cup."""
    alpha, pixels = empty()
    axes = (radius, round(radius * flat))
    cv2.ellipse(alpha, (x, y), axes, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
    cv2.ellipse(pixels, (x, y), axes, 0, 0, 360, rim or colour, -1, cv2.LINE_AA)
    cv2.ellipse(pixels, (x, y), (round(axes[0] * 0.7), round(axes[1] * 0.7)), 0, 0, 360, colour, -1, cv2.LINE_AA)
    return Thing(alpha, pixels)


def sheet(x: int, y: int, width: int, height: int, angle: float = 8.0, *, printed: bool = True) -> Thing:
    """A sheet of paper with this centre, printed or not."""
    alpha, pixels = empty()
    cv2.rectangle(alpha, (x - width // 2, y - height // 2), (x + width // 2, y + height // 2), 1.0, -1)
    pixels[:] = (236, 240, 242)
    rng = np.random.default_rng(4)
    for line in range(y - height // 2 + 14, y + height // 2 - 10, 12) if printed else ():
        at = x - width // 2 + 14
        while at < x + width // 2 - 30:
            word = int(rng.integers(10, 46))
            cv2.rectangle(pixels, (at, line), (min(at + word, x + width // 2 - 12), line + 5), (70, 66, 62), -1)
            at += word + 8
    return turned(Thing(alpha, pixels), x, y, angle)


def book(x: int, y: int, width: int, height: int, colour: Colour = (60, 40, 120), angle: float = -6.0) -> Thing:
    """A book or a phone: one colour, and a title."""
    alpha, pixels = empty()
    cv2.rectangle(alpha, (x - width // 2, y - height // 2), (x + width // 2, y + height // 2), 1.0, -1)
    pixels[:] = colour
    lighter = tuple(min(255, level + 70) for level in colour)
    cv2.rectangle(pixels, (x - width // 3, y - height // 4), (x + width // 3, y - height // 8), lighter, -1)
    return turned(Thing(alpha, pixels), x, y, angle)


def cat(x: int, y: int) -> Thing:
    """A cat as seen from above: striped, with a soft rim."""
    alpha, pixels = empty()
    cv2.ellipse(alpha, (x, y), (150, 80), 20, 0, 360, 1.0, -1)
    cv2.circle(alpha, (x + 150, y + 50), 55, 1.0, -1)
    alpha = np.asarray(cv2.GaussianBlur(alpha, (0, 0), 4), np.float32)
    fur = np.random.default_rng(2).normal(0, 18, (HEIGHT, WIDTH)).astype(np.float32)
    stripes = 25 * np.sin(np.arange(WIDTH) / 9)[None] + cv2.GaussianBlur(fur, (9, 3), 0) * 2
    pixels = np.clip(np.array([70, 95, 120]) + stripes[..., None], 0, 255).astype(np.uint8)
    return Thing(alpha, pixels)


def glasses(x: int, y: int) -> Thing:
    """Spectacles: thin dark rims."""
    alpha, pixels = empty()
    for at in (x - 45, x + 45):
        cv2.circle(alpha, (at, y), 36, 1.0, 5, cv2.LINE_AA)
    cv2.line(alpha, (x - 9, y), (x + 9, y), 1.0, 5)
    cv2.line(alpha, (x - 80, y), (x - 90, y - 110), 1.0, 5)
    cv2.line(alpha, (x + 80, y), (x + 90, y - 110), 1.0, 5)
    pixels[:] = (30, 30, 34)
    return Thing(alpha, pixels)


def spot(x: int, y: int, radius: int = 5, colour: Colour = (30, 30, 30)) -> Thing:
    """A fly, a crumb."""
    return disc(x, y, radius, colour)


def turned(thing: Thing, x: int, y: int, angle: float) -> Thing:
    """The object, rotated about a point by some degrees."""
    turn = cv2.getRotationMatrix2D((x, y), angle, 1.0)
    size = (WIDTH, HEIGHT)
    alpha = cv2.warpAffine(thing.alpha, turn, size, flags=cv2.INTER_LINEAR)
    return Thing(np.asarray(alpha, np.float32), np.asarray(cv2.warpAffine(thing.pixels, turn, size), np.uint8))


def shade(depth: float, middle: float, width: float, soft: float = 40.0) -> Floats:
    """A shadow over a vertical band of the picture: factors (H, W, 1); `soft`: pixels of its penumbra."""
    x = np.arange(WIDTH, dtype=np.float32)
    inside = 1 / (1 + np.exp(np.clip((np.abs(x - middle) - width / 2) / (soft / 4), -50, 50)))
    return np.broadcast_to((1 - depth * inside)[None, :, None], (HEIGHT, WIDTH, 1)).astype(np.float32)


def glow(strength: float, x: float, y: float, reach: float, tint: tuple[float, float, float] = (1, 1, 1)) -> Floats:
    """Light of a lamp at a point: factors (H, W, 3), 1 where it does not reach."""
    ys, xs = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    fall = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * reach**2))
    return np.asarray(1 + strength * fall[..., None] * np.array(tint, np.float32), np.float32)
