"""Print and handwriting: calendars, score pads, newspapers, books, labels; and photographs, as prints or covers."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from models.recipe.editions.fonts import any_font
from models.recipe.scenes.arrays import Generator, any_colour, hsv, pale_colour
from models.recipe.things.sheet import Fonts, Sheet, blank, cut, font, handwriting, pick_font, speckled, words

LONGER_SIDE = 480
"""Pixels of a photograph."""


def calendar(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A month: numbers in a grid, Sundays in red."""
    paper, path = pale_colour(rng), any_font(rng, fonts)
    image, draw = blank(420, 380, paper)
    head, lines = any_colour(rng), rng.random() < 0.6
    draw.rectangle((0, 0, 420, 60), fill=head)
    draw.text(
        (210, 30), words(rng, 1).upper() + " 20" + str(int(rng.integers(10, 30))), (250, 250, 250), font(path, 34), "mm"
    )
    first, size = int(rng.integers(0, 7)), int(rng.uniform(18, 38))
    for day in range(1, 32):
        at = (day + first - 1) % 7, (day + first - 1) // 7
        x, y = 8 + at[0] * 58, 74 + at[1] * 50
        if lines:
            draw.rectangle((x, y, x + 58, y + 50), outline=(120, 120, 120))
        ink = (200, 30, 30) if at[0] == 6 else (30, 60, 150) if at[0] == 5 and rng.random() < 0.4 else (25, 25, 28)
        draw.text((x + 28, y + 25), str(day), ink, font(path, size), "mm")
    return [Sheet(cut(image), float(rng.uniform(4, 12)), 0.02, 0.2)]


