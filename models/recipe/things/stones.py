"""Dice, dominoes and stones with signs on them: pale, tile-sized, and no tile."""

import numpy as np
from PIL import Image, ImageDraw

from models.recipe.editions.ornaments import symbol
from models.recipe.scenes.arrays import Generator, Ink, hsv
from models.recipe.things.sheet import Fonts, Sheet, blank, cut, pick_font

PIPS = {0: [], 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}


def dice(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Up to seven dice with pips, at times with a number on each side."""
    colour, width = _body(rng), float(rng.uniform(0.5, 1.0))
    numbers, ink = rng.random() < 0.2, _ink(rng, colour)
    pieces = []
    for _ in range(int(rng.integers(1, 8))):
        image, draw = blank(80, 80, colour)
        if numbers:
            draw.text((40, 40), str(int(rng.integers(1, 21))), ink, pick_font(rng, fonts, 40), "mm")
        else:
            _pips(image, (8, 8), 64, int(rng.integers(1, 7)), ink)
        x, y = rng.uniform(-2.5, 2.5, 2)
        turn = rng.uniform(-3, 3)
        pieces.append(Sheet(cut(image, 14), width, width * 0.9, 0.7, float(x), float(y), float(turn)))
    return pieces


def dominoes(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Dominoes in a line or scattered."""
    colour, width = _body(rng), float(rng.uniform(0.7, 1.3))
    ink, line = _ink(rng, colour), rng.random() < 0.5
    coloured, pieces = rng.random() < 0.4, []
    for i in range(int(rng.integers(2, 13))):
        image, draw = blank(84, 168, colour)
        draw.line((10, 84, 74, 84), ink, 4)
        for half in (0, 1):
            count = int(rng.integers(0, 7))
            pip = hsv(count * 55, 0.9, 0.7) if coloured else ink
            _pips(image, (10, 10 + half * 84), 64, count, pip)
        x, y = (i * width * 1.05, 0.0) if line else tuple(rng.uniform(-4, 4, 2))
        turn = rng.normal(0, 0.03) if line else rng.uniform(-3, 3)
        pieces.append(Sheet(cut(image, 10), width, 0.3, 0.6, float(x), float(y), float(turn)))
    return pieces


def picture_stones(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Stones of mahjong: bamboo, circles, signs; close together in rows."""
    colour, width = hsv(rng.uniform(35, 60), rng.uniform(0, 0.2), rng.uniform(0.85, 1)), float(rng.uniform(0.75, 1.3))
    gap, pieces = float(rng.uniform(1.0, 1.06)), []
    for j in range(int(rng.integers(1, 4))):
        for i in range(int(rng.integers(3, 12))):
            image, _ = blank(90, 122, colour)
            _sign(image, rng)
            x, y = i * width * gap, j * width * 1.4 * gap
            pieces.append(Sheet(cut(image, 9), width, 0.5, 0.6, float(x), float(y), rng.normal(0, 0.02)))
    return pieces


def _sign(image: Image.Image, rng: Generator) -> None:
    draw = ImageDraw.Draw(image)
    inks = [hsv(h, rng.uniform(0.6, 1), rng.uniform(0.3, 0.8)) for h in (0, 130, 220)]
    kind = rng.random()
    if kind < 0.35:
        count = int(rng.integers(1, 10))
        for k in range(count):
            x, y = 24 + (k % 3) * 21, 26 + (k // 3) * 35
            draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=inks[k % 3], outline=(30, 30, 30))
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=(240, 240, 230))
    elif kind < 0.65:
        for k in range(int(rng.integers(1, 10))):
            x, y = 22 + (k % 3) * 23, 16 + (k // 3) * 36
            draw.rounded_rectangle((x - 4, y, x + 4, y + 28), 4, fill=inks[1 + k % 2])
    elif kind < 0.9:
        _strokes(draw, rng, inks)
    else:
        symbol(draw, str(rng.choice(["flower", "star", "cross"])), (45, 61), 34, inks[int(rng.integers(3))])


def _strokes(draw: ImageDraw.ImageDraw, rng: Generator, inks: list[Ink]) -> None:
    """Strokes like a written sign; a font for the real signs may be missing."""
    for half, ink in ((0, inks[2] if rng.random() < 0.5 else (20, 20, 20)), (1, inks[0])):
        for _ in range(int(rng.integers(3, 7))):
            x, y = rng.uniform(16, 60), rng.uniform(14, 46) + half * 52
            long, way = rng.uniform(10, 40), float(rng.choice([0.0, 1.4, 0.8, -0.8]))
            ends = (x, y, min(80, x + long * np.cos(way)), y + long * 0.6 * np.sin(way))
            draw.line(ends, ink, int(rng.integers(3, 8)))


def _pips(image: Image.Image, at: tuple[int, int], side: int, count: int, ink: Ink) -> None:
    draw = ImageDraw.Draw(image)
    for k in PIPS[count]:
        x, y = at[0] + side * (0.2 + 0.3 * (k % 3)), at[1] + side * (0.2 + 0.3 * (k // 3))
        r = side * 0.1
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def _body(rng: Generator) -> Ink:
    if rng.random() < 0.7:
        return hsv(rng.uniform(25, 60), rng.uniform(0, 0.25), rng.uniform(0.8, 1))
    return hsv(rng.uniform(0, 360), rng.uniform(0.3, 1), rng.uniform(0.05, 0.7))


def _ink(rng: Generator, body: Ink) -> Ink:
    return (245, 245, 240) if max(body) < 190 else hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.02, 0.4))
