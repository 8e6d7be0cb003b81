"""Drawn table tops of household things with numbers: a keyboard's keys, playing cards, tape measures, times tables.

`TOPS` lists them and those of prints.py.
"""

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.film_parts.prints import (
    BOLD,
    INKS,
    PX,
    SIDE,
    TOPS,
    Bytes,
    Rng,
    felt,
    font,
    scattered,
    top,
    uneven,
    wood,
)

__all__ = ("TOPS",)

LETTERS = "ABCDEFGHKLMNPRSTVXYZ"


@top("keys", 0.2)
def keys(rng: Rng) -> Bytes:
    """A keyboard's white keys, four of ten with a number."""
    wide = int(1.3 * PX)
    whole = Image.new("RGB", (SIDE, SIDE), (60, 60, 64))
    draw = ImageDraw.Draw(whole)
    for row in range(SIDE // wide + 1):
        for column in range(SIDE // wide + 1):
            x, y = column * wide + (row % 3) * 20, row * wide
            draw.rounded_rectangle((x + 4, y + 4, x + wide - 4, y + wide - 4), 9, (236, 235, 228), (200, 198, 190), 2)
            text = str(int(rng.integers(1, 14))) if rng.random() < 0.4 else LETTERS[int(rng.integers(len(LETTERS)))]
            ink = INKS["k"] if rng.random() < 0.7 else INKS["r"]
            draw.text((x + wide / 2, y + wide / 2), text, ink, font(BOLD, 0.6), anchor="mm")
    return uneven(rng, np.asarray(whole, np.float32), 2.0)


def playing_card(rng: Rng) -> Image.Image:
    """A black or red card of 2 to 10."""
    page = Image.new("RGB", (int(3.2 * PX), int(4.6 * PX)), (248, 247, 243))
    draw, (wide, high) = ImageDraw.Draw(page), page.size
    ink, value = INKS["kr"[int(rng.integers(2))]], int(rng.integers(2, 11))
    draw.rounded_rectangle((1, 1, wide - 2, high - 2), 12, None, (180, 178, 172), 2)
    draw.text((28, 34), str(value), ink, font(BOLD, 0.75), anchor="mm")
    corner = (wide - 60, high - 70)
    page.paste(page.rotate(180).crop((*corner, wide - 2, high - 2)), corner)
    for place in range(value):
        x = wide / 2 + (-26 if place % 2 else 26)
        y = 60 + (high - 120) * (place // 2) / max(1, (value - 1) // 2)
        draw.ellipse((x - 12, y - 12, x + 12, y + 12), ink)
    return page


@top("cards", 0.1)
def cards(rng: Rng) -> Bytes:
    """Playing cards that lie across each other on a cloth."""
    whole = Image.fromarray(felt(rng))
    for _ in range(46):
        page, angle = playing_card(rng), float(rng.normal(0, 40))
        mask = Image.new("L", page.size, 255).rotate(angle, Image.Resampling.BICUBIC, expand=True)
        x, y = rng.uniform(SIDE * 0.18, SIDE * 0.78, 2)
        whole.paste(page.rotate(angle, Image.Resampling.BICUBIC, expand=True), (int(x), int(y)), mask)
    return uneven(rng, np.asarray(whole, np.float32), 2.0)


@top("tape", 0.3)
def tape(rng: Rng) -> Bytes:
    """Tape measures, yellow or white, across a wooden table."""
    whole = Image.fromarray(wood(rng))
    for place in range(11):
        strip = Image.new("RGB", (SIDE, int(1.2 * PX)), ((240, 214, 70), (246, 244, 236))[int(rng.integers(2))])
        draw = ImageDraw.Draw(strip)
        for mark in range(SIDE // PX):
            draw.line((mark * PX, 0, mark * PX, 22), (30, 30, 30), 2)
            ink = INKS["r" if mark % 10 == 0 else "k"]
            draw.text((mark * PX + PX / 2, 45), str(mark % 30), ink, font(BOLD, 0.55), anchor="mm")
        angle = float(rng.normal(0, 6))
        mask = Image.new("L", strip.size, 255).rotate(angle, expand=True)
        at = (int(rng.normal(0, 100)), int(SIDE * (0.15 + 0.07 * place)))
        whole.paste(strip.rotate(angle, Image.Resampling.BICUBIC, expand=True), at, mask)
    return uneven(rng, np.asarray(whole, np.float32), 2.0)


def times_table(_: Rng) -> Image.Image:
    """The products of one to ten, in coloured boxes."""
    wide = int(1.25 * PX)
    page = Image.new("RGB", (11 * wide, 11 * wide), (250, 238, 200))
    draw, inks = ImageDraw.Draw(page), list(INKS.values())
    for row in range(10):
        for column in range(10):
            box = ((255, 214, 190), (210, 230, 200), (255, 250, 230))[(row + column) % 3]
            corners = (wide * (column + 0.5), wide * (row + 0.5), wide * (column + 1.5), wide * (row + 1.5))
            draw.rectangle(corners, box, (160, 140, 110), 2)
            text, at = str((row + 1) * (column + 1)), (wide * (column + 1), wide * (row + 1))
            draw.text(at, text, inks[(row + column) % 4], font(BOLD, 0.6), anchor="mm")
    return page


@top("times-tables", 0.5)
def times_tables(rng: Rng) -> Bytes:
    """Glossy mats with times tables, over wood."""
    return scattered(rng, wood(rng), times_table, 8, 12)
