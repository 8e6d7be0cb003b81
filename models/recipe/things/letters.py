"""Letter games: a board with coloured squares and words of pale tiles, tiles loose or on a rack."""

import numpy as np
from PIL import Image

from models.recipe.editions.fonts import any_font
from models.recipe.scenes.arrays import Generator, Ink, hsv, mixed
from models.recipe.things.sheet import Draw, Fonts, Sheet, blank, cut, font, pick_font

LETTERS = "AAABCDEEEEFGHIIIJKLMNNOOOPQRSSTTUUVWXYZÄÖÜ "
CELL = 44
"""Pixels of a square of the board."""


def board(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A board of 15 by 15 squares (or fewer) with words across and down."""
    cells = int(rng.choice([15, 15, 15, 11, 9]))
    ground, line = _ground(rng), (235, 235, 230) if rng.random() < 0.6 else (60, 60, 60)
    edge = int(CELL * rng.uniform(0.4, 1.5))
    side = cells * CELL + 2 * edge
    image, draw = blank(side, side, hsv(rng.choice([0, 0, 120, 210, 30]), rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.9)))
    draw.rectangle((edge, edge, side - edge, side - edge), fill=ground)
    small = pick_font(rng, fonts, CELL * 0.2)
    premium = [hsv(h, rng.uniform(0.3, 0.8), rng.uniform(0.6, 0.95)) for h in (0, 340, 200, 225)]
    for j in range(cells):
        for i in range(cells):
            _square(draw, rng, (edge + i * CELL, edge + j * CELL), premium, small, line)
    draw.text((side / 2, edge / 2), "S C R A B B L E", (245, 245, 240), pick_font(rng, fonts, edge * 0.7), "mm")
    style = _look(rng, fonts)
    for at in _words(rng, cells):
        tile = _letter(rng, style).resize((CELL - 1, CELL - 1), Image.Resampling.BOX)
        image.paste(tile, (edge + at[0] * CELL + 1, edge + at[1] * CELL + 1))
    return [Sheet(cut(image, side * 0.01), rng.uniform(0.5, 0.95) * cells, 0.15, 0.5)]


def loose(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Letter tiles beside each other, in a word or scattered."""
    style, width = _look(rng, fonts), float(rng.uniform(0.55, 1.2))
    row = rng.random() < 0.6
    pieces = []
    for i in range(int(rng.integers(2, 12))):
        x, y = (i * width * 1.03, rng.normal(0, 0.03)) if row else tuple(rng.uniform(-3, 3, 2))
        turn = rng.normal(0, 0.03) if row else rng.uniform(-3, 3)
        pieces.append(Sheet(cut(_letter(rng, style), 6), width, 0.2, 0.6, float(x), float(y), float(turn)))
    return pieces


def _words(rng: Generator, cells: int) -> set[tuple[int, int]]:
    taken: set[tuple[int, int]] = set()
    for _ in range(int(rng.integers(1, 16))):
        length, across = int(rng.integers(2, 9)), rng.random() < 0.5
        x, y = int(rng.integers(0, cells)), int(rng.integers(0, cells))
        run = [(x + k, y) if across else (x, y + k) for k in range(length)]
        taken |= {(a, b) for a, b in run if a < cells and b < cells}
    return taken


def _square(draw: Draw, rng: Generator, at: tuple[int, int], inks: list[Ink], small: object, line: Ink) -> None:
    x, y = at
    box = (x, y, x + CELL, y + CELL)
    if rng.random() < 0.25:
        draw.rectangle(box, fill=inks[int(rng.integers(4))], outline=line)
        text = str(rng.choice(["2x", "3x", "DL", "TW", "2W", "3L", "*"]))
        draw.text((x + CELL / 2, y + CELL / 2), text, (40, 40, 40), small, "mm")  # type: ignore[arg-type]
    else:
        draw.rectangle(box, outline=line)


def _ground(rng: Generator) -> Ink:
    return hsv(float(rng.choice([40, 45, 120, 150, 200])), rng.uniform(0.05, 0.7), rng.uniform(0.4, 0.9))


def _look(rng: Generator, fonts: Fonts) -> tuple[Ink, Ink, str]:
    body = hsv(rng.uniform(28, 48), rng.uniform(0.08, 0.55), rng.uniform(0.55, 0.98))
    if rng.random() < 0.12:
        body = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.7), rng.uniform(0.1, 0.4))
    pale = max(body) < 120
    ink = (240, 235, 220) if pale else hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.02, 0.35))
    return body, ink, any_font(rng, fonts)


def _letter(rng: Generator, style: tuple[Ink, Ink, str]) -> Image.Image:
    body, ink, path = style
    side = 72
    image, draw = blank(side, side, mixed(body, (255, 255, 255), float(rng.uniform(0, 0.12))))
    letter = LETTERS[int(rng.integers(len(LETTERS)))]
    draw.text((side * 0.46, side * 0.48), letter, ink, font(path, int(side * 0.66)), "mm")
    if letter != " ":
        draw.text(
            (side * 0.82, side * 0.8),
            str(rng.choice([1, 1, 1, 2, 3, 4, 8, 10])),
            ink,
            font(path, int(side * 0.24)),
            "mm",
        )
    tone = np.clip(np.array(body) * 0.75, 0, 255).astype(int)
    draw.line((0, side - 2, side, side - 2), (int(tone[0]), int(tone[1]), int(tone[2])), 3)
    return image
