"""Cloth of many kinds: linen, fleece, carpet, felt, plaid, checks, and the folds in them."""

import cv2
import numpy as np

from models.recipe.scenes.arrays import Floats, Generator, any_colour, hsv
from models.recipe.tops.grounds import SIDE, blended, layered


def woven(rng: Generator) -> Floats:
    """Coarse cloth, from linen to a rug of thick threads."""
    period = rng.uniform(4, 26)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bend = (layered(rng, 6, 3) - 0.5) * period * 2
    over = np.sin((xs + bend) * 2 * np.pi / period) * np.sin((ys + bend) * 2 * np.pi / period)
    threads = 0.5 + 0.35 * over + 0.3 * (layered(rng, 90, 2) - 0.5)
    if rng.random() < 0.6:
        stripes = layered(rng, rng.uniform(6, 30), 2, 0.08 if rng.random() < 0.5 else 1.0)
        threads = threads * 0.6 + 0.5 * (stripes > rng.uniform(0.4, 0.7))
    h = rng.uniform(0, 360)
    s = rng.choice([rng.uniform(0, 0.15), rng.uniform(0, 0.7)])
    return blended(
        hsv(h, s, rng.uniform(0.08, 0.5)),
        hsv(h + rng.uniform(-30, 30), s * 0.7, rng.uniform(0.5, 1)),
        np.clip(threads, 0, 1),
    )


def rag_rug(rng: Generator) -> Floats:
    """A rug of strips in many tones, each visible between the warp threads, offset like bricks."""
    wide, long = rng.uniform(5, 24), rng.uniform(1.0, 3.5)
    rows, columns = int(SIDE / wide) + 2, int(SIDE / wide / long) + 2
    h, s = rng.uniform(0, 360), rng.choice([rng.uniform(0, 0.12), rng.uniform(0, 0.7)])
    values = (rng.uniform(0.05, 0.4), rng.uniform(0.3, 0.7), rng.uniform(0.6, 1), rng.uniform(0.6, 1))
    palette = np.array([hsv(h + rng.normal(0, 25), s, v) for v in values], np.float32)
    stripes = np.repeat(rng.integers(0, 4, rows), rng.integers(1, int(rng.integers(2, 9)), rows))[:rows]
    strips = palette[stripes][:, None] * rng.normal(1, rng.uniform(0.08, 0.35), (rows, columns, 1))
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bend = (layered(rng, 5, 3) - 0.5) * wide
    y = (ys + bend) / wide
    x = (xs + bend[::-1]) / wide / long + (y.astype(int) % 2) * 0.5
    rounded = np.sin(np.pi * np.mod(y, 1)) * np.sin(np.pi * np.mod(x, 1)) ** rng.uniform(0.3, 1)
    top = strips[np.clip(y, 0, rows - 1).astype(int), np.clip(x, 0, columns - 1).astype(int)]
    return np.asarray(top * (1 - rng.uniform(0.2, 0.7) * (1 - rounded[..., None])), np.float32)


def checked(rng: Generator) -> Floats:
    """Squares of two colours, or checks."""
    period = rng.uniform(16, 160)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    a, b = (xs // (period / 2)) % 2, (ys // (period / 2 * rng.choice([1, 1, 1.4]))) % 2
    share = (a != b) if rng.random() < 0.5 else (a + b) / 2
    h = rng.uniform(0, 360)
    dark, light = (
        hsv(h, rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.7)),
        hsv(rng.uniform(20, 80), rng.uniform(0, 0.3), rng.uniform(0.6, 1)),
    )
    return blended(dark, light, np.asarray(share, np.float32)) * (0.94 + 0.1 * layered(rng, 60, 3)[..., None])


def fleece(rng: Generator) -> Floats:
    """A blanket: soft hair, tufts, folds, at times a large pattern."""
    base = np.array(any_colour(rng), np.float32)
    white = rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    hair = cv2.GaussianBlur(white, (0, 0), float(rng.uniform(0.8, 3.0)))
    tufts = layered(rng, rng.uniform(40, 160), 3) - 0.5
    top = base + (hair / hair.std() * rng.uniform(4, 16) + tufts * rng.uniform(10, 70))[..., None]
    if rng.random() < 0.45:
        share = (layered(rng, rng.uniform(2, 12), 2) > rng.uniform(0.45, 0.6)).astype(np.float32)
        share = cv2.GaussianBlur(share, (0, 0), 4)[..., None] * np.float32(rng.uniform(0.3, 1))
        top = top + (np.array(any_colour(rng), np.float32) - base) * share
    return folded(rng, np.asarray(top, np.float32))


def carpet(rng: Generator) -> Floats:
    """A carpet or a rug: coarse loops of several tones."""
    tones = np.array(
        [hsv(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.uniform(0.15, 0.9)) for _ in range(3)], np.float32
    )
    side = int(rng.uniform(150, 700))
    loops = tones[rng.choice(3, (side, side), p=[0.6, 0.28, 0.12])] + rng.normal(0, 14, (side, side, 1))
    top = cv2.resize(loops.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(top * (0.85 + 0.3 * layered(rng, 5, 3)[..., None]), np.float32)


def felt(rng: Generator) -> Floats:
    """Green, red or blue felt, as card tables have."""
    hue = float(rng.choice([130, 150, 110, 0, 220]))
    base = np.array(hsv(hue + rng.normal(0, 8), rng.uniform(0.4, 0.9), rng.uniform(0.2, 0.6)), np.float32)
    return np.asarray(
        base * (0.9 + 0.2 * layered(rng, 200, 3)[..., None]) + rng.normal(0, 5, (SIDE, SIDE, 1)), np.float32
    )


def plaid(rng: Generator) -> Floats:
    """Stripes across stripes."""
    top = np.empty((SIDE, SIDE, 3), np.float32)
    top[:] = any_colour(rng)
    period = int(rng.uniform(60, 400))
    for _ in range(int(rng.integers(2, 6))):
        start, wide, ink = int(rng.integers(0, period)), int(period * rng.uniform(0.04, 0.4)), any_colour(rng)
        share = np.float32(rng.uniform(0.3, 0.8))
        on = ((np.arange(SIDE) - start) % period < wide).astype(np.float32) * share
        for band in (on[:, None, None], on[None, :, None]):
            top += (np.array(ink, np.float32) - top) * band
    weave = 1 + 0.06 * np.sin(np.add.outer(np.arange(SIDE), np.arange(SIDE)) * 1.3).astype(np.float32)
    return folded(rng, np.asarray(top * weave[..., None], np.float32))


def folded(rng: Generator, top: Floats) -> Floats:
    """The cloth, with folds in half of the cases."""
    if rng.random() < 0.5:
        return top
    folds = layered(rng, rng.uniform(1.5, 5), 2, rng.uniform(0.3, 4))
    slope = cv2.Sobel(cv2.GaussianBlur(folds, (0, 0), 8), cv2.CV_32F, 1, 0, ksize=5)
    return np.asarray(top * (1 + slope[..., None] * rng.uniform(0.3, 1.4)), np.float32)
