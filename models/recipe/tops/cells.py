"""Tops with cells as large as a tile (chess boards, mosaics, gingham, basket weave, lace), and printed ones."""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.recipe.scenes.arrays import Floats, Generator, any_colour, hsv, pale_colour
from models.recipe.things.sheet import words
from models.recipe.tops.grounds import SIDE, layered, marble, plain, wood

STEP = (14.0, 130.0)
"""How wide a cell is, in pixels of the top."""
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


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
    """White cloth with bands of one colour in both directions; the colour is full where they cross, and single threads
    are visible."""
    period = float(np.exp(rng.uniform(np.log(24), np.log(220))))
    ys, xs = _bent(rng, period * rng.uniform(0, 0.1))
    across, down = np.mod(xs, period) < period / 2, np.mod(ys, period) < period / 2
    thread = rng.uniform(2, 6)
    over = np.mod(np.floor(xs / thread) + np.floor(ys / thread), 2) * rng.uniform(0.1, 0.6)
    share = (across * (1 - over / 2) + down * (0.5 + over / 2)) / 1.5
    ink, ground = np.array(any_colour(rng), np.float32), np.array(pale_colour(rng), np.float32)
    return np.asarray(ground + (ink - ground) * share[..., None].astype(np.float32), np.float32)


def basket(rng: Generator) -> Floats:
    """Strips of cane or straw, woven over and under one another."""
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
    """Rows and columns (SIDE, SIDE), each pixel moved by at most `much` pixels: no cloth lies straight."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bends = (layered(rng, 4, 2) - 0.5) * 2 * much, (layered(rng, 4, 2) - 0.5) * 2 * much
    return np.asarray(ys + bends[0], np.float32), np.asarray(xs + bends[1], np.float32)


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
    """One motif of leaves, rings and fruit over and over, as on oilcloth and mats."""
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