def score_pad(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Names and columns of points, written by hand on lines or squares."""
    image, draw = blank(360, 480, hsv(rng.uniform(30, 230), rng.uniform(0, 0.12), rng.uniform(0.85, 1)))
    tone, step = (170, 190, 220), int(rng.uniform(18, 34))
    for y in range(50, 480, step):
        draw.line((0, y, 360, y), tone, 1)
    if rng.random() < 0.5:
        for x in range(0, 360, step):
            draw.line((x, 0, x, 480), tone, 1)
    ink = hsv(float(rng.choice([220, 0, 240, 130])), rng.uniform(0, 0.9), rng.uniform(0.1, 0.6))
    columns = int(rng.integers(2, 5))
    for column in range(columns):
        left = 14 + column * 340 / columns
        handwriting(rng, draw, words(rng, 1, 0)[:5].title(), (left, 16), 26, ink, fonts)
        for y in range(52, int(rng.uniform(160, 460)), int(step * 1.15)):
            handwriting(rng, draw, str(int(rng.integers(-99, 180))), (left, y), step * 0.9, ink, fonts)
        draw.line((left - 8, 8, left - 8, 470), ink, 2)
    return [Sheet(cut(image), float(rng.uniform(3, 8)), 0.03, 0.15)]


def newspaper(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Headlines, columns of small print, pictures."""
    image, draw = blank(620, 820, hsv(rng.uniform(30, 55), rng.uniform(0.02, 0.15), rng.uniform(0.75, 0.97)))
    path, y = any_font(rng, fonts), 16.0
    while y < 800:
        size = int(rng.choice([30, 44, 64, 90]))
        draw.text((14, y), words(rng, 5, 0.2), (20, 20, 22), font(path, size))
        y += int(size * 1.4)
        if rng.random() < 0.4:
            draw.rectangle((14, y, 300, y + 150), fill=any_colour(rng))
        for k in range(int(rng.integers(4, 12))):
            for x in (14, 216, 418):
                draw.text((x, y + k * 14), words(rng, 6)[:34], (50, 50, 52), font(path, 11))
        y += 170
    return [Sheet(cut(image), float(rng.uniform(8, 22)), 0.02, 0.15)]


def book(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A book's or box's cover: a colour, large words and numbers."""
    image, draw = blank(340, 480, any_colour(rng))
    for _ in range(int(rng.integers(1, 5))):
        x, y, s = rng.uniform(0, 340), rng.uniform(0, 480), rng.uniform(20, 190)
        shape = draw.ellipse if rng.random() < 0.5 else draw.rectangle
        shape((x - s, y - s, x + s, y + s), fill=any_colour(rng))
    for _ in range(int(rng.integers(1, 5))):
        text = words(rng, int(rng.integers(1, 3)), 0.4).upper()
        place, size = (170, rng.uniform(40, 440)), float(rng.uniform(24, 100))
        draw.text(place, text, any_colour(rng), pick_font(rng, fonts, size), "mm")
    return [Sheet(cut(image, 4), float(rng.uniform(4, 9)), float(rng.uniform(0.1, 1.0)), 0.7)]


def label(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Small labels and packs: a few words, a large number, bars."""
    pieces = []
    for _ in range(int(rng.integers(1, 5))):
        w, h = int(rng.uniform(120, 300)), int(rng.uniform(80, 300))
        image, draw = blank(w, h, pale_colour(rng) if rng.random() < 0.6 else any_colour(rng))
        draw.text(
            (w / 2, h * 0.35), str(int(rng.integers(1, 200))), any_colour(rng), pick_font(rng, fonts, h * 0.5), "mm"
        )
        draw.text((w / 2, h * 0.72), words(rng, 2), (30, 30, 30), pick_font(rng, fonts, h * 0.15), "mm")
        for x in range(int(w * 0.2), int(w * 0.8), 5):
            draw.line((x, h * 0.84, x, h * 0.96), (20, 20, 20), int(rng.integers(1, 4)))
        at, turn = rng.uniform(-2.5, 2.5, 2), float(rng.uniform(-3, 3))
        pieces.append(Sheet(cut(image, 8), float(rng.uniform(0.8, 4)), 0.02, 0.6, float(at[0]), float(at[1]), turn))
    return pieces


def number_cloth(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Cloth printed all over with numbers, straight or strewn."""
    image, _ = blank(600, 600, any_colour(rng))
    path, inks = any_font(rng, fonts), [any_colour(rng) for _ in range(3)]
    step = int(rng.uniform(40, 150))
    for y in range(0, 600, step):
        for x in range(0, 600, step):
            stamp = Image.new("L", (step, step))
            text = str(int(rng.integers(0, 100)))
            ImageDraw.Draw(stamp).text((step / 2, step / 2), text, 255, font(path, int(step * 0.55)), "mm")
            turned = stamp.rotate(float(rng.uniform(0, 360)) if rng.random() < 0.4 else 0.0)
            image.paste(inks[int(rng.integers(3))], (x, y), turned)
    return [Sheet(cut(speckled(rng, image, 14)), float(rng.uniform(6, 22)), 0.02, 0.05)]


def picture_on_table(rng: Generator, fonts: Fonts, paths: tuple[Path, ...]) -> list[Sheet]:
    """A part of a photograph, as a print or a cover with words and numbers on it."""
    image = _part(rng, paths[int(rng.integers(len(paths)))])
    if rng.random() < 0.4:
        edge = int(rng.uniform(6, 40))
        framed = Image.new("RGB", (image.width + 2 * edge, image.height + 2 * edge), pale_colour(rng))
        framed.paste(image, (edge, edge))
        image = framed
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(1, 6)) if rng.random() < 0.5 else 0):
        at = rng.uniform(0, 0.9, 2) * image.size
        size = float(np.exp(rng.uniform(np.log(12), np.log(90))))
        draw.text(
            (at[0], at[1]), words(rng, int(rng.integers(1, 4)), 0.5), any_colour(rng), pick_font(rng, fonts, size)
        )
    thickness = 0.02 if rng.random() < 0.6 else float(rng.uniform(0.05, 0.6))
    return [Sheet(cut(image), float(rng.uniform(2, 12)), thickness, float(rng.uniform(0.1, 0.9)))]


def _part(rng: Generator, path: Path) -> Image.Image:
    picture = cv2.imread(str(path))
    assert picture is not None
    size = (np.array(picture.shape[:2]) * rng.uniform(0.3, 1.0, 2)).astype(int)
    y, x = (int(rng.integers(whole - part + 1)) for whole, part in zip(picture.shape[:2], size, strict=True))
    part = np.ascontiguousarray(picture[y : y + size[0], x : x + size[1], ::-1])
    scale = LONGER_SIDE / max(size)
    w, h = (max(60, int(side * scale)) for side in size[::-1])
    return Image.fromarray(np.asarray(cv2.resize(part, (w, h), interpolation=cv2.INTER_AREA), np.uint8))
