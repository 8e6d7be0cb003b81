"""Phones and tablets that show pages: text, boxes, and drawn tiles like those of this program's own page."""

from PIL import Image

from models.recipe.editions.fonts import any_font
from models.recipe.editions.inks import ink_colours
from models.recipe.scenes.arrays import Generator, Ink, any_colour, hsv, mixed
from models.recipe.things.sheet import Draw, Fonts, Sheet, blank, cut, font, words


def phone(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A phone, upright or lying on its side."""
    return [_device(rng, fonts, 300, 620, float(rng.uniform(2.2, 3.4)))]


def tablet(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A tablet."""
    return [_device(rng, fonts, 560, 760, float(rng.uniform(5, 9)))]


def _device(rng: Generator, fonts: Fonts, w: int, h: int, width: float) -> Sheet:
    image, _ = blank(w, h, hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.02, 0.2)))
    edge = int(rng.uniform(6, 22))
    image.paste(page(rng, fonts, w - 2 * edge, h - 2 * edge, dark=bool(rng.random() < 0.45)), (edge, edge))
    return Sheet(cut(image, int(rng.uniform(10, 40))), width, 0.15, 1.0, angle=float(rng.uniform(-0.4, 0.4)))


def page(rng: Generator, fonts: Fonts, w: int, h: int, dark: bool) -> Image.Image:
    """What a screen shows: rows of drawn tiles, text, or a grid of boxes with numbers."""
    paper = hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.03, 0.16) if dark else rng.uniform(0.88, 1))
    ink = mixed(paper, (255, 255, 255) if dark else (0, 0, 0), 0.85)
    image, draw = blank(w, h, paper)
    path, y, accent = any_font(rng, fonts), 12.0, any_colour(rng)
    draw.rectangle((0, 0, w, 44), fill=accent)
    draw.text((12, 22), words(rng, 2), (250, 250, 250), font(path, 22), "lm")
    y = 58
    while y < h - 50:
        kind = rng.random()
        if kind < 0.55:
            y += _tile_row(draw, rng, (10, y), w, path, paper)
        elif kind < 0.85:
            size = int(rng.uniform(11, 22))
            draw.text((12, y), words(rng, 7, 0.2), ink, font(path, size))
            y += size * 1.5
        else:
            y += _boxes(draw, rng, (10, y), w, path, ink)
    return image


def _tile_row(draw: Draw, rng: Generator, at: tuple[float, float], w: int, path: str, paper: Ink) -> float:
    """Small rounded boxes with coloured numbers: tiles as a program draws them."""
    side, (x, y) = float(rng.uniform(16, 44)), at
    inks = list(ink_colours(rng, (250, 248, 240)).values())
    box = mixed(paper, (255, 255, 255), 0.9 if rng.random() < 0.7 else 0.12)
    start, run = int(rng.integers(1, 10)), rng.random() < 0.6
    ink = inks[int(rng.integers(4))]
    for i in range(int(rng.integers(3, 14))):
        if x + side > w - 6:
            break
        draw.rounded_rectangle(
            (x, y, x + side, y + side * 1.35), side * 0.14, fill=box, outline=mixed(box, (0, 0, 0), 0.3)
        )
        text = str(min(13, start + i) if run else int(rng.integers(1, 14)))
        shown = ink if run else inks[int(rng.integers(4))]
        draw.text((x + side / 2, y + side * 0.62), text, shown, font(path, int(side * 0.7)), "mm")
        x += side * 1.08 + (side * 0.8 if rng.random() < 0.12 else 0)
    return side * 1.6


def _boxes(draw: Draw, rng: Generator, at: tuple[float, float], w: int, path: str, ink: Ink) -> float:
    """A grid of numbers, as pickers and calendars on screens have."""
    step = w / int(rng.integers(4, 9))
    for k in range(int(rng.integers(4, 22))):
        x, y = at[0] + (k * step) % (w - step), at[1] + ((k * step) // (w - step)) * step
        if rng.random() < 0.2:
            draw.ellipse((x, y, x + step * 0.9, y + step * 0.9), fill=any_colour(rng))
        draw.text((x + step * 0.45, y + step * 0.45), str(k + 1), ink, font(path, int(step * 0.5)), "mm")
    return step * 3
