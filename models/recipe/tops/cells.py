"""Tops whose pattern has cells as large as a tile: chess boards, mosaics, gingham, basket weave, lace."""

import cv2
import numpy as np

from models.recipe.scenes.arrays import Floats, Generator, any_colour, hsv, pale_colour
from models.recipe.tops.grounds import SIDE, layered, marble, wood

STEP = (14.0, 130.0)
"""How wide a cell is, in pixels of the top."""


def mosaic(rng: Generator) -> Floats:
    """Small stones in joints, each of its own tone, of one to five colours."""
    step, high = float(np.exp(rng.uniform(*np.log(STEP)))), float(rng.choice([1, 1, 1.4, 2]))
    rows, columns = int(SIDE / step / high) + 2, int(SIDE / step) + 3
    palette = np.array([any_colour(rng) for _ in range(int(rng.integers(1, 6)))], np.float32)
    tones = palette[rng.integers(len(palette), size=(rows, columns))]
    tones = np.asarray(tones * rng.normal(1, rng.uniform(0.03, 0.3), (rows, columns, 1)), np.float32)
    ys, xs = _bent(rng, step * rng.uniform(0, 0.2))
    y = ys / step / high
    x = xs / step + (np.floor(y) % 2) * float(rng.choice([0, 0, 0.5]))
    top = tones[np.clip(y, 0, rows - 1).astype(int), np.clip(x, 0, columns - 1).astype(int)]
    joint = rng.uniform(0.03, 0.2)
    in_joint = np.minimum(np.mod(x, 1), np.mod(y, 1) * high) < joint
    top = np.where(in_joint[..., None], np.array(any_colour(rng), np.float32), top)
    return np.asarray(top * (0.9 + 0.2 * layered(rng, 60, 3)[..., None]), np.float32)


def chess(rng: Generator) -> Floats:
    """Dark and light fields of wood, stone or colour, in turns."""
    step = rng.uniform(20, STEP[1])
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    dark_field = ((xs // step + ys // step) % 2 == 0)[..., None]
    if rng.random() < 0.5:
        dark, light = (np.array(hsv(rng.uniform(0, 60), rng.uniform(0, 0.7), v), np.float32) for v in (0.25, 0.9))
        return np.where(dark_field, dark, light) * (0.85 + 0.3 * layered(rng, 90, 3)[..., None])
    stuff = wood(rng) if rng.random() < 0.6 else marble(rng)
    return np.asarray(np.where(dark_field, stuff * rng.uniform(0.3, 0.7), stuff * rng.uniform(0.9, 1.2)), np.float32)


def gingham(rng: Generator) -> Floats:
    """White cloth with bands of one colour both ways; where they cross it is full, and every thread is seen."""
    period = float(np.exp(rng.uniform(np.log(24), np.log(220))))
    ys, xs = _bent(rng, period * rng.uniform(0, 0.1))
    across, down = np.mod(xs, period) < period / 2, np.mod(ys, period) < period / 2
    thread = rng.uniform(2, 6)
    over = np.mod(np.floor(xs / thread) + np.floor(ys / thread), 2) * rng.uniform(0.1, 0.6)
    share = (across * (1 - over / 2) + down * (0.5 + over / 2)) / 1.5
    ink, ground = np.array(any_colour(rng), np.float32), np.array(pale_colour(rng), np.float32)
    return np.asarray(ground + (ink - ground) * share[..., None].astype(np.float32), np.float32)


def basket(rng: Generator) -> Floats:
    """Strips of cane or straw, over and under one another."""
    step = float(np.exp(rng.uniform(np.log(10), np.log(70))))
    ys, xs = _bent(rng, step * 0.3)
    turned = np.mod(np.floor(xs / step) + np.floor(ys / step), 2) == 0
    along = np.where(turned, np.mod(xs / step, 1), np.mod(ys / step, 1))
    rounded = np.sin(np.pi * along) ** rng.uniform(0.3, 1)
    strands = np.where(turned, np.sin(ys * rng.uniform(0.5, 2)), np.sin(xs * rng.uniform(0.5, 2)))
    ground = np.array(hsv(rng.uniform(15, 50), rng.uniform(0.1, 0.6), rng.uniform(0.35, 0.95)), np.float32)
    light = rng.uniform(0.3, 0.7) + rng.uniform(0.3, 0.6) * rounded + 0.07 * strands
    return np.asarray(ground * light[..., None], np.float32)


def crochet(rng: Generator) -> Floats:
    """Lace upon another top: rings and flowers of thread with holes between them."""
    step = float(np.exp(rng.uniform(np.log(18), np.log(110))))
    ys, xs = _bent(rng, step * 0.15)
    x, y = np.mod(xs / step, 1) - 0.5, np.mod(ys / step, 1) - 0.5
    away, angle = np.hypot(x, y), np.arctan2(y, x)
    petals = 0.3 + rng.uniform(0, 0.12) * np.cos(float(rng.integers(4, 9)) * angle)
    thread = np.abs(away - petals) < rng.uniform(0.04, 0.12)
    thread |= np.minimum(np.abs(np.abs(x) - 0.5), np.abs(np.abs(y) - 0.5)) < rng.uniform(0.02, 0.09)
    under = wood(rng) if rng.random() < 0.5 else np.full((SIDE, SIDE, 3), any_colour(rng), np.float32)
    soft = cv2.GaussianBlur(thread.astype(np.float32), (0, 0), 1.2)[..., None]
    return np.asarray(under + (np.array(pale_colour(rng), np.float32) - under) * soft, np.float32)


def _bent(rng: Generator, much: float) -> tuple[Floats, Floats]:
    """Rows and columns (SIDE, SIDE), each pixel moved by at most so many pixels: no cloth lies straight."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bends = (layered(rng, 4, 2) - 0.5) * 2 * much, (layered(rng, 4, 2) - 0.5) * 2 * much
    return np.asarray(ys + bends[0], np.float32), np.asarray(xs + bends[1], np.float32)
