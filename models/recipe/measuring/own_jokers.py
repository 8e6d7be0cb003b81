"""Drawn jokers that no general network knows: a letter, a word, an animal, a sun, two colours, a star, a portrait."""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from models.recipe.editions.fonts import font_of
from models.recipe.editions.joker_heads import sun
from models.recipe.editions.ornaments import polygon
from models.recipe.scenes.arrays import Generator, Ink, mixed

Inks = list[Ink]


def letter(image: Image.Image, rng: Generator, inks: Inks, paper: Ink, font: str) -> None:
    """A capital J in the edition's own figures, as high as a number."""
    w, h = image.size
    ImageDraw.Draw(image).text((w / 2, h * 0.44), "J", inks[0], font_of(font, h * rng.uniform(0.4, 0.6)), "mm")


def word(image: Image.Image, rng: Generator, inks: Inks, paper: Ink, font: str) -> None:
    """JOKER, across or along the tile."""
    w, h = image.size
    upright = rng.random() < 0.5
    mask = Image.new("L", (600, 200))
    ImageDraw.Draw(mask).text((300, 100), "JOKER", 255, font_of(font, 150), "mm")
    mask = mask.crop(mask.getbbox())
    long = w * 0.86 if upright else h * 0.8
    mask = mask.resize((int(long), int(long * mask.height / mask.width * 1.2)))
    mask = mask if upright else mask.rotate(90, expand=True)
    image.paste(inks[0], ((w - mask.width) // 2, (h - mask.height) // 2), mask)


def animal(image: Image.Image, rng: Generator, inks: Inks, paper: Ink, font: str) -> None:
    """A cat's head from the front."""
    (w, h), draw = image.size, ImageDraw.Draw(image)
    x, y, r = w / 2, h * 0.48, w * rng.uniform(0.26, 0.34)
    for side in (-1, 1):
        ear = [
            (x + side * r * 0.95, y - r * 0.3),
            (x + side * r * 0.85, y - r * 1.4),
            (x + side * r * 0.25, y - r * 0.9),
        ]
        draw.polygon(ear, fill=inks[0])
    draw.ellipse((x - r, y - r, x + r, y + r * 0.9), fill=inks[0])
    for side in (-1, 1):
        q = r * 0.16
        draw.ellipse((x + side * r * 0.42 - q, y - r * 0.3 - q, x + side * r * 0.42 + q, y - r * 0.3 + q), fill=paper)
        for slope in (-0.1, 0.1):
            draw.line((x + side * r * 0.2, y + r * 0.3, x + side * r * 0.9, y + r * (0.3 + slope)), paper, 4)


def sunny(image: Image.Image, rng: Generator, inks: Inks, paper: Ink, font: str) -> None:
    """A sun with a face."""
    w, h = image.size
    sun(ImageDraw.Draw(image), rng, (w / 2, h * 0.46), w * 0.33, inks, paper)


def two_colours(image: Image.Image, rng: Generator, inks: Inks, paper: Ink, font: str) -> None:
    """A disc of which one half has one ink and the other half another."""
    (w, h), draw = image.size, ImageDraw.Draw(image)
    x, y, r = w / 2, h * 0.46, w * rng.uniform(0.28, 0.38)
    turn = float(rng.uniform(0, 360))
    draw.pieslice((x - r, y - r, x + r, y + r), turn, turn + 180, fill=inks[0])
    draw.pieslice((x - r, y - r, x + r, y + r), turn + 180, turn + 360, fill=inks[1])


def star(image: Image.Image, rng: Generator, inks: Inks, paper: Ink, font: str) -> None:
    """A plain star without other print."""
    w, h = image.size
    polygon(ImageDraw.Draw(image), (w / 2, h * 0.46), w * rng.uniform(0.28, 0.4), inks[0], 10, 0.42)


def portrait(image: Image.Image, rng: Generator, inks: Inks, paper: Ink, font: str) -> None:
    """A head and shoulders in shades, as printed from a photograph."""
    w, h = image.size
    room = Image.new("RGB", (w, h), mixed(paper, inks[2], 0.45))
    draw, skin = ImageDraw.Draw(room), mixed((226, 178, 140), (90, 60, 40), float(rng.uniform(0, 0.8)))
    draw.ellipse((w * 0.12, h * 0.68, w * 0.88, h * 1.3), fill=inks[0])
    draw.ellipse((w * 0.27, h * 0.14, w * 0.73, h * 0.5), fill=mixed(inks[1], (30, 20, 10), 0.6))
    draw.ellipse((w * 0.31, h * 0.22, w * 0.69, h * 0.7), fill=skin)
    for side in (-1, 1):
        draw.ellipse((w * (0.5 + side * 0.1) - 7, h * 0.41, w * (0.5 + side * 0.1) + 7, h * 0.45), fill=(40, 30, 30))
    draw.arc((w * 0.4, h * 0.48, w * 0.6, h * 0.6), 20, 160, fill=(130, 50, 50), width=6)
    room = room.filter(ImageFilter.GaussianBlur(2.5))
    edge = Image.new("L", (w, h))
    ImageDraw.Draw(edge).rounded_rectangle((w * 0.12, h * 0.1, w * 0.88, h * 0.88), w * 0.06, fill=255)
    image.paste(room, (0, 0), edge)


JOKERS: dict[str, Callable[[Image.Image, Generator, Inks, Ink, str], None]] = {
    "letter": letter,
    "word": word,
    "animal": animal,
    "sun": sunny,
    "two-colours": two_colours,
    "star": star,
    "portrait": portrait,
}


def drawn(kind: str, face: np.ndarray, seed: int, inks: dict[str, Ink], paper: Ink, font: str) -> np.ndarray:
    """The blank face (H, W, 3) with this kind of joker on it."""
    rng, image = np.random.default_rng(seed), Image.fromarray(face)
    JOKERS[kind](image, rng, [inks[c] for c in rng.permutation(list("krbo"))], paper, font)
    return np.asarray(image)
