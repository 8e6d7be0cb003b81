"""Printed tops: oilcloth with dots, boxes, blossoms and fruit, wrapping patterns, sheets of newspaper."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.recipe.scenes.arrays import Floats, Generator, any_colour, hsv
from models.recipe.things.sheet import words
from models.recipe.tops.grounds import SIDE, plain

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def printed(rng: Generator) -> Floats:
    """Cloth with blossoms, dots or boxes of any colours, numbers among them."""
    image = Image.fromarray(plain(rng).clip(0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    inks = [hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 1)) for _ in range(4)]
    kind = rng.choice(["dots", "boxes", "blossoms", "paper"])
    step = int(rng.uniform(30, 150))
    font = ImageFont.truetype(FONT, max(9, step // 4))
    for y in range(0, SIDE, step):
        for x in range(0, SIDE, step):
            ink, r = inks[int(rng.integers(4))], step * rng.uniform(0.15, 0.4)
            cx, cy = x + rng.normal(step / 2, step / 9), y + rng.normal(step / 2, step / 9)
            if kind == "dots":
                draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=ink)
            elif kind == "boxes":
                draw.rectangle(
                    (cx - r, cy - r * 1.4, cx + r, cy + r * 1.4),
                    fill=ink if rng.random() < 0.7 else None,
                    outline=inks[0],
                )
            elif kind == "blossoms":
                for a in np.linspace(0, 6.28, 6)[:5]:
                    px, py = cx + r * np.cos(a), cy + r * np.sin(a)
                    draw.ellipse((px - r / 2, py - r / 2, px + r / 2, py + r / 2), fill=ink)
            else:
                words = "".join(rng.choice(list("aehilmnorstu  KRS0123456789"), int(rng.integers(2, 12))))
                draw.text((x, y), words, ink if rng.random() < 0.3 else (40, 40, 40), font=font)
    return np.asarray(image, np.float32)


def repeated(rng: Generator) -> Floats:
    """One motif of leaves, rings and fruit over and over, as oilcloth and mats have."""
    side = int(rng.uniform(70, 360))
    motif = Image.new("RGB", (side, side), any_colour(rng))
    draw = ImageDraw.Draw(motif)
    for _ in range(int(rng.integers(3, 12))):
        x, y = rng.uniform(0, side, 2)
        a, b = rng.uniform(0.04, 0.28, 2) * side
        ink, way = any_colour(rng), rng.random()
        if way < 0.45:
            draw.ellipse((x - a, y - b, x + a, y + b), fill=ink)
        elif way < 0.65:
            draw.ellipse((x - a, y - a, x + a, y + a), outline=ink, width=max(2, int(a * 0.2)))
        elif way < 0.85:
            draw.polygon([(x - a, y), (x, y - b), (x + a, y), (x, y + b)], fill=ink)
        else:
            draw.line((x - a * 2, y - b, x + a * 2, y + b), ink, max(2, int(a * 0.3)))
    times = SIDE // side + 1
    return np.tile(np.asarray(motif, np.float32), (times, times, 1))[:SIDE, :SIDE]


def newsprint(rng: Generator) -> Floats:
    """Sheets of a newspaper spread over the table."""
    image = Image.new("RGB", (SIDE, SIDE), hsv(rng.uniform(30, 55), rng.uniform(0.02, 0.15), rng.uniform(0.7, 0.97)))
    draw, column = ImageDraw.Draw(image), int(rng.uniform(110, 220))
    for x in range(8, SIDE, column):
        y = int(rng.uniform(0, 60))
        while y < SIDE:
            size = int(rng.choice([9, 9, 10, 20, 34, 60], p=[0.3, 0.2, 0.2, 0.14, 0.1, 0.06]))
            font = ImageFont.truetype(FONT, size)
            for _ in range(1 if size > 15 else int(rng.integers(4, 16))):
                draw.text((x, y), words(rng, 5, 0.12)[: int(column / size * 1.7)], (40, 40, 42), font)
                y += int(size * 1.3)
            if rng.random() < 0.15:
                draw.rectangle((x, y, x + column - 12, y + 90), fill=any_colour(rng))
                y += 100
    return np.asarray(image, np.float32)
