"""Tops that no picture to train with shows: kitchen tiles, slats of a garden table, speckled stone."""

import cv2
import numpy as np

from models.recipe.scenes.arrays import Floats, Generator, any_colour, pale_colour
from models.recipe.tops.grounds import SIDE, layered, wood


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
