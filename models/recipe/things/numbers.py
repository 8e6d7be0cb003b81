"""Numbers in cells that are no tiles: puzzles, tables of numbers, lottery slips, tables to bet on, paths, stamps."""

import numpy as np
from PIL import Image

from models.recipe.editions.fonts import any_font
from models.recipe.scenes.arrays import Generator, Ink, any_colour, mixed, pale_colour
from models.recipe.things.sheet import Fonts, Sheet, blank, cut, font, handwriting

CELL = 60
"""Pixels of a square of the grid."""


def sudoku(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Nine by nine cells, some printed, some filled in by hand."""
    image, draw = blank(9 * CELL + 8, 9 * CELL + 8, pale_colour(rng))
    path, ink, pen = any_font(rng, fonts), mixed(any_colour(rng), (0, 0, 0), 0.7), any_colour(rng)
    for k in range(10):
        thick = 5 if k % 3 == 0 else 1
        draw.line((4 + k * CELL, 4, 4 + k * CELL, 4 + 9 * CELL), ink, thick)
        draw.line((4, 4 + k * CELL, 4 + 9 * CELL, 4 + k * CELL), ink, thick)
    by_hand = rng.uniform(0, 0.5)
    for x, y in np.ndindex(9, 9):
        at, digit = (4 + (x + 0.5) * CELL, 4 + (y + 0.5) * CELL), str(int(rng.integers(1, 10)))
        if rng.random() < by_hand:
            handwriting(rng, draw, digit, (at[0] - 14, at[1] - 20), 34, pen, fonts)
        elif rng.random() < 0.45:
            draw.text(at, digit, ink, font(path, 38), "mm")
    return [Sheet(cut(image), float(rng.uniform(3, 11)), 0.02, 0.15)]


def number_table(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Tables of sums or times, price lists: a head, rows of numbers, every second row tinted."""
    columns, rows = int(rng.integers(3, 11)), int(rng.integers(4, 11))
    paper, tint, head = pale_colour(rng), pale_colour(rng), any_colour(rng)
    image, draw = blank(columns * CELL, rows * CELL, paper)
    path, size, lines = any_font(rng, fonts), int(rng.uniform(20, 40)), rng.random() < 0.6
    for row, column in np.ndindex(rows, columns):
        x, y = column * CELL, row * CELL
        top = row == 0 or column == 0
        fill = head if top else tint if row % 2 else paper
        draw.rectangle((x, y, x + CELL, y + CELL), fill=fill, outline=(90, 90, 90) if lines else None)
        value = row * column if rng.random() < 0.7 else int(rng.integers(0, 100))
        ink = _legible(fill)
        draw.text((x + CELL / 2, y + CELL / 2), str(value or row + column), ink, font(path, size), "mm")
    return [Sheet(cut(image), float(rng.uniform(3, 12)), 0.02, 0.3)]


def lottery_slip(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Fields of small numbered boxes with crosses in them."""
    across, high = int(rng.integers(5, 9)), int(rng.integers(5, 9))
    image, draw = blank(across * CELL + 20, high * CELL + 70, pale_colour(rng))
    print_ink, pen, path = any_colour(rng), any_colour(rng), any_font(rng, fonts)
    draw.rectangle((0, 0, image.width, 46), fill=print_ink)
    for k in range(across * high):
        x, y = 14 + (k % across) * CELL, 60 + (k // across) * CELL
        draw.rounded_rectangle((x, y, x + 46, y + 46), 5, outline=print_ink, width=3)
        draw.text((x + 23, y + 23), str(k + 1), print_ink, font(path, 26), "mm")
        if rng.random() < 0.14:
            draw.line((x + 2, y + 2, x + 44, y + 44), pen, 5)
            draw.line((x + 44, y + 2, x + 2, y + 44), pen, 5)
    return [Sheet(cut(image), float(rng.uniform(3, 9)), 0.02, 0.2)]


def roulette(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A cloth to bet on: red and black fields, pale numbers."""
    cloth = any_colour(rng)
    image, draw = blank(12 * CELL, 3 * CELL + 50, cloth)
    path, inks = any_font(rng, fonts), (any_colour(rng), (24, 22, 24))
    for k in range(36):
        x, y = (k // 3) * CELL, (2 - k % 3) * CELL
        shape = draw.ellipse if rng.random() < 0.02 else draw.rectangle
        shape((x + 3, y + 3, x + CELL - 3, y + CELL - 3), fill=inks[int(rng.integers(2))], outline=(240, 240, 235))
        draw.text((x + CELL / 2, y + CELL / 2), str(k + 1), (240, 240, 235), font(path, 30), "mm")
    return [Sheet(cut(image), float(rng.uniform(9, 22)), 0.02, 0.1)]


def path_of_fields(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A race game: round or square fields with running numbers, wound over a painted board."""
    image, draw = blank(640, 640, any_colour(rng))
    for _ in range(int(rng.integers(2, 8))):
        (x, y), s = rng.uniform(0, 640, 2), rng.uniform(40, 220)
        draw.ellipse((x - s, y - s, x + s, y + s), fill=any_colour(rng))
    path, fills, half = any_font(rng, fonts), [any_colour(rng) for _ in range(3)], rng.uniform(18, 30)
    shape = draw.ellipse if rng.random() < 0.6 else draw.rectangle
    for k in range(int(rng.integers(30, 64))):
        angle, far = 0.42 * k / (1 + k / 90), 290 - 3.9 * k
        x, y = 320 + far * np.cos(angle), 320 + far * np.sin(angle)
        fill = pale_colour(rng) if rng.random() < 0.5 else fills[k % 3]
        shape((x - half, y - half, x + half, y + half), fill=fill, outline=(30, 30, 30), width=2)
        draw.text((x, y), str(k + 1), _legible(fill), font(path, int(half)), "mm")
    return [Sheet(cut(image, 6), float(rng.uniform(8, 18)), 0.1, 0.5)]


def stamps(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Stamps and stickers, loose or in a sheet: a frame, a small picture, a value."""
    across, high, loose = int(rng.integers(1, 5)), int(rng.integers(1, 4)), rng.random() < 0.5
    width, pieces = float(rng.uniform(0.7, 1.6)), []
    for column, row in np.ndindex(across, high):
        image = _stamp(rng, any_font(rng, fonts))
        x, y = rng.uniform(-3, 3, 2) if loose else (column * width * 1.04, row * width * 1.36)
        turn = float(rng.uniform(-3, 3)) if loose else 0.0
        pieces.append(Sheet(cut(image, 2), width, 0.01, 0.3, float(x), float(y), turn))
    return pieces


def _stamp(rng: Generator, path: str) -> Image.Image:
    image, draw = blank(120, 156, pale_colour(rng))
    draw.rectangle((10, 10, 110, 146), fill=any_colour(rng) if rng.random() < 0.6 else None, outline=any_colour(rng))
    x, y, s = 60 + rng.normal(0, 10), 80 + rng.normal(0, 12), rng.uniform(16, 40)
    draw.ellipse((x - s, y - s, x + s, y + s), fill=any_colour(rng))
    value = str(rng.choice(["1", "2", "5", "10", "20", "50", "85", "110", "7", "12"]))
    draw.text((20, 14), value, any_colour(rng), font(path, int(rng.uniform(28, 60))))
    return image


def _legible(ground: Ink) -> Ink:
    return (25, 25, 28) if sum(ground) > 380 else (242, 242, 240)
