"""Bare table tops: wood, plain boards, marble, glass; and the noise that they are made of.

The last three are in no training picture: kitchen tiles, slats of a garden table, speckled stone.
"""

import cv2
import numpy as np

from models.recipe.scenes.arrays import Floats, Generator, Ink, any_colour, hsv, pale_colour

SIDE = 1024
"""Pixels of a table top that is drawn."""


def noise(rng: Generator, cells: tuple[float, float], side: int = SIDE) -> Floats:
    """Smooth noise from 0 to 1, (side, side), with about so many blobs across and down."""
    small = rng.random((max(2, int(cells[1])), max(2, int(cells[0]))), np.float32)
    return np.clip(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), 0, 1)


def layered(rng: Generator, cells: float, octaves: int = 4, stretch: float = 1.0) -> Floats:
    """A sum of noise at several scales; `stretch` > 1 stretches it along x."""
    total = sum(noise(rng, (cells * 2**i / stretch, cells * 2**i)) * 0.55**i for i in range(octaves))
    return np.asarray((total - np.min(total)) / (np.ptp(total) + 1e-6), np.float32)


def blended(dark: Ink, light: Ink, share: Floats) -> Floats:
    """Mixes two colours by a map from 0 to 1."""
    a, b = np.array(dark, np.float32), np.array(light, np.float32)
    return a + (b - a) * share[..., None]


def wood(rng: Generator) -> Floats:
    """Boards with grain and rings."""
    hue, sat, value = rng.uniform(12, 38), rng.uniform(0.25, 0.75), rng.uniform(0.25, 0.9)
    grain = layered(rng, rng.uniform(30, 120), 4, rng.uniform(8, 40))
    wave = layered(rng, rng.uniform(3, 8), 2, rng.uniform(2, 6))
    rings = 0.5 + 0.5 * np.sin(wave * rng.uniform(20, 90))
    share = np.clip(grain * 0.7 + rings * rng.uniform(0, 0.4), 0, 1)
    top = blended(hsv(hue, sat, value * rng.uniform(0.4, 0.8)), hsv(hue + 4, sat * 0.8, value), share)
    if rng.random() < 0.5:
        planks = rng.integers(2, 9)
        for y in np.linspace(0, SIDE, planks + 1)[1:-1].astype(int):
            top[y : y + 3] *= 0.5
            top[y:] *= rng.uniform(0.88, 1.12)
    return top


def plain(rng: Generator) -> Floats:
    """One colour, a little uneven."""
    base = np.array(
        hsv(rng.uniform(0, 360), rng.choice([rng.uniform(0, 0.2), rng.uniform(0.1, 0.9)]), rng.uniform(0.12, 1)),
        np.float32,
    )
    top = base * (1 + rng.uniform(0, 0.12) * (layered(rng, rng.uniform(2, 200), 3)[..., None] - 0.5))
    return np.asarray(top + rng.normal(0, rng.uniform(0, 9), (SIDE, SIDE, 1)))


def marble(rng: Generator) -> Floats:
    """Stone with veins."""
    turbulence = layered(rng, rng.uniform(3, 8), 6)
    veins = np.abs(np.sin(turbulence * rng.uniform(8, 30))) ** rng.uniform(0.2, 1.5)
    h, s = rng.uniform(0, 360), rng.uniform(0, 0.15)
    light = rng.uniform(0.5, 1)
    return blended(hsv(h, s, light * rng.uniform(0.2, 0.8)), hsv(h, s * 0.5, light), veins)


def glossy(rng: Generator) -> Floats:
    """Glass or dark lacquer that mirrors windows and lamps."""
    top = np.empty((SIDE, SIDE, 3), np.float32)
    top[:] = hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.02, 0.5))
    mirror = np.zeros((SIDE, SIDE), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(0, SIDE, 2)
        a, b, turn = rng.uniform(20, 300), rng.uniform(20, 200), rng.uniform(0, 180)
        if rng.random() < 0.5:
            box = cv2.boxPoints(((x, y), (a, b), turn)).astype(np.int32)
            cv2.fillConvexPoly(mirror, box, float(rng.uniform(30, 190)))
        else:
            cv2.ellipse(
                mirror, (int(x), int(y)), (int(a / 2), int(b / 2)), turn, 0, 360, float(rng.uniform(30, 190)), -1
            )
    soft = cv2.GaussianBlur(mirror, (0, 0), rng.uniform(2, 25))
    return np.asarray(top + soft[..., None] * np.array([1, 0.97, 0.92], np.float32), np.float32)


def ceramic(rng: Generator) -> Floats:
    """Square tiles with joints, each of a slightly different tone."""
    step = int(rng.uniform(60, 240))
    cells = SIDE // step + 1
    tones = np.array(pale_colour(rng), np.float32) * (1 + rng.normal(0, 0.04, (cells, cells, 1)).astype(np.float32))
    top = np.repeat(np.repeat(tones, step, 0), step, 1)[:SIDE, :SIDE].astype(np.float32)
    joint = np.arange(SIDE) % step < max(3, step // 24)
    top[joint] = top[:, joint] = any_colour(rng)
    return np.asarray(top * (0.92 + 0.16 * layered(rng, 30, 3)[..., None]), np.float32)


def slats(rng: Generator) -> Floats:
    """Boards with dark gaps."""
    top, step = wood(rng), int(rng.uniform(70, 200))
    gap = np.arange(SIDE) % step < step * rng.uniform(0.04, 0.14)
    top[gap] = np.array(any_colour(rng), np.float32) * 0.2
    return top


def speckled_stone(rng: Generator) -> Floats:
    """Terrazzo: chips of stone in a pale ground."""
    top = np.empty((SIDE, SIDE, 3), np.float32)
    top[:] = pale_colour(rng)
    for _ in range(int(rng.uniform(200, 900))):
        x, y = rng.uniform(0, SIDE, 2)
        box = cv2.boxPoints(((x, y), tuple(rng.uniform(4, 24, 2)), float(rng.uniform(0, 180))))
        chip = any_colour(rng) if rng.random() < 0.2 else pale_colour(rng)
        cv2.fillConvexPoly(top, box.astype(np.int32), [float(c) * rng.uniform(0.4, 1) for c in chip])
    return top
